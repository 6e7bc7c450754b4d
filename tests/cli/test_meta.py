"""treescore meta on a small set: its figures are scipy's, in whatever form they are printed."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import combinations
from pathlib import Path
from statistics import mean

import pytest

from tests.cli.judged import (
    JUDGED,
    META,
    OUTPUT_COUNT,
    OUTPUTS,
    PAIRS,
    REFERENCES,
    SIZES,
    SYSTEMS,
    Record,
    Scored,
    figures,
    human,
    kendall,
    pearson,
    read_tsv,
    segs,
    spearman,
    treescore,
    write_two,
)
from treescore.version import VERSION

SIGNS = {"bleu": 1, "chrf": 1, "ter": -1}
"""-1 where lower scores are better."""
METRICS = "-m bleu -m chrf -m ter"
PROTOCOLS = " ".join(f"--protocol {name}" for name in SIZES)
TWO = f"meta news.de-en.segs.tsv web.fr-en.segs.tsv {METRICS} --seed 3"
BOTH = "--protocol seg-pearson --protocol consistency"


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Scored:
    return Scored(tmp_path_factory.mktemp("scored"), SIGNS)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("made")
    write_two(folder)
    return folder


@pytest.fixture(scope="module")
def of_all(made: Path) -> list[Record]:
    """The figures of all protocols."""
    return figures(made, f"{META} {METRICS} {PROTOCOLS}")


@pytest.fixture(scope="module")
def of_two(made: Path) -> list[Record]:
    """The figures of two sets by two protocols."""
    return figures(made, f"{TWO} {BOTH}")


def value(found: Iterable[Record], protocol: str, metric: str) -> float:
    (one,) = (each for each in found if (each["protocol"], each["metric"]) == (protocol, metric))
    number: float = one["value"]
    return number


def test_json_has_the_fixed_layout(of_all: list[Record]):
    assert [(each["protocol"], each["metric"]) for each in of_all] == [
        (protocol, metric) for protocol in SIZES for metric in SIGNS
    ]
    for each in of_all:
        assert set(each) >= {"set", "lp", "protocol", "metric", "value", "low", "high", "n"}
        assert (each["set"], each["lp"]) == ("news", "de-en")
        assert -1 <= each["low"] <= each["high"] <= 1
        assert each["n"] == SIZES[each["protocol"]]


@pytest.mark.parametrize("metric", SIGNS)
def test_figures_are_what_scipy_says_of_the_scores(
    of_all: list[Record], scored: Scored, metric: str
):
    scores, said = scored.of(metric, segs()), human(segs())
    of_systems = [scored.systems[metric, name] for name in SYSTEMS]
    agreed = [
        int(pref) * (scored.outputs[metric, n, one] - scored.outputs[metric, n, other])
        for n, one, other, pref in PAIRS
        if pref != "0"
    ]
    ordered = [difference > 0 for difference in agreed]
    untied = [difference > 0 for difference in agreed if difference]
    assert (len(ordered) > len(untied)) == (metric == "ter"), "which ties a pair"
    expected = {
        "seg-pearson": pearson(scores, said),
        "seg-spearman": spearman(scores, said),
        "seg-kendall": kendall(scores, said),
        "sys-pearson": pearson(of_systems, list(SYSTEMS.values())),
        "sys-spearman": spearman(of_systems, list(SYSTEMS.values())),
        "consistency": mean(ordered),
        "wmt12-tau": 2 * mean(ordered) - 1,
        "wmt13-tau": 2 * mean(untied) - 1,
        "wmt14-tau": (2 * mean(untied) - 1) * len(untied) / len(ordered),
    }
    found = {protocol: value(of_all, protocol, metric) for protocol in expected}
    assert found == pytest.approx(expected)


@pytest.mark.parametrize("metric", SIGNS)
def test_differences_of_hter(of_all: list[Record], scored: Scored, metric: str):
    """The correlation keeps its sign: below 0 for a good metric, unless lower scores are better."""
    deltas = []
    for n, reference in enumerate(REFERENCES):
        words = len(reference.split())
        hter = {name: values[n] for name, values in JUDGED["hter"].items()}
        for pair in combinations(OUTPUTS, 2):
            more, less = sorted(pair, key=lambda name: -hter[name])
            scores = [scored.outputs[metric, str(n + 1), name] for name in (more, less)]
            delta = SIGNS[metric] * (scores[0] - scores[1])
            deltas.append((words * delta, words * (hter[more] - hter[less])))
    expected = pearson(*zip(*deltas, strict=True))
    assert value(of_all, "delta-hter-seg", metric) == pytest.approx(expected)
    assert SIGNS[metric] * expected < 0


def test_differences_of_hter_are_against_hter(of_all: list[Record]):
    for each in of_all:
        assert each["against"] == ("hter" if "hter" in each["protocol"] else "human")


def test_a_metric_of_trees(made: Path, tmp_path: Path):
    name = "hwcm:length=2"
    expected = Scored(tmp_path, {name: 1}).pearson(name, segs())
    (found,) = figures(made, f"{META} -m {name} --protocol seg-pearson")
    assert (found["metric"], found["n"]) == (name, OUTPUT_COUNT)
    assert found["value"] == pytest.approx(expected)


CELL = re.compile(r"(-?\d\.\d{3})([* ]) \[(-?\d\.\d{3}) (-?\d\.\d{3})\]")


def table_of(protocol: str, told: str) -> list[str]:
    """The head, the lines of metrics, and the line of sizes."""
    lines = told.splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith(f"{protocol} "))
    return lines[start : lines.index("", start)]


@pytest.fixture(scope="module")
def table(made: Path) -> str:
    return treescore(made, *f"{TWO} {BOTH} --resamples 20".split())


def column(found: Iterable[Record], testset: str, protocol: str) -> list[Record]:
    return [each for each in found if (each["set"], each["protocol"]) == (testset, protocol)]


@pytest.mark.parametrize(
    ("protocol", "sizes", "weights", "called"),
    [
        ("seg-pearson", (24, 15), (1, 1), "average"),
        ("consistency", (7, 15), (7, 15), "pooled"),
    ],
)
def test_the_table_has_all_sets_and_their_mean(
    table: str,
    of_two: list[Record],
    protocol: str,
    sizes: tuple[int, int],
    weights: tuple[int, int],
    called: str,
):
    head, *rows, last = table_of(protocol, table)
    assert head.split() == [protocol, "news", "de-en", "web", "fr-en", called]
    assert last.split()[1:] == [str(size) for size in (*sizes, sum(sizes))]
    assert [row.split()[0] for row in rows] == list(SIGNS)
    cells = [CELL.findall(row) for row in rows]
    for place, testset in enumerate(("news", "web")):
        assert [row[place] for row in cells] == [
            (
                f"{each['value']:.3f}",
                "*" if each["rank"] == 1 else " ",
                f"{each['low']:.3f}",
                f"{each['high']:.3f}",
            )
            for each in column(of_two, testset, protocol)
        ]
    for metric, row in zip(SIGNS, cells, strict=True):
        values = [
            value(column(of_two, testset, protocol), protocol, metric)
            for testset in ("news", "web")
        ]
        expected = sum(w * each for w, each in zip(weights, values, strict=True)) / sum(weights)
        assert float(row[2][0]) == pytest.approx(expected, abs=0.0006)


def test_the_best_is_marked(of_two: list[Record], table: str):
    for protocol in ("seg-pearson", "consistency"):
        for testset in ("news", "web"):
            figures = column(of_two, testset, protocol)
            best = max(each["value"] for each in figures)
            assert all(each["rank"] == 1 for each in figures if each["value"] == best)
        rows = [CELL.findall(row)[2] for row in table_of(protocol, table)[1:-1]]
        best = max(float(cell[0]) for cell in rows)
        assert all(cell[1] == "*" for cell in rows if float(cell[0]) == best)


def test_json_has_no_average(of_two: list[Record]):
    assert [(each["set"], each["lp"], each["protocol"], each["metric"]) for each in of_two] == [
        (testset, lp, protocol, metric)
        for protocol in ("seg-pearson", "consistency")
        for testset, lp in (("news", "de-en"), ("web", "fr-en"))
        for metric in SIGNS
    ]


def test_notes_say_how_figures_were_made(table: str):
    assert "\x1b" not in table, "no colours in a pipe"
    for words in (
        "seg-pearson: Pearson's r",
        "group none; against human",
        "consistency: share of pairs that humans compared",
        "consistency: share of pairs of outputs of a segment that humans scored differently",
        "20 resamples, seed 3",
        "perm-both, 1000 permutations",
    ):
        assert words in table
    signatures = [line for line in table.splitlines() if line.endswith(f"treescore-{VERSION}")]
    assert [line.split("|")[0] for line in signatures] == list(SIGNS)


def test_the_test_is_named(made: Path):
    told = treescore(made, *f"{META} {METRICS} --protocol seg-pearson --test williams".split())
    assert "williams" in told
    assert "permutations" not in told


def test_tsv_is_json_in_rows(made: Path, of_two: list[Record]):
    rows = read_tsv(treescore(made, *f"{TWO} {BOTH} --resamples 20 -f tsv".split()))
    assert rows == [
        {name: "" if each is None else str(each) for name, each in record.items()}
        for record in of_two
    ]


def test_latex_has_the_figures_of_the_table(made: Path, table: str):
    told = treescore(made, *f"{TWO} {BOTH} --resamples 20 -f latex".split())
    blocks = re.findall(r"\\midrule\n(.*?)\n\\bottomrule", told, re.DOTALL)
    assert told.count(r"\begin{tabular}{lrrr}") == len(blocks) == 2
    for protocol, block in zip(("seg-pearson", "consistency"), blocks, strict=True):
        rows = [row.removesuffix(r" \\").split(" & ") for row in block.splitlines()]
        assert [row[0] for row in rows] == list(SIGNS)
        expected = [
            [
                (rf"\textbf{{{value}}}" if star == "*" else value) + f" [{low}, {high}]"
                for value, star, low, high in CELL.findall(row)
            ]
            for row in table_of(protocol, table)[1:-1]
        ]
        assert [[cell.replace("$-$", "-") for cell in row[1:]] for row in rows] == expected
    comments = [line.removeprefix("% ") for line in told.splitlines() if line[0] == "%"]
    comments = [line.replace("bold: the best", "*: the best") for line in comments]
    assert set(comments) <= set(table.splitlines())
    assert len(comments) > len(SIGNS)


def test_published_figures_of_chrf(shared: Path):
    """Of WMT16's metrics task: segments, direct assessment."""
    folder = shared / "data" / "judgements"
    if not folder.is_dir():
        pytest.skip("needs the human judgements in ../shared/data/judgements")
    sets = " ".join(f"wmt16da.{lp}.segs.tsv.gz" for lp in ("cs-en", "de-en", "ru-en"))
    found = figures(folder, f"meta {sets} -m bleu -m chrf --protocol seg-pearson")
    chrf = {each["lp"]: each["value"] for each in found if each["metric"] == "chrf"}
    bleu = {each["lp"]: each["value"] for each in found if each["metric"] == "bleu"}
    assert chrf["cs-en"] == pytest.approx(0.66, abs=0.006)
    assert 0.46 - 0.006 <= chrf["de-en"] <= 0.47 + 0.006
    assert chrf["ru-en"] == pytest.approx(0.53, abs=0.006)
    assert all(bleu[lp] < chrf[lp] for lp in chrf)
    assert {each["n"] for each in found} == {560}
