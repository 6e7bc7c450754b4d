"""treescore explain names the errors of a translation below its scores."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from rich.cells import cell_len

from tests.conftest import Run
from tests.diagnosis.made import error
from treescore.diagnosis.errors import Error
from treescore.engine import diagnosing

REFERENCE = "She did not sell the old house."
HYPOTHESIS = "She has sold the house ."


def named(printed: str) -> list[str]:
    """The lines below the heading, which stands at most once."""
    _, *below = printed.split("\nerrors\n")
    assert len(below) <= 1
    return below[0].splitlines() if below else []


def test_a_line_each_the_costliest_first(run: Run):
    assert named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "hwcm").stdout) == [
        'negation: "" / "not"',
        'missing:modifier: "" / "old"',
        'aspect: "has sold" / "did not sell"',
        'spacing: " ." / ""',
    ]


def test_once_for_all_metrics_and_for_metrics_over_text(run: Run):
    once = named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "hwcm").stdout)
    metrics = ("-m", "bleu", "-m", "stm", "-m", "sdpm")
    assert named(run("explain", "-r", REFERENCE, HYPOTHESIS, *metrics).stdout) == once
    assert named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "wer").stdout) == once


def test_nothing_is_printed_where_nothing_is_wrong(run: Run):
    printed = run("explain", "-r", REFERENCE, REFERENCE, "-m", "hwcm").stdout
    assert "errors" not in printed
    assert printed.splitlines()[-1].startswith("hwcm|")


def test_the_nearest_reference_counts(run: Run):
    other = "She has sold the house."
    printed = run("explain", "-r", REFERENCE, "-r", other, HYPOTHESIS, "-m", "hwcm").stdout
    assert named(printed) == ['spacing: " ." / ""']


def test_german(run: Run):
    texts = ("-r", "Sie hat das Haus nicht verkauft.", "Sie hat das Haus verkauft.")
    assert named(run("explain", "-l", "de", *texts).stdout) == ['negation: "" / "nicht"']


CONLLU = """\
# text = Is late
1	Is	Is	AUX	VBZ	_	0	root	_	_
2	late	late	ADJ	JJ	_	1	amod	_	_

# text = Is
1	Is	Is	AUX	VBZ	_	0	root	_	_

"""


@pytest.mark.parametrize("lang", ["en", "de"])
def test_given_parses(run: Run, tmp_path: Path, lang: str):
    (tmp_path / "trees.conllu").write_text(CONLLU)
    given = ("--parser", "files:trees.conllu", "-l", lang, "-m", "hwcm")
    done = run("explain", "-r", "Is late", "Is", *given)
    assert done.returncode == 0, done.stderr
    assert 'missing:modifier: "" / "late"' in named(done.stdout)


def test_a_gap_is_told_by_the_word_behind(run: Run, monkeypatch: pytest.MonkeyPatch):
    gaps = [Error("missing:noun", "ref", at, at, "", 0, 0, "", 0.5) for at in (8, 24)]
    monkeypatch.setattr(diagnosing, "find_errors", lambda *_: gaps)
    assert named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "hwcm").stdout) == [
        'missing:noun: before "sold"',
        "missing:noun: at the end",
    ]


def test_given_constituents(run: Run, tmp_path: Path):
    trees = "(S (NP (PRP It)) (VP (VBZ is)) (. .))\n(S (NP (PRP It)) (VP (VBZ is)))\n"
    (tmp_path / "trees.txt").write_text(trees)
    done = run("explain", "-r", "It is.", "It is", "--parser", "files:trees.txt", "-m", "stm")
    assert done.returncode == 0, done.stderr
    assert named(done.stdout) == ['punctuation: "" / "."']


def test_without_trees_nothing_is_looked_for_or_loaded(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "treescore.engine.diagnosing", None)  # importing it fails
    done = run("explain", "-r", "a b", "a c", "-l", "xx", "-m", "wer")
    assert (done.returncode, named(done.stdout)) == (0, [])


def test_other_formats_are_as_they_were(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "treescore.engine.diagnosing", None)
    found = json.loads(run("explain", "-r", REFERENCE, HYPOTHESIS, "-f", "json").stdout)
    assert list(found) == ["source", "references", "sentence", "metrics"]


@pytest.mark.parametrize("texts", [("", "It rains."), ("It rains.", ""), ("", "")])
def test_texts_without_words(run: Run, texts: tuple[str, str]):
    done = run("explain", "-r", texts[1], texts[0], "-m", "hwcm")
    assert done.returncode == 0, done.stderr
    assert ('empty: "" / "It rains."' in named(done.stdout)) == (texts == ("", "It rains."))


def test_at_most_ten_and_how_many_more(run: Run, monkeypatch: pytest.MonkeyPatch):
    made = [error("spelling", weight / 100) for weight in range(12)]
    monkeypatch.setattr(diagnosing, "find_errors", lambda *_: [*made, error("negation", 0.9)])
    lines = named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "wer").stdout)
    assert lines == ['negation: "word" / "Word"', *['spelling: "word" / "Word"'] * 9, "3 more"]


def test_errors_are_text_and_fit_the_line(run: Run, monkeypatch: pytest.MonkeyPatch):
    text, other = "a\x1b[31m\tb\u2028c [bold]", "字 " * 90
    hostile = Error("name", "hyp", 0, len(text), text, 0, len(other), other, 0.8)
    monkeypatch.setattr(diagnosing, "find_errors", lambda *_: [hostile])
    (line,) = named(run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "wer").stdout)
    assert line.startswith('name: "a␛[31m b c [bold]" / "字 字 ')
    assert line.endswith('…"')
    assert cell_len(line) <= 80


def test_very_long_texts_are_not_compared_word_by_word(run: Run, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(diagnosing, "LONGEST", 7)
    done = run("explain", "-r", REFERENCE, HYPOTHESIS, "-m", "wer")
    assert named(done.stdout) == []
    expected = "treescore: errors are not looked for in texts of more than 7 words\n"
    assert (done.returncode, done.stderr) == (0, expected)
