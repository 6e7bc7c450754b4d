"""The worked examples of Liu & Gildea (2005)."""

from __future__ import annotations

from collections import Counter

from treescore.kernels.forest import Forest
from treescore.metrics.liu_gildea import headword_chains
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import ROOT


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
