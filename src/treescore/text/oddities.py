"""Lines that translations rarely have: columns of a table, no text, no capital letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

FEWEST = 3
MOSTLY = 0.8
"""The share of lines with a tab that makes a file a table."""
MISSING = 0.05
"""The share of lines without a text that is no accident."""
LINES = 10
"""Lines that it takes to miss capital letters."""
CAPITALS = 0.5
"""The share of the lines of another file that have them, then."""


def columns(texts: Sequence[str]) -> str:
    """What shows that lines are the rows of a table; nothing if they are not."""
    count = sum("\t" in text for text in texts)
    return _of(count, texts, "have a tab") if count >= max(FEWEST, MOSTLY * len(texts)) else ""


def gaps(texts: Sequence[str | None], references: Sequence[Sequence[str | None]]) -> str:
    """Many lines without a text, where references have one."""
    count = sum(
        not (text or "").strip() and any((other or "").strip() for other in others)
        for text, *others in zip(texts, *references, strict=True)
    )
    return _of(count, texts, "are empty") if count >= max(FEWEST, MISSING * len(texts)) else ""


def lower_cased(files: Mapping[str, Sequence[str]]) -> list[str]:
    """The files without any capital letter, where another has some in most of its lines."""
    shares = {
        name: sum(text != text.lower() for text in texts) / len(texts)
        for name, texts in files.items()
        if len(texts) >= LINES
    }
    if max(shares.values(), default=0) < CAPITALS:
        return []
    return [name for name, share in shares.items() if not share and _has_case(files[name])]


def _has_case(texts: Iterable[str]) -> bool:
    """Whether a language writes capital letters at all, as far as can be seen."""
    return any(text != text.upper() for text in texts)


def _of(count: int, texts: Sequence[object], what: str) -> str:
    return f"{count} of {len(texts)} lines {what}"
