"""Swaps that are counted together, against swapping the cells one after the other."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.judgements.base import Against, CannotJudge, Judgements, Output
from treescore.kernels.arrays import Vector
from treescore.kernels.correlation import kendall, kendall_gaps
from treescore.meta import tie_calibration
from treescore.meta.choices import Group
from treescore.meta.protocol import Examination, Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.sample import make_sample

SWAPPED = ["seg-pearson", "seg-spearman", "seg-kendall", "acc-eq"]
SWAPS = 8


def judgements(data: st.DataObject) -> Judgements:
    """Outputs of some segments and systems; not all are there, nor judged."""
    keys = [(str(segment), system) for segment in range(4) for system in "ABC"]
    outputs = {
        key: Output("a", ("a",), data.draw(st.none() | st.integers(0, 3).map(float)), {})
        for key in data.draw(st.lists(st.sampled_from(keys), min_size=2, unique=True))
    }
    return Judgements("set", outputs, testset="set", lp="de-en")


def cells(data: st.DataObject, size: int) -> Vector:
    """Scores of which some are tied."""
    values = st.integers(0, 6).map(lambda number: number / 7)
    return np.array(data.draw(st.lists(values, min_size=size, max_size=size)))


@pytest.mark.parametrize("stretches", [3, tie_calibration.STRETCHES])
@pytest.mark.parametrize("group", list(Group))
@pytest.mark.parametrize("name", SWAPPED)
@given(data=st.data())
def test_all_swaps_at_once(name: str, group: Group, stretches: int, data: st.DataObject):
    judged = judgements(data)
    sample = make_sample(judged, list(judged.outputs), Against.human)
    try:
        examination = PROTOCOLS[name].examine(sample, Knobs(group))
    except CannotJudge:
        return
    size = int((~np.isnan(sample.human)).sum())
    first, second = cells(data, size), cells(data, size)
    stays = np.random.default_rng(data.draw(st.integers(0, 99))).integers(
        2, size=(SWAPS, size), dtype=bool
    )
    near = data.draw(st.floats(-0.5, 0.5))
    expected = Examination.swapped(examination, first, second, stays, near)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tie_calibration, "STRETCHES", stretches)
        found = examination.swapped(first, second, stays, near)
    assert np.isnan(found).tolist() == np.isnan(expected).tolist()
    far = np.abs(expected - near) > 1e-9
    assert (found < near)[far].tolist() == (expected < near)[far].tolist()
    if name != "seg-kendall":
        assert found == pytest.approx(expected, abs=1e-12, nan_ok=True)


@given(st.data(), st.integers(2, 9))
def test_gaps_of_kendalls_correlation_are_exact_without_ties(data: st.DataObject, size: int):
    first, second = np.split(np.array(data.draw(st.permutations(range(2 * size))), float), 2)
    human = cells(data, size)
    row = st.lists(st.sampled_from([0.0, 1.0]), min_size=size, max_size=size)
    stays = np.array([data.draw(row)])
    stay = stays[0] > 0
    once = np.ones(size)
    one = kendall(np.where(stay, first, second), human, once)
    other = kendall(np.where(stay, second, first), human, once)
    (found,) = kendall_gaps(first, second, human, stays, near=5.0).tolist()
    assert found == pytest.approx(one - other, abs=1e-12, nan_ok=True)
