"""What is to be doubted: the clues, the network against slow sums, and what comes of it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.diagnosis import slow_doubts
from tests.diagnosis.pairs import give_all_vectors, parser, seen
from treescore.diagnosis import segment
from treescore.diagnosis.alignment import align
from treescore.diagnosis.belief import LEAST, NAMES, REFINEMENTS, belief, claim_of, is_believed
from treescore.diagnosis.clues import TAGS, WIDTH, WIDTH_THERE, Clues, Floats, Side, make_clues
from treescore.diagnosis.doubts import (
    DIGEST,
    HEADS,
    KINDS,
    NEAR,
    PATH,
    RIGHT,
    Claim,
    Judge,
    Layer,
    Network,
    network,
)
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.segment import find_errors
from treescore.diagnosis.view import view
from treescore.encoder.weights import Dense, Norm, open_weights
from treescore.errors import MissingResource
from treescore.metrics.sentence import Sentence


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
    single = clues_of(pair).mine.single
    bicycle = pair.mine.forms.index("bicycle")
    assert single.shape == (len(pair.mine), WIDTH)
    has_partner, follows, skipped, adjective = 0, 9, 10, 12 + 4
    assert single[:, has_partner].all()
    assert [row[follows] for row in single] == [word != bicycle for word in range(len(single))]
    assert single[bicycle, skipped] == pytest.approx(1 / 5) and single[bicycle, adjective] == 1
    assert not single[np.arange(len(single)) != bicycle, skipped].any()


def test_clues_tell_how_little_else_says_what_is_left_over():
    pair = pair_of("The man sold his bicycle.", "The man sold his old bicycle.")
    single = clues_of(pair).mine.single
    bicycle, old = pair.mine.forms.index("bicycle"), pair.theirs.forms.index("old")
    lacking = 1 - pair.alignment.likeness[:, old].max()
    assert single[bicycle, 46:48] == pytest.approx([lacking, lacking])
    assert not single[np.arange(len(single)) != bicycle, 46:48].any()
    others = [1.0] * old + [1 - lacking] + [1.0] * (len(pair.theirs) - old - 1)
    assert single[:, 49:51] == pytest.approx(
        [1.0, sum(others) / len(others)] * np.ones((6, 1)), abs=0.02
    )


def test_clues_tell_of_words_alone_and_of_heads():
    pair = pair_of("The man sold his bicycle.", "The man sold his bicycle.")
    assert clues_of(pair).mine.single[:, 48].tolist() == [0] * 6
    assert clues_of(pair).mine.single[:, 52] == pytest.approx(np.ones(6), abs=0.01)
    pair = pair_of("The man sold his bicycle.", "A bicycle was what the man sold.")
    alone = [partner < 0 for partner in pair.alignment.forth]
    near = [sum(alone[max(0, at - 3) : at + 4]) / 7 for at in range(len(alone))]
    assert clues_of(pair).mine.single[:, 48] == pytest.approx(near)
    root = pair.mine.tree.heads.index(-1)
    assert clues_of(pair).mine.single[root, 52] == (
        pair.theirs.tree.heads[pair.alignment.forth[root]] < 0
    )


def test_clues_tell_of_both_lines():
    pair = pair_of("She sings.", "She sang well.")
    mine, theirs = clues_of(pair)
    assert [TAGS[number - 1] for number in mine.tags] == ["PRP", "VBZ", "."]
    assert [TAGS[number - 1] for number in theirs.tags] == ["PRP", "VBD", "RB", "."]
    assert tuple(mine.partners) == pair.alignment.forth
    assert tuple(theirs.partners) == pair.alignment.back
    assert tuple(mine.heads) == pair.mine.tree.heads
    well = pair.theirs.forms.index("well")
    assert theirs.single.shape == (4, WIDTH_THERE)
    assert theirs.single[:, 0].tolist() == [1, 1, 0, 1], "who has a partner"
    assert theirs.single[well, 4] == pytest.approx(pair.alignment.likeness[:, well].max())
    assert theirs.single[:, 5].tolist() == [1, 0, 0, 1], "whose partner has the same form"


def test_words_without_vectors_have_no_clues():
    parses = next(iter(parser("en").parse(["She sings."], 1)))
    bare = view(Sentence("She sings.", {1: parses}))
    assert make_clues(bare, bare, align(bare, bare), 1.0) is None
    assert Pair(bare, bare, align(bare, bare)).doubts is None


SIZE = 2 * HEADS
VECTOR = 3
TAG = RELATION = 2


def made_side(random: np.random.Generator, size: int, others: int, width: int) -> Side:
    """A line of any words; heads may go in circles here, which nothing minds."""
    here, alone = random.integers(-9, 10, (2, size, VECTOR)).astype(np.int8)
    single = random.normal(size=(size, width)).astype(np.float32)
    tags, relations = random.integers(0, 4, (2, size))
    heads, partners = random.integers(-1, size, size), random.integers(-1, others, size)
    return Side(tags, relations, heads, partners, here, alone, single)


def made_network(random: np.random.Generator) -> Network:
    def floats(*shape: int) -> Floats:
        return random.normal(size=shape, scale=0.5).astype(np.float32)

    def dense(rows: int, columns: int) -> Dense:
        return Dense(floats(rows, columns), floats(columns))

    def norm() -> Norm:
        return Norm(floats(SIZE), floats(SIZE))

    def layer() -> Layer:
        products = dense(SIZE, 3 * SIZE), dense(SIZE, SIZE), dense(4 * SIZE, SIZE)
        ties = floats(HEADS, 2 * NEAR + 1), floats(HEADS, 5)
        return Layer(norm(), *products, *ties, norm(), dense(SIZE, 5), dense(5, SIZE))

    rest = 2 * VECTOR + TAG + RELATION
    mine, theirs = dense(rest + WIDTH, SIZE), dense(rest + WIDTH_THERE, SIZE)
    judge = Judge(
        floats(len(NAMES), 2), floats(len(REFINEMENTS), 2), dense(4 + 3 * SIZE, 4), dense(4, 1)
    )
    layers, last = (layer(), layer()), dense(SIZE, len(KINDS))
    return Network(floats(4, TAG), floats(4, RELATION), mine, theirs, layers, norm(), last, judge)


@given(st.integers(0, 10**6), st.integers(1, 5), st.integers(1, 5), st.data())
def test_the_network_is_sums_of_products(seed: int, size: int, others: int, data: st.DataObject):
    random = np.random.default_rng(seed)
    clues = Clues(
        made_side(random, size, others, WIDTH), made_side(random, others, size, WIDTH_THERE)
    )
    made = made_network(random)
    found = made.read(clues)
    shares, mine, theirs = slow_doubts.read(made, clues)
    for fast, slow in ((found.shares, shares), (found.mine, mine), (found.theirs, theirs)):
        assert fast == pytest.approx(np.array(slow), rel=1e-2, abs=1e-3)
    claim = Claim(
        data.draw(st.integers(0, len(NAMES) - 1)),
        data.draw(st.integers(0, len(REFINEMENTS) - 1)),
        tuple(data.draw(st.sets(st.integers(0, size - 1)))),
        tuple(data.draw(st.sets(st.integers(0, others - 1)))),
        data.draw(st.integers(0, size)),
    )
    expected = slow_doubts.belief(made, claim, mine, theirs)
    assert found.belief(claim) == pytest.approx(expected, rel=1e-2, abs=1e-3)


def test_a_claim_tells_words_and_what_is_behind_them():
    pair = pair_of("The man sold his bicycle.", "The man sold his old bicycle.")
    bicycle, old = pair.mine.forms.index("bicycle"), pair.theirs.forms.index("old")
    gap = pair.mine.extents[bicycle - 1][1]
    missing = claim_of(pair, Finding("missing:modifier", (), (old,), 0.5), (gap, gap))
    expected = (NAMES.index("missing"), REFINEMENTS.index("modifier"), (), (old,), bicycle)
    assert missing == Claim(*expected)
    wrong = claim_of(pair, Finding("number", (bicycle,), (), 0.3), pair.mine.extents[bicycle])
    assert wrong == Claim(NAMES.index("number"), 0, (bicycle,), (), bicycle + 1)
    place = pair.mine.extents[bicycle]
    assert claim_of(pair, Finding("spelling", (), (), 0.3, place), place).mine == (bicycle,)


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


def test_a_finding_counts_if_it_is_likely_enough():
    pair = pair_of("The old man sold his bicycle.", "The man gave his bicycle away.")
    old = pair.mine.forms.index("old")
    place, finding = pair.mine.extents[old], Finding("addition:modifier", (old,), (), 0.5)
    assert pair.reading is not None
    likely = belief(pair, finding, place)
    assert likely == pair.reading.belief(claim_of(pair, finding, place))
    least = LEAST["addition:modifier"]
    assert is_believed(finding, least + 1e-4) and not is_believed(finding, least)
    assert is_believed(Finding("spacing", (), (), 0.05), 1e-3), "it has no threshold"
    pair.__dict__["reading"] = None
    assert belief(pair, finding, place) == 1, "nobody judges it"


def test_what_is_less_likely_weighs_less(monkeypatch: pytest.MonkeyPatch):
    texts = "The old man sold his bicycle.", "The man sold his bicycle."
    mine, theirs = (
        Sentence(text, {1: parses})
        for text, parses in zip(texts, parser("en").parse(texts, 1), strict=True)
    )
    for each in (mine, theirs):
        give_all_vectors(each)
    (surely,) = find_errors(mine, [theirs])
    assert surely.kind == "addition" and 0.3 < surely.weight <= 0.5
    monkeypatch.setattr(segment, "belief", lambda *_: 0.9)
    (less,) = find_errors(mine, [theirs])
    assert less.weight == 0.45


def test_a_damaged_file_is_told_in_one_line(tmp_path: Path):
    broken = tmp_path / "doubts.npz"
    broken.write_bytes(PATH.read_bytes()[:-1] + b"x")
    with pytest.raises(MissingResource, match="is not the file that came with treescore"):
        open_weights(broken, DIGEST)
    assert len(network().layers) == 2


def test_the_network_knows_all_types():
    judge = network().judge
    assert (len(judge.names), len(judge.refinements)) == (len(NAMES), len(REFINEMENTS))
    assert {kind.partition(":")[0] for kind in LEAST} <= set(NAMES)
