"""Where the scores and judgements of treescore meta come from: tables, folders, score files."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from tests.cli.judged import (
    DOCS,
    DOMAINS,
    META,
    OUTPUTS,
    REFERENCES,
    SIZES,
    SYSTEMS,
    Record,
    Row,
    Scored,
    figures,
    human,
    pairs,
    pearson,
    segs,
    systems,
    treescore,
    write_scores,
    write_set,
    write_table,
    write_two,
)

PEARSON = "--protocol seg-pearson"
ALL = "-m bleu -m ter " + " ".join(f"--protocol {name}" for name in SIZES)


@pytest.fixture(scope="module")
def scored(tmp_path_factory: pytest.TempPathFactory) -> Scored:
    return Scored(tmp_path_factory.mktemp("scored"), {"chrf": 1})


@pytest.fixture
def files(tmp_path: Path) -> Path:
    write_two(tmp_path)
    return tmp_path


def test_scores_of_segments_from_files(files: Path, scored: Scored):
    """One file for each set; the good metric is marked as the best, the bad one is not."""
    for name, rows in {"news.de-en": segs(), "web.fr-en": segs(5)}.items():
        write_scores(files / f"good.{name}.score", rows, "human_score")
        write_scores(files / f"bad.{name}.score", rows, "hter")
    found = figures(
        files,
        f"meta news.de-en.segs.tsv web.fr-en.segs.tsv {PEARSON} -m chrf "
        "--scores good=good.{set}.{lp}.score --scores bad=bad.{set}.{lp}.score",
    )
    assert [(each["set"], each["metric"]) for each in found] == [
        (testset, metric) for testset in ("news", "web") for metric in ("chrf", "good", "bad")
    ]
    values = [each["value"] for each in found]
    assert values[0] == pytest.approx(scored.pearson("chrf", segs()))
    assert (values[1], values[4]) == pytest.approx((1, 1))
    assert values[2] == pytest.approx(pearson(human(segs(), "hter"), human(segs())))
    assert [each["rank"] == 1 for each in found if each["metric"] != "chrf"] == [True, False] * 2


def write_best(folder: Path) -> None:
    """Scores of systems that are those of humans."""
    write_scores(folder / "best.score", systems(), "human_sys")


def test_scores_of_systems_from_a_file(files: Path):
    write_best(files)
    found = figures(files, f"{META} --scores best=best.score --protocol sys-pearson")
    assert [(each["metric"], each["n"]) for each in found] == [("best", len(SYSTEMS))]
    assert found[0]["value"] == pytest.approx(1)


def test_scores_of_systems_keep_no_other_metric_from_its_figures(files: Path, scored: Scored):
    write_best(files)
    found = figures(files, f"{META} -m chrf --scores best=best.score {PEARSON}")
    values = {each["metric"]: each["value"] for each in found}
    assert values == {"chrf": pytest.approx(scored.pearson("chrf", segs())), "best": None}


def test_scores_of_systems_are_not_tested(files: Path):
    """Nor is there an interval: both need the scores of outputs."""
    write_best(files)
    told = treescore(
        files, *f"{META} -m chrf --scores best=best.score --protocol sys-pearson".split()
    )
    assert "1.000  [- -]" in next(line for line in told.splitlines() if line.startswith("best "))


def write_folder(folder: Path) -> None:
    """The set as mt-metrics-eval has it."""
    files = {
        "references/de-en.refA.txt": "\n".join(REFERENCES),
        "documents/de-en.docs": "\n".join(
            f"{domain}\t{doc}" for domain, doc in zip(DOMAINS, DOCS, strict=True)
        ),
        "human-scores/de-en.mqm.sys.score": "\n".join(f"{s}\t{x}" for s, x in SYSTEMS.items()),
        **{f"system-outputs/de-en/{name}.txt": "\n".join(o) for name, o in OUTPUTS.items()},
    }
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(f"{content}\n")
    write_scores(folder / "human-scores/de-en.mqm.seg.score", segs(), "human_score")


def numbers(found: Iterable[Record], *names: str) -> dict[tuple[str, ...], float]:
    """The figures by what they are of; without ranks, as the order of rows may change chance."""
    keys = ("lp", "by", "protocol", "metric")
    return {(*(each[key] for key in keys), name): each[name] for each in found for name in names}


FIGURE = ("value", "low", "high", "n")


def test_a_folder_gives_the_figures_of_the_table(files: Path):
    write_folder(files / "news")
    rest = f"-m chrf -m ter {PEARSON} --protocol sys-pearson --by domain"
    expected = numbers(figures(files, f"{META} {rest}"), *FIGURE)
    for name in ("news", "news#de-en.mqm"):
        found = figures(files, f"meta {name} {rest}")
        assert {each["set"] for each in found} == {"news"}
        assert numbers(found, *FIGURE) == pytest.approx(expected)


def shuffled(rows: list[Row]) -> list[Row]:
    return Random(1).sample(rows, len(rows))


@pytest.fixture(scope="module")
def in_order(tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    folder = tmp_path_factory.mktemp("order")
    write_set(folder)
    return figures(folder, f"{META} {ALL}")


def test_neither_the_order_of_rows_nor_packing_matters(tmp_path: Path, in_order: list[Record]):
    write_table(tmp_path / "news.de-en.segs.tsv.gz", shuffled(segs()))
    write_table(tmp_path / "news.de-en.pairs.tsv.gz", shuffled(pairs()))
    write_table(tmp_path / "news.de-en.sys.tsv.gz", shuffled(systems()))
    found = figures(tmp_path, f"{META}.gz {ALL}")
    assert numbers(found, *FIGURE) == pytest.approx(numbers(in_order, *FIGURE))


def test_segments_may_have_any_names(tmp_path: Path, in_order: list[Record]):
    """Of which only the order hangs on that of the rows, and on it which ones chance draws."""
    for kind, rows in {"segs": segs(), "pairs": pairs()}.items():
        renamed = [row | {"seg_id": f"no. {row['seg_id']}"} for row in shuffled(rows)]
        write_table(tmp_path / f"news.de-en.{kind}.tsv", renamed)
    write_table(tmp_path / "news.de-en.sys.tsv", systems())
    found = figures(tmp_path, f"{META} {ALL}")
    assert numbers(sure(found), "value", "n") == pytest.approx(
        numbers(sure(in_order), "value", "n")
    )


def sure(found: Iterable[Record]) -> list[Record]:
    """Without soft pairwise accuracy, whose figures are by chance, too."""
    return [each for each in found if each["protocol"] != "spa"]


def test_a_seed_gives_the_same_again(files: Path):
    three, again, four = (
        figures(files, f"{META} -m bleu {PEARSON} --protocol spa --seed {seed}")
        for seed in (3, 3, 4)
    )
    assert three == again
    assert numbers(sure(three), "value", "n") == numbers(sure(four), "value", "n")
    assert numbers(three, "low", "high") != numbers(four, "low", "high")
