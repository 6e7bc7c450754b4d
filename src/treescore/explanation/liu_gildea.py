"""Explains HWCM, STM, DSTM, TKM and DTKM: chains, subtrees, and productions that nodes share."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp
from typing import Any

from treescore.explanation.base import (
    Explanation,
    Part,
    Patterns,
    Place,
    Remainder,
    at_places,
    clipped_parts,
    kept,
    paired_parts,
    rank_references,
)
from treescore.kernels.forest import Forest
from treescore.kernels.subtrees import Subtree, rooted_subtrees
from treescore.kernels.tree_kernel import Production, log_fragments
from treescore.metrics.liu_gildea import (
    DSTM,
    DTKM,
    HWCM,
    STM,
    TKM,
    Chain,
    KernelView,
    PrecisionMetric,
    chains_by_end,
)
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import Punct, dependency_forest

Rooted = tuple[int, Production]
LONGEST = 100
"""The most characters of a pattern that are shown."""


@dataclass(frozen=True)
class Grounded:
    """A metric's forest, and where its nodes stand in the sentence."""

    tokens: tuple[str, ...]
    forest: Forest
    under: Sequence[tuple[int, ...]]
    """For every node the tokens under it; of a word in a dependency tree its own."""
    numbers: Sequence[int] = ()
    """The nodes of the constituency tree that come first in the forest; words come after them."""

    def place(self, top: int, depth: int) -> Place:
        """A node with its descendants, so many levels in all."""
        found = level = [top]
        for _ in range(depth - 1):
            level = [child for node in level for child in self.forest.children[node]]
            found = found + level
        if not self.numbers:
            words = [self.under[node][0] for node in found]
            return Place(tuple(sorted(words)), arcs=tuple(sorted(words[1:])))
        nodes = [self.numbers[node] for node in found if node < len(self.numbers)]
        return Place(self.under[top], tuple(sorted(nodes)))


def _ground(metric: STM | DSTM | TKM | DTKM, sentence: Sentence) -> Grounded:
    _, forest = metric.forest(sentence)
    if isinstance(metric, STM | TKM):
        return _in_constituents(sentence, forest, metric.punct, metric.words == "yes")
    words = sentence.dependency.words
    return Grounded(words, forest, [(word,) for word in kept(words, metric.punct)])


def _in_constituents(sentence: Sentence, forest: Forest, punct: Punct, words: bool) -> Grounded:
    tree = sentence.constituency
    tokens = kept(tree.tokens, punct)
    leaves = [tree.leaves[token] for token in tokens]
    end = list(range(1, len(tree) + 1))  # the node behind all that are below
    for node in range(len(tree) - 1, 0, -1):
        above = tree.parents[node]
        end[above] = max(end[above], end[node])
    under = [
        tuple(tokens[bisect_left(leaves, node) : bisect_left(leaves, end[node])])
        for node in range(len(tree))
    ]
    numbers = [node for node in range(len(tree)) if under[node] or punct == "keep"]
    single = [(token,) for token in tokens] if words else []
    # What the forest leaves out beside empty constituents is the top, which comes first.
    numbers = numbers[len(numbers) - len(forest) + len(single) :]
    return Grounded(tree.tokens, forest, [*(under[node] for node in numbers), *single], numbers)


def _chains(metric: HWCM, sentence: Sentence) -> list[Patterns]:
    """For every length the chains, their words from the top to the bottom."""
    forest = dependency_forest(sentence, metric.unit, metric.case, metric.punct)
    tokens = kept(sentence.dependency.words, metric.punct)

    def place(word: int, length: int) -> Place:
        path = [word]
        while len(path) < length:
            path.append(forest.parents[path[-1]])
        top, *below = (tokens[step] for step in reversed(path))
        return Place((top, *below), arcs=tuple(below))

    return [
        at_places((chain, place(word, len(chain))) for word, chain in ending.items())
        for ending in chains_by_end(forest, metric.length)
    ]


def _subtrees(metric: STM | DSTM, grounded: Grounded) -> list[Patterns]:
    """For every depth the subtrees."""
    return [
        at_places(
            (subtree, grounded.place(top, depth))
            for top, subtree in sorted(zip(tops, found, strict=True))
        )
        for depth, (tops, found) in enumerate(rooted_subtrees(grounded.forest, metric.depth), 1)
    ]


def _shorten(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def show_chain(chain: Chain) -> str:
    """Like `had → dog → a`."""
    return _shorten(" → ".join(chain))


def show_subtree(subtree: Subtree) -> str:
    """In brackets, like `(S (NP DT NN) VP)`: nodes without children need none."""
    text = ""
    waiting: list[Subtree | None] = [subtree]
    while waiting and len(text) <= LONGEST + 1:  # a blank comes first
        match waiting.pop():
            case None:
                text += ")"
            case (label, children):
                text += f" ({label}"
                waiting += [None, *reversed(children)]
            case label:
                text += f" {label}"
    return _shorten(text[1:])


def show_production(production: Production) -> str:
    """Like `NP → DT NN`."""
    label, children = production
    return _shorten(f"{label} → {' '.join(children)}")


def explain_hwcm(metric: HWCM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    sides = [_chains(metric, sentence) for sentence in (hypothesis, *references)]
    words, *others = (each.dependency.words for each in (hypothesis, *references))
    ranking = rank_references(words, others)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(_precision_parts(metric, row, sides, ranking, "chain of", show_chain)),
        tuple(_precision_remainders(metric, row, metric.epsilon)),
    )


def explain_subtrees(
    metric: STM | DSTM, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    grounded = [_ground(metric, sentence) for sentence in (hypothesis, *references)]
    sides = [_subtrees(metric, side) for side in grounded]
    words, *others = (side.tokens for side in grounded)
    ranking = rank_references(words, others)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(_precision_parts(metric, row, sides, ranking, "subtree of depth", show_subtree)),
        tuple(_precision_remainders(metric, row, epsilon=0.0)),
    )


def _precision_parts(
    metric: PrecisionMetric,
    row: Sequence[float],
    sides: Sequence[Sequence[Patterns]],
    ranking: Sequence[int],
    kind: str,
    show: Callable[[Any], str],
) -> list[Part]:
    """The patterns of every order: the hypothesis is the first of the sides."""
    totals = row[metric.orders : 2 * metric.orders]
    orders = sum(total > 0 for total in totals)
    parts = []
    for n, (total, (found, *others)) in enumerate(
        zip(totals, zip(*sides, strict=True), strict=True), 1
    ):
        share = 1 / (total * orders) if total else 0.0
        parts += clipped_parts(f"{kind} {n}", found, others, ranking, share, show)
    return parts


def _precision_remainders(
    metric: PrecisionMetric, row: Sequence[float], epsilon: float
) -> list[Remainder]:
    matches, totals = row[: metric.orders], row[metric.orders : 2 * metric.orders]
    reference_units, unequal = row[-2:]
    if not any(totals):
        empty = Remainder("the translation and a reference have nothing to compare", 1.0)
        return [] if unequal else [empty]
    missed = sum(not match for match, total in zip(matches, totals, strict=True) if total)
    share = missed * epsilon / sum(total > 0 for total in totals)
    if not share or not reference_units:
        return []
    return [Remainder("orders without a match count epsilon", share)]


def explain_kernel(
    metric: TKM | DTKM, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    views = metric.prepare(references)
    view = metric.view(hypothesis)
    number = max(range(len(views)), key=lambda i: metric.cosine(view, views[i]))
    best = views[number]
    ours, *others = [_ground(metric, sentence) for sentence in (hypothesis, *references)]
    parts = paired_parts(
        "production",
        _productions(view, ours),
        _productions(best, others[number]),
        number,
        _kernel_pairs(view, best, metric.decay),
        lambda rooted: show_production(rooted[1]),
    )
    remainders = []
    if not view.productions.nodes and not best.productions.nodes and view.sequence == best.sequence:
        remainders = [Remainder("no node has children, and the sequences are equal", 1.0)]
    return Explanation(
        metric.segment_score(metric.statistics(hypothesis, views)),
        ours.tokens,
        tuple(other.tokens for other in others),
        tuple(parts),
        tuple(remainders),
    )


def _productions(view: KernelView, grounded: Grounded) -> Patterns:
    """The nodes that have children, each with its production."""
    rooted = sorted(view.productions.of_node)
    return at_places(((node, production), grounded.place(node, 2)) for node, production in rooted)


def _kernel_pairs(
    hypothesis: KernelView, reference: KernelView, decay: float
) -> dict[tuple[Rooted, Rooted], tuple[float, float]]:
    """The kernel as a sum over pairs of nodes with the same production; every pair matches once."""
    norm = (hypothesis.log_self + reference.log_self) / 2
    production = dict(hypothesis.productions.of_node)
    shared = log_fragments(hypothesis.productions, reference.productions, decay)
    return {
        ((v, production[v]), (w, production[v])): (1, exp(value - norm))
        for (v, w), value in sorted(shared.items())
    }
