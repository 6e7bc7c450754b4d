"""The example of Duma, Vertan & Menzel (2013), section 3.2 and figure 1."""

from __future__ import annotations

import pytest

from tests.strategies import make
from treescore.metrics import CESM
from treescore.parsing.base import Parser
from treescore.parsing.registry import load_parser

REFERENCE = "Die schwarze Katze springt schnell auf den roten Stuhl."
REORDERED = "Auf den roten Stuhl schnell springt die schwarze Katze"
WITHOUT_VERB = "Auf den roten Stuhl schnell die schwarze Katze"

# Figure 1: three branches below the verb, those of the cat, of "schnell" and of the chair. The full
# stop is no part of the tree.
FIGURE_1_REFERENCE = make(REFERENCE.rstrip("."), 3, 3, 4, 0, 4, 4, 9, 9, 6)
FIGURE_1_REORDERED = make(REORDERED, 6, 4, 4, 1, 6, 0, 9, 9, 6)
FIGURE_1_WITHOUT_VERB = make(WITHOUT_VERB, 0, 4, 4, 1, 0, 8, 8, 0)


@pytest.fixture(scope="module")
def german() -> Parser:
    return load_parser("spacy", "de")


def test_subtrees_of_figure_1():
    """All words differ, so that a tree has 2^9 - 1 embedded subtrees, each in common with itself.

    The branches come in reverse: a common subtree takes words of one branch at most, which makes 7
    of the cat's three words, 1 of "schnell" and 15 of the chair's four, or no word at all, each
    with the verb or without it; the empty one is none.
    """
    metric = CESM(case="lower")
    score = metric.sentence_score(FIGURE_1_REORDERED, [FIGURE_1_REFERENCE]).score
    assert score == pytest.approx((2 * (1 + 7 + 1 + 15) - 1) / 511)
    # "Die" is not "die", nor "Auf" "auf": two words of the cat's are left, three of the chair's.
    score = CESM().sentence_score(FIGURE_1_REORDERED, [FIGURE_1_REFERENCE]).score
    assert score == pytest.approx((2 * (1 + 3 + 1 + 7) - 1) / 511)


def test_subtrees_of_figure_1_that_keep_the_root():
    """As the paper says it: of 2^8 subtrees with the verb those of one branch, or of none."""
    metric = CESM(root="fixed", case="lower")
    score = metric.sentence_score(FIGURE_1_REORDERED, [FIGURE_1_REFERENCE]).score
    assert score == pytest.approx((1 + 7 + 1 + 15) / 256)


def test_figure_1_without_its_verb():
    """Not in the paper, but of its trees: 23 subtrees of one branch, of 2^8 - 1 and 2^9 - 1."""
    metric = CESM(case="lower")
    score = metric.sentence_score(FIGURE_1_WITHOUT_VERB, [FIGURE_1_REFERENCE]).score
    precision, recall = 23 / 255, 23 / 511
    assert score == pytest.approx(2 * precision * recall / (precision + recall))
    fixed = CESM(root="fixed", case="lower")
    assert fixed.sentence_score(FIGURE_1_WITHOUT_VERB, [FIGURE_1_REFERENCE]).score == 0


@pytest.mark.parametrize("metric", [CESM(), CESM(case="lower"), CESM(root="fixed")])
def test_the_example_from_the_text_to_the_score(metric: CESM, german: Parser):
    """Another order costs something, and a missing verb more."""
    same, reordered, without_verb = (
        metric.sentence_score(text, [REFERENCE], parser=german).score
        for text in (REFERENCE, REORDERED, WITHOUT_VERB)
    )
    assert same == 1
    assert 0 < reordered < 1
    assert without_verb < reordered
