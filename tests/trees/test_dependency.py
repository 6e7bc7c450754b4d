from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import dependency_trees, heads
from treescore.trees.dependency import ROOT, DependencyTree, TreeError, check_heads
from treescore.trees.punctuation import drop_from_dependencies, is_punctuation


@given(heads())
def test_forests_are_accepted(drawn: tuple[int, ...]):
    check_heads(drawn)


@given(st.lists(st.integers(-3, 5), max_size=5))
def test_all_else_is_refused(drawn: list[int]):
    def reaches_root(word: int) -> bool:
        for _ in range(len(drawn) + 1):
            if word == ROOT:
                return True
            word = drawn[word]
        return False

    if any(not ROOT <= head < len(drawn) for head in drawn):
        with pytest.raises(TreeError, match=r"has the head .*, but the sentence has"):
            check_heads(drawn)
    elif not all(reaches_root(word) for word in range(len(drawn))):
        with pytest.raises(TreeError, match="is its own ancestor"):
            check_heads(drawn)
    else:
        check_heads(drawn)


def tree(words: str, *numbers: int) -> DependencyTree:
    """Words with the heads of a treebank: from 1, and 0 for the root."""
    split = tuple(words.split())
    same = ("x",) * len(split)
    return DependencyTree(split, tuple(n - 1 for n in numbers), same, same, same, split)


def test_dependents_of_punctuation_move_to_its_head():
    pruned = drop_from_dependencies(tree("a - b !", 0, 1, 2, 1))
    assert (pruned.words, pruned.heads) == (("a", "b"), (ROOT, 0))


def test_a_punctuation_root_hands_over_to_its_first_dependent():
    pruned = drop_from_dependencies(tree("( a ) b c", 3, 1, 0, 3, 4))
    assert (pruned.words, pruned.heads) == (("a", "b", "c"), (ROOT, 0, 1))


def test_all_punctuation():
    assert len(drop_from_dependencies(tree("! ?", 2, 0))) == 0


@given(dependency_trees(words=st.sampled_from(["a", "b", "!", "..."])))
def test_no_word_is_lost_and_each_keeps_its_nearest_ancestor(full: DependencyTree):
    pruned = drop_from_dependencies(full)
    kept = [word for word in range(len(full)) if not is_punctuation(full.words[word])]
    assert pruned.words == tuple(full.words[word] for word in kept)
    check_heads(pruned.heads)
    for place, word in enumerate(kept):
        above = full.heads[word]
        while above != ROOT and above not in kept:
            above = full.heads[above]
        if above != ROOT:
            assert pruned.heads[place] == kept.index(above)
    assert len(pruned.roots) <= len(full.roots)
