"""Metrics that other packages bring: what is wrong with one is told in words."""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest

import treescore as ts
from tests.plugin import install
from treescore.engine.preparing import make_metrics
from treescore.errors import TreescoreError, UsageError
from treescore.metrics.base import MeanMetric, Metric
from treescore.metrics.foreign import check_metric
from treescore.metrics.registry import METRICS, find_metric, make_metric, metric_names
from treescore.metrics.sentence import Sentence
from treescore.plugins import package_of


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install(tmp_path / "site", monkeypatch)


@pytest.mark.usefixtures("package")
def test_a_package_brings_metrics():
    assert metric_names() == [*METRICS, "relations", "length"]
    assert make_metric("relations:punct=drop").parameters()["punct"] == "drop"
    with pytest.raises(UsageError, match=r"relations, length; did you mean length\?"):
        make_metric("lenght")
    with pytest.raises(UsageError, match="relations:punct=some: expected one of keep, drop"):
        make_metric("relations:punct=some")


@pytest.mark.usefixtures("package")
def test_the_signature_names_the_package():
    result = ts.score(["ab"], [["abcd"]], ["length", "wer"])
    assert "|package:more-metrics-1.2|version:treescore-" in result.signature("system", "length")
    assert "package:" not in result.signature("system", "wer")
    assert "package:more-metrics-1.2|" in make_metric("length").sentence_score("a", ["b"]).signature


@pytest.mark.usefixtures("package")
def test_another_process_must_have_the_same_package(monkeypatch: pytest.MonkeyPatch):
    packed = pickle.dumps(make_metric("length"))
    assert pickle.loads(packed) == make_metric("length")
    monkeypatch.setattr("treescore.metrics.checked.package_of", lambda _: "more-metrics-1.3")
    with pytest.raises(UsageError, match=r"-1\.3, not of more-metrics-1\.2; install"):
        pickle.loads(packed)


def test_own_names_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(tmp_path / "site", monkeypatch, entries={"wer": "more_metrics:Length"})
    assert find_metric("wer") is METRICS["wer"]


@pytest.mark.parametrize(
    ("entries", "module", "answer"),
    [
        ({"mine": "more_metrics:Mine"}, "", "cannot be loaded: AttributeError: .*; mend or remove"),
        ({"mine": "no_such_module:Mine"}, "", "cannot be loaded: ModuleNotFoundError: "),
        ({"mine": "more_metrics:Mine"}, "1 / 0", "cannot be loaded: ZeroDivisionError: "),
        ({"mine": "more_metrics:Mine"}, "Mine = 5", "5 .*is no class; expected one that derives"),
        ({"mine": "more_metrics:Mine"}, "class Mine: pass", "does not derive from treescore"),
    ],
)
def test_a_broken_package_is_told_in_one_line(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    entries: dict[str, str],
    module: str,
    answer: str,
):
    install(tmp_path / "site", monkeypatch, module, entries)
    with pytest.raises(UsageError, match=answer) as told:
        make_metric("mine")
    assert "\n" not in str(told.value)


class Letters(Metric[list[int]]):
    """All that a metric needs but its decorator and its name."""

    reads = "text"
    columns: ClassVar[tuple[str, ...]] = ("letters", "segments")

    def prepare(self, references: Sequence[Sentence]) -> list[int]:
        return [len(reference.text or "") for reference in references]

    def statistics(self, hypothesis: Sentence, references: list[int]) -> Sequence[float]:
        return len(hypothesis.text or "") / max(references), 1

    def total_score(self, total: Sequence[float]) -> float:
        return total[0] / total[1]


def variant(decorate: bool = True, base: type = Letters, **members: Any) -> type:
    """A metric class with some members more, or other ones."""
    hints = {key: type(value) for key, value in members.items() if key.startswith("p_")}
    hints |= members.pop("hints", {})
    named = {"name": "letters", "__module__": __name__, "__annotations__": hints, **members}
    made = type("Mine", (base,), named)
    return dataclass(frozen=True)(made) if decorate else made


@pytest.mark.parametrize(
    ("kind", "answer"),
    [
        (variant(decorate=False), r"put @dataclass\(frozen=True\) above it"),
        (variant(decorate=False, base=ts.metrics.WER, p_x=1), "put @dataclass"),
        (dataclass(variant(decorate=False)), r"put @dataclass\(frozen=True\) above it"),
        (variant(hints={"nrefs": int}, nrefs=1), "nrefs has a name that means something else"),
        (variant(hints={"spec": int}, spec=1), "spec has a name that means something else"),
        (variant(name=None), "has no name; give it one"),
        (variant(name="My Metric"), "has the name 'My Metric'; give it one of small letters"),
        (variant(name="a:b"), "has the name 'a:b'; give it one of small letters"),
        (variant(reads="trees"), "reads be one of text, dependencies, constituents"),
        (variant(p_flag=True), r"p_flag is a bool, which .*; make it Literal\['yes', 'no'\]"),
        (variant(p_list=()), "p_list is of type tuple; expected int, float, str, a Literal"),
        (variant(hints={"size": int}), "the parameter size has no default; give it one"),
        (
            variant(hints={"size": "Nowhere"}, size=1),
            "has a type that cannot be found .*; import it at",
        ),
        (
            variant(hints={"name": str}),
            "name is the same for all metrics .*; write ClassVar before",
        ),
        (variant(base=Metric), "lacks columns, prepare, statistics, total_score; define what is"),
        (int, r"the metric class int \(builtins\): does not derive from treescore"),
    ],
)
def test_mistakes_in_a_class_are_told_in_words(kind: type, answer: str):
    with pytest.raises(UsageError, match=answer):
        check_metric(kind)


def test_the_entry_point_and_the_class_have_one_name():
    with pytest.raises(UsageError, match="is called 'letters', but its entry point 'mine'; name"):
        check_metric(variant(), "mine")


def test_a_class_without_mistakes_is_taken():
    check_metric(variant(p_size=2, p_text="a", p_number=0.5), "letters")
    check_metric(METRICS["stm"])


NOT_A_NUMBER = float("nan")


@pytest.mark.parametrize(
    ("members", "answer"),
    [
        ({"prepare": lambda *_: 1 / 0}, r"fails in prepare\(\): ZeroDivisionError: .*; mend it"),
        ({"statistics": lambda *_: [1.0]}, r"\[1\.0\]; expected 2 finite numbers \(letters, seg"),
        ({"statistics": lambda *_: [1.0, NOT_A_NUMBER]}, "expected 2 finite numbers"),
        ({"statistics": lambda *_: None}, r"fails in statistics\(\): TypeError"),
        ({"total_score": lambda *_: int("a")}, r"fails in total_score\(\): ValueError"),
        ({"total_score": lambda *_: None}, r"total_score\(\) gives .*; expected a finite number"),
        ({"total_score": lambda *_: NOT_A_NUMBER}, r"total_score\(\) gives .*a finite number"),
        ({"total_scores": lambda *_: [1.0, 2.0]}, r"total_score\(\) gives \[1\.0, 2\.0\]; exp"),
        ({"fit": lambda *_: Path("none").read_text()}, r"fails in fit\(\): FileNotFoundError"),
        ({"fit": lambda *_: None}, r"fit\(\) gives None; expected the metric; mend it"),
        ({"columns": property(lambda _: 1 / 0)}, "fails in columns: ZeroDivisionError"),
        ({"columns": ()}, r"columns gives \(\); expected names"),
    ],
)
def test_failures_at_work_name_the_metric(members: dict[str, Any], answer: str):
    with pytest.raises(TreescoreError, match=f"^the metric 'letters'.*{answer}"):
        variant(**members)().corpus_score(["ab"], [["abc"]])


def test_who_writes_the_metric_sees_where_it_fails():
    with pytest.raises(TreescoreError) as told:
        variant(prepare=lambda *_: 1 / 0)().corpus_score(["ab"], [["abc"]])
    assert isinstance(told.value.__cause__, ZeroDivisionError)


def test_a_lack_of_memory_is_no_fault_of_the_metric():
    def fill(*_: object) -> None:
        raise MemoryError

    with pytest.raises(MemoryError):
        variant(prepare=fill)().corpus_score(["ab"], [["abc"]])


@dataclass(frozen=True)
class Same(MeanMetric[list[str]]):
    """A metric by `compare` alone, as most are."""

    name: ClassVar[str] = "same"
    reads = "text"

    gives: str = "number"

    def prepare(self, references: Sequence[Sentence]) -> list[str]:
        return [reference.text or "" for reference in references]

    def compare(self, hypothesis: Sentence, references: list[str]) -> float:
        if self.gives == "fault":
            raise ValueError("a\nb")
        return {"nan": NOT_A_NUMBER, "number": float(hypothesis.text in references)}[self.gives]


@pytest.mark.parametrize(
    ("gives", "answer"),
    [("fault", r"fails in statistics\(\): ValueError: a b"), ("nan", "expected 2 finite numbers")],
)
def test_what_compare_does_is_looked_at(gives: str, answer: str):
    assert Same().sentence_score("a", ["b", "a"]).score == 1.0
    with pytest.raises(TreescoreError, match=f"^the metric 'same'.*{answer}"):
        Same(gives).sentence_score("a", ["a"])


@dataclass(frozen=True)
class More(Same):
    """One that adds a number to the row of its parent, whose hooks are static at times."""

    name: ClassVar[str] = "more"
    columns: ClassVar[tuple[str, ...]] = ("score", "segments", "letters")

    @staticmethod
    def prepare(references: Sequence[Sentence]) -> list[str]:
        return [reference.text or "" for reference in references]

    def statistics(self, hypothesis: Sentence, references: list[str]) -> Sequence[float]:
        return [*super().statistics(hypothesis, references), len(hypothesis.text or "")]

    def total_score(self, total: Sequence[float]) -> float:
        return total[2] / total[1]


def test_a_metric_may_build_on_another():
    assert More().corpus_score(["ab", "abcd"], [["x"], ["y"]]).score == 3
    plain = ts.explain("ab", ["x"], More())
    assert [(part.hypothesis, part.count) for part in plain.parts][2] == ("letters", 2)


def test_a_subclass_without_parameters_of_its_own_needs_no_decorator():
    class Quiet(ts.metrics.WER):
        name: ClassVar[str] = "quiet"

    assert Quiet().sentence_score("a b", ["a c"]).score == 0.5


def test_who_learns_from_references_says_so_by_defining_fit():
    def fit(self: Any, *_: object) -> Any:
        return self

    found = [make_metrics([each()])["letters"].learns for each in (variant(fit=fit), variant())]
    assert found == [True, False]


def test_what_a_metric_says_itself_is_left_alone():
    def refuse(*_: object) -> None:
        raise UsageError("no such thing")

    with pytest.raises(UsageError, match=r"^no such thing$"):
        variant(prepare=refuse)().corpus_score(["ab"], [["abc"]])


def test_a_metric_of_a_script_scores_without_being_installed():
    metric = variant(p_size=3)(p_size=5)
    found = ts.score(["ab", "abcd"], [["abcd"], ["abcd"]], [metric])
    assert found.score("system", "letters:p_size=5").score == (0.5 + 1) / 2
    assert metric.corpus_score(["ab", "abcd"], [["abcd"], ["abcd"]]).score == (0.5 + 1) / 2
    assert metric.sentence_score("ab", ["abcd"]).score == 0.5
    assert f"|package:{__name__}|" in found.signature("system", "letters:p_size=5")


def test_two_metrics_under_one_name_are_refused():
    with pytest.raises(UsageError, match="two metrics are called 'letters'; name them differently"):
        ts.score(["a"], [["a"]], [variant()(), variant()()])
    with pytest.raises(UsageError, match="two metrics are called 'wer'"):
        ts.score(["a"], [["a"]], ["wer", variant(name="wer")()])
    assert list(ts.score(["a"], [["a"]], ["wer", "wer"]).metrics) == ["wer"]


def test_two_packages_with_one_name_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    install(tmp_path / "one", monkeypatch)
    install(tmp_path / "two", monkeypatch, package="other-metrics-0.1")
    with pytest.raises(
        UsageError, match=r"'length' is brought by .* \(more-metrics-1\.2, other-metrics-0\.1\); re"
    ):
        make_metric("length")


SCRIPT = """
from dataclasses import dataclass
from typing import ClassVar

import treescore as ts
from treescore.metrics.base import MeanMetric

@dataclass(frozen=True)
class Mine(MeanMetric):
    name: ClassVar[str] = "mine"
    reads = "text"

    def prepare(self, references):
        return [reference.text for reference in references]

    def compare(self, hypothesis, references):
        return float(hypothesis.text in references)

if __name__ == "__main__":
    found = ts.score(["a", "b"], [["a"], ["c"]], [Mine()], jobs=2)
    print(found.score("system", "mine").score, found.signature("system", "mine"))
"""


def test_a_metric_of_a_script_works_in_several_processes(tmp_path: Path):
    (tmp_path / "script.py").write_text(SCRIPT)
    done = subprocess.run(
        [sys.executable, tmp_path / "script.py"], capture_output=True, text=True, timeout=120
    )
    assert done.stdout.startswith("0.5 mine|nrefs:1|package:__main__|version:"), done.stderr


def test_a_class_is_no_object():
    with pytest.raises(UsageError, match=r"Mine is a class; give an object: Mine\(\)"):
        ts.score(["a"], [["a"]], [variant()])  # type: ignore[list-item]


def test_a_package_without_an_entry_point_is_named_too(monkeypatch: pytest.MonkeyPatch):
    kind = variant()
    top = kind.__module__.split(".")[0]
    monkeypatch.setattr("treescore.plugins.packages_distributions", lambda: {top: ["pytest"]})
    assert package_of(kind) == f"pytest-{pytest.__version__}"
