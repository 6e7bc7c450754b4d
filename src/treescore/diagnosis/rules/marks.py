"""Brackets and quotes that open and do not close, or close and were not open."""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.diagnosis.findings import Pair
from treescore.diagnosis.view import Extent

BRACKETS = {")": "(", "]": "[", "}": "{"}
NUMBERING = re.compile(r"^\s*\w{1,3}\)|(?<=\s)\w\)|[:;=]-?[()]")
"""What brackets do alone: numbering, and faces."""
DOUBLE = re.compile("[\"“”„«»]|''|``")
SINGLE = re.compile(r"(?<![\w'])['‘](?=\w)|(?<=[\w.,!?])['’](?![\w'])")  # noqa: RUF001
ELISION = re.compile(r"['’](?:s|n|em|til|tis|twas|cause|\d\d)", re.IGNORECASE)  # noqa: RUF001
"""What begins with an apostrophe."""

MAY_END = re.compile(r"[sSzxnN]$|\b(?:\w|qu|quelqu)$")
"""Words that may end with an apostrophe: genitives, what lost a letter, and French articles."""


def unbalanced(pair: Pair) -> Iterator[Extent]:
    """The marks of a translation that lack another, where the reference's do not."""
    text, other = pair.mine.text, pair.theirs.text
    for kind in (_brackets, _odd, _odd_single):
        found = kind(text)
        if found and not kind(other):
            yield from found


def _brackets(text: str) -> list[Extent]:
    """Brackets without another."""
    if not any(bracket in text for bracket in "()[]{}"):
        return []
    alone = {at for match in NUMBERING.finditer(text) for at in range(*match.span())}
    opened: list[int] = []
    closed: list[int] = []
    for at, sign in enumerate(text):
        if at in alone:
            continue
        if sign in BRACKETS.values():
            opened.append(at)
        elif sign in BRACKETS:
            if opened and text[opened[-1]] == BRACKETS[sign]:
                opened.pop()
            else:
                closed.append(at)
    return [(at, at + 1) for at in sorted(opened + closed)]


def _odd(text: str) -> list[Extent]:
    """One quote of an odd number: the one that fits nowhere, or the last."""
    found = [match.span() for match in DOUBLE.finditer(text)]
    found = [span for span in found if not _is_inch(text, span)]
    return [_misplaced(text, found)] if len(found) % 2 else []


def _is_inch(text: str, span: Extent) -> bool:
    return text[span[0]] == '"' and text[: span[0]][-1:].isdigit()


def _misplaced(text: str, quotes: list[Extent]) -> Extent:
    """A quote that looks as if it closed where one should open, or the other way round."""
    opens = True
    for span in quotes:
        before, behind = text[: span[0]][-1:], text[span[1] :][:1]
        looks_closing = bool(before.strip()) and not behind.strip() and before not in "(["
        looks_opening = not before.strip() and bool(behind.strip())
        if (opens and looks_closing) or (not opens and looks_opening):
            return span
        opens = not opens
    return quotes[-1]


def _odd_single(text: str) -> list[Extent]:
    """A single quote that closes what was not opened; behind an s it may be a genitive."""
    found = [match.span() for match in SINGLE.finditer(text)]
    found = [span for span in found if not ELISION.match(text, span[0])]
    opening = [span for span in found if text[span[1] :][:1].isalnum()]
    closing = [span for span in found if span not in opening]
    sure = [span for span in closing if not MAY_END.search(text[: span[0]])]
    return sure[-1:] if len(sure) > len(opening) else []
