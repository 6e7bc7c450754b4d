"""Reranking against its definition, computed pair by pair in fractions."""

from __future__ import annotations

import math
import pickle
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

import pytest

import treescore as ts
from tests.metrics.every import BOTH_KINDS, Kind, RandomParser, all_metrics, model
from treescore.engine.evaluating import evaluate
from treescore.engine.reranking import Contest, RankedList, Reranker, model_weights, rerank
from treescore.engine.sentences import CHUNK
from treescore.errors import UsageError
from treescore.io import testset as io
from treescore.io.candidates import CandidateList
from treescore.io.errors import InputError
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.trees.nbest import Parses

__all__ = ["model"]  # a fixture

VOCABULARY = "the The old dog saw a cat , it barked .".split()
SEGMENTS, SIZE = 3, 6


def candidates(seed: str) -> CandidateList:
    """Lines of 0 to 5 words, of which some are equal, with scores."""
    chance = random.Random(seed)
    different = [" ".join(chance.choices(VOCABULARY, k=chance.randint(0, 5))) for _ in range(4)]
    texts = (*different, *chance.choices(different, k=SIZE - 4))
    return CandidateList(seed, texts, tuple(chance.uniform(-9, 0) for _ in texts))


LISTS = [candidates(f"segment {n}") for n in range(SEGMENTS)]
REFERENCES = [["the dog barked .", "a dog barked"], ["it saw the cat ."], ["", "the old cat"]]


def sentence(text: str, parser: Parser, sizes: Iterable[int]) -> Sentence:
    return Sentence(text, {n: next(parser.parse([text], n)) for n in sizes if n})


def score(metric: Metric[Any], hypothesis: Sentence, references: list[Sentence]) -> float:
    return metric.segment_score(metric.statistics(hypothesis, metric.prepare(references)))


def by_definition(
    metric: Metric[Any], texts: Sequence[str], parser: Parser, weights: Sequence[float]
) -> list[float]:
    """The weighted mean of each candidate's scores against all, rounded in the end only."""
    metric = metric.fit("en", [texts])
    sizes = {part.nbest for part in metric.parts()}
    sentences = [sentence(text, parser, sizes) for text in texts]
    if encoder := metric.encoder:
        for each in sentences:
            words = each.words(encoder.source)
            each.vectors[encoder.source] = encoder.encode([words])[0]
    means = []
    for each in sentences:
        gains = [score(metric, each, [other]) for other in sentences]
        weighted = zip(weights, gains, strict=True)
        total = sum(Fraction(weight) * Fraction(gain) for weight, gain in weighted)
        means.append(float(total / sum(map(Fraction, weights))))
    return means


def order(scores: Sequence[float], metric: Metric[Any]) -> list[int]:
    """The places of scores, best first, of equals the first first."""
    sign = -1 if metric.higher_is_better else 1
    return sorted(range(len(scores)), key=lambda place: (sign * scores[place], place))


def indices(ranked: RankedList) -> list[int]:
    return [each.index for each in ranked.candidates]


@BOTH_KINDS
def test_expected_scores_of_every_metric(kind: Kind, model: str):
    parser = RandomParser(kind)
    for spec, metric in all_metrics(kind, model).items():
        found = rerank(LISTS, metric, parser, "en")
        for ranked, given in zip(found, LISTS, strict=True):
            expected = by_definition(metric, given.texts, parser, [1] * SIZE)
            assert ranked.seg == given.seg
            assert [each.text for each in ranked.candidates] == [
                given.texts[place] for place in indices(ranked)
            ]
            scores = {each.index: each.score for each in ranked.candidates}
            assert scores == pytest.approx(dict(enumerate(expected)), rel=1e-14, abs=0), spec
            assert indices(ranked) == order([scores[n] for n in range(SIZE)], metric), spec


@pytest.mark.parametrize("scale", [-0.5, 0.3, 40])
def test_weights(scale: float):
    parser, metric = RandomParser("dep"), make_metric("dpm")
    for ranked, given in zip(rerank(LISTS, metric, parser, "en", scale=scale), LISTS, strict=True):
        weights = [math.exp(scale * each) for each in given.scores]
        expected = by_definition(metric, given.texts, parser, weights)
        scores = {each.index: each.score for each in ranked.candidates}
        assert scores == pytest.approx(dict(enumerate(expected)), rel=1e-12, abs=0)
        assert ranked.signature.endswith(f"|level:segment|mbr:{scale}")


def test_weights_beyond_what_exp_can_do():
    assert model_weights([1e9, 1e9 - 1, -1e9], 1e6) == [1, 0, 0]
    assert model_weights([-1e9, -1e9 + 1], -1e6) == [1, 0]
    for scale in (math.nan, math.inf, 1e7):
        with pytest.raises(UsageError, match="expected a number up to"):
            Reranker(make_metric("wer"), None, "en", scale)


def test_equal_scores_keep_the_order_of_the_list():
    """Every word is as far from the others: only the sums might be rounded differently."""
    words = "a b c d e f g".split()
    for spec in ("chrf", "wer", "bleu"):
        given = CandidateList("1", tuple(words))
        (ranked,) = rerank([given], make_metric(spec), None, "en")
        assert indices(ranked) == [*range(len(words))], spec
        assert len({each.score for each in ranked.candidates}) == 1


def test_a_text_weighs_as_often_as_it_is_there():
    once = CandidateList("1", ("a b c", "a x y"))
    (ranked,) = rerank([once], make_metric("wer"), None, "en")
    assert indices(ranked) == [0, 1]
    often = CandidateList("1", ("a b c", "a x y", "a x y"))
    (ranked,) = rerank([often], make_metric("wer"), None, "en")
    assert indices(ranked) == [1, 2, 0]
    assert [each.score for each in ranked.candidates] == pytest.approx([2 / 9, 2 / 9, 4 / 9])


@BOTH_KINDS
def test_by_references_the_scores_are_those_of_segments(kind: Kind, model: str):
    """As many systems as there are candidates, and the same numbers to the last bit."""
    parser, metrics = RandomParser(kind), all_metrics(kind, model)
    columns = [tuple(each.texts[place] for each in LISTS) for place in range(SIZE)]
    first, further = zip(*(refs if refs[1:] else [*refs, None] for refs in REFERENCES), strict=True)
    testset = io.Testset(
        (io.Stream("first", first), io.Stream("further", further)),
        {str(place): io.Stream(str(place), texts) for place, texts in enumerate(columns)},
    )
    evaluation = evaluate(testset, metrics, parser)
    for spec, metric in metrics.items():
        by_place = [evaluation.segment_scores(str(place), spec) for place in range(SIZE)]
        found = rerank(LISTS, metric, parser, "en", REFERENCES)
        for ranked, scores in zip(found, zip(*by_place, strict=True), strict=True):
            assert {each.index: each.score for each in ranked.candidates} == dict(enumerate(scores))
            assert indices(ranked) == order(scores, metric), spec


def test_signatures():
    metric, parser = make_metric("hwcm"), RandomParser("dep")
    expected = "hwcm|length:3|unit:word|epsilon:0.001|case:mixed|punct:keep|nrefs:{}|trees:dep"
    for ranked in rerank(LISTS, metric, parser, "en"):
        assert ranked.signature.startswith(f"{expected.format(1)}|parser:random-1|version:")
        assert ranked.signature.endswith("|level:segment|mbr:uniform")
    for ranked, references in zip(
        rerank(LISTS, metric, parser, "en", REFERENCES), REFERENCES, strict=True
    ):
        assert ranked.signature.startswith(expected.format(len(references)))
        assert ranked.signature.endswith("|level:segment")


@dataclass
class CountingParser:
    """Notes what it is given."""

    seen: list[str] = field(default_factory=list)
    name: str = "counting"
    signature: str = "counting"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        given = list(texts)
        self.seen += given
        return RandomParser("dep").parse(given, nbest)


def test_lists_pass_a_few_at_a_time_and_texts_are_parsed_once():
    taken = 0

    def stream() -> Iterator[CandidateList]:
        nonlocal taken
        for number in range(100):
            taken += 1
            yield CandidateList(str(number), tuple(f"dog {number} {n % 8}" for n in range(16)))

    parser = CountingParser()
    ranked = rerank(stream(), make_metric("hwcm"), parser, "en")
    next(ranked)
    assert taken <= CHUNK // 8 + 1
    assert sum(1 for _ in ranked) == 99
    assert len(parser.seen) == len(set(parser.seen)) == 800


@dataclass(frozen=True)
class UndecidedParser:
    """Now this kind of tree, now the other."""

    name: str = "undecided"
    signature: str = "undecided"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in texts:
            yield from RandomParser("dep" if "dog" in text else "const").parse([text], nbest)


def test_trees_of_two_kinds_are_refused_where_they_are_compared():
    metric, parser = make_metric("hwcm"), UndecidedParser()
    apart = [CandidateList("1", ("a dog", "dog")), CandidateList("2", ("a cat", "cat"))]
    assert len(list(rerank(apart, metric, parser, "en"))) == 2
    mixed = [CandidateList("1", ("a dog", "cat"))]
    with pytest.raises(UsageError, match="trees of one kind"):
        list(rerank(mixed, metric, parser, "en"))
    with pytest.raises(UsageError, match="trees of one kind"):
        list(rerank(apart[:1], metric, parser, "en", [["a cat"]]))


@pytest.mark.parametrize("cut", [1, 5])
def test_lists_and_references_of_different_numbers(cut: int):
    references = (REFERENCES * 2)[:cut]
    with pytest.raises(InputError, match=f"^my lists: .* there are references for {cut};"):
        list(rerank(LISTS, make_metric("wer"), None, "en", references, source="my lists"))


def test_a_copy_for_another_process_does_the_same():
    reranker = Reranker(make_metric("hwcm"), RandomParser("dep"), "en", 0.5)
    chunk = [Contest(each, ()) for each in LISTS]
    assert pickle.loads(pickle.dumps(reranker))(chunk) == reranker(chunk)


def test_from_python():
    lists, parser = [each.texts for each in LISTS], RandomParser("dep")
    found = ts.rerank(lists, "hwcm:length=2", parser=parser)
    metric = make_metric("hwcm:length=2")
    unscored = [CandidateList(str(n), texts) for n, texts in enumerate(lists, 1)]
    assert found == list(rerank(unscored, metric, parser, "en"))
    assert found[0].best == found[0].candidates[0]
    by_references = ts.rerank(lists, metric, parser=parser, references=REFERENCES)
    assert by_references == list(rerank(unscored, metric, parser, "en", REFERENCES))
    assert ts.rerank([], metric, parser=parser) == []


@pytest.mark.parametrize(
    ("candidates", "references", "answer"),
    [
        (["a", "b"], None, "a list of texts for every segment"),
        ("a", None, "a list of texts for every segment"),
        ([["a"], []], None, "none of them empty"),
        ([["a"]], [[]], "none of them empty"),
        ([["a"]], ["a"], "references are a list of texts"),
        ([["a", None]], None, "candidates are texts"),
        ([["a"]], [["a"], ["b"]], "candidates for 1 segments, but references for 2"),
    ],
)
def test_wrong_arguments(candidates: Any, references: Any, answer: str):
    with pytest.raises(UsageError, match=answer):
        ts.rerank(candidates, "wer", references=references)
