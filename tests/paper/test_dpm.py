"""The two trees of Kahn, Snover & Ostendorf (2009), figure 1."""

from __future__ import annotations

import pytest

from treescore.metrics import DPM
from treescore.trees.dependency import ROOT, DependencyTree

BLANK = ("",) * 4
REFERENCE = DependencyTree(
    ("the", "red", "cat", "ate"), (2, 2, 3, ROOT), ("det", "mod", "subj", "root"), *[BLANK] * 3
)
HYPOTHESIS = DependencyTree(
    ("the", "cat", "stumbled"), (1, 2, ROOT), ("det", "subj", "root"), *[BLANK[:3]] * 3
)


def test_dlh_of_figure_1():
    """Only the-det-cat is common: precision 1/3, recall 1/4."""
    found = DPM(components="dlh").sentence_score(HYPOTHESIS, [REFERENCE])
    assert found.score == pytest.approx(2 / 7)


def test_dl_and_lh_of_figure_1():
    """the-det, cat-subj, det-cat and root-<root>: precision 4/6, recall 4/8.

    The paper prints 3/7, as it leaves root-<root> out; its authors' program counts it.
    """
    found = DPM(components="dl+lh").sentence_score(HYPOTHESIS, [REFERENCE])
    assert found.score == pytest.approx(4 / 7)
