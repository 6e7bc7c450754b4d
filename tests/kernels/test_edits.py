from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

from treescore.kernels.edits import distance, edits

WORDS = st.lists(st.sampled_from("abcd"), max_size=9) | st.lists(st.sampled_from("ab"), max_size=80)


def levenshtein(first: list[str], second: list[str]) -> int:
    """Row by row, as he defined it."""
    row = list(range(len(second) + 1))
    for i, x in enumerate(first, 1):
        before, row = row, [i]
        for j, y in enumerate(second, 1):
            row.append(min(before[j] + 1, row[-1] + 1, before[j - 1] + (x != y)))
    return row[-1]


@given(WORDS, WORDS)
@example([], [])
@example(["a"], [])
@example([], ["a"])
def test_against_the_matrix(first: list[str], second: list[str]):
    assert distance(first, second) == levenshtein(first, second)


@given(WORDS, WORDS)
def test_the_edits_make_the_second_of_the_first(first: list[str], second: list[str]):
    made: list[str] = []
    place = count = 0
    for kind, mine, theirs in edits(first, second):
        assert (mine.start, theirs.start) == (place, len(made))
        same = [first[i] for i in mine] == [second[j] for j in theirs]
        assert same == (kind == "equal")
        assert (len(mine) == 0) == (kind == "insert")
        assert (len(theirs) == 0) == (kind == "delete")
        assert kind in ("insert", "delete") or len(mine) == len(theirs)
        made += [second[j] for j in theirs]
        place = mine.stop
        count += 0 if same else max(len(mine), len(theirs))
    assert made == second
    assert place == len(first)
    assert count == levenshtein(first, second), "as few as possible"


def test_by_hand():
    found = edits("the cat sat".split(), "the black cat sits".split())
    assert [kind for kind, *_ in found] == ["equal", "insert", "equal", "replace"]
    assert distance("kitten", "sitting") == 3
