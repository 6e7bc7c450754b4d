"""What stands at the top of a report: the answer in two sentences, files, and the day."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import pytest

import treescore as ts
from treescore.diagnosis.errors import Error
from treescore.diagnosis.result import Diagnosis
from treescore.engine.summary import Summary, summarize
from treescore.errors import UsageError
from treescore.io.testset import Stream
from treescore.io.testset import Testset as Set
from treescore.report.about import TITLE, about, made_on
from treescore.report.packed_errors import all_errors
from treescore.report.page.numbers import shade
from treescore.report.verdict import verdict

REFERENCE = "the cat sat on the mat today"
BAD = "a dog ran"
LINES = [[REFERENCE]] * 60
PAIRS = (("B", "A"), ("A", "B"), ("B", "C"))


def summary(metrics: list[str] | None = None, **systems: list[str]) -> Summary:
    made = ts.score(systems, LINES, metrics or ["wer", "bleu"]).resampled(50, 1)
    return summarize(made, [7] * 60)


def error(kind: str = "tense", start: int = 0, end: int = 1, reference: str = "") -> Error:
    return Error(kind, "hyp", start, end, "x", 0, len(reference), reference, 0.5)


def diagnosis(**errors: int) -> Diagnosis:
    """So many errors in every segment."""
    found = {name: [[error()] * number for _ in range(60)] for name, number in errors.items()}
    first = next(iter(errors))
    return Diagnosis(found, ("",) * 60, "en", "", first, dict.fromkeys(errors), [None])


def test_the_winner_is_named_with_its_lead_and_what_separates_it() -> None:
    made = summary(A=[BAD] * 60, B=[REFERENCE] * 59 + [BAD])
    assert made.systems == ["B", "A"]
    first, second = verdict(made, diagnosis(B=0, A=1))
    assert first.startswith("B wins by wer (as by bleu): 0.0167, significantly better than A, the")
    assert "by 0.9833 (p = 0.020)" in first
    assert second == (
        "A makes more errors than B in 1 type: tense (+100.0 per 100 segments, p < 0.001)."
    )


def test_a_lead_that_may_be_chance_is_said_to_be_one() -> None:
    lines = [REFERENCE] * 59
    (sentence,) = verdict(summary(A=[*lines, BAD], B=[REFERENCE, *lines]), None)
    assert sentence.startswith("B is first by wer (as by bleu), but not significantly better than")
    assert " wins " not in sentence
    assert ": 0.0000, a lead of 0.0167 (p = " in sentence  # there is but one to lead over


def test_only_what_is_no_chance_has_a_colour() -> None:
    lines = [REFERENCE] * 59
    made = summary(A=[BAD] * 60, B=[*lines, BAD], C=[REFERENCE, *lines])
    shades = {(one, other): shade(made.duels["wer", one, other]) for one, other in PAIRS}
    assert shades == {("B", "A"): "win5", ("A", "B"): "loss5", ("B", "C"): "even"}


def test_equal_systems_are_level() -> None:
    (sentence,) = verdict(summary(A=[BAD] * 60, B=[BAD] * 60), None)
    assert sentence.startswith("A and B are level by wer (")


def test_metrics_that_differ_are_named() -> None:
    short, long = "the cat sat on the", f"{REFERENCE} " + "so it is " * 4
    made = summary(["wer", "bleu"], A=[short] * 60, B=[long] * 60)
    winners = {metric: made.best(metric) for metric in made.metrics}
    (sentence,) = verdict(made, None)
    agree = winners["wer"] == winners["bleu"]
    assert ("as by bleu" in sentence) == agree and ("not by bleu" in sentence) == (not agree)


def test_one_system_has_its_interval_and_its_main_types() -> None:
    first, second = verdict(summary(A=[REFERENCE] * 60), diagnosis(A=2))
    assert first == "A has wer 0.0000, 95 % interval 0.0000 to 0.0000."
    assert second == "Its most frequent types of errors: tense (200.0 per 100 segments)."


def test_files_are_told_without_their_folders() -> None:
    references = (Stream("/home/me/newstest.en.txt", ("a",)),)
    systems = {"A": Stream("/home/me/a/out.txt", ("a",)), "B": Stream("b/out.txt", ("a",))}
    told = about(Set(references, systems))
    assert (told.title, told.references) == ("newstest.en", ("newstest.en.txt",))
    assert told.systems == {"A": "a/out.txt", "B": "b/out.txt"}
    for name in ("ref.txt", "reference 1", "references.2.txt"):
        assert about(Set((Stream(name, ("a",)),), systems)).title == TITLE
    assert about(Set((Stream("-", ("a",)),), {"A": Stream("A", ("a",))})).systems == {}
    assert about(Set(references, systems, source_file="/home/me/news.de")).source == "news.de"


def test_the_day_can_be_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert made_on() == date(1970, 1, 2)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "tomorrow")
    with pytest.raises(UsageError, match="expected seconds since 1970"):
        made_on()


def test_errors_are_packed_with_the_reference_that_has_their_words() -> None:
    found = replace(error(start=2, end=5, reference="b"), ref_start=1, ref_end=2)
    types, packed = all_errors({"B": [[]], "A": [[found]]}, [["axa", "abc"]], ["A", "B"])
    assert types == ["tense"]
    assert packed == [[[1, 0, 2, 3, 1, 1, 50, 0]], [[]]]
