"""A metric of a package of its own, from the command line: it is used like any other."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.plugin import install

TEXTS = {
    "ref.txt": "The dog sleeps .\nIt rains .\n",
    "a.txt": "The dog sleeps .\nIt rains today .\n",
    "b.txt": "Dog .\nIt rains .\n",
    "nbest.txt": "0 ||| The dog sleeps .\n0 ||| Dog .\n1 ||| It rains .\n",
    "news.de-en.segs.tsv": "seg_id\tsystem\tref\thyp\thuman_score\n"
    + "".join(
        f"{n}\t{system}\tThe dog sleeps .\t{text}\t{human}\n"
        for n in range(1, 5)
        for system, text, human in (("A", "The dog sleeps .", n), ("B", "Dog " * n, -n))
    ),
}
BOTH = ("-m", "relations", "-m", "length")
FILES = ("-r", "ref.txt", "-s", "a.txt", "-s", "b.txt")


@pytest.fixture(autouse=True)
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)


def test_score_with_intervals_tests_and_files(run: Run, tmp_path: Path):
    options = ("--ci", "--paired", "ar", "--segments", "seg.tsv", "--stats", "stats.tsv")
    done = run("score", *FILES, *BOTH, *options, "-f", "json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["systems"]["a"]["length"]["score"] == len(" today")
    assert found["systems"]["b"]["length"]["score"] == len("The dog sleeps .") - len("Dog .")
    assert found["systems"]["a"]["relations"]["low"] is not None
    assert "|package:more-metrics-1.2|" in found["systems"]["a"]["relations"]["signature"]
    assert {test["metric"] for test in found["tests"]} == {"relations", "length"}
    assert "a\t\t1\tlength\tdifference\t0.0\n" in (tmp_path / "stats.tsv").read_text()
    assert "b\t\t2\tlength\t0.0\n" in (tmp_path / "seg.tsv").read_text()


def test_several_processes_find_the_package(run: Run):
    one, two = (run("score", *FILES, *BOTH, "--jobs", jobs, "-f", "tsv") for jobs in ("1", "2"))
    assert (two.returncode, two.stdout) == (0, one.stdout)


def test_rerank(run: Run):
    done = run("rerank", "nbest.txt", "-m", "length", "-r", "ref.txt")
    assert (done.returncode, done.stdout) == (0, "The dog sleeps .\nIt rains .\n"), done.stderr


def test_meta(run: Run):
    done = run("meta", "news.de-en.segs.tsv", *BOTH, "--resamples", "10", "-f", "json")
    assert done.returncode == 0, done.stderr
    figures = {each["metric"]: each for each in json.loads(done.stdout)}
    assert figures["length"]["value"] > 0, "lower is better, and the agreement turned round"
    assert "package:more-metrics-1.2" in figures["length"]["signature"]


def test_explain(run: Run):
    translation, reference = "Dog .", "The dog sleeps ."
    done = run("explain", "-r", reference, translation, *BOTH, "-f", "json")
    assert done.returncode == 0, done.stderr
    metrics = json.loads(done.stdout)["metrics"]
    assert metrics["length"]["score"] == len(reference) - len(translation)
    for explained in metrics.values():
        shares = [each["share"] for each in (*explained["parts"], *explained["remainders"])]
        assert sum(shares) == pytest.approx(explained["score"])
    assert "difference" in done.stdout
    assert "relations" in run("explain", "-r", reference, translation, *BOTH).stdout


def test_report(run: Run, tmp_path: Path):
    done = run("report", *FILES, *BOTH, "-o", "page.html", "--resamples", "10", "--quiet")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text()
    assert "package:more-metrics-1.2" in page
    assert "relations" in page


def test_lists_name_the_package(run: Run):
    told = run("metrics").stdout
    assert "Difference of lengths in letters; lower is better. [more-metrics-1.2]" in told
    assert "punct=keep|drop" in told
    assert "relations, length: the package more-metrics-1.2." in run("--cite").stdout


def test_a_name_that_is_taken_is_told(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(tmp_path / "other", monkeypatch, entries={"wer": "more_metrics:Length"})
    assert (
        "wer: a package brings another metric of that name; it is not used" in run("metrics").stdout
    )


def test_a_broken_package_leaves_the_others_alone(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    install(tmp_path / "other", monkeypatch, "Mine = 5", {"mine": "more_metrics:Mine"})
    listed = run("metrics")
    assert listed.returncode == 0
    assert "mine" in listed.stdout
    assert "is no class; expected one that derives" in listed.stdout
    done = run("score", *FILES, "-m", "mine")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert run("score", *FILES, "-m", "wer").returncode == 0
