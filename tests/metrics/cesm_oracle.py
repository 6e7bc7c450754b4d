"""CESM asked for rows and scores, and the forests that it should see."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.kernels.forest import Forest
from treescore.metrics import CESM
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single


def row(
    metric: CESM, hypothesis: DependencyTree, references: Sequence[DependencyTree]
) -> Sequence[float]:
    prepared = metric.prepare([sentence(reference) for reference in references])
    return metric.statistics(sentence(hypothesis), prepared)


def sentence(tree: DependencyTree) -> Sentence:
    return Sentence(None, {1: single(tree)})


def segment_score(metric: CESM, hypothesis: DependencyTree, *references: DependencyTree) -> float:
    return metric.segment_score(row(metric, hypothesis, references))


def labelled(metric: CESM, tree: DependencyTree) -> Forest:
    labels = {"word": tree.words, "lemma": tree.lemmas, "pos": tree.tags}[metric.unit]
    if metric.case == "lower" and metric.unit != "pos":
        labels = tuple(label.lower() for label in labels)
    return Forest(labels, tree.heads)
