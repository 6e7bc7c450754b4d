"""From judged outputs to scores, by treescore's metrics or from files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.evaluating import evaluate
from treescore.judgements.base import CannotJudge, Judgements, LeftOut, OutputId
from treescore.judgements.outputs import SYSTEM, as_testset
from treescore.meta.given import GivenScores
from treescore.meta.scores import Mean, Scores
from treescore.metrics.base import Metric
from treescore.parsing.base import Parser
from treescore.tracking import Track, silent


@dataclass(frozen=True)
class Choice:
    """Which outputs of a set are looked at."""

    keys: Sequence[OutputId]
    """By segment, so that references are prepared once."""
    left_out: Sequence[LeftOut]


def choose(judged: Judgements, min_chars: int | None, max_chars: int | None) -> Choice:
    """The outputs of machines that have a reference, of a length between the two if they are given.

    What people translated is no system's output, and often one of the references.
    """
    order = {segment: n for n, segment in enumerate(judged.segments)}
    keys: list[OutputId] = []
    people = long = 0
    for key, output in judged.outputs.items():
        if not output.machine:
            people += bool(output.references)  # without one, it is counted already
        elif output.references:
            fits = (
                (min_chars or 0)
                <= len(output.references[0])
                <= (np.inf if max_chars is None else max_chars)
            )
            keys += [key] * fits
            long += not fits
    left_out = [
        LeftOut("outputs of people", people, judged.name),
        LeftOut("outputs whose reference is too short or too long", long, judged.name),
        LeftOut("ties of pairs", judged.ties, judged.name),
    ]
    return Choice(
        sorted(keys, key=lambda key: order[key[0]]),
        [*judged.left_out, *(each for each in left_out if each.count)],
    )


def compute_scores(
    judged: Judgements,
    keys: Sequence[OutputId],
    metrics: Mapping[str, Metric[Any]],
    parser: Parser | None,
    lang: str,
    engine: Engine = IN_PROCESS,
    track: Track[Any] = silent,
) -> tuple[dict[str, Scores], dict[str, str]]:
    """Scores of the outputs by every metric, and the metrics' signatures."""
    if not metrics:
        return {}, {}
    outputs = [judged.outputs[key] for key in keys]
    # Every segment once, however many systems translated it.
    every = ((segment, out.references) for (segment, _), out in judged.outputs.items())
    references = [texts for _, texts in dict.fromkeys(every) if texts]
    evaluation = evaluate(
        as_testset(outputs, lang), metrics, parser, track, learn_from=references, engine=engine
    )
    return (
        {
            name: Scores(name, metric, evaluation.statistics[SYSTEM, name])
            for name, metric in evaluation.metrics.items()
        },
        {name: evaluation.signature(SYSTEM, name) for name in metrics},
    )


def given_scores(given: GivenScores, keys: Sequence[OutputId]) -> Scores:
    """Scores from a file, for the outputs that are looked at."""
    names = sorted({system for _, system in keys})
    if given.systems:
        for name in names:
            if name not in given.systems:
                raise CannotJudge(f"{given.path}: no score of the system {name}; add one")
        values = np.array([given.systems[name] for name in names])
        return Scores(given.name, Mean(), None, values)
    for segment, system in keys:
        if (segment, system) not in given.outputs:
            raise CannotJudge(
                f"{given.path}: no score of segment {segment} of system {system}; add one"
            )
    return Scores(given.name, Mean(), np.array([(given.outputs[key], 1.0) for key in keys]))
