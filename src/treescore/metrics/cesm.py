"""Duma, Vertan & Menzel (2013): A New Syntactic Metric for Evaluation of Machine Translation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from treescore.kernels.embedded import count_maps, count_rooted_maps
from treescore.kernels.ranked import Ranked
from treescore.metrics.base import MeanMetric
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Case, Punct, Unit, dependency_forest


@dataclass(frozen=True)
class EmbeddedView:
    """A sentence's dependency tree, and how many embedded subtrees it has in common with itself."""

    tree: Ranked
    own: int


@dataclass(frozen=True)
class CESM(MeanMetric[list[EmbeddedView]]):
    """Common embedded subtrees of the dependency trees: F1, best reference."""

    name: ClassVar[str] = "cesm"
    reads = "dependencies"
    paper = (
        "Melania Duma, Cristina Vertan and Wolfgang Menzel (2013), A New Syntactic Metric for "
        "Evaluation of Machine Translation, ACL Student Research Workshop"
    )

    unit: Unit = "word"
    root: Literal["free", "fixed"] = "free"
    case: Case = "mixed"
    punct: Punct = "keep"

    def common(self, left: Ranked, right: Ranked) -> int:
        """The common embedded subtrees; the empty one is none."""
        if self.root == "fixed":
            return count_rooted_maps(left, right)
        return count_maps(left, right) - 1

    def view(self, sentence: Sentence) -> EmbeddedView:
        tree = Ranked(dependency_forest(sentence, self.unit, self.case, self.punct))
        return EmbeddedView(tree, self.common(tree, tree))

    def prepare(self, references: Sequence[Sentence]) -> list[EmbeddedView]:
        return [self.view(reference) for reference in references]

    def compare(self, hypothesis: Sentence, references: list[EmbeddedView]) -> float:
        view = self.view(hypothesis)
        return max(self.f1(view, reference) for reference in references)

    def f1(self, hypothesis: EmbeddedView, reference: EmbeddedView) -> float:
        if not hypothesis.own or not reference.own:
            return float(hypothesis.own == reference.own)  # both are empty
        common = self.common(hypothesis.tree, reference.tree)
        if not common:
            return 0.0
        # Words that repeat can be mapped in more ways than one, and push a ratio over 1.
        precision = min(common, hypothesis.own) / hypothesis.own
        recall = min(common, reference.own) / reference.own
        if not precision or not recall:  # too small to be told from 0
            return 0.0
        return 2 * precision * (recall / (precision + recall))  # the product might be too small
