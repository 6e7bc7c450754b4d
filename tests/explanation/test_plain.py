"""What is said of a metric that has no explanation of its own: its statistics and its score."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import pytest

import treescore as ts
from tests.chain import Chain
from tests.strategies import flatten, make
from treescore.engine.explaining import Explained
from treescore.explanation import Explanation, Part, Remainder, explain
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference
from treescore.metrics import HWCM
from treescore.metrics.base import Metric, Reads
from treescore.metrics.sentence import Sentence
from treescore.report.part_table import part_rows
from treescore.report.sentences import to_json, to_tsv
from treescore.trees.nbest import single


@dataclass(frozen=True)
class Length(Metric[int]):
    """How long a translation is beside the longest of its references."""

    name: ClassVar[str] = "length"
    reads: ClassVar[Reads] = "text"
    paper = "none"
    columns: ClassVar[tuple[str, ...]] = ("words", "reference_words")

    def size(self, sentence: Sentence) -> int:
        return len((sentence.text or "").split())

    def prepare(self, references: Sequence[Sentence]) -> int:
        return max(map(self.size, references))

    def statistics(self, hypothesis: Sentence, references: int) -> tuple[int, int]:
        return self.size(hypothesis), references

    def total_score(self, total: Sequence[float]) -> float:
        words, others = total
        return words / others if others else 1.0


@dataclass(frozen=True)
class Roots(Length):
    """The same of the words that hang on none."""

    name: ClassVar[str] = "roots"
    reads = "dependencies"

    def size(self, sentence: Sentence) -> int:
        return sentence.dependency.heads.count(-1)


@dataclass(frozen=True)
class Nodes(Length):
    """The same of the nodes."""

    name: ClassVar[str] = "nodes"
    reads = "constituents"

    def size(self, sentence: Sentence) -> int:
        return len(sentence.constituency)


def statistics(words: float, others: float) -> tuple[Part, ...]:
    return tuple(
        Part("statistic", name, name, value, value, value, 0, (), ())
        for name, value in (("words", words), ("reference_words", others))
    )


def plain(score: float, words: float, others: float, *texts: str) -> Explanation:
    hypothesis, *references = (tuple(text.split()) for text in texts)
    rest = (Remainder("the score of these statistics", score),)
    return Explanation(score, hypothesis, tuple(references), statistics(words, others), rest)


def test_a_metric_over_text():
    texts = ["a b, c", "a b c, d", "a"]
    one, *others = (Sentence(text, {}) for text in texts)
    assert explain(Length(), one, others) == plain(0.75, 3, 4, *texts)
    assert explain(Length(), one, others[1:]) == plain(3, 3, 1, "a b, c", "a")
    empty = Sentence("", {})
    assert explain(Length(), empty, [empty]) == plain(1, 0, 0, "", "")
    # A text that was parsed for other metrics is shown as the parser cuts it.
    parsed = Sentence("a b, c", {1: single(make("a b , c", 0, 1, 1, 1))})
    assert explain(Length(), parsed, others).hypothesis == ("a", "b", ",", "c")


def test_a_metric_over_dependencies():
    one, other = (Sentence(None, {1: single(make("a b", 0, head))}) for head in (0, 1))
    assert explain(Roots(), one, [other, one]) == plain(1, 2, 2, "a b", "a b", "a b")
    assert explain(Roots(), one, [other]) == plain(2, 2, 1, "a b", "a b")


def test_a_metric_over_constituents():
    tree = flatten(["S", ["NP", ["DT", "a"], ["NN", "b"]], ["VB", "c"]])
    one = Sentence(None, {1: single(tree)})
    assert explain(Nodes(), one, [one]) == plain(1, 5, 5, "a b c", "a b c")


def test_a_metric_that_is_made_of_another_is_not_explained_like_it():
    @dataclass(frozen=True)
    class Own(HWCM):
        name: ClassVar[str] = "own"

        def segment_score(self, row: Sequence[float]) -> float:
            return 1 - super().segment_score(row)

    one = Sentence(None, {1: single(make("a b", 0, 1))})
    found = explain(Own(), one, [one])
    assert {part.kind for part in found.parts} == {"statistic"}
    assert [part.hypothesis for part in found.parts] == list(Own().columns)
    assert found.remainders == (Remainder("the score of these statistics", 0.0),)


def test_numbers_of_numpy_are_told_as_numbers():
    import numpy as np

    class Counted(Length):
        def statistics(self, hypothesis: Sentence, references: int) -> tuple[int, int]:
            row = np.array(super().statistics(hypothesis, references))
            return row[0], row[1]

    one = Sentence("a", {})
    found = explain(Counted(), one, [one])
    assert found == plain(1, 1, 1, "a", "a")
    assert {type(part.count) for part in found.parts} == {float}


@pytest.mark.parametrize("metric", [Length(), Roots(), Nodes()])
def test_the_public_interface(metric: Metric[int]):
    parser = Chain(lambda text: None)
    found = ts.explain("a b c", ["a b", "a"], metric, parser=parser)
    assert found.hypothesis == ("a", "b", "c")
    assert [part.hypothesis for part in found.parts] == ["words", "reference_words"]
    score = metric.sentence_score("a b c", ["a b", "a"], parser=parser).score
    assert sum(each.share for each in found.remainders) == found.score == score


def explained(text: str, *references: str) -> Explained:
    one, *others = (Sentence(each, {}) for each in (text, *references))
    return Explained(
        one, others, {"length": explain(Length(), one, others)}, {"length": "length|nrefs:1"}
    )


def test_nothing_is_marked():
    found = explained("a b", "a", "b c d")
    explanation = found.explanations["length"]
    assert mark_hypothesis(explanation, found.hypothesis) == Marks()
    for number, reference in enumerate(found.references):
        assert mark_reference(explanation, number, reference) == Marks()


def test_how_it_is_printed():
    found = explained("", "a b c")
    rows = part_rows(found.explanations["length"], 0, 4, 80)
    assert [row.plain for row in rows] == [
        "   share  part               of which       matched",
        "  0.0000  statistic",
        "            words                                 0",
        "            reference_words                       3",
        "  0.0000  the score of these statistics",
        "  0.0000  score",
    ]
    found = explained("a b c", "a b")
    metrics = {"length": Length()}
    told = json.loads(to_json(found, metrics))["metrics"]["length"]
    assert [(part["hypothesis"], part["count"]) for part in told["parts"]] == [
        ("words", 3),
        ("reference_words", 2),
    ]
    assert told["remainders"] == [{"reason": "the score of these statistics", "share": 1.5}]
    assert to_tsv(found).splitlines()[1:] == [
        "length\t0.0\tstatistic\twords\twords\t3.0\t3.0\t3.0\t1",
        "length\t0.0\tstatistic\treference_words\treference_words\t2.0\t2.0\t2.0\t1",
        "length\t1.5\tthe score of these statistics\t\t\t\t\t\t",
    ]
