"""Arcs of the EDPM authors' own program: head rules, A/B labels and n-best weights at once."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from treescore.io.bllip import read_bllip
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT
from treescore.trees.heads import CHARNIAK, to_dependencies
from treescore.trees.nbest import NBest

Triples = Counter[tuple[str, str, str]]


def expected_triples(parses: NBest[ConstituencyTree], gamma: float) -> Triples:
    counts: Triples = Counter()
    for tree, weight in zip(parses.trees, parses.weights(gamma), strict=True):
        arcs = to_dependencies(tree, CHARNIAK)
        for word, relation, head in zip(arcs.words, arcs.relations, arcs.heads, strict=True):
            counts[word, relation, "<root>" if head == ROOT else arcs.words[head]] += weight  # type: ignore[assignment]
    return counts


@pytest.mark.parametrize(
    ("folder", "hypothesis", "reference", "counts"),
    [
        ("set2", "hyps", "ref", "hyps-1ref-ptb-sem.50best.0_25gamma.dpm"),
        (
            *("toy1", "system01", "reference01"),
            "system01-reference01-ptb-sem.50best.0_25gamma.dpm",
        ),
    ],
)
def test_expected_counts(shared: Path, folder: str, hypothesis: str, reference: str, counts: str):
    goldens = shared / "goldens/edpm" / folder
    lines = (goldens / counts).read_text().splitlines()
    hypotheses = list(read_bllip(str(goldens / f"{hypothesis}.50-best.trees.gz")))
    references = list(read_bllip(str(goldens / f"{reference}.50-best.trees.gz")))
    assert len(lines) == len(hypotheses) == len(references) > 1
    for line, (name, ours), (_, theirs) in zip(lines, hypotheses, references, strict=True):
        found = re.search(r"word-arc-word=\(([\d.]+),([\d.]+),([\d.]+)\)", line)
        assert found
        assert line.startswith(f"{name} ")
        left, right = expected_triples(ours, 0.25), expected_triples(theirs, 0.25)
        overlap = sum(min(weight, right[triple]) for triple, weight in left.items())
        totals = (sum(left.values()), sum(right.values()), overlap)
        # Five significant digits are printed.
        assert totals == pytest.approx([float(x) for x in found.groups()], rel=1e-4)
