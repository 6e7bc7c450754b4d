"""TESLA-M and MaxSim by their definitions."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence

import numpy as np
import pytest
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment, linprog

from treescore.metrics import MaxSim, TeslaM
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import NgramMatch
from treescore.trees.dependency import ROOT
from treescore.trees.dependency import DependencyTree as Tree
from treescore.trees.nbest import single

Row = tuple[str, str, str, str]  # word, lemma, tag and universal tag
Word = tuple[str, str]  # lemma and tag
Gram = tuple[Word, ...]
Bag = Mapping[Gram, float]
Similarity = Callable[[Word, Word], float]
SYNSETS = [{"car", "auto", "wagon"}, {"wagon", "cart"}, {"dog", "hound"}, {"run", "go", "dog"}]
FUNCTION = "ADP AUX CCONJ DET PART PRON SCONJ".split()


def occurrences(tree: Tree, n: int) -> list[tuple[Gram, int]]:
    """All n-grams of words, each with the number of its function words."""
    words = [
        ((lemma, tag), upos in FUNCTION)
        for word, lemma, tag, upos in zip(
            tree.words, tree.lemmas, tree.tags, tree.upos, strict=True
        )
        if any(character.isalpha() or character.isdigit() for character in word)
    ]
    runs = [words[start : start + n] for start in range(len(words) - n + 1)]
    return [(tuple(word for word, _ in run), sum(function for _, function in run)) for run in runs]


def s_ms(x: Word, y: Word) -> float:
    if x[0] == y[0]:
        return 1
    a = any({x[0].lower(), y[0].lower()} <= synset for synset in SYNSETS)
    return (a + s_pos(x, y)) / 2


def s_pos(x: Word, y: Word) -> float:
    return float(x[1] == y[1])


def of_grams(similarity: Similarity, x: Gram, y: Gram) -> float:
    each = [similarity(*pair) for pair in zip(x, y, strict=True)]
    return 0 if 0 in each else sum(each) / len(each)


def f_measure(similarity: float, reference: float, hypothesis: float) -> float:
    precision, recall = similarity / hypothesis, similarity / reference
    return precision * recall / (0.8 * precision + 0.2 * recall) if similarity else 0.0


class Oracle:
    """TESLA-M as the paper has it."""

    kind: type[NgramMatch] = TeslaM
    discount = 0.1

    def bag(self, tree: Tree, n: int) -> Bag:
        bag: dict[Gram, float] = defaultdict(float)
        for gram, function_words in occurrences(tree, n):
            bag[gram] += self.discount**function_words
        return bag

    def match(self, x: Bag, y: Bag, s: Similarity) -> float:
        """The linear programme of section 3.2, with one variable for every pair of entries."""
        gains = [of_grams(s, one, other) for one in x for other in y]
        rows = np.kron(np.eye(len(x)), np.ones(len(y)))
        columns = np.kron(np.ones(len(x)), np.eye(len(y)))
        limits = np.vstack([rows, columns]), [*x.values(), *y.values()]
        solved = linprog(-np.array(gains), *limits, method="highs")
        assert solved.success
        return float(-solved.fun)

    def order(self, hypothesis: Tree, reference: Tree, n: int, s: Similarity) -> float | None:
        """F of one order; None where neither side has an n-gram of that size."""
        x, y = self.bag(reference, n), self.bag(hypothesis, n)
        if not x or not y:
            return 0.0 if x or y else None
        return f_measure(self.match(x, y, s), sum(x.values()), sum(y.values()))

    def score(self, hypothesis: Tree, reference: Tree) -> float:
        """The mean of six, or of those that there are."""
        values = [self.order(hypothesis, reference, n, s) for n in (1, 2, 3) for s in (s_ms, s_pos)]
        kept = [value for value in values if value is not None]
        return sum(kept) / len(kept) if kept else 1.0


class MaxSimOracle(Oracle):
    """Every occurrence is an entry of its own, matched with one other or none."""

    kind = MaxSim
    discount = 1.0

    def match(self, x: Bag, y: Bag, s: Similarity) -> float:
        one, other = ([gram for gram in bag for _ in range(int(bag[gram]))] for bag in (x, y))
        table = np.array([[of_grams(s, left, right) for right in other] for left in one])
        return float(table[linear_sum_assignment(table, maximize=True)].sum())


def rows_of(lemmas: str) -> st.SearchStrategy[Row]:
    """Words of these lemmas, whatever else they are."""
    return st.tuples(
        st.sampled_from(["w", "2", "é", "don't", "的", ",", "--"]),
        st.sampled_from(lemmas.split()),
        st.sampled_from(["NN", "VB", "DT"]),
        st.sampled_from(["NOUN", "VERB", *FUNCTION]),
    )


ROWS = rows_of("car auto wagon cart dog hound run go the of Car DOG")


def make(rows: Sequence[Row]) -> Tree:
    """A tree of words; who hangs on whom does not matter."""
    words, lemmas, tags, upos = zip(*rows, strict=True) if rows else ((), (), (), ())
    heads = tuple(range(ROOT, len(words) - 1))
    return Tree(words, heads, ("",) * len(words), tags, upos, lemmas)


def letters(lemmas: str, kinds: str) -> Tree:
    """Nouns (N) and determiners (D) of one letter."""
    upos = {"N": "NOUN", "D": "DET"}
    return make([(each, each, kind, upos[kind]) for each, kind in zip(lemmas, kinds, strict=True)])


TREES = st.lists(ROWS, max_size=9).map(make)


def sentence(tree: Tree) -> Sentence:
    return Sentence(None, {1: single(tree)})


def same(value: float) -> object:
    return pytest.approx(value, rel=0, abs=1e-9)
