"""Correlations and pairs of whole systems, against what they are by definition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.meta.cases import Case, ErrorRate, cases, check, correlate, make_case
from tests.stats.ratios import Ratio, RatioByDocument
from treescore.judgements.base import Against, CannotJudge, Judgements, Output, OutputId
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean, Scores
from treescore.stats.aggregation import Totals

DATA = st.data()
quick = settings(max_examples=60)
SYSTEM_PROTOCOLS = ["sys-pearson", "sys-spearman", "pairwise-accuracy"]


def value(name: str, case: Case) -> float:
    return PROTOCOLS[name].examine(case.sample, Knobs()).value(case.scores)


def both_sides(case: Case) -> list[tuple[Fraction, Fraction]]:
    """The score of every system, and what humans think of it."""
    sides = []
    for system in case.systems:
        own = [key for key in case.keys if key[1] == system]
        said = case.said(own) if own else {}
        human: Fraction | None
        if case.against is Against.human and case.judged.systems:
            given_ = case.judged.systems.get(system)
            human = None if given_ is None else Fraction(given_)
        else:
            human = sum(said.values(), Fraction()) / len(said) if said else None
        if own and human is not None:
            sides.append((case.score(*own), human))
    return sides


def correlation_oracle(name: str, case: Case) -> tuple[int, float] | None:
    sides = both_sides(case)
    return (len(sides), correlate(name, sides)) if len(sides) > 1 else None


def sign(number: Fraction) -> int:
    return (number > 0) - (number < 0)


def accuracy_oracle(case: Case) -> tuple[int, float] | None:
    pairs = list(combinations(both_sides(case), 2))
    alike = [sign(one[0] - two[0]) == sign(one[1] - two[1]) for one, two in pairs]
    return (len(pairs), alike.count(True) / len(pairs)) if pairs else None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["pearson", "spearman"])
@quick
@given(case=cases(), data=DATA)
def test_correlations_against_scipy(name: str, case: Case, data: st.DataObject):
    check(f"sys-{name}", case, partial(correlation_oracle, name), data)


@pytest.mark.slow
@quick
@given(cases(), DATA)
def test_pairwise_accuracy(case: Case, data: st.DataObject):
    check("pairwise-accuracy", case, accuracy_oracle, data)


def output(human: float | None, doc: str = "") -> Output:
    return Output("a text", ("the text",), human, {}, doc)


def by_hand(
    humans: Sequence[str], rows: Sequence[str], metric: Totals, table: Sequence[float] = ()
) -> Case:
    """Every system's outputs in order of segments; a row is 1/2."""
    outputs, statistics = {}, {}
    for system, said, given_ in zip("abcd", humans, rows, strict=False):
        for number, (human, row) in enumerate(zip(said.split(), given_.split(), strict=True), 1):
            key = str(number), system
            outputs[key] = output(None if human == "-" else float(human))
            matches, total = row.split("/")
            statistics[key] = float(matches), float(total)
    systems = dict(zip("abcd", table, strict=False))
    return make_case(Judgements("set", outputs, systems=systems), statistics, metric)


HUMANS = ["4 2", "3 2", "1 -", "2 2"]
ROWS = ["1/1 0/4", "1/2 1/2", "0/1 4/4", "0/1 1/2"]


def test_pairwise_accuracy_by_hand():
    # Humans: a 3, b 5/2, c 1, d 2, so a > b > d > c.
    # The metric: a 1/5, b 2/4, c 4/5 (what nobody judged is scored too), d 1/3: c > b > d > a.
    # Alike: b > d alone of 6. The means of segment scores would be 1/2, 1/2, 1/2 and 1/4.
    case = by_hand(HUMANS, ROWS, Ratio())
    assert value("pairwise-accuracy", case) == pytest.approx(1 / 6)
    # As an error rate: a > d > b > c. Alike is all but b > d.
    assert value("pairwise-accuracy", replace(case, metric=ErrorRate())) == pytest.approx(5 / 6)


def test_spearman_of_systems_by_hand():
    # Ranks of humans: 1 2 4 3, of the metric: 4 2 1 3; 1 - 6 (9 + 0 + 9 + 0) / (4 * 15).
    assert value("sys-spearman", by_hand(HUMANS, ROWS, Ratio())) == pytest.approx(-4 / 5)


def test_systems_judged_as_a_whole_by_hand():
    # The table says c > b > d, as the metric does, and nothing of a.
    case = by_hand(HUMANS, ROWS, Ratio())
    table = {"b": 1.0, "c": 2.0, "d": 0.5}
    case = replace(case, judged=replace(case.judged, systems=table))
    examination = PROTOCOLS["pairwise-accuracy"].examine(case.sample, Knobs())
    assert (examination.n, examination.value(case.scores)) == (3, 1.0)


@pytest.mark.parametrize("name", SYSTEM_PROTOCOLS)
def test_who_judged_is_told(name: str):
    def about(**changes: object) -> str:
        case = by_hand(HUMANS, ROWS, Ratio())
        judged = replace(case.judged, **changes)  # type: ignore[arg-type]
        return PROTOCOLS[name].about(replace(case, judged=judged).sample, Knobs())

    table = {"a": 1.0, "b": 2.0}
    assert about().endswith("; human: mean of a system's judged outputs")
    assert about(systems=table).endswith("; human: judged as a whole (no kind named)")
    assert about(systems=table, systems_kind="RR").endswith("; human: judged as a whole (RR)")


def test_two_ties_are_alike():
    # Humans: a = b > c, the metric: a = b = c. One pair of three is alike.
    case = by_hand(["1 3", "2 2", "1 1"], ["1/2 1/2", "1/4 3/4", "0/1 1/1"], Mean())
    assert value("pairwise-accuracy", replace(case, metric=Ratio())) == pytest.approx(1 / 3)


@pytest.mark.parametrize("name", SYSTEM_PROTOCOLS)
@pytest.mark.parametrize("factor", [2.0**60, 2.0**-60])
def test_the_unit_of_scores_changes_nothing(name: str, factor: float):
    case = by_hand(HUMANS, ROWS, Ratio())
    rows = {key: (matches * factor, total) for key, (matches, total) in case.rows.items()}
    assert value(name, replace(case, rows=rows)) == pytest.approx(value(name, case))


def test_equal_means_are_equal_in_any_order():
    # As floats, 0.1 + 0.2 + 0.3 and 0.3 + 0.2 + 0.1 differ in the last digit.
    case = by_hand(["0.1 0.2 0.3", "0.3 0.2 0.1"], ["1/1 1/1 1/1"] * 2, Mean())
    assert value("pairwise-accuracy", case) == 1.0


def test_scores_of_systems_may_be_given():
    case = by_hand(HUMANS, ROWS, Ratio())
    scores = Scores("given", Mean(), None, np.array([4.0, 3.0, 1.0, 2.0]))
    for name in SYSTEM_PROTOCOLS[1:]:
        assert PROTOCOLS[name].examine(case.sample, Knobs()).value(scores) == pytest.approx(1.0)


@pytest.mark.parametrize("docs", [3, 0])
def test_metrics_that_average_documents(docs: int):
    # A system's score is the mean of its documents', weighted by their segments; without
    # documents the whole set is one.
    rng = np.random.default_rng(5)
    keys = [(str(segment), system) for segment in range(12) for system in "abcd"]
    outputs = {
        key: output(float(rng.normal()), str(int(key[0]) % docs) if docs else "") for key in keys
    }
    rows = {key: (float(rng.integers(0, 9)), float(rng.integers(1, 9))) for key in keys}
    case = make_case(Judgements("set", outputs), rows, RatioByDocument())

    def total(own: Sequence[OutputId]) -> Fraction:
        names = Counter(outputs[key].doc for key in own)
        parts = [
            count * case.raw([key for key in own if outputs[key].doc == name])
            for name, count in names.items()
        ]
        return sum(parts, Fraction()) / len(own)

    sides = []
    for system in "abcd":
        own = [key for key in keys if key[1] == system]
        human = sum(case.said(own).values(), Fraction()) / 12
        sides.append((total(own), human))
    assert value("sys-pearson", case) == pytest.approx(correlate("pearson", sides))


@pytest.mark.parametrize("name", SYSTEM_PROTOCOLS)
def test_two_systems_are_needed(name: str):
    for humans, count in ((["1 2"], 1), (["1 2", "- -"], 1), (["- -", "- -"], 0)):
        with pytest.raises(CannotJudge, match=f"^{count} systems with outputs and judgements"):
            value(name, by_hand(humans, ["1/2 1/1", "1/1 1/1"], Ratio()))


@pytest.mark.parametrize("name", SYSTEM_PROTOCOLS)
def test_a_table_of_one_system_is_too_little(name: str):
    with pytest.raises(CannotJudge, match=r"^1 systems with outputs and judgements"):
        value(name, by_hand(HUMANS, ROWS, Ratio(), table=[1.0]))


@pytest.mark.parametrize("name", SYSTEM_PROTOCOLS[:2])
def test_systems_that_are_all_alike_have_no_correlation(name: str):
    case = by_hand(["1 2", "2 1"], ["1/2 1/1", "1/1 1/1"], Ratio())
    assert isnan(value(name, case))
