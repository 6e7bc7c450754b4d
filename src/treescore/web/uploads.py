"""Uploaded files: a folder of their own for as long as their report is being made."""

from __future__ import annotations

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


class TooMuch(TreescoreError):
    """Files that are larger than they look."""


def save(uploads: Iterable[tuple[str, BinaryIO]], folder: Path) -> list[str]:
    """Copy files into a folder; the names they get there, in their order."""
    names = []
    for name, stream in uploads:
        target = folder / _free_name(name, folder)
        with target.open("wb") as file:
            while chunk := stream.read(CHUNK):
                file.write(chunk)
        names.append(target.name)
    return names


def _free_name(name: str, folder: Path) -> str:
    """A visitor's name for a file, made harmless: no folders, no hash, and not taken yet."""
    plain = re.sub(r"[^\w.+-]", "_", re.split(r"[/\\]", name)[-1])[-LONGEST:].lstrip(".-") or "file"
    if not (folder / plain).exists():
        return plain
    taken = sum(1 for _ in folder.iterdir())
    return f"{taken + 1}-{plain}"


def load_upload(
    folder: str, references: Sequence[str], systems: Sequence[str], lang: str
) -> Testset:
    """The test set of uploaded files; messages call the files as the visitor did."""
    places = {name: str(Path(folder, name)) for name in (*references, *systems)}
    try:
        _check_unpacked(places.values())
        return load_testset(
            [places[name] for name in references],
            [(None, places[name]) for name in systems],
            lang=lang,
        )
    except TreescoreError as error:
        raise TreescoreError(str(error).replace(str(Path(folder, "_"))[:-1], "")) from None


def _check_unpacked(paths: Iterable[str]) -> None:
    """Refuse what gzip would blow up, before anything holds it."""
    total = 0
    for path in paths:
        with open_binary(path) as stream:
            while chunk := stream.read(CHUNK):
                total += len(chunk)
                if total > UNPACKED_BYTES:
                    raise TooMuch(
                        f"the files have more than {UNPACKED_BYTES // 10**6} MB when unpacked; "
                        "give fewer segments, or use the command line: treescore report"
                    )
