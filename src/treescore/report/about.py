"""What a report is about: the test set, its language and files, and the day it was made."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import PurePath
from typing import TYPE_CHECKING

from treescore.errors import UsageError

if TYPE_CHECKING:
    from treescore.io.testset import Testset

TITLE = "Translation report"
UNTOLD = re.compile(r"(refs?|references?)[-_.]?[0-9]*", re.IGNORECASE)
"""What files of references are called whose names tell nothing."""
EPOCH = "SOURCE_DATE_EPOCH"
"""The variable of the environment that says what time it is, for outputs that are to be the same
whenever they are made: seconds since 1970."""
STANDARD_INPUT = "-"


@dataclass(frozen=True)
class About:
    """What stands at the top of a report."""

    title: str
    lang: str
    made: date
    references: tuple[str, ...]
    """Their files; none where texts were given from Python."""
    systems: dict[str, str]
    """By system its file, likewise."""
    source: str = ""
    """Its file, likewise."""


def about(testset: Testset) -> About:
    """What is known of a test set; its first reference gives the name, if that tells something."""
    short = _shortened(list(dict.fromkeys(_file_names(testset))))
    references = [short[each.name] for each in testset.references if each.name in short]
    stem = PurePath(references[0]).stem if references else ""
    return About(
        TITLE if not stem or UNTOLD.fullmatch(stem) else stem,
        testset.lang,
        made_on(),
        tuple(dict.fromkeys(references)),
        {
            system: short[stream.name]
            for system, stream in testset.systems.items()
            if stream.name in short
        },
        short.get(testset.source_file, ""),
    )


def _file_names(testset: Testset) -> Iterator[str]:
    """The names that are those of files: what came from Python is called by its number or name."""
    for number, stream in enumerate(testset.references, 1):
        if stream.name != f"reference {number}":
            yield stream.name
    for system, stream in testset.systems.items():
        if stream.name != system:
            yield stream.name
    if testset.source_file:
        yield testset.source_file


def _shortened(names: Sequence[str]) -> dict[str, str]:
    """Files without their folders, which are nobody's business; the last one tells two apart."""
    last = Counter(PurePath(name).name for name in names)
    return {
        name: "standard input"
        if name == STANDARD_INPUT
        else str(PurePath(*PurePath(name).parts[-1 if last[PurePath(name).name] == 1 else -2 :]))
        for name in names
    }


def made_on() -> date:
    """Today, or the day that the environment names."""
    given = os.environ.get(EPOCH, "")
    if not given:
        return datetime.now().astimezone().date()
    try:
        return datetime.fromtimestamp(int(given), UTC).date()
    except (ValueError, OverflowError, OSError):
        raise UsageError(
            f"{EPOCH}={given[:40]!r}: expected seconds since 1970, a whole number"
        ) from None
