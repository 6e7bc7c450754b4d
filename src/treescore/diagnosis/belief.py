"""Whether to believe what a rule has found: a word that merely differs is no error.

Rules that compare a translation with its reference cannot know whether the same is said in another
way. Their findings count where the words, or those right behind, are to be doubted a little, too.
"""

from __future__ import annotations

from treescore.diagnosis.doubts import RIGHT
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.view import Extent

LEAST = {
    "missing": 0.015,
    "addition": 0.04,
    "word-choice": 0.005,
    "word-form": 0.01,
    "function-word": 0.01,
    "number": 0.1,
    "tense": 0.01,
    "aspect": 0.015,
    "order": 0.1,
}
"""How likely it has to be that a word is wrong in whatever way, by the type of the finding."""


def is_believed(pair: Pair, kind: str, extent: Extent) -> bool:
    """Whether an error of a type, at a place of the translation, is likely enough."""
    name = kind.partition(":")[0]
    least = LEAST.get(name)
    if least is None or pair.doubts is None or _is_all_else_said(pair, name):
        return True
    words = [word for word, each in enumerate(pair.mine.extents) if _meets(each, extent)]
    behind = max(words, default=-1) + 1
    around = [*words, behind] if behind < len(pair.mine) else words
    return bool(1 - pair.doubts[around, RIGHT].min(initial=1.0) > least)


def _is_all_else_said(pair: Pair, name: str) -> bool:
    """Whether nothing is left that could say in another way what is missing or added."""
    same = pair.alignment.same
    if name == "missing":
        return same >= {word for word, content in enumerate(pair.mine.content) if content}
    if name == "addition":
        others = zip(pair.alignment.back, pair.theirs.content, strict=True)
        return all(partner in same for partner, content in others if content)
    return False


def _meets(word: Extent, place: Extent) -> bool:
    """Whether a word is within a place, or ends where nothing stands."""
    start, end = place
    if start == end:
        return word[1] == start or word[0] == start
    return word[0] < end and word[1] > start
