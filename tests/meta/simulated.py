"""Sets of judgements and scores made from numbers, and what chance allows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import stats

from treescore.meta.judgements import Against, Judgements, Output
from treescore.meta.protocol import Examination, Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.sample import make_sample
from treescore.meta.scores import Mean, Scores
from treescore.metrics.base import Matrix, Vector


def judged(human: Matrix, part: Against = Against.human) -> Judgements:
    """A set of which all outputs were judged: segments by systems."""
    outputs = {}
    for (segment, system), value in np.ndenumerate(human):
        parts = {} if part is Against.human else {part: float(value)}
        said = float(value) if part is Against.human else None
        outputs[str(segment + 1), "abcdef"[system]] = Output(
            "a text", ("a reference",), said, parts
        )
    return Judgements("set", outputs)


def examine(protocol: str, known: Judgements) -> Examination:
    sample = make_sample(known, list(known.outputs), Against.human)
    return PROTOCOLS[protocol].examine(sample, Knobs())


def scores_of(values: Vector, name: str = "metric") -> Scores:
    """Scores of outputs, of which a system has the mean."""
    return Scores(name, Mean(), np.column_stack([values, np.ones(len(values))]))


def assert_share(found: Sequence[float], level: float, at_least: bool = True) -> None:
    """That p is below a level as often as the level says, as far as chance allows."""
    count = int(sum(p < level for p in found))
    chance = stats.binom(len(found), level)
    assert count <= chance.isf(0.001)
    assert not at_least or count >= chance.ppf(0.001)
