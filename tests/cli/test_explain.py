"""treescore explain: why a translation has its score, on a terminal and for other programs."""

from __future__ import annotations

import csv
import json
import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.conftest import Run
from treescore.metrics.registry import METRICS

REFERENCE = "The old man fed two small birds in the garden."
SECOND = "Two little birds were fed by the old man in the garden."
HYPOTHESIS = "The old man has fed two small bird in his garden."
HOSTILE = (
    '<script>alert(1)</script> "onmouseover="x" \x1b[31mred\x1b[0m \x1b]0;title\x07 '
    "\u202eevil\u202c שלום עולם e\u0301\u0301 👩\u200d👩\u200d👧 \x9b2J end."
)
SHARE = re.compile(r"^ *(-?\d+\.\d+)  (.*)$")
ALL = [name for name in METRICS if name != "tesla"]  # which needs a trained model


def shares(text: str) -> tuple[list[float], float]:
    """The shares of a printed table, and the score below them."""
    rows = [found.groups() for line in text.splitlines() if (found := SHARE.match(line))]
    (score,) = (float(number) for number, rest in rows if rest == "score")
    return [float(number) for number, rest in rows if rest != "score"], score


@pytest.mark.parametrize("metric", ALL)
def test_printed_shares_add_up_to_the_printed_score(run: Run, metric: str) -> None:
    result = run("explain", "-r", REFERENCE, "-r", SECOND, HYPOTHESIS, "-m", metric)
    assert result.returncode == 0
    found, score = shares(result.stdout)
    assert found
    assert sum(found) == pytest.approx(score, abs=0.5 * 10 ** -METRICS[metric].digits * len(found))
    title = next(line for line in result.stdout.splitlines() if line.startswith(f"{metric} "))
    assert float(title.split()[1]) == score


@pytest.mark.parametrize(
    "texts", [(HYPOTHESIS, REFERENCE, SECOND), ("", "a b"), ("a", ""), ("", ""), ("a", "", "a b")]
)
def test_exact_shares_add_up_to_the_score(run: Run, texts: tuple[str, ...]) -> None:
    hypothesis, *references = texts
    options = [each for reference in references for each in ("-r", reference)]
    options += [each for metric in ALL for each in ("-m", metric)]
    result = run("explain", *options, "-f", "json", hypothesis)
    assert result.returncode == 0, result.stderr
    for explained in json.loads(result.stdout)["metrics"].values():
        total = sum(part["share"] for part in explained["parts"])
        total += sum(each["share"] for each in explained["remainders"])
        score = explained["score"]
        assert total == pytest.approx(score, abs=1e-9 * max(1, abs(score)))
        assert explained["signature"].endswith("|level:segment")


def test_the_score_is_that_of_the_segment(run: Run) -> None:
    import treescore as ts

    result = run("explain", "-r", REFERENCE, "-m", "dpm", "-m", "bleu", "-f", "json", HYPOTHESIS)
    for metric, explained in json.loads(result.stdout)["metrics"].items():
        made = ts.metrics.DPM() if metric == "dpm" else ts.metrics.BLEU()
        expected = made.sentence_score(HYPOTHESIS, [REFERENCE])
        assert explained["score"] == expected.score
        assert explained["signature"] == expected.signature


def test_it_fits_80_columns_and_needs_no_colour(run: Run) -> None:
    for metric in ("dpm", "stm", "tesla-m", "bleu"):
        result = run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", metric)
        lines = result.stdout.splitlines()
        (signature,) = (line for line in lines if line.startswith(f"{metric}|"))
        assert max(cell_len(line) for line in lines if line != signature) <= 80
        assert "\x1b" not in result.stdout
        assert "✓" in result.stdout


def test_both_trees_are_drawn_with_what_matched(run: Run) -> None:
    drawn = run("explain", "-r", "She sings well.", "He sings well.", "-m", "hwcm").stdout
    assert "He  nsubj" in drawn
    assert "She  nsubj" in drawn
    for matched in ("sings ✓  ROOT", "well ✓  advmod ✓", ". ✓  punct ✓"):
        assert drawn.count(matched) == 2
    drawn = run("explain", "-r", "She sings well.", "He sang.", "-m", "stm").stdout
    assert drawn.count("NP ✓") == 2  # a pronoun on both sides
    assert "PRP ✓ He" in drawn  # whose word is not looked at
    assert drawn.count("VP ✓") == 0  # an adverb on one
    assert "VP" in drawn


def test_tsv_has_a_line_for_every_part_and_remainder(run: Run) -> None:
    arguments = ("-r", REFERENCE, HYPOTHESIS, "-m", "hwcm", "-m", "bleu")
    tsv = run("explain", *arguments, "-f", "tsv").stdout
    explained = json.loads(run("explain", *arguments, "-f", "json").stdout)["metrics"]
    rows = list(csv.DictReader(tsv.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))
    for metric in ("hwcm", "bleu"):
        parts = explained[metric]["parts"] + explained[metric]["remainders"]
        mine = [row for row in rows if row["metric"] == metric]
        assert [float(row["share"]) for row in mine] == [part["share"] for part in parts]


def test_hostile_text_stays_text(run: Run) -> None:
    for metric in ("dpm", "stm", "chrf", "tesla-m", "wer"):
        result = run("explain", "-r", f"{HOSTILE} Yes.", HOSTILE, "-m", metric)
        assert result.returncode == 0, result.stderr
        for code in ("\x1b", "\x07", "\x9b", "\u202e", "\u202c"):
            assert code not in result.stdout
        for shown in ("<script>alert(1)</script>", "␛[31mred", "שלום עולם", "e\u0301\u0301"):
            assert shown in result.stdout


def test_3000_words_are_explained(run: Run) -> None:
    long = "one two three four five " * 600
    result = run("explain", "-r", long + "six", long, "-m", "hwcm", "-m", "bleu")
    assert result.returncode == 0
    assert "… and 2800 more words" in result.stdout
    assert long.strip() in result.stdout


def test_the_reference_that_is_drawn_is_the_likest(run: Run) -> None:
    long, same = "She quickly sold the old house to him yesterday.", "She sold the house."
    for metric in ("dpm", "hwcm", "stm", "bleu", "sepia", "nist"):
        result = run("explain", "-r", long, "-r", same, same, "-m", metric)
        assert "reference 2" in result.stdout.split("translation: ")[1]
        assert ", reference 1" not in result.stdout
        marks = json.loads(
            run("explain", "-r", long, "-r", same, same, "-m", metric, "-f", "json").stdout
        )["metrics"][metric]["marks"]
        assert marks["hypothesis"] == marks["references"][1]


def test_kinds_are_summed_up(run: Run) -> None:
    explained = run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "dpm", "-f", "json")
    parts = json.loads(explained.stdout)["metrics"]["dpm"]["parts"]
    printed = run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "dpm").stdout
    for kind in ("1-gram", "2-gram", "dependent and label", "label and head"):
        mine = [part for part in parts if part["kind"] == kind]
        matched, count = (sum(part[key] for part in mine) for key in ("matched", "count"))
        share = sum(part["share"] for part in mine)
        assert re.search(rf"^ +{share:.4f}  {kind} +{matched} of {count}$", printed, re.MULTILINE)


@pytest.mark.parametrize(("lang", "expected"), [("en", "sdpm"), ("de", "dpm")])
def test_without_a_metric_it_is_the_first_usual_one(run: Run, lang: str, expected: str) -> None:
    done = run("explain", "-r", "Hund", "Hunde", "-l", lang, "-f", "json")
    assert list(json.loads(done.stdout)["metrics"]) == [expected]


@pytest.mark.parametrize(
    "texts",
    [
        ("It rains.", "ref"),
        ("ref", "It rains."),
        ("missing.txt", "It rains."),
        ("It rains.", "out/missing.EN.txt.gz"),
    ],
)
def test_the_name_of_a_file_is_no_text(run: Run, tmp_path: Path, texts: tuple[str, str]) -> None:
    (tmp_path / "ref").write_text("It rains.\n")
    result = run("explain", "-r", texts[0], texts[1], "-m", "wer")
    assert (result.returncode, result.stdout) == (2, "")
    (line,) = result.stderr.splitlines()
    assert "looks like the name of a file" in line
    assert "treescore explain -r FILE -s FILE --segment N" in line


def test_words_with_a_dot_are_text(run: Run) -> None:
    assert (
        run("explain", "-r", "Write to me.now", "It ended at 5.txt.", "-m", "wer").returncode == 0
    )


def test_a_segment_of_files_has_the_score_it_has_there(run: Run, tmp_path: Path) -> None:
    """Also by a metric that learns from all references, and where a reference is missing."""
    (tmp_path / "ref.txt").write_text("It rains.\nThe dog sleeps.\nWe stay.\n")
    (tmp_path / "ref2.txt").write_text("It is raining.\n\nWe remain.\n")
    (tmp_path / "a.txt").write_text("Rain.\nThe dog slept.\nWe stay.\n")
    (tmp_path / "b.txt").write_text("It rains.\nA dog sleeps.\nStay.\n")
    files = "-r ref.txt -r ref2.txt -s A=a.txt -s B=b.txt -m NIST -m wer".split()
    assert run("score", *files, "--segments", "s.tsv").returncode == 0
    rows = csv.DictReader((tmp_path / "s.tsv").read_text().splitlines(), delimiter="\t")
    expected = {
        (row["system"], row["metric"]): float(row["score"]) for row in rows if row["seg"] == "2"
    }
    for system in "AB":
        one = [word for word in files if "=" not in word and word != "-s"]
        one += ["-s", f"{system}={system.lower()}.txt", "--segment", "2", "-f", "json"]
        found = json.loads(run("explain", *one).stdout)
        assert [each["text"] for each in found["references"]] == ["The dog sleeps."]
        scores = {metric: each["score"] for metric, each in found["metrics"].items()}
        assert scores == {metric: expected[system, metric] for metric in ("NIST", "wer")}
    both = run("explain", *files, "--segment", "2").stdout
    assert "A, segment 2\n" in both
    assert "B, segment 2\n" in both
    assert both.index("translation: The dog slept.") < both.index("translation: A dog sleeps.")


@pytest.mark.parametrize(
    ("arguments", "answer"),
    [
        ("-r ref.txt -s a.txt", "which segment? give --segment N, from 1 to 2"),
        ("-r ref.txt -s a.txt --segment 3", "--segment 3: the files have 2 segments"),
        ("-r ref.txt -s a.txt text --segment 1", "text: cannot be read"),
        ("text -r ref.txt -s a.txt --segment 1", "expected no text beside -s"),
        ("-r one two --segment 1", "--segment is one of a file"),
        ("-r one", "no translation; give it as text"),
        ("-r ref.txt -s a.txt B=a.txt --segment 1 -f json", "explains one system; give -s once"),
    ],
)
def test_what_is_asked_of_files_is_clear(
    run: Run, tmp_path: Path, arguments: str, answer: str
) -> None:
    for name in ("ref", "a"):
        (tmp_path / f"{name}.txt").write_text("It rains.\nWe stay.\n")
    result = run("explain", *arguments.split(), "-m", "wer")
    assert result.returncode in (1, 2)
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert answer in line


def test_mistakes_get_one_line(run: Run) -> None:
    result = run("explain", "some text")
    assert (result.returncode, result.stdout) == (2, "")
    assert result.stderr == 'treescore: no reference; give one: -r "reference"\n'
    assert run("explain", "-r", "a", "b", "-m", "nonsense").returncode == 2
    missing = run("explain", "-r", "a", "b", "-l", "xx")
    assert missing.returncode == 1
    assert len(missing.stderr.splitlines()) == 1


def test_a_language_without_a_parser_has_metrics_over_text(run: Run) -> None:
    result = run("explain", "-r", "a b", "a c", "-l", "xx", "-m", "wer")
    assert result.returncode == 0
    assert result.stderr.startswith("treescore: there are no trees to show: ")
    assert run("explain", "-r", "a", "b", "-m", "wer", "--parser", "spacy:no_such").returncode == 1
    assert shares(result.stdout)[1] == 0.5


@pytest.mark.parametrize("text", ["д" * 150, "字" * 90, "a" * 300, "a/" * 3000, "a\udcffb", "a\0b"])
def test_no_text_is_too_long_or_too_odd_to_be_no_file(run: Run, text: str) -> None:
    result = run("explain", "-r", text, text, "-m", "wer", "--no-cache")
    assert (result.returncode, result.stderr) == (0, "")
