"""What can be asked of treescore meta, and where its scores and judgements come from."""

from __future__ import annotations

import json
from pathlib import Path
from statistics import mean

import pytest

from tests.cli.judged import (
    META,
    OUTPUT_COUNT,
    REFERENCES,
    Row,
    Scored,
    figures,
    pearson,
    segs,
    treescore,
    write_table,
    write_two,
)
from tests.conftest import called
from tests.report.drawn import find, parse

PEARSON = "--protocol seg-pearson"


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Scored:
    return Scored(tmp_path_factory.mktemp("scored"), {"chrf": 1})


@pytest.fixture
def files(tmp_path: Path) -> Path:
    write_two(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("by", "column"), [("doc", "doc_id"), ("domain", "domain"), ("system", "system")]
)
def test_broken_down_by_a_column(files: Path, scored: Scored, by: str, column: str):
    parts: dict[str, list[Row]] = {}
    for row in segs():
        parts.setdefault(row[column], []).append(row)
    found = figures(files, f"{META} -m chrf {PEARSON} --by {by}")
    assert {each["by"]: (each["value"], each["n"]) for each in found} == {
        part: (pytest.approx(scored.pearson("chrf", rows)), len(rows))
        for part, rows in parts.items()
    }


def test_the_table_of_parts(files: Path):
    told = treescore(files, *f"{META} -m chrf -m bleu {PEARSON} --by domain --resamples 20".split())
    head, *rows = told[: told.index("\n\n")].splitlines()
    assert head.split() == ["seg-pearson", "chrf", "bleu", "outputs"]
    assert [row.split()[:2] for row in rows[:2]] == [["de-en", "news"], ["de-en", "talk"]]
    assert [row.split()[-1] for row in rows] == ["15", "9", "24"]
    assert rows[2].startswith("average")


@pytest.mark.parametrize("group", ["system", "item"])
def test_within_groups(files: Path, scored: Scored, group: str):
    column = {"system": "system", "item": "seg_id"}[group]
    names = dict.fromkeys(row[column] for row in segs())
    expected = mean(
        scored.pearson("chrf", [r for r in segs() if r[column] == name]) for name in names
    )
    (found,) = figures(files, f"{META} -m chrf {PEARSON} --group {group}")
    assert found["value"] == pytest.approx(expected)
    assert found["n"] == OUTPUT_COUNT


@pytest.mark.parametrize("against", ["fluency", "adequacy", "overall", "grammar", "hter"])
def test_against_a_part_of_the_judgement(files: Path, scored: Scored, against: str):
    rows = segs()
    for row in rows:
        said = {
            "fluency": float(row["h_fluency"]),
            "adequacy": float(row["h_adequacy"]),
            "overall": float(row["h_fluency"]) + float(row["h_adequacy"]),
            "grammar": float(row["mqm_grammar"]),
            "hter": -float(row["hter"]),
        }
        row["said"] = str(said[against])
    (found,) = figures(files, f"{META} -m chrf {PEARSON} --against {against}")
    assert found["value"] == pytest.approx(scored.pearson("chrf", rows, "said"))
    assert found["against"] == against


def test_bounds_of_length_belong_to_it(files: Path, scored: Scored):
    lengths = sorted(len(reference) for reference in REFERENCES)
    low, high = lengths[2], lengths[-3]
    rows = [row for row in segs() if low <= len(row["ref"]) <= high]
    left_out = OUTPUT_COUNT - len(rows)
    assert low in map(len, REFERENCES) and lengths[0] < low < high < lengths[-1]
    done = called(
        files,
        *f"{META} -m chrf {PEARSON} --min-chars {low} --max-chars {high}".split(),
        *"--resamples 20 -f json".split(),
    )
    (found,) = json.loads(done.stdout)
    assert (found["value"], found["n"]) == (pytest.approx(scored.pearson("chrf", rows)), len(rows))
    assert f"left out: {left_out} outputs whose reference is too short or too long" in done.stderr


def test_no_reference_is_of_no_length(files: Path):
    done = called(files, *f"{META} -m chrf {PEARSON} --max-chars 0".split())
    assert (done.returncode, done.stdout) == (1, "")
    assert "24 outputs whose reference is too short or too long" in done.stderr


def test_a_sweep_is_several_metrics(files: Path):
    found = figures(files, f"{META} -m bleu:order=2..4 -m bleu {PEARSON}")
    assert [each["metric"] for each in found] == [
        *(f"bleu:order={n}" for n in (2, 3, 4)),
        "bleu",
    ]
    assert found[2]["value"] == found[3]["value"] != found[1]["value"]


def test_the_usual_metrics_and_protocols(files: Path):
    """Preferences and systems where there are some, scores elsewhere."""
    found = figures(files, "meta web.fr-en.segs.tsv news.de-en.segs.tsv")
    assert list(dict.fromkeys(each["metric"] for each in found)) == ["sdpm", "dpm", "chrf", "bleu"]
    assert list(dict.fromkeys(each["protocol"] for each in found)) == [
        "seg-pearson",
        "consistency",
        "sys-spearman",
    ]


@pytest.mark.parametrize(
    ("sets", "expected"),
    [
        ("into.en-de.segs.tsv", ["dpm", "hwcm", "chrf", "bleu"]),
        ("into.en-de.segs.tsv web.fr-en.segs.tsv", ["dpm", "chrf", "bleu"]),
    ],
)
def test_of_several_languages_the_metrics_that_are_usual_in_all(
    files: Path, sets: str, expected: list[str]
):
    write_table(files / "into.en-de.segs.tsv", segs())
    found = figures(files, f"meta {sets} {PEARSON}")
    assert list(dict.fromkeys(each["metric"] for each in found)) == expected


@pytest.mark.parametrize(
    ("arguments", "protocol", "metrics", "n"),
    [
        ("edpm-hter-doc", "delta-hter-doc", "ter bleu edpm", 9),
        (
            "edpm-hter-doc --protocol delta-hter-seg -m chrf",
            "delta-hter-seg",
            "ter bleu edpm chrf",
            24,
        ),
        ("cesm-segments --min-chars 0 --max-chars 99", "wmt12-tau", "cesm", 7),
    ],
)
def test_a_table_of_a_paper(files: Path, arguments: str, protocol: str, metrics: str, n: int):
    """Its metrics, protocol and bounds, as far as no others are given; metrics join its own."""
    found = figures(files, f"{META} --table {arguments}")
    assert [each["metric"] for each in found] == metrics.split()
    assert {(each["protocol"], each["n"]) for each in found} == {(protocol, n)}


def test_a_table_of_a_paper_says_which(files: Path):
    told = treescore(files, *f"{META} --table tesla --resamples 20".split())
    assert told.startswith("Liu et al. 2010, Tables 1 to 3")
    rows = [line.split()[0] for line in told.splitlines() if "]" in line and ":" not in line]
    assert rows == ["tesla-m", "maxsim", "bleu"] * 2
    assert told.index("\nconsistency") < told.index("\nsys-spearman")


@pytest.mark.parametrize(
    "arguments",
    ["news.de-en.segs.tsv -l it", "news.de-en.segs.tsv --lang IT", "own.en-it.segs.tsv"],
)
def test_the_language_is_that_of_the_name_or_the_one_given(files: Path, arguments: str):
    """For Italian there is no parser here."""
    write_table(files / "own.en-it.segs.tsv", segs())
    done = called(files, "meta", *arguments.split(), "-m", "hwcm")
    assert (done.returncode, done.stdout) == (1, "")
    noticed, line = done.stderr.splitlines()
    assert "look like English (en), not Italian (it)" in noticed
    assert "python -m spacy download it_core_news_sm" in line


def test_a_set_without_a_language_pair(files: Path, scored: Scored):
    write_table(files / "bare.segs.tsv", segs())
    (found,) = figures(files, f"meta bare.segs.tsv -l en -m chrf {PEARSON}")
    assert (found["set"], found["lp"]) == ("bare", "")
    assert found["value"] == pytest.approx(scored.pearson("chrf", segs()))


@pytest.mark.parametrize("suffix", ["html", "svg"])
def test_a_plot_shows_figures_and_scores(files: Path, scored: Scored, suffix: str):
    arguments = f"meta news.de-en.segs.tsv web.fr-en.segs.tsv -m chrf {PEARSON}"
    expected = figures(files, arguments)
    told = treescore(files, *f"{arguments} --resamples 20 --plot plot.{suffix}".split())
    assert told.startswith("seg-pearson"), "the table is printed all the same"
    groups = parse((files / f"plot.{suffix}").read_text()).iter()
    charts = {each.find("title").text: each for each in groups if each.get("role") == "img"}
    names = ("news de-en (24 outputs)", "web fr-en (15 outputs)")
    for each, name in zip(expected, names, strict=True):
        shown = f"chrf: {each['value']:.3f} [{each['low']:.3f}, {each['high']:.3f}]"
        assert charts[f"seg-pearson, {name}"].find("desc").text.startswith(shown)
    assert "seg-pearson, average (39 outputs)" in charts
    points = find(charts["chrf, news de-en"], "circle")
    assert len(points) == OUTPUT_COUNT
    across, down = ([float(point.get(side)) for point in points] for side in ("cx", "cy"))
    assert pearson(across, down) == pytest.approx(-scored.pearson("chrf", segs()), abs=0.001)
