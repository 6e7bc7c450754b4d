"""Figures with intervals and ranks: against resampling by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from tests.meta.cases import ErrorRate
from tests.meta.simulated import (
    RESAMPLES,
    SEED,
    Row,
    a_set,
    judged,
    one_figure,
    plan,
    rows_for,
    run,
    scores,
    scores_of,
)
from tests.stats.ratios import Ratio
from treescore.errors import UsageError
from treescore.judgements.base import Against, OutputId
from treescore.meta.agreement import Column
from treescore.meta.choices import Group, MetricTest
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean, Scores
from treescore.stats.aggregation import Totals
from treescore.stats.resampling import bootstrap_draws

Repeated = list[tuple[OutputId, Row, float | None]]
"""Outputs, as often as they were drawn: what a metric counts in them, what humans said."""


def segment_pearson(outputs: Repeated) -> float:
    both = [(row[0] / row[1], said) for _, row, said in outputs if said is not None]
    return float(stats.pearsonr(*zip(*both, strict=True)).statistic)


def system_pearson(outputs: Repeated) -> float:
    ours, theirs = [], []
    for name in "abcd":
        own = [(row, said) for (_, system), row, said in outputs if system == name]
        said = [value for _, value in own if value is not None]
        if said:
            ours.append(sum(row[0] for row, _ in own) / sum(row[1] for row, _ in own))
            theirs.append(sum(said) / len(said))
    return float(stats.pearsonr(ours, theirs).statistic)


@pytest.mark.parametrize(
    ("name", "statistic"), [("seg-pearson", segment_pearson), ("sys-pearson", system_pearson)]
)
@pytest.mark.parametrize("metric", [Ratio(), ErrorRate()])
def test_resampled_by_hand(name: str, statistic: Callable[[Repeated], float], metric: Totals):
    known = a_set()
    rows = rows_for(known)
    sign = 1 if metric.higher_is_better else -1
    segments = sorted({segment for segment, _ in known.outputs}, key=int)

    def draw(times: Iterable[float]) -> float:
        counts = dict(zip(segments, times, strict=True))
        outputs: Repeated = []
        for key, output in known.outputs.items():
            outputs += [(key, rows[key], output.human)] * int(counts[key[0]])
        return sign * statistic(outputs)

    (draws,) = bootstrap_draws(len(segments), RESAMPLES, SEED)
    expected = [draw(times) for times in draws]
    found = one_figure(known, plan(name), scores(rows, metric))
    assert found.value == found.agreement == pytest.approx(draw([1] * len(segments)))
    assert found.draws == pytest.approx(np.array(expected))
    assert (found.low, found.high) == pytest.approx(np.percentile(expected, [2.5, 97.5]))


@pytest.mark.parametrize("name", PROTOCOLS)
def test_intervals_contain_the_figure(name: str):
    known = a_set(segments=60)
    for metric in (Ratio(), ErrorRate()):
        found = one_figure(known, plan(name), scores(rows_for(known), metric))
        assert found.low < found.value < found.high


@pytest.mark.parametrize("name", PROTOCOLS)
def test_wider_intervals_on_fewer_segments(name: str):
    def width(segments: int) -> float:
        known = a_set(segments=segments)
        found = one_figure(known, plan(name, resamples=200), scores(rows_for(known), Ratio()))
        return found.high - found.low

    assert width(400) < 0.8 * width(50)


@pytest.mark.parametrize("name", ["delta-hter-seg", "delta-hter-doc"])
def test_differences_of_hter_have_the_sign_of_the_metric(name: str):
    """A metric falls where HTER rises, an error rate rises; for both the interval is in order."""
    known = a_set(segments=100)
    noise = iter(np.random.default_rng(1).normal(scale=0.2, size=len(known.outputs)).tolist())
    rows = {k: (next(noise) - out.parts[Against.hter], 1.0) for k, out in known.outputs.items()}
    good = one_figure(known, plan(name), scores(rows, Ratio()))
    errors = {key: (-matches, total) for key, (matches, total) in rows.items()}
    bad = one_figure(known, plan(name), scores(errors, ErrorRate()))
    assert good.low <= good.value <= good.high < 0 < bad.low <= bad.value <= bad.high
    assert (bad.value, bad.low, bad.high) == pytest.approx((-good.value, -good.high, -good.low))
    assert good.agreement == pytest.approx(bad.agreement)
    assert good.agreement > 0
    assert good.draws == pytest.approx(bad.draws)


def test_what_a_column_says():
    known = a_set()
    how = plan("seg-pearson", "sys-pearson", "pairwise-accuracy")
    columns = run(known, how, scores(rows_for(known), Ratio()))
    said = sum(output.human is not None for output in known.outputs.values())
    assert [column.n for column in columns] == [said, 4, 6]
    assert [column.protocol for column in columns] == how.protocols
    for column in columns:
        assert (column.testset, column.lp, column.by) == ("news", "de-en", "")
        assert column.about
        assert not column.remark
        assert list(column.figures) == ["metric"]


@pytest.mark.parametrize("name", PROTOCOLS)
def test_parts_are_sets_of_their_own(name: str):
    """Also where a system has no outputs in a part, and metrics know systems only."""
    known = a_set(segments=16, parts="xy")
    kept = {k: out for k, out in known.outputs.items() if (k[1], out.by) != ("a", "y")}
    known = replace(known, outputs=kept, systems={"a": 0.1, "b": 0.5, "c": 0.4, "d": 0.7})
    rows = rows_for(known)
    of_systems = dict(zip(dict.fromkeys(system for _, system in kept), (3, 1, 4, 9), strict=True))

    def metrics(keys: Sequence[OutputId]) -> list[Scores]:
        names = dict.fromkeys(system for _, system in keys)
        values = np.array([of_systems[system] for system in names], dtype=float)
        found = [scores({key: rows[key] for key in keys}, Ratio())]
        whole = PROTOCOLS[name].whole_systems
        return [*found, Scores("systems", Mean(), None, values)] if whole else found

    how = plan(name)
    columns = run(known, how, *metrics(list(kept)))
    assert [column.by for column in columns] == ["x", "y"]
    for column in columns:
        alone = {key: output for key, output in kept.items() if output.by == column.by}
        (expected,) = run(replace(known, outputs=alone), how, *metrics(list(alone)))
        assert column == expected
        for metric, figure in column.figures.items():
            assert np.array_equal(figure.draws, expected.figures[metric].draws, equal_nan=True)


@pytest.mark.parametrize(
    ("name", "settings", "reason"),
    [
        ("seg-pearson", {"against": Against.grammar}, "0 outputs with a judgement"),
        ("wmt12-tau", {"against": Against.grammar}, "no pair of outputs"),
        ("sys-pearson", {"against": Against.grammar}, "0 systems"),
        ("spa", {"against": Against.grammar}, "0 systems"),
    ],
)
def test_protocols_that_do_not_fit(name: str, settings: dict[str, object], reason: str):
    known = a_set()
    (column,) = run(known, plan(name, **settings), scores(rows_for(known), Ratio()))
    assert reason in column.remark
    assert "\n" not in column.remark
    assert column == Column(
        PROTOCOLS[name], "news", "de-en", "", 0, column.about, {}, column.remark
    )


def test_scores_of_systems_do_not_fit_outputs():
    known = a_set()
    given = Scores("COMET", Mean(), None, np.arange(4.0))
    (column,) = run(known, plan("seg-pearson"), given)
    assert "COMET" in column.remark
    assert column.figures == {}


def test_one_protocol_that_does_not_fit_leaves_the_others():
    known = a_set()
    how = plan("acc-eq", "seg-pearson", against=Against.grammar)
    how = replace(how, protocols=[*how.protocols, PROTOCOLS["delta-hter-seg"]])
    columns = run(known, how, scores(rows_for(known), Ratio()))
    assert [bool(column.figures) for column in columns] == [False, False, True]


def test_a_test_that_does_not_fit_is_a_mistake():
    known = a_set()
    for how in (plan("sys-pearson"), plan("seg-pearson", group=Group.item)):
        with pytest.raises(UsageError, match="williams"):
            run(known, replace(how, test=MetricTest.williams), scores(rows_for(known), Ratio()))
    for group in (None, Group.none):
        how = plan("seg-pearson", group=group, test=MetricTest.williams)
        assert one_figure(a_set(), how, scores(rows_for(known), Ratio())).rank == 1


def test_ranks():
    """Metrics that say the same of every output have no figure, thus no rank."""
    known = judged(np.random.default_rng(1).normal(size=(40, 2)))
    human = np.array([output.human for output in known.outputs.values()])
    noise = np.random.default_rng(2).normal(size=80)
    metrics = [
        scores_of(noise, "bad"),
        scores_of(human + 0.1 * noise, "good"),
        scores_of(np.ones(80), "constant"),
    ]
    for test in MetricTest:
        (column,) = run(known, plan("seg-pearson", test=test), *metrics)
        ranks = {name: figure.rank for name, figure in column.figures.items()}
        assert ranks == {"bad": 2, "good": 1, "constant": None}
        constant = column.figures["constant"]
        assert np.isnan([constant.value, constant.low, constant.high]).all()


def test_draws_where_a_figure_is_undefined_are_no_part_of_its_interval():
    """Two segments of three say the same: draws without the third have no correlation."""
    known = judged(np.array([[1.0], [1.0], [2.0]]))
    found = one_figure(known, plan("seg-pearson"), scores_of(np.array([1.0, 3.0, 4.0])))
    undefined = np.isnan(found.draws)
    assert 0 < undefined.sum() < RESAMPLES
    bounds = np.percentile(found.draws[~undefined], [2.5, 97.5])
    assert (found.low, found.high) == pytest.approx(bounds)
