"""Neither names nor the order of what is given decide: protocols, ranks and averages."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations
from math import nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.meta.cases import Case, cases, make_case
from tests.meta.simulated import examine, judged, scores_of
from treescore.judgements.base import CannotJudge, OutputId
from treescore.meta import significance
from treescore.meta.agreement import Column, Figure, average
from treescore.meta.choices import MetricTest
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Scores
from treescore.meta.significance import clusters


def renamed(case: Case, names: Sequence[str], order: Sequence[OutputId]) -> Case:
    """The same outputs of systems with other names, in another order."""
    systems = sorted({system for _, system in case.judged.outputs})
    new = dict(zip(systems, names, strict=False))

    def key(old: OutputId) -> OutputId:
        return old[0], new[old[1]]

    known = replace(
        case.judged,
        outputs={key(old): case.judged.outputs[old] for old in order},
        preferences=tuple((key(one), key(two)) for one, two in case.judged.preferences[::-1]),
        systems={new[name]: score for name, score in case.judged.systems.items() if name in new},
    )
    rows = {key(old): row for old, row in case.rows.items()}
    keys = [key(old) for old in order if old in case.keys]
    return make_case(known, rows, case.metric, case.against, keys)


def value(name: str, case: Case) -> float | str:
    try:
        return PROTOCOLS[name].examine(case.sample, Knobs()).value(case.scores)
    except CannotJudge as error:
        return str(error)


@pytest.mark.parametrize("name", PROTOCOLS)
@settings(max_examples=30)
@given(case=cases(), data=st.data())
def test_no_protocol_looks_at_the_names_of_systems(name: str, case: Case, data: st.DataObject):
    names = data.draw(st.permutations("dbca"))
    order = data.draw(st.permutations(list(case.judged.outputs)))
    expected = value(name, case)
    found = value(name, renamed(case, names, order))
    assert found == pytest.approx(expected, abs=1e-9, nan_ok=True)


def test_ranks_do_not_depend_on_which_of_equal_metrics_comes_first(
    monkeypatch: pytest.MonkeyPatch,
):
    """The third is significantly worse than the one, and not than the other."""
    chances = {("one", "three"): 0.01, ("two", "three"): 0.5}

    def p_value(_test: object, _how: object, best: Scores, other: Scores, _seed: int) -> float:
        return chances[best.name, other.name]

    monkeypatch.setattr(significance, "p_value", p_value)
    human = np.random.default_rng(8).normal(size=(9, 3))
    examination = examine("seg-pearson", judged(human))
    agreement = {"one": 0.5, "two": 0.5 + 1e-12, "three": 0.4}
    for names in permutations(agreement):
        scores = {name: scores_of(human.ravel(), name) for name in names}
        given = {name: agreement[name] for name in names}
        ranks = clusters(MetricTest.perm_both, examination, scores, given, 1)
        assert ranks == {"one": 1, "two": 1, "three": 2}


def test_a_metric_is_compared_with_all_that_are_best():
    """By bootstrap the third is worse than the one, and not worse than the other."""
    low, high = np.zeros(100), np.ones(100)
    draws = {"one": high, "two": low, "three": low}
    agreement = {"one": 0.5, "two": 0.5, "three": 0.4}
    for names in permutations(draws):
        figures = {name: Figure(nan, nan, nan, 1, draws[name], agreement[name]) for name in names}
        column = Column(PROTOCOLS["seg-pearson"], "set", "de-en", "", 9, "", figures)
        mean = average([column, column], dict.fromkeys(names, 1))
        assert mean is not None
        ranks = {name: figure.rank for name, figure in mean.figures.items()}
        assert ranks == {"one": 1, "two": 1, "three": None}
