"""The names of files, and what systems are called that only have a file: like it, but shorter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from treescore.errors import UsageError
from treescore.io.files import finds
from treescore.io.segments import split_source

Item = TypeVar("Item")
SUFFIX = re.compile(r"(?<=.)\.(?:[a-z]{1,5}|conllu)$")
"""What may say the format or the language: .txt, .tsv or .en, but not .online-A or .0."""
FORMATS = {"txt", "tsv", "json", "jsonl", "xml", "sgm", "sgml", "conllu", "trees"}
FILE_NAME = re.compile(rf"\S+\.(?:{'|'.join(sorted(FORMATS))}|gz)", re.IGNORECASE)


def is_file_name(text: str) -> bool:
    """Whether what is given as a text is the name of a file, or looks like one."""
    return FILE_NAME.fullmatch(text) is not None or finds(Path(text).is_file)


def named_apart(given: Iterable[tuple[str | None, str, Item]]) -> dict[str, Item]:
    """Items by their names; those without one get it from their files."""
    items = list(given)
    made = iter(short_names([path for name, path, _ in items if name is None]))
    named: dict[str, Item] = {}
    files: dict[str, str] = {}
    for given_name, path, item in items:
        name = next(made) if given_name is None else given_name
        if name in named:
            raise UsageError(
                f"two systems are called {name!r} ({files[name]} and {path}); name them: NAME=FILE"
            )
        named[name], files[name] = item, path
    return named


def short_names(paths: Sequence[str]) -> list[str]:
    """The files' names without their last suffix, and without the parts that all of them share.

    `newstest.de-en.A.txt` and `newstest.de-en.B.txt` are A and B; one alone is newstest.de-en.A.
    """
    full = [_full_name(path) for path in paths]
    plain = [SUFFIX.sub("", name) for name in full]
    if len(set(plain)) < len(set(full)):  # they differ only in what looked like a suffix
        plain = full
    parts = [name.split(".") for name in plain]
    if len(parts) < 2:
        return plain
    shortest = min(map(len, parts))
    start = _shared(parts, shortest - 1)
    end = _shared([each[::-1] for each in parts], shortest - 1 - start)
    short = [".".join(each[start : len(each) - end]) for each in parts]
    return plain if FORMATS.issuperset(short) else short


def _full_name(path: str) -> str:
    if path == "-":
        return "system"
    file, column = split_source(path)
    name = Path(file).name
    return column or re.sub(r"(?i)(?<=.)\.gz$", "", name)


def _shared(parts: Sequence[Sequence[str]], most: int) -> int:
    """How many parts at the start are the same in all of them, of so many at most."""
    count = 0
    while count < most and len({each[count] for each in parts}) == 1:
        count += 1
    return count
