"""TESLA-M and MaxSim against the paper's formulas, written out and solved by scipy."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment, linprog

import treescore as ts
from treescore.metrics import MaxSim, TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import NgramMatch
from treescore.parsing.spacy import SpacyParser
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


ROWS = st.tuples(
    st.sampled_from(["w", "2", "é", "don't", "的", ",", "--"]),
    st.sampled_from("car auto wagon cart dog hound run go the of Car DOG".split()),
    st.sampled_from(["NN", "VB", "DT"]),
    st.sampled_from(["NOUN", "VERB", *FUNCTION]),
)
PUNCTUATION = ("...", "none", "NN", "NOUN")


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


@pytest.fixture(scope="module")
def synonyms(tmp_path_factory: pytest.TempPathFactory) -> FileName:
    path = tmp_path_factory.mktemp("synonyms") / "synonyms.tsv"
    path.write_text("".join("\t".join(sorted(synset)) + "\n" for synset in SYNSETS))
    return FileName(str(path))


@dataclass(frozen=True)
class Subject:
    """A metric and its oracle."""

    metric: NgramMatch
    oracle: Oracle

    def score(self, hypothesis: Tree, *references: Tree, **parameters: str) -> float:
        metric = replace(self.metric, **parameters).fit("en", [])  # type: ignore[arg-type]
        prepared = metric.prepare([sentence(reference) for reference in references])
        return metric.segment_score(metric.statistics(sentence(hypothesis), prepared))


@pytest.fixture(scope="module", params=[Oracle, MaxSimOracle])
def subject(request: pytest.FixtureRequest, synonyms: FileName) -> Subject:
    oracle: Oracle = request.param()
    return Subject(oracle.kind(synonyms=synonyms).fit("en", []), oracle)


def same(value: float) -> object:
    return pytest.approx(value, rel=0, abs=1e-9)


@given(TREES, TREES)
def test_the_score_is_that_of_the_oracle(subject: Subject, hypothesis: Tree, reference: Tree):
    found = subject.score(hypothesis, reference)
    assert found == same(subject.oracle.score(hypothesis, reference))
    assert 0 <= found <= 1


@settings(max_examples=40)
@given(TREES, st.lists(TREES, min_size=2, max_size=3))
def test_several_references_count_by_their_mean_or_by_the_best(
    subject: Subject, hypothesis: Tree, references: list[Tree]
):
    each = [subject.oracle.score(hypothesis, reference) for reference in references]
    assert subject.score(hypothesis, *references) == same(sum(each) / len(each))
    assert subject.score(hypothesis, *references, refs="max") == same(max(each))


@settings(max_examples=40)
@given(TREES, TREES)
def test_case_lower_is_about_lemmas(subject: Subject, hypothesis: Tree, reference: Tree):
    trees = [
        replace(tree, lemmas=tuple(lemma.lower() for lemma in tree.lemmas))
        for tree in (hypothesis, reference)
    ]
    assert subject.score(hypothesis, reference, case="lower") == same(subject.oracle.score(*trees))


@given(TREES)
@example(letters("aaaaaaba", "NNNDNDDD"))
@example(letters("abaaabaaaaaaaa", "NNNDNDDDDNNNNN"))
def test_a_sentence_equals_itself_exactly(subject: Subject, tree: Tree):
    assert subject.score(tree, tree) == 1


@pytest.mark.parametrize("size", range(4))
def test_short_sentences_and_empty_ones(subject: Subject, size: int):
    tree = make([("w", "the", "DT", "DET"), (",", ",", ",", "PUNCT")] * size)
    assert subject.score(tree, tree) == 1
    assert subject.score(tree, make([PUNCTUATION])) == (not size)
    assert subject.score(make([]), tree) == (not size)


@given(st.lists(ROWS, max_size=6), TREES, st.integers(0, 6))
def test_punctuation_does_not_matter(
    subject: Subject, rows: list[Row], reference: Tree, place: int
):
    marked = make([*rows[:place], PUNCTUATION, *rows[place:], PUNCTUATION])
    assert subject.score(marked, reference) == subject.score(make(rows), reference)


UNRELATED = st.lists(ROWS.filter(lambda row: row[1] in ("car", "auto", "the", "of")), max_size=4)


@given(UNRELATED, UNRELATED)
def test_a_synonym_is_worth_more_than_another_word(
    subject: Subject, before: list[Row], after: list[Row]
):
    dog, hound, stone = (
        make([*before, ("w", lemma, "NN", "NOUN"), *after]) for lemma in ("dog", "hound", "stone")
    )
    assert subject.score(hound, dog) == same(1)
    assert subject.score(stone, dog) < 1 - 1e-9


def test_by_hand(subject: Subject):
    """A function word, a synonym with another tag, a lemma with another tag: 1, 1/2 and 1 by s_ms.

    For TESLA-M the unigrams weigh 0.1, 1 and 1, the bigrams 0.1 and 1, the trigram 0.1.
    """
    the = ("the", "the", "DT", "DET")
    reference = make([the, ("dog", "dog", "NN", "NOUN"), ("runs", "run", "VBZ", "VERB")])
    hypothesis = make([the, ("Hound", "hound", "NNP", "PROPN"), ("ran", "run", "VBD", "VERB")])
    unigrams = {"tesla-m": 1.6 / 2.1 + 0.1 / 2.1, "maxsim": 2.5 / 3 + 1 / 3}[subject.metric.name]
    assert subject.score(hypothesis, reference) == same((unigrams + 3 / 4 + 5 / 6) / 6)


def test_signatures_name_what_is_in_the_resources(synonyms: FileName, english: SpacyParser):
    specs = ["tesla-m", "maxsim:synonyms=none", f"tesla-m:synonyms={synonyms},refs=max"]
    found = ts.score(["A car."], [["An auto."]], specs, parser=english)
    wordnet, none, table = (found.score("system", spec).signature for spec in specs)
    assert wordnet.startswith("tesla-m|refs:mean|synonyms:wordnet-3.0|compounds:none|case:mixed|")
    assert none.startswith("maxsim|refs:mean|synonyms:none|compounds:none|case:mixed|")
    digest = sha256(Path(synonyms).read_bytes()).hexdigest()[:8]
    assert table.startswith(f"tesla-m|refs:max|synonyms:tsv-{digest}|compounds:none|")


def test_german_nouns_are_matched_by_their_parts():
    compound = sentence(make([("Aktionsplan", "Aktionsplan", "NN", "NOUN")]))
    parts = sentence(make([(part, part, "NN", "NOUN") for part in ("Aktion", "Plan")]))
    split = TeslaM(synonyms=FileName("none")).fit("de", [])
    assert split.parameters()["compounds"].startswith("koehn-knight-")
    assert split.compare(compound, split.prepare([parts])) == same(1)


@settings(max_examples=20)
@given(st.lists(st.tuples(TREES, TREES), min_size=1, max_size=4))
def test_the_score_of_a_system_is_the_mean_of_its_segments(
    subject: Subject, pairs: list[tuple[Tree, Tree]]
):
    found = subject.metric.corpus_score([one for one, _ in pairs], [[two] for _, two in pairs])
    assert found.score == same(sum(subject.oracle.score(*pair) for pair in pairs) / len(pairs))
