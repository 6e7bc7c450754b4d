"""From trees and text to the numbers of the EDPM authors' own program, by the command line."""

from __future__ import annotations

import csv
import json
import math
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conftest import Run

COMPONENTS = {
    "dl": "word-arc",
    "lh": "arc-word",
    "dlh": "word-arc-word",
    "dh": "word-word",
    **{f"{size}g": f"{size}-gram" for size in range(1, 10)},
}
ALL = f"dpm:components={'+'.join(COMPONENTS)},nbest=50,gamma=0.25"
SUFFIX = "ptb-sem.50best.0_25gamma.dpm"


def rows(file: Path) -> list[dict[str, str]]:
    with file.open(encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter="\t"))


def score_goldens(
    run: Run, goldens: Path, folder: Path, system: str, references: Sequence[str]
) -> float:
    """Score with EDPM and with every component; the system's EDPM."""
    arguments = ["score", "-m", "edpm", "-m", ALL, "-f", "json"]
    for name in (system, *references):
        lines = (goldens / f"{name}.raw").read_text(encoding="utf-8").splitlines()
        bare = [re.sub(r"\s*\([^()]*\)\s*$", "", line) for line in lines]
        (folder / f"{name}.txt").write_text("\n".join(bare) + "\n", encoding="utf-8")
        trees = str(goldens / f"{name}.50-best.trees.gz")
        if name == system:
            arguments += ["-s", f"S={name}.txt", "--sys-parses", f"S={trees}"]
        else:
            arguments += ["-r", f"{name}.txt", "--ref-parses", trees]
    done = run(*arguments, "--stats", "stats.tsv", "--segments", "segments.tsv")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)["systems"]["S"]["edpm"]
    assert "|heads:charniak|" in found["signature"]
    return float(found["score"])


def last_digit(printed: str) -> float:
    """Half of the last of the five digits that are printed."""
    value = float(printed)
    return 0.5 * 10.0 ** (math.floor(math.log10(value)) - 4) if value else 1e-9


def check_counts(lines: Sequence[str], statistics: Path) -> None:
    found = {
        (int(row["seg"]), row["statistic"]): float(row["value"])
        for row in rows(statistics)
        if row["metric"] == ALL
    }
    for number, line in enumerate(lines, 1):
        for ours, theirs in COMPONENTS.items():
            printed = re.search(rf" {theirs}=\(([^,]+),([^,]+),([^)]+)\)", line)
            assert printed, line
            for name, text in zip(
                ("hypothesis", "reference", "overlap"), printed.groups(), strict=True
            ):
                count = found[number, f"{ours}.{name}"]
                assert count == pytest.approx(float(text), abs=1.001 * last_digit(text))


@pytest.mark.parametrize(
    ("folder", "system", "references", "counts", "scores"),
    [
        ("set2", "hyps", ["ref"], f"hyps-1ref-{SUFFIX}", None),
        ("toy1", "system01", ["reference01"], f"system01-reference01-{SUFFIX}", "expected-1ref"),
        (
            *("toy1", "system01", ["reference01", "reference02"]),
            *(f"system01-reference01-reference02-{SUFFIX}", "expected-2ref"),
        ),
    ],
)
def test_counts_and_scores_are_the_authors(
    shared: Path,
    tmp_path: Path,
    run: Run,
    folder: str,
    system: str,
    references: list[str],
    counts: str,
    scores: str | None,
):
    goldens = shared / "goldens/edpm" / folder
    whole = score_goldens(run, goldens, tmp_path, system, references)
    lines = (goldens / counts).read_text(encoding="utf-8").splitlines()
    assert len(lines) > 1
    check_counts(lines, tmp_path / "stats.tsv")
    if scores is None:
        return
    printed = (goldens / f"{scores}-seg.scr").read_text(encoding="utf-8").splitlines()
    expected = [float(line.split()[-1]) for line in printed]
    segments = rows(tmp_path / "segments.tsv")
    found = [float(row["score"]) for row in segments if row["metric"] == "edpm"]
    assert found == pytest.approx(expected, abs=1e-4)
    total = (goldens / f"{scores}-sys.scr").read_text(encoding="utf-8").split()[-1]
    assert whole == pytest.approx(float(total), abs=1e-5)


REFERENCE = """\
The ferry sails at noon.
Nobody saw the man with the telescope.

She can't read "War and Peace" (1869), can she?
"""
SYSTEM = """\
The ferry sails at twelve.
No one saw the man with a telescope.
Noise
She cannot read War and Peace in one day, can she?
"""


def scores_of(run: Run, *arguments: str) -> dict[str, dict[str, object]]:
    done = run("score", *arguments, "-f", "json")
    assert done.returncode == 0, done.stderr
    systems: dict[str, dict[str, dict[str, object]]] = json.loads(done.stdout)["systems"]
    return systems["out"]


@pytest.fixture
def parsed(run: Run, tmp_path: Path) -> Path:
    """Both texts, and of each the parses and the 5-best lists."""
    for name, text in (("ref", REFERENCE), ("out", SYSTEM)):
        (tmp_path / f"{name}.txt").write_text(text)
        for nbest in ("1", "5"):
            done = run("parse", f"{name}.txt", "--nbest", nbest, "-o", f"{name}.{nbest}.conllu")
            assert done.returncode == 0, done.stderr
    return tmp_path


@pytest.mark.slow
def test_parses_written_and_read_back_give_the_same_scores(run: Run, parsed: Path):
    texts = ("-r", "ref.txt", "-s", "out.txt")

    def metrics(*specs: str) -> list[str]:
        return [part for spec in specs for part in ("-m", spec)]

    def trees(nbest: int) -> list[str]:
        return f"--ref-parses ref.{nbest}.conllu --sys-parses out=out.{nbest}.conllu".split()

    plain = ("hwcm", "stm", "dpm:ngrams=tokens")
    direct = scores_of(run, *texts, *metrics("dpm:nbest=5", *plain), "--no-cache")
    five = scores_of(run, *texts, *trees(5), *metrics("dpm:nbest=5"))
    one = scores_of(run, *texts, *trees(1), *metrics(*plain))
    assert {**five, **one}.keys() == direct.keys()
    for name, found in {**five, **one}.items():
        # A probability is written with so many digits.
        assert found["score"] == pytest.approx(direct[name]["score"], abs=1e-9)
        assert "parser:files-" in str(found["signature"])

    bare = scores_of(run, *trees(1), *metrics("dpm", "hwcm", "stm"))
    assert bare["hwcm"]["score"] == one["hwcm"]["score"]
    assert bare["stm"]["score"] == one["stm"]["score"]
    assert bare["dpm"]["score"] == one["dpm:ngrams=tokens"]["score"]
    assert "|ngrams:tokens|" in str(bare["dpm"]["signature"])

    refused = run("score", *trees(1), "-m", "dpm", "-m", "bleu")
    assert refused.returncode == 2
    assert "bleu" in refused.stderr
    assert "Traceback" not in refused.stderr
    assert refused.stdout == ""
