"""The worked examples of Liu & Gildea (2005)."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.strategies import flatten
from treescore.kernels.forest import Forest
from treescore.metrics import BLEU, STM, TKM
from treescore.metrics.liu_gildea import headword_chains
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import ROOT

# Figure 2 draws tags without words; words do not count, so any will do.
PRONOUN: list[object] = ["NP", ["PRON", "it"]]
NOUN: list[object] = ["NP", ["ART", "a"], ["N", "dog"]]
FIGURE_2_HYPOTHESIS = flatten(["S", PRONOUN, ["VP", ["V", "saw"], PRONOUN]])
FIGURE_2_REFERENCE = flatten(["S", PRONOUN, ["VP", ["V", "saw"], NOUN]])
REFERENCE, FLUENT, SCRAMBLED = "I had a dog.", "I have the dog.", "A dog I had."


def test_headword_chains_of_i_have_a_red_pen():
    words = ("I", "have", "a", "red", "pen")
    one, two, three, four = headword_chains(Forest(words, (1, ROOT, 4, 4, 1)), 4)
    assert one == Counter([(word,) for word in words])
    assert two == Counter([("have", "I"), ("have", "pen"), ("pen", "a"), ("pen", "red")])
    assert three == Counter([("have", "pen", "a"), ("have", "pen", "red")])
    assert not four


def test_the_default_parser_gives_the_papers_tree(english: SpacyParser):
    (parses,) = english.parse(["I have a red pen"])
    assert parses.best.heads == (1, ROOT, 4, 4, 1)


def test_subtrees_of_figure_2():
    def score(depth: int) -> float:
        return STM(depth=depth).sentence_score(FIGURE_2_HYPOTHESIS, [FIGURE_2_REFERENCE]).score

    # The paper's fractions are those of single depths, the metric their mean.
    assert score(1) == pytest.approx(6 / 7)
    assert score(2) == pytest.approx((6 / 7 + 3 / 4) / 2)
    assert score(3) == pytest.approx((6 / 7 + 3 / 4 + 1 / 2) / 3)
    assert round(score(3), 3) == 0.702


def test_fragments_of_figure_2():
    """Not in the paper, but of its trees: counted by hand.

    The hypothesis has NP -> PRON twice, 1 * 2 fragments for VP and 2 * 3 for S: 1, 1, 2, 6, so that
    NP -> PRON occurs twice, everything else once; 8 distinct ones and 4 for the double make 12.
    The reference has NP -> PRON, NP -> ART N, VP 2, S 2 * 3, each once: 10. Shared are NP -> PRON
    (2 * 1), VP -> V NP, and S with its subject expanded or not, with VP expanded once or not: 4.
    """
    score = TKM().sentence_score(FIGURE_2_HYPOTHESIS, [FIGURE_2_REFERENCE]).score
    assert score == pytest.approx(7 / (12 * 10) ** 0.5)


def test_bleu_prefers_the_scrambled_sentence_but_stm_the_fluent_one(english: SpacyParser):
    """The example of the introduction, from the text to the score."""

    def scores(metric: BLEU | STM) -> tuple[float, float]:
        fluent, scrambled = (
            metric.sentence_score(text, [REFERENCE], parser=english).score
            for text in (FLUENT, SCRAMBLED)
        )
        return fluent, scrambled

    # "A" is not "a": the paper's count of bigrams needs lower case.
    for bleu in (BLEU(order=2), BLEU(order=2, case="lower")):
        fluent, scrambled = scores(bleu)
        assert scrambled > fluent
    fluent, scrambled = scores(STM())
    assert fluent > scrambled
    # The same structure as the paper says, but VBP is not VBD: 8 of 9 nodes match, NP, NP and S of
    # the 4 subtrees of depth 2, and neither S nor VP at depth 3.
    assert fluent == pytest.approx((8 / 9 + 3 / 4 + 0) / 3)
