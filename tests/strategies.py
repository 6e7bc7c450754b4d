"""Trees for tests: random ones for properties, and small ones written down."""

from __future__ import annotations

from hypothesis import strategies as st

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

WORDS = st.sampled_from(["a", "b", "c", "dog", "Dog", ",", "(", ")", "x)y", "2.5", "é", "的"])
LABELS = st.sampled_from(["S", "NP", "VP", "PP", "NN", "X"])


@st.composite
def heads(draw: st.DrawFn, min_size: int = 0, max_size: int = 8) -> tuple[int, ...]:
    """Heads of a forest: words in a random order, each hanging on an earlier one or on nothing."""
    size = draw(st.integers(min_size, max_size))
    order = draw(st.permutations(range(size)))
    chosen = [ROOT] * size
    for place in range(1, size):
        above = draw(st.integers(-1, place - 1))
        chosen[order[place]] = ROOT if above < 0 else order[above]
    return tuple(chosen)


@st.composite
def dependency_trees(
    draw: st.DrawFn,
    min_size: int = 0,
    max_size: int = 8,
    words: st.SearchStrategy[str] = WORDS,
) -> DependencyTree:
    """Forests of words, crossing arcs included."""
    drawn = draw(heads(min_size, max_size))

    def column(values: st.SearchStrategy[str]) -> tuple[str, ...]:
        return tuple(draw(values) for _ in drawn)

    return DependencyTree(
        column(words),
        drawn,
        column(st.sampled_from(["nsubj", "obj", "det", "punct"])),
        column(st.sampled_from(["NN", "VB", "DT", "-LRB-", ","])),
        column(st.sampled_from(["NOUN", "VERB", "DET", "PUNCT"])),
        column(words),
    )


@st.composite
def constituency_trees(draw: st.DrawFn, max_inner: int = 8) -> ConstituencyTree:
    """Trees whose every leaf has a word."""

    def grow(budget: int, depth: int) -> list[object]:
        if depth == 4 or budget <= 1 or draw(st.booleans()):
            return [draw(LABELS), draw(WORDS)]
        width = draw(st.integers(1, 3))
        return [draw(LABELS), *(grow(budget // width, depth + 1) for _ in range(width))]

    return flatten(["S", *(grow(max_inner, 1) for _ in range(draw(st.integers(1, 3))))])


def flatten(nested: list[object]) -> ConstituencyTree:
    """A tree from nested lists: ["NP", ["DT", "the"], ["NN", "dog"]]."""
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []

    def visit(node: list[object], parent: int) -> None:
        place = len(labels)
        labels.append(str(node[0]))
        parents.append(parent)
        words.append(None)
        for child in node[1:]:
            if isinstance(child, list):
                visit(child, place)
            else:
                words[place] = str(child)

    visit(nested, -1)
    return ConstituencyTree(tuple(labels), tuple(parents), tuple(words))


def make(words: str, *heads: int, lemmas: str = "") -> DependencyTree:
    """A tree with the heads of a treebank: from 1, and 0 for the root."""
    split = tuple(words.split())
    tags = tuple(f"T{word}" for word in split)
    return DependencyTree(
        split,
        tuple(head - 1 for head in heads),
        split,
        tags,
        tags,
        tuple(lemmas.split()) or ("",) * len(split),
    )


def tree_of_rows(text: str) -> DependencyTree:
    """A tree from lines of word, tag (of either kind), head (from 1, 0 for the root), relation."""
    rows = [line.split() for line in text.strip().splitlines()]
    words, tags, above, relations = (tuple(column) for column in zip(*rows, strict=True))
    heads = tuple(int(head) - 1 for head in above)
    return DependencyTree(words, heads, relations, tags, tags, ("",) * len(words))
