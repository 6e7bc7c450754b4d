"""Liu, Dahlmeier & Ng (2010): what the paper writes down, and TESLA-M word by word as it says."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import product
from math import prod
from typing import NamedTuple, TypeVar, cast

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from tests.kernels.problems import Problem, by_linprog
from tests.strategies import dependency_trees
from treescore.metrics.base import FileName
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import MaxSim, NgramMatch, TeslaM, f_measure
from treescore.metrics.tesla_features import pivot_f_measures
from treescore.resources.alphabet import Alphabet
from treescore.resources.confusion_network import Alternative, Segment, expected_ngrams
from treescore.resources.phrase_table import PhraseTable
from treescore.resources.pivots import Pivots
from treescore.resources.segmentation import Phrase, segment
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single

SYNSETS = [{"a", "dog"}, {"b", "c", "dog"}]
FUNCTION = {"ADP", "AUX", "CCONJ", "DET", "PART", "PRON", "SCONJ"}


def test_a_matching_like_figure_1():
    """Four entries each, a weight that is split: 0.5 x 1.0 + 0.5 x 0.6 + 1.0 x 0.2 + 1.0 x 0.1.

    Nothing is more: let the rows cost 0.6, 0, 0.1, 0 and the columns 0.4, 0, 0.2, 0 a unit. Then
    no edge is worth more than its row and column cost together, so no matching is worth more than
    all weights cost: 1.0 x 0.6 + 1.0 x 0.1 + 0.5 x 0.4 + 1.0 x 0.2 = 1.1. Edges that are worth less
    than they cost carry nothing in a best matching, which leaves this one only. Taking the most
    similar pairs first would match the third row at 0.25, and the second not at all: 1.05.
    """
    twentieths = np.array([[20, 12, 0, 0], [6, 0, 4, 0], [0, 0, 5, 2], [6, 0, 2, 0]])
    problem = Problem([1.0, 1.0, 1.0, 0.5], [0.5, 0.5, 1.0, 1.0], twentieths)
    expected = [[0.5, 0.5, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1], [0, 0, 0, 0]]
    assert problem.flow().tolist() == [pytest.approx(row) for row in expected]
    assert problem.solve() / 20 == pytest.approx(1.1)


def test_f_by_hand():
    """Precision 2 / 4, recall 2 / 5: 0.2 / (0.8 x 0.5 + 0.2 x 0.4) = 0.2 / 0.48."""
    assert f_measure(2.0, 4.0, 5.0) == pytest.approx(5 / 12)
    assert f_measure(3.0, 3.0, 3.0) == pytest.approx(1.0)
    assert f_measure(0.0, 3.0, 0.0) == f_measure(0.0, 0.0, 3.0) == 0.0


POSITIVE = st.floats(0.01, 10)


@given(POSITIVE, POSITIVE, POSITIVE)
def test_recall_counts_more(similarity: float, more: float, further: float):
    """The larger side first is a lower precision, and does less harm than a lower recall."""
    small, large = similarity + more, similarity + more + further
    by_precision, by_recall = (
        f_measure(similarity, large, small),
        f_measure(similarity, small, large),
    )
    assert by_precision > by_recall
    assert similarity / large < by_recall < by_precision < similarity / small
    # F is S over a mean of both sides, four parts of which are the reference.
    assert by_recall == pytest.approx(similarity / (0.2 * small + 0.8 * large))


def test_bonjour_querrien():
    """Figure 2: an n-gram may span segments, and weighs what their alternatives do together."""
    words = Alphabet[str]()

    def alternative(probability: float, text: str) -> Alternative:
        split = text.split()
        return Alternative(probability, words.write(split), (1.0,) * len(split))

    network = [
        Segment([alternative(0.9, "Bonjour ,"), alternative(0.1, "Salut ,")], 3),
        Segment([alternative(1.0, "Querrien")], 3),
        Segment([alternative(1.0, ".")], 3),
    ]
    _, _, found = expected_ngrams(network, 3)
    trigrams = {words.read(ngram): weight for ngram, weight in found.weights.items()}
    assert trigrams == {
        ("Bonjour", ",", "Querrien"): pytest.approx(0.9 * 1.0),
        ("Salut", ",", "Querrien"): pytest.approx(0.1 * 1.0),
        (",", "Querrien", "."): pytest.approx(1.0),
    }


class Word(NamedTuple):
    lemma: str
    tag: str


T = TypeVar("T")
Ngram = tuple[Word, ...]


def s_ms(x: Word, y: Word) -> float:
    if x.lemma == y.lemma:
        return 1.0
    a = any(x.lemma.lower() in synset and y.lemma.lower() in synset for synset in SYNSETS)
    return (a + (x.tag == y.tag)) / 2


def s_pos(x: Word, y: Word) -> float:
    return float(x.tag == y.tag)


def of_ngrams(similarity: Callable[[Word, Word], float], x: Ngram, y: Ngram) -> float:
    values = [similarity(*pair) for pair in zip(x, y, strict=True)]
    return 0.0 if 0 in values else sum(values) / len(values)


def occurrences(tree: DependencyTree, n: int) -> Iterator[tuple[Ngram, int]]:
    """Every run of n words (tokens with a letter or digit), and how many are function words."""
    words = [
        (Word(lemma, tag), upos in FUNCTION)
        for word, lemma, tag, upos in zip(
            tree.words, tree.lemmas, tree.tags, tree.upos, strict=True
        )
        if any(character.isalpha() or character.isdigit() for character in word)
    ]
    for start in range(len(words) - n + 1):
        run = words[start : start + n]
        yield tuple(word for word, _ in run), sum(function for _, function in run)


def weighted(tree: DependencyTree, n: int) -> dict[Ngram, float]:
    bag: dict[Ngram, float] = defaultdict(float)
    for ngram, functions in occurrences(tree, n):
        bag[ngram] += 0.1**functions
    return bag


def f(similarity: float, system: float, reference: float) -> float:
    if similarity == 0:
        return 0.0
    precision, recall = similarity / system, similarity / reference
    return precision * recall / (0.8 * precision + 0.2 * recall)


def best_f(x: Mapping[T, float], y: Mapping[T, float], similar: Callable[[T, T], float]) -> float:
    """F of two bags, by the linear programme."""
    table = np.array([[similar(a, b) for b in y] for a in x], float).reshape(len(x), len(y))
    best = by_linprog(list(x.values()), list(y.values()), table)
    return f(best, sum(x.values()), sum(y.values()))


def slow_tesla_m(hypothesis: DependencyTree, reference: DependencyTree) -> float:
    """Six F's; orders that neither sentence has are left out."""
    values = []
    for n, similarity in product((1, 2, 3), (s_ms, s_pos)):
        x, y = weighted(hypothesis, n), weighted(reference, n)
        if x or y:
            values.append(best_f(x, y, partial(of_ngrams, similarity)))
    return sum(values) / len(values) if values else 1.0


def slow_maxsim(hypothesis: DependencyTree, reference: DependencyTree) -> float:
    """The same with every occurrence for itself, matched one to one."""
    values = []
    for n, similarity in product((1, 2, 3), (s_ms, s_pos)):
        x = [ngram for ngram, _ in occurrences(hypothesis, n)]
        y = [ngram for ngram, _ in occurrences(reference, n)]
        if x or y:
            rows = [[of_ngrams(similarity, a, b) for b in y] for a in x]
            table = np.array(rows, float).reshape(len(x), len(y))
            matched = float(table[linear_sum_assignment(table, maximize=True)].sum())
            values.append(f(matched, len(x), len(y)))
    return sum(values) / len(values) if values else 1.0


PivotWord = tuple[str, str, bool]
PivotNgram = tuple[PivotWord, ...]
PIVOT_WORDS = st.tuples(st.sampled_from("uv"), st.sampled_from(["N", "D"]), st.booleans())
PIVOT_PHRASES = st.lists(PIVOT_WORDS, min_size=1, max_size=3).map(tuple)
ROWS = st.lists(st.tuples(st.integers(1, 5), PIVOT_PHRASES), min_size=1, max_size=2)
PHRASES = st.lists(st.sampled_from("abc"), min_size=1, max_size=2).map(tuple)


class Table:
    """A phrase table in memory: phrases with counts of their pivot phrases."""

    tagged = True

    def __init__(self, rows: dict[Phrase, list[tuple[int, PivotNgram]]]) -> None:
        self.rows = rows
        self.total = sum(self.count(phrase) for phrase in rows)

    def count(self, phrase: Phrase) -> int:
        return sum(count for count, _ in self.rows.get(phrase, []))

    def pivots(self, phrase: Phrase) -> tuple[tuple[float, PivotNgram], ...]:
        total = self.count(phrase)
        return tuple((count / total, words) for count, words in self.rows.get(phrase, []))


def slow_pivot_bag(text: str, table: Table, n: int) -> dict[PivotNgram, float]:
    """Sec. 4.3: every choice of pivot phrases is a sentence; unknown words are themselves."""
    phrases = segment(text.split(), table.count, table.total)
    options = [table.pivots(each) or ((1.0, ((each[0], "", False),)),) for each in phrases]
    bag: dict[PivotNgram, float] = defaultdict(float)
    for choice in product(*options):
        probability = prod(share for share, _ in choice)
        words = [word for _, phrase in choice for word in phrase]
        for start in range(len(words) - n + 1):
            ngram = tuple(words[start : start + n])
            bag[ngram] += probability * 0.1 ** sum(function for _, _, function in ngram)
    return bag


def equal(place: int, x: PivotNgram, y: PivotNgram) -> float:
    """s_lem or s_pos of n-grams."""
    return float([word[place] for word in x] == [word[place] for word in y])


TEXTS = st.lists(st.sampled_from("abcd"), min_size=3, max_size=5).map(" ".join)


@given(st.dictionaries(PHRASES, ROWS, min_size=1, max_size=5).map(Table), TEXTS, TEXTS)
def test_pivot_languages(table: Table, hypothesis: str, reference: str):
    """F by s_lem and s_pos, each by the linear programme over all n-grams."""
    pivots = Pivots(cast(PhraseTable, table), 3, 0.1)
    prepared = [expected_ngrams(network, 3) for network in pivots.networks(reference)]
    found = pivot_f_measures(pivots.networks(hypothesis), prepared)
    for n in (1, 2, 3):
        x, y = slow_pivot_bag(hypothesis, table, n), slow_pivot_bag(reference, table, n)
        values = found[2 * n - 2 : 2 * n]
        if x or y:
            expected = [best_f(x, y, partial(equal, place)) for place in (0, 1)]
            assert values == pytest.approx(expected, rel=0, abs=1e-9)
        else:
            assert values == [None, None]


def sentence(tree: DependencyTree) -> Sentence:
    return Sentence(None, {1: single(tree)})


def score(metric: NgramMatch, hypothesis: DependencyTree, *references: DependencyTree) -> float:
    prepared = metric.prepare([sentence(reference) for reference in references])
    return metric.segment_score(metric.statistics(sentence(hypothesis), prepared))


@pytest.fixture(scope="module")
def synonyms(tmp_path_factory: pytest.TempPathFactory) -> FileName:
    path = tmp_path_factory.mktemp("synonyms") / "synonyms.tsv"
    path.write_text("".join("\t".join(sorted(synset)) + "\n" for synset in SYNSETS))
    return FileName(str(path))


# `have` twice with the same lemma and tag, once as a function word.
TWO_HAVES = DependencyTree(
    ("had", "had"), (-1, 0), ("", ""), ("VBD", "VBD"), ("AUX", "VERB"), ("have", "have")
)
TREES = dependency_trees(max_size=7)


@given(TREES, TREES)
@example(TWO_HAVES, TWO_HAVES)
def test_tesla_m(synonyms: FileName, hypothesis: DependencyTree, reference: DependencyTree):
    metric = TeslaM(synonyms=synonyms).fit("en", [])
    expected = slow_tesla_m(hypothesis, reference)
    assert score(metric, hypothesis, reference) == pytest.approx(expected, rel=0, abs=1e-9)


@given(TREES, TREES)
def test_maxsim(synonyms: FileName, hypothesis: DependencyTree, reference: DependencyTree):
    metric = MaxSim(synonyms=synonyms).fit("en", [])
    expected = slow_maxsim(hypothesis, reference)
    assert score(metric, hypothesis, reference) == pytest.approx(expected, rel=0, abs=1e-9)


@given(TREES, st.lists(TREES, min_size=1, max_size=3))
def test_several_references(hypothesis: DependencyTree, references: list[DependencyTree]):
    mean = TeslaM(synonyms=FileName("none")).fit("en", [])
    highest = TeslaM(synonyms=FileName("none"), refs="max").fit("en", [])
    single_scores = [score(mean, hypothesis, reference) for reference in references]
    assert score(mean, hypothesis, *references) == pytest.approx(np.mean(single_scores))
    assert score(highest, hypothesis, *references) == max(single_scores)
