"""Which words and patterns are found, by hand and by definition."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.diagnosis.patterns import compare_patterns
from treescore.diagnosis.profiles import FEWEST, compare_words, f1
from treescore.diagnosis.words import DISTANCES, Found, class_of, find_words
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import single


def sentence(*words: tuple[str, int, str, str, str]) -> Sentence:
    """Words as lemma, head, relation, tag and universal tag."""
    lemmas, heads, relations, tags, upos = zip(*words, strict=True) if words else ((),) * 5
    tree = DependencyTree(lemmas, heads, relations, tags, upos, lemmas)
    return Sentence(" ".join(lemmas), {1: single(tree)})


DOG = sentence(
    ("the", 1, "det", "DT", "DET"),
    ("dog", 2, "nsubj", "NN", "NOUN"),
    ("see", ROOT, "ROOT", "VBZ", "VERB"),
    ("the", 4, "det", "DT", "DET"),
    ("cat", 2, "dobj", "NN", "NOUN"),
)
BARKS = sentence(
    ("the", 1, "det", "DT", "DET"),
    ("cat", 2, "nsubj", "NN", "NOUN"),
    ("bark", ROOT, "ROOT", "VBZ", "VERB"),
)


def test_words_are_found_by_lemma_and_counted_by_class():
    found = find_words(BARKS, [DOG]).words
    assert found["relation", "det"] == (1, 1, 1, 2), "the second article has no counterpart"
    assert found["relation", "nsubj"] == (1, 1, 0, 1), "the cat is there, the dog is not"
    assert found["relation", "dobj"] == (0, 0, 1, 1)
    assert found["tag", "NOUN"] == (1, 1, 1, 2)
    assert found["constituent", "NP"] == (2, 2, 2, 4)
    assert found["distance", "root"] == (0, 1, 0, 1)
    assert found["distance", "2"] == (0, 0, 1, 1)
    assert found["word", "the"] == (1, 1, 1, 2)
    assert found["length", "1-10"] == found["depth", "1-3"] == (2, 3, 2, 5)


def test_patterns_that_both_have():
    assert find_words(BARKS, [DOG]).patterns == Counter(
        {("arc", "cat -det-> the"): 1, ("subtree", "NOUN(DET _)"): 1}
    )
    assert find_words(DOG, [DOG]).patterns["subtree", "VERB(NOUN _ NOUN)"] == 1
    assert find_words(DOG, [DOG]).patterns["subtree", "NOUN(DET _)"] == 2


def test_the_nearest_reference_counts():
    assert find_words(BARKS, [DOG, BARKS]) == find_words(BARKS, [BARKS])
    assert find_words(sentence(), [DOG, sentence()]) == find_words(sentence(), [sentence()])
    assert find_words(sentence(), [DOG]).words["tag", "VERB"] == (0, 0, 0, 1)


@pytest.mark.parametrize(
    ("number", "expected"),
    [(0, "1"), (1, "1"), (2, "2"), (3, "3-5"), (5, "3-5"), (10, "6-10"), (11, "11+"), (99, "11+")],
)
def test_classes_of_numbers(number: int, expected: str):
    assert class_of(number, DISTANCES) == expected


def made(cell: tuple[int, int, int, int], word: str = "w") -> Found:
    return Found({("tag", "X"): cell, ("word", word): cell}, Counter())


CELLS = st.tuples(*[st.integers(0, 5)] * 4).map(
    lambda c: (min(c[0], c[1]), c[1], min(c[2], c[3]), c[3])
)


@given(st.lists(st.tuples(CELLS, CELLS), min_size=3, max_size=8))
def test_f1_and_its_difference_by_definition(segments: list[tuple[tuple[int, ...], ...]]):
    sums = [np.array(side).sum(axis=0) for side in zip(*segments, strict=True)]
    values = []
    for found, mine, answered, theirs in sums:
        precision, recall = found / max(mine, 1), answered / max(theirs, 1)
        total = precision + recall
        values.append(2 * precision * recall / total if total else 0.0)
    assert f1(np.array(sums, float))[:, 0] == pytest.approx(values)
    one, other = ([made(cell) for cell in side] for side in zip(*segments, strict=True))
    tests = {test.by: test for test in compare_words(one, other, 50, 1)}
    assert set(tests) <= {"tag", "frequency"}
    assert ("tag" in tests) == (sums[0][3] >= FEWEST)
    if "tag" in tests:
        assert tests["tag"].delta == pytest.approx(values[1] - values[0])
        assert 0 < tests["tag"].p <= tests["tag"].corrected <= 1


def test_systems_that_differ_are_found_and_equal_ones_are_not():
    good, bad = [made((4, 4, 4, 4))] * 20, [made((0, 4, 0, 4))] * 20
    (first, second) = compare_words(good, bad, 1000, 1)
    assert {first.by, second.by} == {"tag", "frequency"}
    assert first.delta == -1 and first.is_significant and first.words == 80
    assert {test.p for test in compare_words(good, good, 100, 1)} == {1.0}
    assert compare_words(good[:1], bad[:1], 100, 1) == [], "too few words"


def test_words_are_classed_by_their_number_in_the_references():
    rare = [made((1, 1, 1, 1), f"w{number}") for number in range(12)]
    often = [made((1, 1, 1, 1), "often")] * 12
    tests = compare_words([*rare, *often], [*rare, *often], 10, 1)
    labels = {test.label: test.words for test in tests if test.by == "frequency"}
    assert labels == {"1": 12, "5-19": 12}


def test_patterns_that_one_system_has_and_the_other_lacks():
    key = ("arc", "see -nsubj-> dog")
    words = {("word", "w"): (1, 1, 1, 1)}
    have = Found(words, Counter({key: 1, ("arc", "a -b-> c"): 1}))
    twice, lack = Found(words, Counter({key: 2})), Found(words, Counter())
    tests = compare_patterns([lack] * 7 + [have], [have] * 6 + [twice, lack])
    (test,) = [each for each in tests if each.pattern == key[1]]
    assert (test.baseline_found, test.system_found, test.delta) == (1, 8, 7)
    assert test.segments == (6, 0, 1), "first where it is had twice"
    # Of eight coins, none or one of those for a single arc may turn, on either side.
    assert test.p == pytest.approx(2 * (1 + 7) / 2**8)
    assert test.corrected == pytest.approx(2 * test.p), "there is another arc"
    assert compare_patterns([have] * 3, [have] * 3) == []
