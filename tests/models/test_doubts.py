"""What the diagnosis learns to doubt from: which words are called wrong."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from models.doubts import prepare
from models.doubts.examples import (
    MADE,
    Example,
    being,
    by_wordnet,
    other_function_word,
    other_number,
)
from models.doubts.prepare import UNKNOWN, Scene, arrays_of, labels, look, mended_labels
from models.doubts.verdicts import Judged, Place, Verdict, read_verdicts, texts_of
from models.sdpm.edits import Means
from models.sdpm.words import Forms, text_of
from tests.models.sentences import BITE, PAY, sentence
from treescore.diagnosis.belief import NAMES, REFINEMENTS
from treescore.diagnosis.doubts import KINDS, OTHER, RIGHT
from treescore.diagnosis.types import TYPES

MEANS = Means(Forms([BITE, PAY] * 3), {}, [])
RIGHT_WORDS = "the dog bit the old man .".split()


@pytest.mark.parametrize(
    ("wrong", "kind", "places"),
    [
        ("the dog bit the old man .", "", []),
        ("the dog biting the old man .", "word-form", [2]),
        ("the dog bit old the man .", "order", [3, 4]),
        ("the dog bit the man .", "missing:modifier", [4]),
        ("the dog bit the old man", "missing:noun", [5]),
        ("the dog bit the very old man .", "addition", [4]),
    ],
)
def test_labels(wrong: str, kind: str, places: list[int]):
    found = labels(wrong.split(), RIGHT_WORDS, kind)
    assert [word for word, label in enumerate(found) if label != RIGHT] == places
    assert all(found[word] == KINDS.index(kind) for word in places)


def test_labels_of_what_people_changed():
    wrong = "a dog bit old man loudly .".split()
    found = mended_labels(wrong, RIGHT_WORDS)
    # Another word, a word that lacks before another, and one too many.
    assert [word for word, label in enumerate(found) if label == OTHER] == [0, 3, 5]


def test_every_kind_can_be_made_and_is_known():
    assert {kind.partition(":")[0] for kind in MADE} <= set(TYPES)
    assert set(KINDS) - {"right", "other"} <= set(MADE)
    random = Random(1)
    text = text_of(BITE)
    others = {
        text_of(made) for _ in range(30) if (made := other_function_word(BITE, random, MEANS))
    }
    assert others and text not in others
    assert all(len(each.split()) == len(text.split()) for each in others)


def test_what_goes_on():
    random = Random(1)
    assert being(BITE, random, MEANS) is None
    assert by_wordnet(PAY, random, Means(Forms([]), {}, [])) is None, "no form of it is known"


DOGS = sentence(
    "Dogs sang.",
    """
    Dogs NNS dog  nsubj 2
    sang VBD sing ROOT  0
    .    .   .    punct 2
    """,
)


def test_one_for_several():
    means = Means(Forms([BITE, DOGS] * 3), {}, [])
    made = [other_number(BITE, Random(seed), means) for seed in range(9)]
    texts = {text_of(each) for each in made if each}
    assert texts == {"The dogs bit the old man."}, "no other form of `man` is known"


def claims(scene: Scene) -> set[tuple[str, tuple[int, ...], int, int]]:
    """Types, words, the word behind, and whether it is true."""
    return {
        (
            ":".join(filter(None, (NAMES[claim.name], REFINEMENTS[claim.refinement]))),
            claim.mine,
            claim.behind,
            true,
        )
        for claim, true in scene.findings
    }


def test_an_error_that_is_put_in_is_claimed():
    right = "The dog bit the old man."
    (scene,) = look([Example(right, right, "The dog bit the man.", "missing:modifier")])
    assert list(scene.answers) == [RIGHT] * 4 + [KINDS.index("missing:modifier"), RIGHT]
    assert ("missing:modifier", (), 4, True) in claims(scene)
    # Whatever else is claimed of it is false.
    assert {name.partition(":")[0] for name, *_, true in claims(scene) if true} == {"missing"}
    assert any(not true for *_, true in claims(scene))


def test_an_output_without_errors_makes_findings_false(monkeypatch: pytest.MonkeyPatch):
    reference, output = "She bought a red carpet.", "She purchased a crimson rug."
    example = Example(reference, output, output, "")
    assert not any(true for *_, true in claims(look([example])[0]))
    unknown = {claim for claim in claims(look([example])[0]) if claim[1] == (4,)}
    monkeypatch.setattr(prepare, "FAULTLESS", {(reference, output)})
    known = claims(look([example])[0])
    assert unknown <= known and not any(true for *_, true in known)


def test_verdicts_tell_of_findings_and_of_words():
    verdicts = [
        Verdict("word-choice", (4, 7), (4, 7), "true"),
        Verdict("number", (16, 19), (0, 0), "misnamed"),
        Verdict("missing:modifier", (11, 11), (12, 15), "false"),
    ]
    place = Place("set", "doc", "1", "A")
    judged = Judged(place, "The dog bit the old man.", "The cat bit the men.", verdicts)
    (scene,) = look([judged])
    assert claims(scene) == {
        ("word-choice", (1,), 2, True),
        ("number", (4,), 5, False),
        ("missing:modifier", (), 3, False),
    }
    assert scene.findings[0].claim.theirs == (1,)
    answers = [UNKNOWN, KINDS.index("word-choice"), UNKNOWN, RIGHT, OTHER, UNKNOWN]
    assert list(scene.answers) == answers
    assert scene.output == "set/doc/1/A"


def test_arrays_have_everything_once():
    right = "The dog bit the old man."
    scenes = look([Example(right, right, text, "addition") for text in (right + " Oh.", "He bit.")])
    arrays = arrays_of(scenes)
    words = [len(scene.answers) for scene in scenes]
    assert arrays["mine.size"].tolist() == words and len(arrays["answers"]) == sum(words)
    assert len(arrays["mine.here"]) == sum(words) and len(set(arrays["draws"])) == 1
    assert not arrays["real"].any()
    assert arrays["findings.size"].tolist() == [len(scene.findings) for scene in scenes]
    assert len(arrays["findings.mine"]) == sum(len(scene.findings) for scene in scenes)


def test_the_verdicts_are_of_known_types():
    verdicts = [each for found in read_verdicts().values() for each in found]
    assert len(verdicts) > 10_000
    assert {each.type.partition(":")[0] for each in verdicts} <= set(TYPES)
    assert {each.type.partition(":")[2] for each in verdicts} <= set(REFINEMENTS)
    assert {each.verdict for each in verdicts} == {"true", "misnamed", "false"}


def test_verdicts_are_of_outputs_in_the_judgements(shared: Path):
    folder = shared / "data" / "judgements"
    found = {place: each for place, each in read_verdicts().items() if place.set == "wmt15da.cs-en"}
    texts = {place: texts for place, *texts in texts_of(folder, ["wmt15da.cs-en"])}
    assert found and all(
        each.extent[1] <= len(texts[place][1]) and each.ref_extent[1] <= len(texts[place][0])
        for place, verdicts in found.items()
        for each in verdicts
    )
