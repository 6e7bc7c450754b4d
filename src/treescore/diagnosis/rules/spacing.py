"""Spacing: blanks where none belong, and none where one does, judged by the text itself.

What the reference does as well is its manner. A line that is cut into tokens all over has one
error: it was made in one place, whoever forgot to join the tokens again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.view import Extent

WEIGHT, TOKENISED = 0.05, 0.2
MANY = 3
"""Places from which on they are one error."""
SPACED_MARKS = frozenset({"fr"})
"""Languages that have a blank before ; : ! ? and within quotes."""
BEFORE_MARKS = re.compile(r"(?<=[^\s.])\s+[,.;:!?](?=[\s\"'”’)]|$)")  # noqa: RUF001
BEFORE_STOPS = re.compile(r"(?<=[^\s.])\s+[,.](?=\s|$)")
IN_BRACKETS = re.compile(r"[(\[]\s+(?=\S)|(?<=\S)\s+[)\]]")
IN_CONTRACTIONS = re.compile(
    r"(?<=[A-Za-z])\s+(?:n't|['’]\s?(?:s|re|ve|ll|d|m))\b",  # noqa: RUF001
)
DOUBLED = re.compile(r"(?<=\S)[ \t\u00a0]{2,}(?=\S)")
AFTER_COMMA = re.compile(r"(?<=[^\W\d_]),(?=[^\W\d_]{2})")
BETWEEN_SENTENCES = re.compile(r"(?<=[a-zß-ÿ]{2})[.!?](?=[A-ZÀ-Þ][a-zß-ÿ]*[\s,.])")
AROUND_BRACKET = re.compile(r"(?<=[^\W\d_]{2})\((?=[^\W\d_]{3})|(?<=[^\W\d_]{2}\))(?=[^\W\d_]{2})")
SPACED_HYPHEN = re.compile(r"(?<=\w)(?:\s+-\s*|\s*-\s+)(?=\w)")
CERTAIN = (BEFORE_MARKS, BEFORE_STOPS, DOUBLED)
"""What is wrong in any text."""
PATTERNS = (
    *(BEFORE_MARKS, IN_BRACKETS, IN_CONTRACTIONS, DOUBLED),
    *(AFTER_COMMA, BETWEEN_SENTENCES, AROUND_BRACKET),
)


def spacing(pair: Pair) -> Iterator[Finding]:
    """Blanks too many or too few."""
    places = sorted(_places(pair))
    if len(places) >= MANY:
        extent = places[0][0][0], places[-1][0][1]
        yield Finding("spacing", (), (), TOKENISED, extent, sure=True)
    else:
        yield from (Finding("spacing", (), (), WEIGHT, place, sure) for place, sure in places)


def _places(pair: Pair) -> Iterator[tuple[Extent, bool]]:
    """Where blanks are wrong, and whether that is certain."""
    text, other = pair.mine.text, pair.theirs.text
    for pattern in PATTERNS:
        if pattern is BEFORE_MARKS and pair.mine.lang in SPACED_MARKS:
            pattern = BEFORE_STOPS
        if pattern is IN_CONTRACTIONS and pair.mine.lang != "en":
            continue
        found = [_visible(text, match.span()) for match in pattern.finditer(text)]
        if found and not pattern.search(other):
            yield from ((place, pattern in CERTAIN) for place in found)
    for match in SPACED_HYPHEN.finditer(text):
        if _joined(text, match, other):
            yield match.span(), False


def _visible(text: str, extent: Extent) -> Extent:
    """A place that has something in it: where a blank is missing, the letter behind."""
    start, end = extent
    return extent if end > start else (start, min(start + 1, len(text)))


def _joined(text: str, match: re.Match[str], other: str) -> bool:
    """Whether the reference joins by a hyphen what stands around one here."""
    before = text[: match.start()].rsplit(maxsplit=1)[-1].lower()
    behind = re.match(r"\w+", text[match.end() :])
    return behind is not None and f"{before}-{behind[0].lower()}" in other.lower()
