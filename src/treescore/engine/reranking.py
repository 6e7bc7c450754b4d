"""Ranking the candidates of n-best lists: minimum Bayes risk, or against references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Sized
from dataclasses import dataclass
from functools import cached_property
from itertools import zip_longest
from math import exp, fsum
from typing import Any, NamedTuple

from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.noticing import noticed
from treescore.engine.scorer import Bound, bounds_of, check_kinds, encoders_of, tree_kinds
from treescore.engine.sentences import CHUNK, ParsedSegment, Row, Sentences, unparsed
from treescore.engine.signing import Partition, signatures
from treescore.errors import UsageError
from treescore.io.candidates import CandidateList
from treescore.io.errors import InputError
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser

STEEPEST = 1e6
"""How large the scale of the decoder's scores may be."""


@dataclass(frozen=True)
class Ranked:
    """A candidate, and what the metric says of it."""

    index: int
    """Where it stood in its list, from 0."""
    text: str
    score: float


@dataclass(frozen=True)
class RankedList:
    """The candidates of a segment, best first."""

    seg: str
    candidates: tuple[Ranked, ...]
    signature: str

    @property
    def best(self) -> Ranked:
        return self.candidates[0]


class Contest(NamedTuple):
    """The candidates of a segment and its references, of which there are none for MBR."""

    candidates: CandidateList
    references: Sequence[str]


def rerank(
    lists: Iterable[CandidateList],
    metric: Metric[Any],
    parser: Parser | None,
    lang: str,
    references: Sequence[Sequence[str]] | None = None,
    scale: float = 0.0,
    source: str = "candidates",
    engine: Engine = IN_PROCESS,
) -> Iterator[RankedList]:
    """Rank lists, each for itself; references are `[segment][reference]`.

    A metric of texts needs no parser. `source` is what messages call the lists.
    """
    reranker = Reranker(metric.fit(lang, references or ()), parser, lang, scale)
    known = lists if isinstance(lists, Sized) else references
    firsts = [next(iter(each), "") for each in references or ()]
    looked_at = noticed(lists, lambda each: each.texts[0], source, lang, firsts)
    chunks = _chunks(_contests(looked_at, references, source))
    for ranked in engine.map(reranker, chunks, None if known is None else len(known)):
        yield from ranked


def _contests(
    lists: Iterable[CandidateList], references: Sequence[Sequence[str]] | None, source: str
) -> Iterator[Contest]:
    if references is None:
        yield from (Contest(each, ()) for each in lists)
        return
    for done, (candidates, texts) in enumerate(zip_longest(lists, references)):
        if candidates is None or texts is None:
            what = "ends after segment" if candidates is None else "goes on after segment"
            raise InputError(
                source,
                None,
                f"{what} {done}, but there are references for {len(references)}; "
                "give lists and references of the same segments, in the same order",
            )
        yield Contest(candidates, texts)


def _chunks(contests: Iterable[Contest]) -> Iterator[list[Contest]]:
    """Lists that are parsed together."""
    chunk: list[Contest] = []
    size = 0
    for contest in contests:
        chunk.append(contest)
        size += len(set(contest.candidates.texts))
        if size >= CHUNK:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def model_weights(scores: Sequence[float], scale: float) -> list[float]:
    """Proportional to exp(scale * score): the largest is 1, as exp alone might be too large."""
    highest = max(scale * score for score in scores)
    return [exp(scale * score - highest) for score in scores]


@dataclass(frozen=True)
class Reranker:
    """Parses and ranks; a copy in another process opens its own parser, once."""

    metric: Metric[Any]
    parser: Parser | None
    lang: str
    scale: float = 0.0
    """Candidates weigh exp(scale * the decoder's score) as references: with 0, all the same."""

    def __post_init__(self) -> None:
        if not abs(self.scale) <= STEEPEST:
            raise UsageError(f"scale {self.scale}: expected a number up to {STEEPEST:g}")

    @cached_property
    def _compared(self) -> list[Metric[Any]]:
        return [part for part in self.metric.parts() if part.nbest]

    @cached_property
    def _sizes(self) -> list[int]:
        return sorted({part.nbest for part in self._compared})

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(self.parser, self._sizes, self.lang, encoders_of(self.metric.parts()))

    def unparsed(self, chunk: Sequence[Contest]) -> int:
        """How many parses it is known to need."""
        return unparsed(self.parser, self._sizes, (_row(*contest) for contest in chunk))

    def __call__(self, chunk: Sequence[Contest]) -> list[RankedList]:
        segments = self._sentences.parsed([_row(*contest) for contest in chunk])
        return [
            self._rank(candidates, segment)
            for (candidates, _), segment in zip(chunk, segments, strict=True)
        ]

    def _rank(self, candidates: CandidateList, segment: ParsedSegment) -> RankedList:
        kinds = tree_kinds(segment)
        check_kinds(kinds, self._compared)
        if segment.references:
            different = self._against_references(segment)
        else:
            different = self._expected(candidates, segment.hypotheses)
        scores = dict(zip(dict.fromkeys(candidates.texts), different, strict=True))
        ranked = [Ranked(i, text, scores[text]) for i, text in enumerate(candidates.texts)]
        sign = -1 if self.metric.higher_is_better else 1
        ranked.sort(key=lambda each: sign * each.score)  # equals stay in the list's order
        bounds = bounds_of({"": self.metric}, segment)
        signature = self._signature(kinds, bounds, len(segment.references))
        return RankedList(candidates.seg, tuple(ranked), signature)

    def _against_references(self, segment: ParsedSegment) -> list[float]:
        prepared = self.metric.prepare(segment.references)
        rows = (self.metric.statistics(each, prepared) for each in segment.hypotheses)
        return [self.metric.segment_score(row) for row in rows]

    def _expected(self, candidates: CandidateList, sentences: Sequence[Sentence]) -> list[float]:
        """For every different text the mean score against all candidates as the only reference.

        It is rounded once, so that what should be equal is.
        """
        texts, metric = candidates.texts, self.metric
        if any(part.learns for part in metric.parts()):
            metric = metric.fit(self.lang, [texts])
        weights = model_weights(candidates.scores, self.scale) if self.scale else [1.0] * len(texts)
        numbers = {text: number for number, text in enumerate(dict.fromkeys(texts))}
        references = [numbers[text] for text in texts]
        total = fsum(weights)
        expected = []
        for rows in metric.pairwise(sentences):
            scores = [metric.segment_score(row) for row in rows]
            weighted = zip(weights, references, strict=True)
            expected.append(fsum(weight * scores[number] for weight, number in weighted) / total)
        return expected

    def _signature(self, kinds: set[str], bounds: set[Bound], references: int) -> str:
        source = self.parser.signature if self.parser else ""
        (signature,) = signatures(
            {"": self.metric}, self.lang, {references or 1}, kinds, bounds, source, Partition([""])
        ).values()
        signature = self.metric.segment_signature(signature)
        return signature if references else f"{signature}|mbr:{self.scale or 'uniform'}"


def _row(candidates: CandidateList, references: Sequence[str]) -> Row:
    """References and different candidates, as texts that are to be parsed."""
    return Row(
        tuple((text, None) for text in references),
        tuple((text, None) for text in dict.fromkeys(candidates.texts)),
    )
