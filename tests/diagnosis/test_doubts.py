"""What is to be doubted: the clues, the network against slow sums, and what comes of it."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.diagnosis.pairs import parser, seen
from treescore.diagnosis import belief
from treescore.diagnosis.alignment import align
from treescore.diagnosis.belief import is_believed
from treescore.diagnosis.clues import OUTSIDE, REACH, TAGS, WIDER, WIDTH, Clues, make_clues
from treescore.diagnosis.doubts import DIGEST, KINDS, PATH, RIGHT, Network, network
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.view import view
from treescore.encoder.weights import Dense, open_weights
from treescore.errors import MissingResource
from treescore.metrics.sentence import Sentence

SIZE = 2
"""Numbers of a vector."""


def pair_of(translation: str, reference: str) -> Pair:
    mine, theirs = seen(translation), seen(reference)
    return Pair(mine, theirs, align(mine, theirs))


def clues_of(pair: Pair) -> Clues:
    found = make_clues(pair.mine, pair.theirs, pair.alignment, pair.closeness)
    assert found is not None
    return found


def doubt(pair: Pair, word: str) -> float:
    assert pair.doubts is not None
    return float(1 - pair.doubts[pair.mine.forms.index(word), RIGHT])


def test_clues_tell_of_the_gap_before_a_word():
    pair = pair_of("The man sold his bicycle.", "The man sold his old bicycle.")
    single = clues_of(pair).single[REACH:-REACH]
    bicycle = pair.mine.forms.index("bicycle")
    assert single.shape == (len(pair.mine), WIDTH)
    has_partner, follows, skipped, adjective = 0, 9, 10, 12 + 4
    assert single[:, has_partner].all()
    assert [row[follows] for row in single] == [word != bicycle for word in range(len(single))]
    assert single[bicycle, skipped] == pytest.approx(1 / 5) and single[bicycle, adjective] == 1
    assert not single[np.arange(len(single)) != bicycle, skipped].any()


def test_clues_tell_how_little_else_says_what_is_left_over():
    pair = pair_of("The man sold his bicycle.", "The man sold his old bicycle.")
    single = clues_of(pair).single[REACH:-REACH]
    bicycle, old = pair.mine.forms.index("bicycle"), pair.theirs.forms.index("old")
    lacking = 1 - pair.alignment.likeness[:, old].max()
    assert single[bicycle, 46:48] == pytest.approx([lacking, lacking])
    assert not single[np.arange(len(single)) != bicycle, 46:48].any()
    others = [1.0] * old + [1 - lacking] + [1.0] * (len(pair.theirs) - old - 1)
    assert single[:, 49:51] == pytest.approx(
        [1.0, sum(others) / len(others)] * np.ones((6, 1)), abs=0.01
    )


def test_clues_tell_of_words_alone_and_of_heads():
    pair = pair_of("The man sold his bicycle.", "The man sold his bicycle.")
    assert clues_of(pair).single[REACH:-REACH, 48].tolist() == [0] * 6
    assert clues_of(pair).single[REACH:-REACH, 52] == pytest.approx(np.ones(6), abs=0.01)
    pair = pair_of("The man sold his bicycle.", "A bicycle was what the man sold.")
    alone = [partner < 0 for partner in pair.alignment.forth]
    near = [sum(alone[max(0, at - 3) : at + 4]) / 7 for at in range(len(alone))]
    assert clues_of(pair).single[REACH:-REACH, 48] == pytest.approx(near)
    root = pair.mine.tree.heads.index(-1)
    assert clues_of(pair).single[REACH + root, 52] == (
        pair.theirs.tree.heads[pair.alignment.forth[root]] < 0
    )


def test_clues_have_rows_for_what_is_outside():
    pair = pair_of("She sings.", "She sang well.")
    clues = clues_of(pair)
    assert all(len(each) == len(pair.mine) + 2 * REACH for each in clues)
    outside = [*range(REACH), *range(-REACH, 0)]
    assert (clues.tags[outside] == OUTSIDE).all() and not clues.here[outside].any()
    assert [TAGS[number - 1] for number in clues.tags[REACH:-REACH]] == ["PRP", "VBZ", "."]
    _, tags, _ = clues.rows(np.array([REACH]))
    assert tags.tolist() == [clues.tags[: len(WIDER)].tolist()]


def test_words_without_vectors_have_no_clues():
    parses = next(iter(parser("en").parse(["She sings."], 1)))
    bare = view(Sentence("She sings.", {1: parses}))
    assert make_clues(bare, bare, align(bare, bare), 1.0) is None
    assert Pair(bare, bare, align(bare, bare)).doubts is None


numbers = st.floats(-1, 1, width=32)


@given(st.data(), st.integers(1, 4))
def test_the_network_is_sums_of_products(data: st.DataObject, words: int):
    rows = words + 2 * REACH

    def drawn(*shape: int) -> np.ndarray:
        size = math.prod(shape)
        values = data.draw(st.lists(numbers, min_size=size, max_size=size))
        return np.array(values, np.float32).reshape(shape)

    kinds = np.array(data.draw(st.lists(st.integers(0, 2), min_size=rows, max_size=rows)))
    seeds = [np.random.default_rng(data.draw(st.integers(0, 99))) for _ in range(2)]
    vectors = (seeds[0].normal(size=(rows, SIZE)).astype(np.float32) for _ in range(4))
    here, alone, other_here, other_alone = vectors
    single = seeds[0].normal(size=(rows, WIDTH)).astype(np.float32)
    clues = Clues(kinds, kinds[::-1].copy(), here, alone, other_here, other_alone, single)
    width = clues.rows(np.array([REACH]))[0].shape[1] + len(WIDER) + 3
    first = Dense(seeds[1].normal(size=(width, 3)).astype(np.float32), drawn(3))
    second = Dense(drawn(3, 4), drawn(4))
    made = Network(drawn(3, 1), drawn(3, 1), (first, second))
    for word, found in enumerate(made(clues)):
        at = word + REACH
        row = [x for step in (-1, 0, 1) for x in here[at + step]]
        row += [x for step in (-2, -1, 0, 1, 2) for x in alone[at + step]]
        row += [*other_here[at], *other_alone[at]]
        row += [x for step in (-1, 0, 1) for x in single[at + step]]
        row += [made.tags[clues.tags[at + step], 0] for step in (-2, -1, 0, 1, 2)]
        row += [made.relations[clues.relations[at + step], 0] for step in (-1, 0, 1)]
        hidden = [
            max(0.0, sum(x * float(w) for x, w in zip(row, column, strict=True)) + float(bias))
            for column, bias in zip(first.matrix.T, first.bias, strict=True)
        ]
        powers = [
            math.exp(sum(x * float(w) for x, w in zip(hidden, column, strict=True)) + float(bias))
            for column, bias in zip(second.matrix.T, second.bias, strict=True)
        ]
        assert found == pytest.approx([each / sum(powers) for each in powers], rel=1e-3, abs=1e-4)


def test_shares_add_up_to_one():
    doubts = pair_of("The dog bit man the.", "The dog bit the man.").doubts
    assert doubts is not None and doubts.shape == (6, len(KINDS))
    assert doubts.sum(axis=1) == pytest.approx(np.ones(6), abs=1e-5)


@pytest.mark.parametrize(
    ("wrong", "right", "reference", "word"),
    [
        (
            "The committee agreed between the new plan.",
            "The committee agreed to the new plan.",
            "The panel accepted the new scheme.",
            "between",
        ),
        (
            "He was very tire after the journey.",
            "He was very tired after the journey.",
            "The trip had exhausted him.",
            "tire",
        ),
        (
            "The minister said the that law would pass.",
            "The minister said that the law would pass.",
            "According to the minister, the law will be adopted.",
            "that",
        ),
    ],
)
def test_what_is_wrong_is_doubted_more_than_what_is_said_otherwise(
    wrong: str, right: str, reference: str, word: str
):
    same = {"tire": "tired", "between": "to"}.get(word, word)
    assert doubt(pair_of(wrong, reference), word) > 2 * doubt(pair_of(right, reference), same)


def test_a_finding_counts_where_words_are_doubted(monkeypatch: pytest.MonkeyPatch):
    pair = pair_of("The old man sold his bicycle.", "The man gave his bicycle away.")
    place = pair.mine.extents[pair.mine.forms.index("old")]
    value = max(doubt(pair, "old"), doubt(pair, "man"))
    for least, expected in ((value - 1e-4, True), (value + 1e-4, False)):
        monkeypatch.setitem(belief.LEAST, "addition", least)
        assert is_believed(pair, "addition:modifier", place) is expected
    assert is_believed(pair, "spelling", place), "what needs no doubt is believed"
    near = pair_of("The old man sold his bicycle.", "The man sold his bicycle.")
    assert is_believed(near, "addition:modifier", place), "all else says the same"


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path):
    broken = tmp_path / "doubts.npz"
    broken.write_bytes(PATH.read_bytes()[:-1] + b"x")
    with pytest.raises(MissingResource, match="is not the file that came with treescore"):
        open_weights(broken, DIGEST)
    assert len(network().layers) == 3
