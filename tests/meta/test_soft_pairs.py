"""Soft pairwise accuracy, against exact p-values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, product
from math import lcm, nan, sqrt
from random import Random
from statistics import NormalDist

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.meta.cases import Case, ErrorRate, cases, make_case, mean
from treescore.judgements.base import CannotJudge, Judgements, Output, OutputId
from treescore.meta import system_level
from treescore.meta.protocol import Examination, Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean

quick = settings(max_examples=60)
Differences = list[Fraction]
SPA = PROTOCOLS["spa"]
MANY = 20_000
"""Permutations, so that few differences can hide in the error."""


def examine(case: Case) -> Examination:
    return SPA.examine(case.sample, Knobs())


def exact_p(differences: Differences) -> float:
    """The share of all choices of signs that give a larger sum; an equal one counts half."""
    unit = lcm(*(difference.denominator for difference in differences))
    steps = [int(difference * unit) for difference in differences]
    middle = sum(map(abs, steps))
    chance = np.zeros(2 * middle + 1)  # of every sum, the lowest first
    chance[middle] = 1.0
    for step in steps:
        chance = (np.roll(chance, step) + np.roll(chance, -step)) / 2
    found = middle + sum(steps)
    return float(chance[found + 1 :].sum() + chance[found] / 2)


def normal_p(differences: Differences) -> float:
    """What it tends to: a sum of chance signs has mean 0, and the squares as its variance."""
    found, variance = sum(differences), sum(each**2 for each in differences)
    return NormalDist(0, sqrt(variance)).cdf(-float(found)) if variance else 0.5


def pairs_of_differences(case: Case) -> list[tuple[Differences, Differences]]:
    """For all pairs of systems, by humans and by the metric."""
    said = case.said()
    pairs = []
    for one, other in combinations(case.systems, 2):
        common = [
            ((segment, one), (segment, other))
            for segment in dict.fromkeys(segment for segment, _ in case.keys)
            if (segment, one) in said and (segment, other) in said
        ]
        if common:
            pairs.append(
                (
                    [said[left] - said[right] for left, right in common],
                    [case.score(left) - case.score(right) for left, right in common],
                )
            )
    return pairs


def spa_oracle(case: Case, p: Callable[[Differences], float] = exact_p) -> float:
    apart = [abs(p(human) - p(metric)) for human, metric in pairs_of_differences(case)]
    return 1 - mean(apart) if apart else nan


def error(case: Case, permutations: int) -> float:
    """Five standard errors, of which those of two p-values may add up, and those of pairs too."""
    errors = [
        sum(sqrt(p * (1 - p) / permutations) for p in map(exact_p, sides))
        for sides in pairs_of_differences(case)
    ]
    return 5 * mean(errors) + 1e-9


@pytest.mark.slow
@quick
@given(cases(max_segments=8, max_systems=3))
def test_against_all_choices_of_signs(case: Case):
    if not pairs_of_differences(case):
        with pytest.raises(CannotJudge, match="judged outputs"):
            examine(case)
        return
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(system_level, "PERMUTATIONS", MANY)
        found = examine(case).value(case.scores)
    assert found == pytest.approx(spa_oracle(case), abs=error(case, MANY))


@quick
@given(cases(), st.data())
def test_weights(case: Case, data: st.DataObject):
    # The figure that resampling takes is the normal one; segments without weight are not there.
    assume(pairs_of_differences(case))
    examination = examine(case)
    size = examination.units
    draw = data.draw(st.lists(st.integers(0, 3), min_size=size, max_size=size), "weights")
    numbers = zip(case.keys, case.sample.segments.tolist(), strict=True)
    drawn = case.repeated({key: draw[number] for key, number in numbers})
    figure = examination.figure(examination.cells(case.scores), np.array(draw, dtype=float))
    assert figure == pytest.approx(spa_oracle(drawn, normal_p), nan_ok=True)


def large(segments: int, seed: int, systems: str = "abcd") -> Case:
    """Systems of different quality, and a metric that sees something of it; all are whole."""
    rng = np.random.default_rng(seed)
    outputs: dict[OutputId, Output] = {}
    rows = {}
    for number, (segment, system) in enumerate(product(range(segments), systems)):
        human = round(10 * rng.normal()) + number % len(systems)
        outputs[str(segment), system] = Output("a text", ("the text",), human)
        rows[str(segment), system] = float(human + round(10 * rng.normal())), 1.0
    return make_case(Judgements("set", outputs), rows)


@pytest.mark.parametrize("seed", range(3))
def test_the_normal_distribution_is_near_for_many_segments(seed: int):
    case = large(200, seed)
    examination = examine(case)
    exact = spa_oracle(case)
    figure = examination.figure(examination.cells(case.scores), np.ones(200))
    assert figure == pytest.approx(exact, abs=0.003)
    assert examination.value(case.scores) == pytest.approx(
        exact, abs=error(case, system_level.PERMUTATIONS)
    )


def judging_itself(case: Case, metric: Mean | ErrorRate) -> Case:
    """The metric that says what humans say."""
    rows = {key: (float(human), 1.0) for key, human in case.said().items()}
    return replace(case, rows=rows, metric=metric)


@pytest.mark.parametrize("seed", range(3))
def test_the_judgements_themselves_agree_fully(seed: int):
    case = large(20, seed)
    same, opposite = judging_itself(case, Mean()), judging_itself(case, ErrorRate())
    examination = examine(case)
    assert examination.value(same.scores) == 1.0
    assert examination.figure(examination.cells(same.scores), np.ones(20)) == 1.0
    assert examination.value(opposite.scores) < examination.value(case.scores)
    assert examination.value(opposite.scores) == pytest.approx(
        spa_oracle(opposite), abs=error(opposite, system_level.PERMUTATIONS)
    )


@quick
@given(cases(), st.randoms(use_true_random=False))
def test_the_order_of_outputs_changes_nothing(case: Case, random: Random):
    assume(pairs_of_differences(case))
    keys = random.sample(case.keys, len(case.keys))
    other = make_case(case.judged, case.rows, case.metric, case.against, keys)
    assert examine(other).value(other.scores) == pytest.approx(examine(case).value(case.scores))


@pytest.mark.parametrize("factor", [2.0**60, 2.0**-60])
def test_the_unit_of_scores_changes_nothing(factor: float):
    case = large(8, 1)
    rows = {key: (score * factor, 1.0) for key, (score, _) in case.rows.items()}
    scaled = replace(case, rows=rows)
    assert examine(case).value(scaled.scores) == pytest.approx(examine(case).value(case.scores))


def few(humans: dict[OutputId, float], scores: dict[OutputId, float]) -> Case:
    outputs = {key: Output("a text", ("the text",), humans.get(key)) for key in scores}
    rows = {key: (score, 1.0) for key, score in scores.items()}
    return make_case(Judgements("set", outputs), rows)


A1, B1, A2, B2, C2 = ("1", "a"), ("1", "b"), ("2", "a"), ("2", "b"), ("2", "c")


def test_by_hand():
    # a and b on two segments. Humans: differences 1 and 2, sum 3; the signs give 3, 1, -1, -3: none
    # is larger, one is equal, p = 1/8. The metric: 2 and -1, sum 1; 3 is larger, 1 is equal:
    # p = 3/8. So 1 - 2/8.
    case = few({A1: 1, B1: 0, A2: 2, B2: 0}, {A1: 2, B1: 0, A2: 0, B2: 1})
    assert spa_oracle(case) == 0.75
    found = examine(case).value(case.scores)
    assert found == pytest.approx(0.75, abs=error(case, system_level.PERMUTATIONS))


def test_a_system_that_is_compared_with_none_does_not_count():
    # c was judged on another segment than a and b.
    scores = {A1: 1.0, B1: 2.0, C2: 3.0}
    assert examine(few(scores, scores)).n == 2


@pytest.mark.parametrize(
    ("humans", "reason"),
    [
        ({}, "^0 systems with judged outputs"),
        ({A1: 1.0, A2: 2.0}, "^1 systems with judged outputs"),
        ({A1: 1.0, B2: 2.0}, "no two systems with judged outputs of one segment"),
    ],
)
def test_two_systems_are_needed(humans: dict[OutputId, float], reason: str):
    with pytest.raises(CannotJudge, match=reason):
        examine(few(humans, {A1: 1.0, B1: 1.0, A2: 1.0, B2: 1.0}))
