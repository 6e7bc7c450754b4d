from __future__ import annotations

import math
import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import dependency_trees
from treescore.kernels.forest import EMPTY, ROOT, Forest
from treescore.kernels.tree_kernel import FEW, Productions, log_kernel
from treescore.kernels.tree_kernel_large import log_kernel_of_many

FORESTS = dependency_trees(max_size=7, words=st.sampled_from("ab")).map(
    lambda tree: Forest(tree.words, tree.heads)
)
DECAYS = st.sampled_from([1.0, 0.5, 0.25])
Fragment = tuple[str, tuple["Fragment", ...]]
"""A label and, if the node is expanded, all of its children."""


def fragments_at(forest: Forest, node: int) -> list[Fragment]:
    """All fragments with this root: every child is expanded in any of its ways, or not at all."""
    children = [child for child, parent in enumerate(forest.parents) if parent == node]
    if not children:
        return []
    ways = [[(forest.labels[child], ()), *fragments_at(forest, child)] for child in children]
    return [(forest.labels[node], way) for way in product(*ways)]


def size(fragment: Fragment) -> int:
    """The number of productions: of nodes that are expanded."""
    _, children = fragment
    return bool(children) + sum(map(size, children))


def by_enumeration(left: Forest, right: Forest, decay: float) -> float:
    """The sum, over all pairs of equal fragments, of the decay to the power of their size."""
    ones, others = (
        [fragment for node in range(len(forest)) for fragment in fragments_at(forest, node)]
        for forest in (left, right)
    )
    return math.fsum(decay ** size(one) * others.count(one) for one in ones)


def kernel(left: Forest, right: Forest, decay: float = 1.0) -> float:
    return math.exp(log_kernel(Productions(left), Productions(right), decay))


def cosine(left: Forest, right: Forest) -> float:
    one, other = Productions(left), Productions(right)
    own = (log_kernel(one, one, 1.0) + log_kernel(other, other, 1.0)) / 2
    return math.exp(log_kernel(one, other, 1.0) - own)


def chain(length: int) -> Forest:
    """Every node on the one before it, all labels different."""
    return Forest(tuple(map(str, range(length))), tuple(range(-1, length - 1)))


def flat(width: int, label: str = "w") -> Forest:
    return Forest(("S", *(label,) * width), (ROOT, *(0,) * width))


def comb(words: int, tags: int) -> Forest:
    """S over a word's tag and an S that is built likewise, as deep as there are words."""
    labels, parents = ["S"], [ROOT]
    for word in range(words - 1):
        inner = len(labels) - 1
        labels += [f"T{word % tags}", "S"]
        parents += [inner, inner]
    return Forest(tuple(labels), tuple(parents))


def tagged(words: list[str]) -> Forest:
    """S over the tags of the words, all different, and every tag over its word."""
    count = len(words)
    tags = (f"T{n}" for n in range(count))
    return Forest(("S", *tags, *words), (ROOT, *(0,) * count, *range(1, count + 1)))


def treebank_like(words: int) -> Forest:
    """A random tree with the labels of a treebank: every constituent is cut into two or three."""
    chance = random.Random(1)
    labels: list[str] = []
    parents: list[int] = []
    waiting = [(ROOT, "S", words)]
    while waiting:
        parent, label, length = waiting.pop()
        node = len(labels)
        labels.append(label)
        parents.append(parent)
        if length == 1:
            labels.append(chance.choice(["NN", "DT", "VBD", "IN", "JJ", "NNP"]))
            parents.append(node)
            continue
        cuts = sorted(chance.sample(range(1, length), min(length - 1, chance.randint(1, 2))))
        for start, end in zip([0, *cuts], [*cuts, length], strict=True):
            waiting.append((node, chance.choice(["NP", "VP", "PP", "S", "SBAR"]), end - start))
    return Forest(tuple(labels), tuple(parents))


@given(FORESTS, FORESTS, DECAYS)
def test_the_kernel_counts_pairs_of_equal_fragments(left: Forest, right: Forest, decay: float):
    expected = by_enumeration(left, right, decay)
    assert kernel(left, right, decay) == pytest.approx(expected, rel=1e-12, abs=0)


@given(FORESTS, DECAYS)
def test_the_kernel_of_a_forest_with_itself(forest: Forest, decay: float):
    """Random pairs share little; this shares all."""
    expected = by_enumeration(forest, forest, decay)
    assert kernel(forest, forest, decay) == pytest.approx(expected, rel=1e-12, abs=0)


def test_fragments_counted_by_hand():
    """(S (NP D N) (VP V)): NP and VP have one fragment each, S has 2 * 2."""
    forest = Forest(("S", "NP", "D", "N", "VP", "V"), (ROOT, 0, 1, 1, 0, 4))
    assert kernel(forest, forest) == pytest.approx(6)
    # One production: NP, VP, S. Two: S with NP, S with VP. Three: all.
    assert kernel(forest, forest, 0.5) == pytest.approx(3 / 2 + 2 / 4 + 1 / 8)
    # Another verb phrase: NP is shared, and S with and without NP.
    other = Forest(("S", "NP", "D", "N", "VP", "X"), (ROOT, 0, 1, 1, 0, 4))
    assert kernel(forest, other) == pytest.approx(3)


def test_nothing_in_common():
    assert kernel(EMPTY, EMPTY) == 0
    assert kernel(EMPTY, chain(2)) == 0
    # Single nodes have no production, hence no fragment.
    assert kernel(Forest(("a", "a"), (ROOT, ROOT)), chain(3)) == 0
    assert kernel(flat(2), flat(3)) == 0


@pytest.mark.slow
@pytest.mark.parametrize("forest", [comb(2000, 20), flat(2000), treebank_like(2000)])
def test_2000_words_neither_overflow_nor_lose_the_answer(forest: Forest):
    copy = Forest(tuple(forest.labels), tuple(forest.parents))
    productions = Productions(forest)
    assert math.isfinite(log_kernel(productions, productions, 1.0))
    assert cosine(forest, copy) == 1


def test_a_count_beyond_any_floating_point_number():
    """Every tag is expanded or not, on its own: 2^n fragments for S, and one for every tag."""
    size = 2000
    words = [f"w{n}" for n in range(size)]
    tree, half = tagged(words), tagged(words[: size // 2] + ["x"] * (size // 2))
    all_shared = log_kernel(Productions(tree), Productions(tree), 1.0)
    half_shared = log_kernel(Productions(tree), Productions(half), 1.0)
    assert all_shared == pytest.approx(math.log(2**size + size))
    assert half_shared == pytest.approx(math.log(2 ** (size // 2) + size // 2))
    assert cosine(tree, half) == pytest.approx(2.0 ** (-size // 2), rel=1e-9, abs=0)


def test_the_kernel_of_a_comb_counted_level_by_level():
    """Of m and n levels of S, min(m, n) can be expanded: that many fragments have both as roots."""
    levels = range(1, 300)
    expected = sum(min(m, n) for m in levels for n in levels)
    assert kernel(comb(300, 1), comb(300, 1)) == pytest.approx(expected)


def test_a_chain_of_5000_is_no_matter_of_recursion():
    """All labels differ: n - 1 fragments start at the top, n - 2 one below, and so on."""
    length = 5000
    assert kernel(chain(length), chain(length)) == pytest.approx(length * (length - 1) / 2)
    assert cosine(chain(length), chain(length)) == 1


def test_a_flat_tree_is_a_single_fragment():
    assert kernel(flat(2000), flat(2000)) == 1
    assert kernel(flat(2000), flat(2000, "v")) == 0


@given(FORESTS, FORESTS, DECAYS)
def test_many_nodes_at_once_against_enumeration(left: Forest, right: Forest, decay: float):
    found = math.exp(log_kernel_of_many(Productions(left), Productions(right), decay))
    assert found == pytest.approx(by_enumeration(left, right, decay), rel=1e-12, abs=0)


def test_a_long_chain_of_equal_nodes():
    """Of a chain of n nodes, any two fragments of one length are equal: n - k of k productions."""
    size = 700
    equal = Productions(Forest(("a",) * size, tuple(range(-1, size - 1))))
    assert (size - 1) ** 2 > FEW
    expected = sum((size - length) ** 2 for length in range(1, size))
    assert math.exp(log_kernel(equal, equal, 1.0)) == pytest.approx(expected, rel=1e-12, abs=0)
