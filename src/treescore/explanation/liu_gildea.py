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
    log_norm,
    match_weights,
)
from treescore.metrics.sentence import Sentence
from treescore.metrics.units import WORD, Punct, dependency_forest

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


def _show_node(label: str) -> str:
    """Words that stand beside labels are in quotes: the word `.` is not the tag `.`."""
    return f'"{label.removeprefix(WORD)}"' if label.startswith(WORD) else label


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
                text += f" {_show_node(label)}"
    return _shorten(text[1:])


def show_production(production: Production) -> str:
    """Like `NP → DT NN`."""
    label, children = production
    return _shorten(f"{label} → {' '.join(map(_show_node, children))}")


def explain_hwcm(metric: HWCM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """Chains, length by length."""
    sentences = (hypothesis, *references)
    tokens = [sentence.dependency.words for sentence in sentences]
    sides = [_chains(metric, sentence) for sentence in sentences]
    row = metric.statistics(hypothesis, metric.prepare(references))
    return _precision(metric, row, tokens, sides, "chain of", show_chain)


def explain_subtrees(
    metric: STM | DSTM, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """STM and DSTM: subtrees, depth by depth."""
    grounded = [_ground(metric, sentence) for sentence in (hypothesis, *references)]
    tokens = [side.tokens for side in grounded]
    sides = [_subtrees(metric, side) for side in grounded]
    row = metric.statistics(hypothesis, metric.prepare(references))
    return _precision(metric, row, tokens, sides, "subtree of depth", show_subtree)


def _precision(
    metric: PrecisionMetric,
    row: Sequence[float],
    tokens: Sequence[tuple[str, ...]],
    sides: Sequence[Sequence[Patterns]],
    kind: str,
    show: Callable[[Any], str],
) -> Explanation:
    """The patterns of every order: the hypothesis is the first of the sides."""
    words, *others = tokens
    ranking = rank_references(words, others)
    orders = zip(match_weights(metric.read(row)), zip(*sides, strict=True), strict=True)
    parts: list[Part] = []
    for n, (weight, (found, *known)) in enumerate(orders, 1):
        parts += clipped_parts(f"{kind} {n}", found, known, ranking, weight, show)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(parts),
        _precision_remainders(metric, row),
    )


def _precision_remainders(metric: PrecisionMetric, row: Sequence[float]) -> tuple[Remainder, ...]:
    score = metric.segment_score(row)
    if any(row):
        # The score of a sum of rows knows no epsilon, also where the sum is of one.
        rest = Remainder("orders without a match count epsilon", score - metric.total_score(row))
    else:
        rest = Remainder("the translation and its references are empty", score)
    return (rest,) if rest.share else ()


def explain_kernel(
    metric: TKM | DTKM, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """TKM and DTKM: pairs of nodes with the same production."""
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
    score = metric.segment_score(metric.statistics(hypothesis, views))
    rule = Remainder("no node has children, and the sequences are equal", score)
    childless = not view.productions.nodes and not best.productions.nodes
    return Explanation(
        score,
        ours.tokens,
        tuple(other.tokens for other in others),
        tuple(parts),
        (rule,) if childless and score else (),
    )


def _productions(view: KernelView, grounded: Grounded) -> Patterns:
    """The nodes that have children, each with its production."""
    rooted = sorted(view.productions.of_node)
    return at_places(((node, production), grounded.place(node, 2)) for node, production in rooted)


def _kernel_pairs(
    hypothesis: KernelView, reference: KernelView, decay: float
) -> dict[tuple[Rooted, Rooted], tuple[float, float]]:
    """The kernel as a sum over pairs of nodes with the same production; every pair matches once."""
    norm = log_norm(hypothesis, reference)
    production = dict(hypothesis.productions.of_node)
    shared = log_fragments(hypothesis.productions, reference.productions, decay)
    return {
        ((v, production[v]), (w, production[v])): (1, exp(value - norm))
        for (v, w), value in sorted(shared.items())
    }
