"""How an explanation is found: in the table, or among those that packages bring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest

from tests.plugin import install
from treescore.errors import TreescoreError, UsageError
from treescore.explanation import EXPLANATIONS, Place, Remainder, explain
from treescore.metrics import WER
from treescore.metrics.base import MeanMetric
from treescore.metrics.registry import METRICS
from treescore.metrics.sentence import Sentence


def test_every_metric_has_an_explanation():
    assert set(EXPLANATIONS) == set(METRICS.values())


def test_explanations_can_be_found_by_name():
    for metric, function in EXPLANATIONS.items():
        assert function.__name__.startswith("explain_")
        home = metric.__module__.removeprefix("treescore.metrics.")
        there = function.__module__.removeprefix("treescore.explanation.")
        assert there == {"trained": "tesla"}.get(home, home)


@dataclass(frozen=True)
class Mine(MeanMetric[None]):
    """A metric of the user's, whose parameter says what its explanation does."""

    name: ClassVar[str] = "mine"
    reads = "text"
    paper = "none"

    does: str = "well"

    def prepare(self, references: Sequence[Sentence]) -> None: ...

    def compare(self, hypothesis: Sentence, references: None) -> float:
        return 0.5


@dataclass(frozen=True)
class Other(Mine):
    """One whose explanation cannot be imported."""

    name: ClassVar[str] = "other"


MODULE = """
from treescore.errors import UsageError
from treescore.explanation import Explanation, Part, Place, Remainder

def why(metric, hypothesis, references):
    words, *others = (tuple(each.text.split()) for each in (hypothesis, *references))
    if metric.does == "raise":
        raise ValueError("a\\nb")
    if metric.does == "refuse":
        raise UsageError("mine: give it a longer text")
    if metric.does == "none":
        return None
    share = {"much": 0.75, "rounding": 0.3 + 1e-9, "nan": float("nan")}.get(metric.does, 0.3)
    share = None if metric.does == "shareless" else share
    place = Place(({"beyond": 9, "below": -1}.get(metric.does, 0),))
    text = None if metric.does == "textless" else "a"
    number = 2 if metric.does == "counting" else 0
    part = Part("word", text, "a", 1, 1, 1, share, (place,), (), number)
    rest = Remainder("what is left", 0.2)
    others = () if metric.does == "lonely" else tuple(others)
    score = 0.6 if metric.does == "differ" else 0.5
    return Explanation(score, words, others, (part,), (rest,))
"""
ENTRY_POINTS = {
    "mine": "an_explanation:why",
    "other": "an_explanation.no_module:why",
    "wer": "an_explanation:why",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings explanations."""
    names = ("an_explanation", "an-explanation-1.0", "treescore.explanations")
    install(tmp_path / "site", monkeypatch, MODULE, ENTRY_POINTS, *names)


SENTENCES = Sentence("a", {}), [Sentence("a b", {}), Sentence("a", {})]


def test_without_the_package_it_is_the_plain_one():
    found = explain(Mine(), *SENTENCES)
    assert found.remainders == (Remainder("the score of these statistics", 0.5),)


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize("does", ["well", "rounding"])
def test_a_package_brings_an_explanation(does: str):
    found = explain(Mine(does), *SENTENCES)
    assert found.references == (("a", "b"), ("a",))
    assert [(part.kind, part.places) for part in found.parts] == [("word", (Place((0,)),))]
    assert found.remainders == (Remainder("what is left", 0.2),)


@pytest.mark.usefixtures("package")
def test_treescores_own_come_first():
    found = explain(WER(), *SENTENCES)
    assert [part.kind for part in found.parts] == ["match"]


@pytest.mark.usefixtures("package")
@pytest.mark.parametrize(
    ("does", "answer"),
    [
        ("raise", "fails: ValueError: a b"),
        ("none", "gives a NoneType, expected an Explanation"),
        ("lonely", "has 0 references, expected 2"),
        ("below", "has a part at a place below 0; places count from 0"),
        ("textless", "has a part whose kind, hypothesis or reference is no text"),
        ("counting", "has a part of reference 2; they count from 0"),
        ("differ", "has the score 0.6, but the metric gives 0.5"),
        ("much", "has shares of 0.95 in all, expected the score, 0.5"),
        ("nan", "has shares of nan in all, expected the score, 0.5"),
        ("shareless", "fails: TypeError: bad operand type for abs(): 'NoneType'"),
        ("beyond", "has a part that stands where its sentence has nothing"),
    ],
)
def test_what_goes_wrong_is_told_in_one_line(does: str, answer: str):
    with pytest.raises(TreescoreError) as caught:
        explain(Mine(does), *SENTENCES)
    text = f"the explanation of 'mine' (an_explanation:why) {answer}"
    assert str(caught.value) == f"{text}; mend or remove the package that brings it"


@pytest.mark.usefixtures("package")
def test_a_module_that_is_not_there():
    with pytest.raises(TreescoreError, match=r"'other' .* fails: ModuleNotFoundError: .*; mend or"):
        explain(Other(), *SENTENCES)


@pytest.mark.usefixtures("package")
def test_what_it_says_itself_is_passed_on():
    with pytest.raises(UsageError, match=r"^mine: give it a longer text$"):
        explain(Mine("refuse"), *SENTENCES)
