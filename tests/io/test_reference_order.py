from __future__ import annotations

import csv
import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest
from sacrebleu.metrics.bleu import BLEU

import treescore as ts
from treescore.errors import UsageError
from treescore.io.reference_order import by_segment, check_order
from treescore.trees.dependency import DependencyTree

MADE = ["The council turned the plan down.", "Nobody was surprised by that."]
RIGHT = [
    ["The council rejected the plan.", "The plan was turned down by the council."],
    ["That surprised nobody.", "Nobody was surprised by it."],
]
SACREBLEU = [list(column) for column in zip(*RIGHT, strict=True)]
TREE = DependencyTree(("a",), (-1,), ("a",), ("a",), ("a",), ("a",))


@pytest.mark.parametrize(
    "ask",
    [
        lambda references: ts.score(MADE, references, ["bleu"]),
        lambda references: ts.score({"A": MADE, "B": MADE[:1] * 2}, references, ["bleu"]),
        lambda references: ts.metrics.CHRF().corpus_score(MADE, references),
        lambda references: ts.diagnose(MADE, references),
        lambda references: ts.rerank([[MADE[0], "Plan"], [MADE[1]]], "chrf", references=references),
    ],
)
def test_as_many_references_as_segments_are_refused_in_the_other_order(ask: Any):
    ask(RIGHT)
    with pytest.raises(UsageError, match=r"look like \[reference\]\[segment\].*by_segment"):
        ask(SACREBLEU)


def test_sacrebleus_order_has_a_way_in():
    references: list[list[Any]] = [SACREBLEU[0], [SACREBLEU[1][0], None]]
    assert by_segment(references) == [RIGHT[0], RIGHT[1][:1]]
    found = ts.score(MADE, ts.by_segment(references), ["bleu"]).score("system", "bleu").score
    assert found == pytest.approx(BLEU().corpus_score(MADE, references).score)


def test_what_is_no_list_of_references_is_refused():
    for wrong in ("ab", ["ab", "cd"], [["a", "b"], ["c"]]):
        with pytest.raises(UsageError):
            by_segment(wrong)


@pytest.mark.parametrize(
    ("made", "references"),
    [
        (["a"], [["b"]]),
        (["", ""], [["", ""], ["", ""]]),
        (["a", "b"], [["c", "d"], ["e", "f"]]),
        (["a", "b"], [["a", "b"], ["b", "a"]]),
        ([TREE, TREE], [[TREE, TREE], [TREE, TREE]]),
        (MADE, [RIGHT[0], RIGHT[1][:1]]),
    ],
)
def test_where_nothing_can_be_told_nothing_is_refused(made: list[Any], references: list[Any]):
    check_order([made], references)


def test_real_references_are_told_apart(shared: Path):
    """Three of each segment; two segments at a time, and both orders."""
    segments = {}
    with gzip.open(shared / "data/judgements/wmt21mqm.en-de.segs.tsv.gz", "rt") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            others = json.loads(row["extra_refs"] or "[]")
            if row["sys_kind"] == "mt" and others:
                segments[row["seg_id"]] = row["hyp"], [row["ref"], others[0]]
    chosen = random.Random(1)
    refused = 0
    for _ in range(500):
        pair = chosen.sample(list(segments.values()), 2)
        made, references = [hypothesis for hypothesis, _ in pair], [each for _, each in pair]
        check_order([made], references)
        try:
            check_order([made], [list(column) for column in zip(*references, strict=True)])
        except UsageError:
            refused += 1
    assert refused >= 495
