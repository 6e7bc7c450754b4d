"""Uploaded files: a folder of their own for as long as their report is being made."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import BinaryIO

from treescore.errors import TreescoreError
from treescore.io.files import open_binary
from treescore.io.testset import Testset, load_testset
from treescore.web.limits import UNPACKED_BYTES

CHUNK = 2**20
LONGEST = 100
"""Bytes of a file's name."""


def save(uploads: Iterable[tuple[str, BinaryIO]], folder: Path) -> list[str]:
    """Copy files into numbered folders of their own inside a folder; where they are now."""
    paths = []
    for name, stream in uploads:
        own = folder / str(sum(1 for _ in folder.iterdir()) + 1)
        own.mkdir()
        target = own / _harmless(name)
        with target.open("xb") as file:
            while chunk := stream.read(CHUNK):
                file.write(chunk)
        paths.append(str(target))
    return paths


def _harmless(name: str) -> str:
    """A visitor's name for a file, without folders, and without what would mean something here."""
    plain = re.sub(r"[^\w.+-]", "_", re.split(r"[/\\]", name)[-1]).encode()[-LONGEST:]
    return plain.decode(errors="ignore").lstrip(".-") or "file"


def load_upload(
    folder: str,
    references: Sequence[str],
    systems: Sequence[str],
    lang: str,
    source: str | None = None,
) -> Testset:
    """The test set of uploaded files; messages call the files as the visitor did."""
    try:
        _check_unpacked([*references, *systems, *([source] if source else [])])
        pairs = [(None, path) for path in systems]
        return load_testset(references, pairs, lang=lang, source=source)
    except TreescoreError as error:
        raise TreescoreError(without_folder(str(error), folder)) from None


def without_folder(message: str, folder: str) -> str:
    """A message that calls files as the visitor did, not by where they are kept."""
    numbered = re.escape(folder + os.sep) + r"\d+" + re.escape(os.sep)
    return re.sub(numbered, "", message)


def _check_unpacked(paths: Iterable[str]) -> None:
    """Refuse what gzip would blow up, before anything holds it."""
    total = 0
    for path in paths:
        with open_binary(path) as stream:
            while chunk := stream.read(CHUNK):
                total += len(chunk)
                if total > UNPACKED_BYTES:
                    raise TreescoreError(
                        f"the files have more than {UNPACKED_BYTES // 10**6} MB when unpacked; "
                        "give fewer segments, or use the command line: treescore report"
                    )
