"""DPM and its relatives by their definitions."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hypothesis import strategies as st

from tests.strategies import dependency_trees
from treescore.metrics import BDPM, DPM
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest, single

Tree = DependencyTree
List = NBest[DependencyTree]
Metric = DPM | BDPM
Counts = dict[tuple[str, ...], float]
"""How often every pattern is expected."""
WORDS = st.sampled_from(["a", "b", "A", "!"])
ALL = ("1g", "2g", "3g", "dl", "lh", "dh", "dlh")


@st.composite
def nbest_lists(draw: st.DrawFn, max_size: int = 5, same_words: bool = True) -> List:
    """One to three trees; probabilities too near to lose a count."""
    first = draw(dependency_trees(max_size=max_size, words=WORDS))
    other = dependency_trees(min_size=len(first), max_size=len(first)).map(
        lambda tree: replace(tree, words=first.words)
    )
    if not same_words:
        other |= dependency_trees(max_size=max_size, words=WORDS)
    trees = (first, *draw(st.lists(other, max_size=2)))
    logprobs = [draw(st.floats(-4, 0)) for _ in trees]
    return NBest(trees, tuple(sorted(logprobs, reverse=True)))


LISTS = nbest_lists()
REFERENCES = st.lists(LISTS, min_size=1, max_size=3)
MIXED = nbest_lists(same_words=False)
"""Trees of a list can differ in their words, too: each drops what it takes for punctuation."""
GAMMAS = st.sampled_from([0.0, 0.25, 1.0, 2.0])


def make(words: str, *heads: int, relations: str = "", tags: str = "") -> Tree:
    """A tree with the heads of a treebank: from 1, and 0 for the root."""
    split = tuple(words.split())
    blank = ("",) * len(split)
    return Tree(
        split,
        tuple(head - 1 for head in heads),
        tuple(relations.split()) or tuple(f"r{head}" for head in heads),
        tuple(tags.split()) or blank,
        blank,
        split,
    )


def sentence(parses: List | Tree, metric: Metric, text: str | None = None) -> Sentence:
    parses = single(parses) if isinstance(parses, Tree) else parses
    return Sentence(" ".join(parses.best.words) if text is None else text, {metric.nbest: parses})


def weights(parses: List, gamma: float) -> list[float]:
    powers = [math.exp(logprob) ** gamma for logprob in parses.logprobs]
    return [power / sum(powers) for power in powers]


def expected_counts(component: str, parses: List, tokens: Sequence[str], gamma: float) -> Counts:
    counts: Counts = {}
    if component.endswith("g"):
        size = int(component[:-1])
        for start in range(len(tokens) - size + 1):
            ngram = tuple(tokens[start : start + size])
            counts[ngram] = counts.get(ngram, 0) + 1
        return counts
    for tree, weight in zip(parses.trees, weights(parses, gamma), strict=True):
        for dependent, head in enumerate(tree.heads):
            arc = {
                "d": tree.words[dependent],
                "l": tree.relations[dependent],
                "h": "<root>" if head == ROOT else tree.words[head],
            }
            part = tuple(arc[letter] for letter in component)
            counts[part] = counts.get(part, 0) + weight
    return {part: count for part, count in counts.items() if count >= 1e-5}
