"""TESLA-M and MaxSim against the paper's formulas, written out and solved by scipy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import treescore as ts
from tests.metrics.tesla_oracle import (
    ROWS,
    SYNSETS,
    TREES,
    MaxSimOracle,
    Oracle,
    Row,
    letters,
    make,
    rows_of,
    same,
    sentence,
)
from treescore.metrics import TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.tesla import NgramMatch
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import DependencyTree as Tree

PUNCTUATION = ("...", "none", "NN", "NOUN")


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


UNRELATED = st.lists(rows_of("car auto the of"), max_size=4)


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
