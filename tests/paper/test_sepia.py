"""The tree of Habash & Elkholy (2008), figure 1."""

from __future__ import annotations

from collections import Counter

import pytest

from treescore.metrics import SEPIA
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single

WORDS = (
    "Among the existing and potential crises in the Middle East , Roed-Larsen mentioned "
    "the Arab-Israeli dispute ."
).split()
HEADS = [13, 6, 6, 3, 4, 1, 6, 10, 10, 7, 1, 13, 0, 16, 16, 13, 0]  # none for the full stop
BLANK = ("",) * len(WORDS)
FIGURE_1 = Sentence(
    None,
    {
        1: single(
            DependencyTree(
                tuple(WORDS), tuple(head - 1 for head in HEADS), BLANK, BLANK, BLANK, BLANK
            )
        )
    },
)


def test_spans_of_figure_1():
    spans = Counter(span for _, span in SEPIA().view(FIGURE_1).bigrams)
    assert spans == {1: 6, 2: 2, 3: 3, 4: 1, 5: 1, 10: 1, 12: 1}


def test_the_two_spans_that_the_paper_names():
    spans = {tuple(bigram): span for bigram, span in SEPIA().view(FIGURE_1).bigrams}
    assert spans["Among", "crises"] == 5
    assert spans["mentioned", "Among"] == 12
    assert ("mentioned", "dispute") in spans


@pytest.mark.parametrize("power", [0, 1, 2])
def test_a_reference_that_lacks_one_long_span(power: int):
    """Against a tree in which Among hangs on nothing, only mentioned-Among is missed."""
    tree = FIGURE_1.dependency
    loose = DependencyTree(tree.words, (-1, *tree.heads[1:]), BLANK, BLANK, BLANK, BLANK)
    counts = {1: 6, 2: 2, 3: 3, 4: 1, 5: 1, 10: 1, 12: 1}
    weight = sum(count * span**power for span, count in counts.items())
    metric = SEPIA(mode=f"sn{power}")
    row = metric.statistics(FIGURE_1, metric.prepare([Sentence(None, {1: single(loose)})]))
    assert metric.segment_score(row) == pytest.approx((weight - 12**power) / weight)
    by_span = SEPIA(mode="spn")
    row = by_span.statistics(FIGURE_1, by_span.prepare([Sentence(None, {1: single(loose)})]))
    assert by_span.segment_score(row) == pytest.approx(6 / 7)
