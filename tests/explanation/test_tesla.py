"""What TESLA-M and MaxSim say of their scores, against the paper's formulas."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.explanation.grams import DOG, HOUND, THE
from tests.explanation.shares import total
from tests.metrics.tesla_oracle import (
    SYNSETS,
    TREES,
    Gram,
    MaxSimOracle,
    Oracle,
    make,
    of_grams,
    s_ms,
    s_pos,
    same,
    sentence,
)
from treescore.errors import UsageError
from treescore.explanation import Explanation, Part, Place, Remainder, explain
from treescore.metrics import TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.tesla import NgramMatch
from treescore.trees.dependency import DependencyTree as Tree

SETTINGS = [{"refs": refs, "case": case} for refs in ("mean", "max") for case in ("mixed", "lower")]
REFERENCES = st.lists(TREES, min_size=1, max_size=3)
SIMILARITIES = {"words": s_ms, "tags": s_pos}
COMMA = (",", ",", ",", "PUNCT")
NOTHING = make([])


@dataclass(frozen=True)
class Subject:
    """A metric and its oracle."""

    metric: NgramMatch
    oracle: Oracle

    def explain(self, hypothesis: Tree, *references: Tree, **parameters: str) -> Explanation:
        metric = replace(self.metric, **parameters).fit("en", [])  # type: ignore[arg-type]
        sentences = [sentence(reference) for reference in references]
        explanation = explain(metric, sentence(hypothesis), sentences)
        prepared = metric.prepare(sentences)
        row = metric.statistics(sentence(hypothesis), prepared)
        assert explanation.score == metric.segment_score(row)
        assert explanation.hypothesis == hypothesis.words
        assert explanation.references == tuple(reference.words for reference in references)
        return explanation


@pytest.fixture(scope="module", params=[Oracle, MaxSimOracle])
def subject(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Subject:
    path = tmp_path_factory.mktemp("synonyms") / "synonyms.tsv"
    path.write_text("".join("\t".join(sorted(synset)) + "\n" for synset in SYNSETS))
    oracle: Oracle = request.param()
    return Subject(oracle.kind(synonyms=FileName(str(path))), oracle)


def gram(shown: str) -> Gram:
    """An n-gram of words read back; of tags, with empty lemmas."""
    read = [word.rpartition("/") for word in shown.split()]
    return tuple((lemma, tag) for lemma, _, tag in read)


def spelt(tree: Tree, place: Place, kind: str) -> str:
    """The n-gram that the tree has at a place."""
    lemmas = [f"{tree.lemmas[at]}/" if kind == "words" else "" for at in place.tokens]
    return " ".join(lemma + tree.tags[at] for lemma, at in zip(lemmas, place.tokens, strict=True))


def runs(tree: Tree, n: int) -> list[Place]:
    words = [at for at, word in enumerate(tree.words) if any(map(str.isalnum, word))]
    return [Place(tuple(words[start : start + n])) for start in range(len(words) - n + 1)]


def of_kind(explanation: Explanation, n: int, kind: str) -> list[Part]:
    return [part for part in explanation.parts if part.kind == f"{n}-gram ({kind})"]


def bag(oracle: Oracle, tree: Tree, n: int, kind: str) -> dict[str, float]:
    """The oracle's weights by how an explanation shows n-grams."""
    weights: dict[str, float] = defaultdict(float)
    for words, weight in oracle.bag(tree, n).items():
        weights[" ".join("/".join(word) if kind == "words" else word[1] for word in words)] += (
            weight
        )
    return weights


@pytest.mark.parametrize("parameters", SETTINGS, ids=str)
@settings(max_examples=25)
@given(TREES, REFERENCES)
def test_shares_add_up_to_the_score(
    subject: Subject, parameters: dict[str, str], hypothesis: Tree, references: list[Tree]
):
    explanation = subject.explain(hypothesis, *references, **parameters)
    assert total(explanation) == same(explanation.score)
    assert all(part.share >= 0 for part in explanation.parts)


@pytest.mark.parametrize("kind", SIMILARITIES)
@settings(max_examples=30)
@given(TREES, TREES)
def test_every_f_is_the_sum_of_its_pairs(
    subject: Subject, kind: str, hypothesis: Tree, reference: Tree
):
    explanation = subject.explain(hypothesis, reference)
    similarity = SIMILARITIES[kind]
    existing = 2 * min(max(len(runs(tree, 1)) for tree in (hypothesis, reference)), 3)
    for n in (1, 2, 3):
        parts = of_kind(explanation, n, kind)
        mine, theirs = (bag(subject.oracle, tree, n, kind) for tree in (hypothesis, reference))
        whole = 0.8 * sum(theirs.values()) + 0.2 * sum(mine.values())
        for part in (part for part in parts if part.matched):
            alike = of_grams(similarity, gram(part.hypothesis), gram(part.reference))
            assert part.share == same(alike * part.matched / whole / existing)
        expected = subject.oracle.order(hypothesis, reference, n, similarity)
        assert sum(part.share for part in parts) * existing == same(expected or 0)


@pytest.mark.parametrize("kind", SIMILARITIES)
@settings(max_examples=30)
@given(TREES, TREES)
def test_every_ngram_is_there_and_spends_no_more_than_it_weighs(
    subject: Subject, kind: str, hypothesis: Tree, reference: Tree
):
    explanation = subject.explain(hypothesis, reference)
    for n in (1, 2, 3):
        parts = of_kind(explanation, n, kind)
        for tree, shown, counts in (
            (hypothesis, [part.hypothesis for part in parts], [part.count for part in parts]),
            (reference, [part.reference for part in parts], [part.limit for part in parts]),
        ):
            weights = bag(subject.oracle, tree, n, kind)
            assert set(shown) - {""} == weights.keys()
            assert counts == same_list([weights.get(each, 0) for each in shown])
            spent: dict[str, float] = defaultdict(float)
            for each, part in zip(shown, parts, strict=True):
                spent[each] += part.matched
            assert all(each <= weights.get(one, 0) + 1e-9 for one, each in spent.items())
        # What is matched stands on both sides, what is not on one.
        assert all(bool(part.hypothesis and part.reference) == (part.matched > 0) for part in parts)


def same_list(values: Sequence[float]) -> object:
    return pytest.approx(values, rel=0, abs=1e-9)


@pytest.mark.parametrize("kind", SIMILARITIES)
@settings(max_examples=30)
@given(TREES, REFERENCES)
def test_places_are_all_that_spell_the_ngram(
    subject: Subject, kind: str, hypothesis: Tree, references: list[Tree]
):
    explanation = subject.explain(hypothesis, *references)
    for n in (1, 2, 3):
        for part in of_kind(explanation, n, kind):
            reference = references[part.reference_number]
            for tree, shown, places in (
                (hypothesis, part.hypothesis, part.places),
                (reference, part.reference, part.reference_places),
            ):
                expected = [place for place in runs(tree, n) if spelt(tree, place, kind) == shown]
                assert list(places) == expected
                assert bool(places) == bool(shown)


@settings(max_examples=25)
@given(TREES, st.lists(TREES, min_size=2, max_size=3))
def test_references_count_alike_or_the_best_alone(
    subject: Subject, hypothesis: Tree, references: list[Tree]
):
    alone = [subject.explain(hypothesis, reference) for reference in references]
    mean = subject.explain(hypothesis, *references)
    for number, each in enumerate(alone):
        found = [part for part in mean.parts if part.reference_number == number]
        assert [replace(part, share=0) for part in found] == [
            replace(part, share=0, reference_number=number) for part in each.parts
        ]
        shares = [part.share / len(references) for part in each.parts]
        assert [part.share for part in found] == same_list(shares)
    best = subject.explain(hypothesis, *references, refs="max")
    scores = [each.score for each in alone]
    number = scores.index(max(scores))
    assert best.parts == tuple(
        replace(part, reference_number=number) for part in alone[number].parts
    )


def test_case_lower_shows_what_is_compared(subject: Subject):
    upper = make([("DOG", "DOG", "NN", "NOUN")])
    explanation = subject.explain(upper, make([DOG]), case="lower")
    assert [part.hypothesis for part in explanation.parts] == ["dog/NN", "NN"]
    assert explanation.hypothesis == ("DOG",)


def test_by_hand():
    """1 and 1/2 by s_ms for unigrams, 3/4 for the bigram; the determiner weighs a tenth."""
    metric = TeslaM(synonyms=FileName("none")).fit("en", [])
    hypothesis, reference = make([THE, COMMA, HOUND]), make([THE, DOG])
    explanation = explain(metric, sentence(hypothesis), [sentence(reference)])
    rows = [
        (part.kind, part.hypothesis, part.reference, part.places[0], part.reference_places[0])
        for part in explanation.parts
    ]
    assert rows == [
        ("1-gram (words)", "the/DT", "the/DT", Place((0,)), Place((0,))),
        ("1-gram (words)", "hound/NN", "dog/NN", Place((2,)), Place((1,))),
        ("1-gram (tags)", "DT", "DT", Place((0,)), Place((0,))),
        ("1-gram (tags)", "NN", "NN", Place((2,)), Place((1,))),
        ("2-gram (words)", "the/DT hound/NN", "the/DT dog/NN", Place((0, 2)), Place((0, 1))),
        ("2-gram (tags)", "DT NN", "DT NN", Place((0, 2)), Place((0, 1))),
    ]
    weights = same_list([0.1, 1, 0.1, 1, 0.1, 0.1])
    for name in ("count", "limit", "matched"):
        assert [getattr(part, name) for part in explanation.parts] == weights
    unigrams = [each / 1.1 / 4 for each in (0.1, 0.5, 0.1, 1)]
    expected = same_list([*unigrams, 0.75 / 4, 1 / 4])
    assert [part.share for part in explanation.parts] == expected
    assert explanation.remainders == ()


def test_what_has_no_partner(subject: Subject):
    verb = make([("barks", "bark", "VBZ", "VERB")])
    explanation = subject.explain(make([DOG]), verb)
    assert explanation.parts == (
        Part("1-gram (words)", "dog/NN", "", 1, 0, 0, 0, (Place((0,)),), ()),
        Part("1-gram (words)", "", "bark/VBZ", 0, 1, 0, 0, (), (Place((0,)),)),
        Part("1-gram (tags)", "NN", "", 1, 0, 0, 0, (Place((0,)),), ()),
        Part("1-gram (tags)", "", "VBZ", 0, 1, 0, 0, (), (Place((0,)),)),
    )
    assert explanation.score == 0
    assert explanation.remainders == ()


@pytest.mark.parametrize("empty", [NOTHING, make([COMMA])], ids=["nothing", "a comma"])
def test_sides_without_words(subject: Subject, empty: Tree):
    def rule(share: float) -> tuple[Remainder, ...]:
        return (Remainder("neither side has a word, which counts 1", share),)

    dog = make([DOG])
    assert subject.explain(empty, NOTHING).remainders == rule(1)
    assert subject.explain(empty, NOTHING, dog).remainders == rule(1 / 2)
    assert subject.explain(empty, dog, NOTHING, refs="max").remainders == rule(1)
    assert subject.explain(empty, dog, NOTHING, refs="max").parts == ()
    assert subject.explain(empty, dog).remainders == ()
    assert [part.reference for part in subject.explain(empty, dog).parts] == ["dog/NN", "NN"]
    assert [part.hypothesis for part in subject.explain(dog, empty).parts] == ["dog/NN", "NN"]


def test_parts_of_a_compound_stand_at_one_token():
    compound = sentence(make([THE, ("Aktionsplan", "Aktionsplan", "NN", "NOUN")]))
    parts = sentence(make([(part, part, "NN", "NOUN") for part in ("Aktion", "Plan")]))
    metric = TeslaM(synonyms=FileName("none")).fit("de", [])
    explanation = explain(metric, compound, [parts])
    places = {part.hypothesis: part.places for part in explanation.parts}
    assert places["Aktion/NN"] == places["Plan/NN"] == (Place((1,)),)
    assert places["Aktion/NN Plan/NN"] == (Place((1,)),)
    assert places["the/DT Aktion/NN"] == (Place((0, 1)),)
    assert places["NN"] == (Place((1,)), Place((1,)))
    assert total(explanation) == same(explanation.score)


def test_a_metric_is_fitted_before_it_explains():
    dog = sentence(make([DOG]))
    with pytest.raises(UsageError, match="fit"):
        explain(TeslaM(), dog, [dog])
