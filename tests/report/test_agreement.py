"""Figures of agreement for people and programs: what is undefined, what is best, odd names."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from math import nan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.judgements.base import CannotJudge
from treescore.meta.agreement import Column, Figure, Plan
from treescore.meta.outcome import Agreement, bring_together
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.run import Points, SetReport
from treescore.report.agreement import (
    charts,
    print_agreement,
    to_json,
    to_latex,
    to_tsv,
)
from treescore.report.charts import Bar, Bars, Scatter

PEARSON = PROTOCOLS["seg-pearson"]
UNDEFINED = Figure(nan, nan, nan, None, np.array([nan, nan]))
GOOD = Figure(0.75, 0.5, 0.875, 1, np.array([0.5, 0.9]), 0.75)
BAD = Figure(-0.25, -0.5, 0.125, 2, np.array([-0.5, -0.1]), -0.25)
WIDE = Figure(0.25, nan, nan, 1, np.array([nan, nan]), 0.25)
"""One that is undefined on every resample."""


def one_column(
    figures: Mapping[str, Figure], lp: str = "de-en", by: str = "", reason: str = ""
) -> Column:
    return Column(PEARSON, "news", lp, by, 12, "a protocol", figures, reason)


def report(*columns: Column, signs: Mapping[str, int] | None = None) -> SetReport:
    names = signs or {name: 1 for column in columns for name in column.figures}
    points = [
        Points(name, "news", "de-en", "output", "human", np.array([1.0, 2.0]), np.array([3.0, 5.0]))
        for name in names
    ]
    return SetReport(columns, names, {name: f"{name}|version:1" for name in names}, (), points)


def agreement(*sets: SetReport) -> Agreement:
    return bring_together(Plan([PEARSON]), sets)


MIXED = agreement(report(one_column({"good": GOOD, "none": UNDEFINED, "bad": BAD})))


def refuse(constant: str) -> None:
    raise AssertionError(f"{constant} is no JSON")


def test_json_has_null_for_what_is_undefined():
    good, none, _ = json.loads(to_json(MIXED), parse_constant=refuse)
    assert [good[name] for name in ("value", "low", "high", "rank")] == [0.75, 0.5, 0.875, 1]
    assert [none[name] for name in ("value", "low", "high", "rank")] == [None] * 4
    assert none["n"] == 12


def test_json_has_null_for_a_set_without_figures():
    found = agreement(report(one_column({"good": GOOD})), report(one_column({}, "fr-en", "", "no")))
    assert [(each["lp"], each["value"]) for each in json.loads(to_json(found))] == [
        ("de-en", 0.75),
        ("fr-en", None),
    ]


def test_tsv_is_empty_where_json_is_null():
    head, *rows = (line.split("\t") for line in to_tsv(MIXED).splitlines())
    none = dict(zip(head, rows[1], strict=True))
    assert [none[name] for name in ("metric", "value", "low", "high", "rank", "n")] == [
        "none",
        *[""] * 4,
        "12",
    ]


def table(found: Agreement, capsys: pytest.CaptureFixture[str]) -> list[str]:
    print_agreement(found)
    return capsys.readouterr().out.splitlines()


def test_the_table_has_a_dash_for_what_is_undefined(capsys: pytest.CaptureFixture[str]):
    head, *rows = table(MIXED, capsys)[:5]
    assert head.split() == ["seg-pearson", "de-en"]
    assert [row.split() for row in rows] == [
        ["good", "0.750*", "[0.500", "0.875]"],
        ["none", "-"],
        ["bad", "-0.250", "[-0.500", "0.125]"],
        ["outputs", "12"],
    ]


def test_the_table_says_why_a_set_has_no_figure(capsys: pytest.CaptureFixture[str]):
    """Nor is there an average of a single set."""
    told = table(
        agreement(
            report(one_column({"good": GOOD})), report(one_column({}, "fr-en", "", "no judgement"))
        ),
        capsys,
    )
    assert told[0].split() == ["seg-pearson", "de-en", "fr-en"]
    assert told[1].split() == ["good", "0.750*", "[0.500", "0.875]", "-"]
    assert any(line.startswith("fr-en, seg-pearson: no judgement") for line in told)


def test_no_report_without_any_figure():
    with pytest.raises(CannotJudge, match="news de-en: seg-pearson: no judgement"):
        agreement(report(one_column({}, reason="no judgement")))
    agreement(report(one_column({"good": GOOD})), report(one_column({}, reason="none")))


def test_an_interval_may_be_undefined(capsys: pytest.CaptureFixture[str]):
    found = agreement(report(one_column({"wide": WIDE})))
    assert (each := json.loads(to_json(found))[0])["value"] == 0.25
    assert each["low"] is each["high"] is None
    row = table(found, capsys)[1]
    assert row.split()[:2] == ["wide", "0.250*"]
    assert "nan" not in row
    assert "nan" not in to_latex(found)


def test_sets_are_averaged(capsys: pytest.CaptureFixture[str]):
    """A metric that one of them lacks has no average."""
    first = report(one_column({"good": GOOD, "rare": GOOD}))
    found = agreement(first, report(one_column({"good": BAD}, "fr-en")))
    told = table(found, capsys)
    assert told[0].split() == ["seg-pearson", "de-en", "fr-en", "average"]
    assert told[1].split()[-3:] == ["0.250*", "[0.010", "0.390]"]
    assert told[2].split() == ["rare", "0.750*", "[0.500", "0.875]", "-", "-"]
    assert told[3].split() == ["outputs", "12", "12", "24"]
    assert len(json.loads(to_json(found))) == 4


def test_parts_are_rows(capsys: pytest.CaptureFixture[str]):
    columns = [one_column({"good": GOOD}, by="talk"), one_column({"good": BAD}, by="web")]
    told = table(agreement(report(*columns)), capsys)
    assert told[0].split() == ["seg-pearson", "good", "outputs"]
    assert [line.split()[0] for line in told[1:4]] == ["de-en", "de-en", "average"]
    assert [line.split()[-1] for line in told[1:4]] == ["12", "12", "24"]


def test_latex_marks_the_best_and_what_is_undefined():
    rows = to_latex(MIXED).partition("\\midrule\n")[2].splitlines()
    assert rows[:3] == [
        r"good & \textbf{0.750} [0.500, 0.875] \\",
        r"none & -- \\",
        r"bad & $-$0.250 [$-$0.500, 0.125] \\",
    ]


def test_latex_escapes_names():
    odd = r"A&B $x_1 50% #1 {a} \b ~^"
    column = Column(PEARSON, "a&b\nc", "de-en", "x_$", 3, "100%\nodd", {odd: GOOD})
    other = Column(PEARSON, "d", "de-en", "y", 3, "100%\nodd", {odd: GOOD})
    told = to_latex(agreement(report(column), report(other)))
    assert r"a\&b c de-en x\_\$" in told
    row = next(line for line in told.splitlines() if line.startswith("A"))
    assert row.startswith(
        r"A\&B \$x\_1 50\% \#1 \{a\} \textbackslash{}b \textasciitilde{}\textasciicircum{} & "
    )
    assert "% seg-pearson: 100% odd; against human" in told.splitlines()


NAMES = st.text(st.characters(), min_size=1, max_size=20)


@given(NAMES, NAMES, NAMES)
def test_names_stay_in_their_cells(metric: str, testset: str, by: str):
    columns = [
        Column(PEARSON, testset, "de-en", each, 3, "about", {metric: GOOD}) for each in (by, "z")
    ]
    found = agreement(report(*columns), report(one_column({metric: BAD}, by=by)))
    rows = to_tsv(found).split("\n")
    assert len(rows) == 1 + 3
    assert {row.count("\t") for row in rows} == {rows[0].count("\t")}
    tabular = re.search(r"\\begin\{tabular\}.*?\\end\{tabular\}", to_latex(found), re.DOTALL)
    assert tabular
    body = tabular[0].replace("\n", " ").replace(r"\textbackslash", "")
    assert len(re.findall(r"(?<!\\)&", body)) == 3 * 4, "heads, sizes and one metric"
    assert body.count(r" \\ ") == 3
    assert not re.search(r"(?<!\\)[%#$_^~](?!-\$)", body.replace("$-$", "-"))


def test_bars_carry_their_intervals():
    (bars, *_) = charts(MIXED)
    assert bars == Bars(
        "seg-pearson, de-en (12 outputs)",
        [Bar("good", 0.75, 0.5, 0.875, best=True), Bar("bad", -0.25, -0.5, 0.125)],
    )


def test_the_average_is_drawn_too():
    found = agreement(
        report(one_column({"good": GOOD})), report(one_column({"good": BAD}, "fr-en"))
    )
    drawn = [chart for chart in charts(found) if isinstance(chart, Bars)]
    assert [chart.title for chart in drawn] == [
        "seg-pearson, de-en (12 outputs)",
        "seg-pearson, fr-en (12 outputs)",
        "seg-pearson, average (24 outputs)",
    ]
    (bar,) = drawn[-1].bars
    assert (bar.value, bar.low, bar.high) == pytest.approx((0.25, 0.01, 0.39))


def scatters(found: Agreement) -> list[Scatter]:
    return [chart for chart in charts(found) if isinstance(chart, Scatter)]


def test_scores_are_drawn_against_judgements():
    good, none, bad = scatters(MIXED)
    assert good == Scatter(
        "good, news de-en",
        "human (outputs)",
        "good",
        [(1.0, 3.0), (2.0, 5.0)],
        "seg-pearson 0.750 [0.500, 0.875]",
    )
    assert none.note == ""
    assert bad.note == "seg-pearson -0.250 [-0.500, 0.125]"


def test_all_scores_are_not_said_to_have_the_figure_of_a_part():
    """Not even of those outputs whose part has no name."""
    columns = [one_column({"good": GOOD}, by="talk"), one_column({"good": BAD}, by="")]
    (drawn,) = scatters(agreement(report(*columns)))
    assert drawn.note == ""


def test_a_scatter_without_an_interval_says_so():
    """One segment cannot be drawn again."""
    single = replace(GOOD, low=nan, high=nan)
    (drawn,) = scatters(agreement(report(one_column({"good": single}))))
    assert drawn.note == "seg-pearson 0.750 [-, -]"
