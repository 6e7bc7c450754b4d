"""Trees that are made projective, against sets of words that are joined one by one."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from treescore.trees.dependency import ROOT
from treescore.trees.projective import bottom_up, lift


@st.composite
def single_trees(draw: st.DrawFn) -> list[int]:
    """Heads of words in any order, with one root."""
    words = draw(st.permutations(range(draw(st.integers(1, 12)))))
    heads = [ROOT] * len(words)
    for place, word in enumerate(words[1:], 1):
        heads[word] = draw(st.sampled_from(words[max(0, place - 3) : place]))
    return heads


def lifted(heads: list[int]) -> list[int]:
    """A word takes what stands right beside its words, as long as there is such; others go up."""
    found = list(heads)
    waiting: dict[int, set[int]] = {word: set() for word in [ROOT, *range(len(heads))]}
    covered: dict[int, set[int]] = {}
    for word in bottom_up(heads):
        own = covered[word] = {word}
        while beside := [
            part
            for part in waiting[word]
            if max(covered[part]) + 1 == min(own) or min(covered[part]) - 1 == max(own)
        ]:
            waiting[word].remove(beside[0])
            own |= covered[beside[0]]
            found[beside[0]] = word
        waiting[heads[word]] |= {word, *waiting[word]}
    return found


@given(single_trees())
def test_lifting(heads: list[int]):
    found = list(heads)
    order = lift(found)
    assert found == lifted(heads)
    assert order == bottom_up(found)
