"""Scoring a file of pairs that need not fit into memory; a killed run goes on where it was.

Finished chunks of work stand in a journal beside the output until all is done: the statistics of
every row and its scores, but neither texts nor trees. The output is written from it at the end.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np

from treescore.engine.base import IN_PROCESS, Engine, doing
from treescore.engine.scorer import Counted, Scorer, parts_of
from treescore.engine.sentences import CHUNK, ROWS, Row, in_chunks
from treescore.engine.totals import Owner, SystemTotals
from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.journal import Journal, open_journal
from treescore.io.pairs import Pairs, PairsFile
from treescore.io.records import pack, unpack
from treescore.io.score_tables import check_scores, write_scores
from treescore.kernels.arrays import Matrix, Vector
from treescore.metrics.base import Metric
from treescore.metrics.score import Score
from treescore.parsing.base import Parser
from treescore.stats.aggregation import segment_scores
from treescore.tracking import Track, silent
from treescore.version import VERSION

UNFINISHED = ".partial"
"""What the journal's name has behind the output's."""


@dataclass(frozen=True)
class Job:
    """What is to be scored, how, and where the scores go."""

    pairs: PairsFile
    metrics: Mapping[str, Metric[Any]]
    parser: Parser | None
    lang: str
    output: str
    system: str = "system"
    """What the system is called if the file does not tell."""

    def identity(self) -> dict[str, str]:
        """All that the results depend on: those of another run must not be mixed in."""
        roles = self.pairs.roles
        metrics = {name: str(metric.signature("var")) for name, metric in self.metrics.items()}
        return {
            "input": self.pairs.digest(),
            "columns": json.dumps([roles.hypothesis, *roles.references]),
            "metrics": json.dumps(metrics),
            "parser": self.parser.signature if self.parser else "",
            "language": self.lang,
            "chunks": f"{CHUNK}-{ROWS}",
            "version": VERSION,
        }


@dataclass(frozen=True)
class _References:
    """The references of all rows, read anew whenever they are asked for."""

    pairs: PairsFile

    def __iter__(self) -> Iterator[list[str]]:
        return self.pairs.texts()


def score_pairs(
    job: Job, engine: Engine = IN_PROCESS, track: Track[Any] = silent
) -> dict[str, dict[str, Score]]:
    """Write the scores of all rows; return those of the systems, by name and metric."""
    if not job.metrics:
        raise UsageError("no metric; choose one or more (see: treescore metrics)")
    check_scores(job.output, job.pairs, job.metrics)
    texts = _References(job.pairs)
    fitted = {name: metric.fit(job.lang, texts) for name, metric in job.metrics.items()}
    job = replace(job, metrics=fitted)
    identity = job.identity()
    with open_journal(job.output + UNFINISHED, identity) as journal:
        totals = SystemTotals(fitted, job.lang, job.parser.signature if job.parser else "")
        work = _work(job, journal, engine, totals)
        for _ in track(work, doing("Scoring", engine), job.pairs.size):
            pass
        if job.pairs.digest() != identity["input"]:
            raise _changed(job.pairs)
        rows = _with_scores(job.pairs, journal)
        write_scores(job.output, job.pairs, totals.segment_signatures(), rows)
        journal.remove()
    return totals.scores()


def _work(job: Job, journal: Journal, engine: Engine, totals: SystemTotals) -> Iterator[None]:
    """Do what the journal does not have yet, and add all up; a sign for every row."""
    owners: deque[Owner] = deque()
    chunks = in_chunks(_rows(job, owners))
    known = 0
    for record in journal.records():
        counted = _unpacked(job, record)
        known += counted.segments
        if len(next(chunks, [])) != counted.segments:
            raise _changed(job.pairs)
        totals.add([owners.popleft() for _ in range(counted.segments)], counted)
        yield from repeat(None, counted.segments)
    sizes = sorted({part.nbest for part in parts_of(job.metrics)} - {0})
    work = PairScorer(Scorer(job.metrics, job.parser, sizes, job.lang))
    left = None if job.pairs.size is None else job.pairs.size - known
    for counted, scores in engine.map(work, chunks, left):
        journal.append(_packed(counted, scores))
        totals.add([owners.popleft() for _ in range(counted.segments)], counted)
        yield from repeat(None, counted.segments)


@dataclass(frozen=True)
class PairScorer:
    """The work: from rows to their statistics and scores."""

    scorer: Scorer

    def unparsed(self, chunk: Sequence[Row]) -> int:
        return self.scorer.unparsed(chunk)

    def __call__(self, chunk: Sequence[Row]) -> tuple[Counted, Matrix]:
        counted = self.scorer(chunk)
        scores = [
            segment_scores(metric, counted.statistics[name][:, 0])
            for name, metric in self.scorer.metrics.items()
        ]
        return counted, np.array(scores)


def _rows(job: Job, owners: deque[Owner]) -> Iterator[Row]:
    """The rows of the file; whose they are is noted down."""
    for pairs in job.pairs.batches(ROWS):
        size = len(pairs.hypotheses)
        systems = pairs.systems or [job.system] * size
        docs = pairs.docs or [""] * size
        counts = map(len, pairs.references)
        owners.extend(zip(systems, docs, counts, strict=True))
        for hypothesis, references in zip(pairs.hypotheses, pairs.references, strict=True):
            yield Row(tuple((text, None) for text in references), ((hypothesis, None),))


def _packed(counted: Counted, scores: Matrix) -> bytes:
    return pack(
        [scores, *counted.statistics.values()],
        {
            "references": sorted(counted.references),
            "kinds": sorted(counted.kinds),
            "bounds": sorted(counted.bounds),
        },
    )


def _unpacked(job: Job, record: bytes) -> Counted:
    (scores, *statistics), info = unpack(record)
    return Counted(
        scores.shape[1],
        dict(zip(job.metrics, statistics, strict=True)),
        frozenset(info["references"]),
        frozenset(info["kinds"]),
        frozenset((name, bound) for name, bound in info["bounds"]),
    )


def _with_scores(pairs: PairsFile, journal: Journal) -> Iterator[tuple[Pairs, list[Vector]]]:
    """The rows of the file with their scores by metric, out of the journal."""
    known = (unpack(record)[0][0] for record in journal.records())
    waiting = next(known)
    for batch in pairs.batches(ROWS):
        size = len(batch.hypotheses)
        while waiting.shape[1] < size:
            more = next(known, None)
            if more is None:
                raise _changed(pairs)
            waiting = np.hstack([waiting, more])
        yield batch, list(waiting[:, :size])
        waiting = waiting[:, size:]
    if waiting.size or next(known, None) is not None:
        raise _changed(pairs)


def _changed(pairs: PairsFile) -> InputError:
    return InputError(pairs.path, None, "has changed during the run; restore it, and start again")
