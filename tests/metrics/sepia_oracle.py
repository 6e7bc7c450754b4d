"""SEPIA by its definition."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import single

Tree = DependencyTree
Subscore = Callable[[Tree, Sequence[Tree]], float | None]


def sentence(tree: Tree) -> Sentence:
    return Sentence(None, {1: single(tree)})


def make(words: str, *heads: int, relations: str = "", tags: str = "") -> Tree:
    """A tree with the heads of a treebank: from 1, and 0 for the root."""
    split = tuple(words.split())
    same = ("x",) * len(split)
    return Tree(
        split,
        tuple(head - 1 for head in heads),
        tuple(relations.split()) or same,
        tuple(tags.split()) or same,
        same,
        split,
    )


EMPTY = make("")


def ngrams(tree: Tree, size: int) -> list[tuple[str, ...]]:
    return [tree.words[i : i + size] for i in range(len(tree) - size + 1)]


def bigrams(tree: Tree, flags: Sequence[str] = ()) -> list[tuple[tuple[Any, ...], int]]:
    """Head and dependent with what the flags add, and beside it the span."""
    found = []
    for dependent, head in enumerate(tree.heads):
        if head == ROOT:
            continue
        bigram: tuple[Any, ...] = (tree.words[head], tree.words[dependent])
        if "pos" in flags:
            bigram += (tree.tags[head], tree.tags[dependent])
        if "relation" in flags:
            bigram += (tree.relations[dependent],)
        if "order" in flags:
            bigram += ("left" if dependent < head else "right",)
        found.append((bigram, abs(head - dependent)))
    return found


def precision(size: int) -> Subscore:
    def subscore(hypothesis: Tree, references: Sequence[Tree]) -> float | None:
        ours = ngrams(hypothesis, size)
        if not ours:
            return 0 if any(ngrams(reference, size) for reference in references) else None
        matched = 0
        for ngram in set(ours):
            most = max(ngrams(reference, size).count(ngram) for reference in references)
            matched += min(ours.count(ngram), most)
        return matched / len(ours)

    return subscore


def credits_and_spans(
    hypothesis: Tree, references: Sequence[Tree], flags: Sequence[str]
) -> list[tuple[float, int]]:
    """Of every instance in the hypothesis how much of it counts, and its own span."""
    ours = bigrams(hypothesis, flags)
    names = [bigram for bigram, _ in ours]
    found = []
    for bigram, span in ours:
        most = max([b for b, _ in bigrams(ref, flags)].count(bigram) for ref in references)
        found.append((min(1, most / names.count(bigram)), span))
    return found


def sn(power: float, flags: Sequence[str] = ()) -> Subscore:
    def subscore(hypothesis: Tree, references: Sequence[Tree]) -> float | None:
        found = credits_and_spans(hypothesis, references, flags)
        if not found:
            return 0 if any(bigrams(reference) for reference in references) else None
        matched = sum(credit * float(span**power) for credit, span in found)
        return matched / sum(float(span**power) for _, span in found)

    return subscore


def spn(flags: Sequence[str] = ()) -> Subscore:
    def subscore(hypothesis: Tree, references: Sequence[Tree]) -> float | None:
        found = credits_and_spans(hypothesis, references, flags)
        if not found:
            return 0 if any(bigrams(reference) for reference in references) else None
        precisions = []
        for wanted in {span for _, span in found}:
            here = [credit for credit, span in found if span == wanted]
            precisions.append(sum(here) / len(here))
        return sum(precisions) / len(precisions)

    return subscore
