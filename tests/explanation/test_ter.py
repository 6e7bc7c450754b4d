"""What TER says of its scores: plain edits, and what its shifts save."""

from __future__ import annotations

from hypothesis import given, settings

from tests.explanation.shares import total
from tests.explanation.surface import (
    REFERENCES,
    TEXTS,
    explained,
    same,
    shares,
    spelt,
    statistics,
)
from treescore.explanation import Remainder
from treescore.kernels.edits import distance
from treescore.metrics import TER


@settings(max_examples=50)
@given(TEXTS, REFERENCES)
def test_ter_has_the_edits_of_the_nearest_reference(hypothesis: str, references: list[str]):
    explanation = explained(TER(), hypothesis, *references)
    alone = [statistics(TER(), hypothesis, text)[0] for text in references]
    number = alone.index(min(alone))
    words, reference = explanation.hypothesis, explanation.references[number]
    assert words == tuple(hypothesis.lower().split())
    assert reference == tuple(references[number].lower().split())
    edits = [part for part in explanation.parts if part.kind != "match"]
    assert len(edits) == distance(words, reference)
    length = sum(map(len, explanation.references)) / len(references)
    assert all(part.share == same(100 / length if length else 0) for part in edits)
    # Side by side, the parts are the whole of both sentences.
    assert " ".join(part.hypothesis for part in explanation.parts if part.count) == " ".join(words)
    assert " ".join(part.reference for part in explanation.parts if part.limit) == " ".join(
        reference
    )
    for part in explanation.parts:
        assert spelt(words, part.places, " ") == ({part.hypothesis} if part.count else set())
        assert spelt(reference, part.reference_places, " ") == (
            {part.reference} if part.limit else set()
        )
        assert part.reference_number == number
    for part in (part for part in explanation.parts if part.kind == "match"):
        assert part.hypothesis == part.reference
        assert part.matched == part.count == part.limit == len(part.places[0].tokens)
        assert part.share == 0
    assert [at for part in explanation.parts for place in part.places for at in place.tokens] == [
        *range(len(words))
    ]


def test_ter_by_hand():
    explanation = explained(TER(), "A dog barks so", "the dog barks", "x y z u v w q")
    rows = [(part.kind, part.hypothesis, part.reference) for part in explanation.parts]
    assert rows == [
        ("substitution", "a", "the"),
        ("match", "dog barks", "dog barks"),
        ("insertion", "so", ""),
    ]
    assert [part.share for part in explanation.parts] == [20, 0, 20]
    assert explanation.score == 40
    explanation = explained(TER(), "dog", "the dog")
    deletion, _ = explanation.parts
    assert (deletion.kind, deletion.hypothesis, deletion.reference) == ("deletion", "", "the")


def test_a_shift_of_ter_replaces_edits():
    explanation = explained(TER(), "c d a b", "a b c d")
    assert explanation.score == 25
    assert explanation.remainders == (Remainder("shifts of phrases replace edits", -75),)


def test_ter_looks_for_edits_near_the_diagonal():
    """What is alike lies 60 words apart, further than it looks, or shifts a phrase."""
    alike = [f"m{number}" for number in range(100)]
    before, after = ([f"{letter}{number}" for number in range(60)] for letter in "xy")
    explanation = explained(TER(), " ".join(before + alike), " ".join(alike + after))
    assert shares(explanation) == {
        "edits far from the diagonal are not looked for": same(40 * 100 / 160)
    }
    assert total(explanation) == same(explanation.score)


def test_no_reference_word_for_ter_to_divide_by():
    explanation = explained(TER(), "a b", "", " ")
    assert explanation.score == 100
    assert [part.kind for part in explanation.parts] == ["insertion", "insertion"]
    (rule,) = explanation.remainders
    assert rule == Remainder("no reference has a word to divide by: any edit counts 100", 100)
    assert explained(TER(), "", "").remainders == ()
