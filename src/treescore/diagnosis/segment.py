"""The errors of one translation: the way from two sentences to typed errors."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from treescore.diagnosis.alignment import align
from treescore.diagnosis.belief import belief, is_believed
from treescore.diagnosis.errors import Error, Side
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules import RULES, WHOLE
from treescore.diagnosis.view import view
from treescore.kernels.threads import one_thread
from treescore.metrics.sentence import Sentence

DIGITS = 3
"""Digits of weights, and of how likely errors are."""


def find_errors(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
    """The errors of a translation against the reference that it is nearest to, in order.

    Sentences have a text and a best tree each; English ones have vectors of their trees' words.
    """
    mine = view(hypothesis)
    views = [view(reference) for reference in references]
    # Beside another reference, an empty one says that there is none.
    full = [each for each in views if each.text.strip()] or views
    with one_thread():
        pairs = [Pair(mine, each, align(mine, each)) for each in full]
        found = [(-pair.closeness, _errors_of(pair)) for pair in pairs]
    _, errors = min(found, key=lambda each: (each[0], sum(error.weight for error in each[1])))
    return errors


def _errors_of(pair: Pair) -> list[Error]:
    mine, theirs = pair.mine, pair.theirs
    if mine.text == theirs.text and mine.tree == theirs.tree:
        return []
    for rule in WHOLE:
        if found := list(rule(pair)):
            return [to_error(pair, each) for each in found]
    errors = [
        replace(error, weight=round(error.weight * likely, DIGITS), likely=round(likely, DIGITS))
        for error, likely, named in ask(pair, is_believed)
        if named
    ]
    return sorted(errors, key=lambda each: (each.start, each.end, each.ref_start, each.type))


def ask(
    pair: Pair, believes: Callable[[Finding, float], bool]
) -> Iterator[tuple[Error, float, bool]]:
    """All that rules find, how likely it is true, and whether that is believed: such findings keep
    later rules from their words."""
    for rule in RULES:
        for finding in list(rule(pair)):
            if not finding.mine and pair.explained_theirs.issuperset(finding.theirs or (-1,)):
                continue  # said to be missing, at another place
            error = to_error(pair, finding)
            place = (error.start, error.end)
            likely = belief(pair, finding, place)
            if named := believes(finding, likely):
                pair.note(finding)
                pair.named.append((error.type, place))
            yield error, likely, named


def to_error(pair: Pair, finding: Finding) -> Error:
    """A finding in characters."""
    theirs = pair.theirs.extent(finding.theirs) if finding.theirs else (0, 0)
    ref_text = pair.theirs.text[slice(*theirs)]
    if finding.extent is not None:
        start, end = finding.extent
    elif finding.mine:
        start, end = pair.mine.extent(finding.mine)
    else:
        start = end = where_missing(pair, finding.theirs)
    side: Side = "hyp" if end > start else "ref"
    text = pair.mine.text[start:end]
    return Error(finding.type, side, start, end, text, *theirs, ref_text, finding.weight)


def where_missing(pair: Pair, words: Sequence[int]) -> int:
    """Where words of the reference should stand in the translation: behind the partner of the
    nearest word before them, or before that of the nearest behind."""
    back, extents = pair.alignment.back, pair.mine.extents
    for before in range(min(words, default=0) - 1, -1, -1):
        if back[before] >= 0:
            return extents[back[before]][1]
    for behind in range(max(words, default=0) + 1, len(back)):
        if back[behind] >= 0:
            return extents[back[behind]][0]
    return 0
