"""Explains CESM: the common embedded subtrees, by the first words that they map.

Numbers of subtrees are beyond floating point, so they are given as multiples of the mean of the two
sides' own: what matched is then its share of F1.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from treescore.explanation.base import (
    Explanation,
    Patterns,
    Place,
    Remainder,
    kept,
    paired_parts,
)
from treescore.kernels.embedded import Maps, maps_by_first_pair
from treescore.kernels.ranked import Ranked
from treescore.metrics.cesm import CESM
from treescore.metrics.sentence import Sentence

Start = tuple[int, str | None]
"""The word that subtrees start with: its place in the tree, and its label."""


def explain_cesm(metric: CESM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """Every pair of equal words, with the subtrees that begin with it."""
    views = metric.prepare(references)
    view = metric.view(hypothesis)
    number = max(range(len(views)), key=lambda i: metric.f1(view, views[i]))
    best = views[number]
    maps = _by_first_pair(metric, view.tree, best.tree)
    unit = view.own + best.own
    pairs = {
        ((v, view.tree.labels[v]), (w, best.tree.labels[w])): (2 * count / unit, 2 * count / unit)
        for (v, w), count in sorted(maps.items())
    }
    parts = paired_parts(
        "subtrees from the root" if metric.root == "fixed" else "subtrees from a word",
        _starts(metric, hypothesis, view.tree, unit),
        _starts(metric, references[number], best.tree, unit),
        number,
        pairs,
        lambda start: str(start[1]),
    )
    score = metric.segment_score(metric.statistics(hypothesis, views))
    return Explanation(
        score,
        hypothesis.dependency.words,
        tuple(reference.dependency.words for reference in references),
        tuple(parts),
        _remainders(score, sum(maps.values()), view.own, best.own),
    )


def _by_first_pair(metric: CESM, left: Ranked, right: Ranked) -> Maps:
    """The common subtrees by the first pair of places; with a fixed root there is only one such."""
    if metric.root == "free":
        return maps_by_first_pair(left, right)
    common = metric.common(left, right)
    return {(1, 1): common} if common else {}


def _starts(metric: CESM, sentence: Sentence, tree: Ranked, unit: int) -> Patterns:
    """The words that subtrees start with: how many do, and where each stands."""
    own: Counter[Start] = Counter()
    for (place, _), count in sorted(_by_first_pair(metric, tree, tree).items()):
        own[place, tree.labels[place]] += count
    tokens = kept(sentence.dependency.words, metric.punct)
    order = tree.forest.preorder
    return Patterns(
        {start: 2 * count / unit for start, count in own.items()},
        {start: [Place((tokens[order[start[0] - 1]],))] for start in own},
    )


def _remainders(score: float, common: int, own: int, other: int) -> tuple[Remainder, ...]:
    """F1 is 2 * common / (own + other), unless there is more in common than a side has itself."""
    if not own and not other:
        return (Remainder("the translation and the reference have no words to compare", score),)
    if common <= min(own, other):
        return ()
    reason = "words that repeat match in more ways than one: precision and recall end at 1"
    return (Remainder(reason, score - 2 * common / (own + other)),)
