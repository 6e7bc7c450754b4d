"""What SDPM is trained on: sentences made worse, and said in other words."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

from models.sdpm.edits import Means
from models.sdpm.export import export, quantised, restore
from models.sdpm.paraphrase import paraphrased
from models.sdpm.perturb import PERTURBATIONS, perturbed
from models.sdpm.templates import LINES, draw, filled, short_sentences
from models.sdpm.words import Forms, Token
from tests.models.sentences import BITE, PAY
from treescore.encoder.weights import PATH

PROJECT = Path(__file__).parents[2]
PAIRS = PROJECT / "tests" / "metrics" / "sdpm_pairs.tsv"


FORMS = Forms(
    3
    * [
        [Token("bitten", True, "VBN", "bite"), Token("bites", True, "VBZ", "bite")],
        [Token("bite", True, "VB", "bite"), Token("biting", True, "VBG", "bite")],
        [Token("Peter", True, "NNP", "Peter"), Token("green", True, "JJ", "green")],
    ]
)
MEANS = Means(FORMS, {"dog": ["cat"]}, ["Hund"])


def all_of(kind: str, tokens: list[Token]) -> set[str]:
    """All that a perturbation is found to make of a sentence."""
    return {perturbed(kind, tokens, Random(seed), MEANS) for seed in range(20)}


@pytest.mark.parametrize(
    ("kind", "tokens", "expected"),
    [
        ("roles", BITE, {"The old man bit the dog."}),
        ("roles", PAY, {"40 euros did not pay him Anna."}),
        ("nouns", BITE, {"The man bit the old dog."}),
        ("negation", PAY, {"Anna did pay him 40 euros."}),
        ("negation", BITE, {"The dog did not bite the old man."}),
        ("noun", BITE, {"The bit the old man.", "The dog bit the old."}),
        ("modifier", BITE, {"The dog bit the man."}),
        ("subject", BITE, {"Bit the old man."}),
        ("name", PAY, {"Did not pay him 40 euros."}),
        ("other word", BITE, {"The cat bit the old man."}),
        ("other name", PAY, {"Peter did not pay him 40 euros."}),
        ("sex", PAY, {"Anna did not pay her 40 euros."}),
        ("case", PAY, {"Anna did not pay he 40 euros."}),
        ("foreign", PAY, set()),
        ("final mark", BITE, {"The dog bit the old man"}),
        ("aspect", BITE, {
            "The dog was biting the old man.",
            "The dog had bitten the old man.",
            "The dog had been biting the old man.",
        }),
    ],
)  # fmt: skip
def test_what_perturbations_make(kind: str, tokens: list[Token], expected: set[str]):
    found = all_of(kind, tokens)
    if expected:
        assert found == expected
    else:
        assert found and all("Hund" in text for text in found)


def test_another_number_has_as_many_digits():
    for text in all_of("other number", PAY):
        number = text.split()[5]
        assert number.isdigit() and len(number) == 2 and number != "40"


@pytest.mark.parametrize("kind", PERTURBATIONS)
@pytest.mark.parametrize("tokens", [BITE, PAY], ids=["bite", "pay"])
def test_a_perturbation_changes_something_or_does_not_apply(kind: str, tokens: list[Token]):
    whole = "The dog bit the old man." if tokens is BITE else "Anna did not pay him 40 euros."
    texts = all_of(kind, tokens)
    if kind not in ("shuffled", "misspelled"):  # which may hit upon the same again
        assert whole not in texts
    assert texts == all_of(kind, tokens), "the same seed gives the same text"


def test_a_paraphrase_keeps_who_does_what():
    assert "The old man was bitten by the dog." in paraphrased(BITE, Random(1), MEANS)
    assert "Anna didn't pay him 40 euros." in paraphrased(PAY, Random(1), MEANS)


def test_a_word_is_contracted_once():
    rain = [Token(word, True) for word in "It is not raining".split()]
    assert paraphrased(rain, Random(1), MEANS) == ["It's not raining"]


def test_every_template_can_be_filled():
    slots = draw(Random(1))
    for line in LINES.read_text(encoding="utf-8").splitlines():
        _, same, changed = line.split("\t")
        assert "{" not in filled(line, slots)
        assert not set(same.split(" | ")) & set(changed.split(" | "))


def test_sentences_that_tests_ask_about_are_not_learned():
    asked = {text for line in PAIRS.read_text().splitlines() for text in line.split("\t")[1:]}
    learned = {text for three in short_sentences(2_000, Random(1)) for text in three}
    assert len(learned) > 3_000
    assert not asked & learned


def test_a_written_network_is_read_again(tmp_path: Path):
    random = np.random.default_rng(1)
    width, inner = 384, 6
    sizes = {"layers.0.qkv": (3 * width, width), "layers.0.out": (width, width)}
    sizes |= {"layers.0.wide": (inner, width), "layers.0.narrow": (width, inner)}
    sizes |= {"vector": (4, width), "weight": (1, width)}
    state = {
        f"{name}.weight": random.standard_normal(size, np.float32) for name, size in sizes.items()
    }
    state |= {
        f"{name}.bias": random.standard_normal(size[0], np.float32) for name, size in sizes.items()
    }
    for name in ("start", "layers.0.attention", "layers.0.ffn"):
        state |= {
            f"{name}.weight": random.random(width, np.float32),
            f"{name}.bias": np.zeros(width, np.float32),
        }
    for name, rows in (("pieces", 5), ("positions", 7), ("cases", 4)):
        state[f"{name}.weight"] = random.standard_normal((rows, width), np.float32)
    shares = {"words": 0.5, "arcs": 0.3, "chars": 0.2}
    export(state, "a\nb\nc\nd\ne\n", shares, "tried", tmp_path / "x.npz")
    found = restore(tmp_path / "x.npz")
    assert np.exp(found.pop("shares")) == pytest.approx([0.5, 0.3, 0.2])
    assert found.keys() == state.keys()
    for name, values in state.items():
        assert np.abs(found[name] - values).max() <= np.abs(values).max() / 127, name


def test_numbers_are_rounded_to_the_nearest():
    matrix = np.array([[1.27, -5], [0.004, 0], [-0.006, 0]], np.float32)
    whole, scales = quantised(matrix)
    assert whole.tolist() == [[127, -127], [0, 0], [-1, 0]]
    assert scales == pytest.approx([0.01, 5 / 127])


def test_other_weights_are_tried_in_one_process():
    """Others would score with the bundled ones, and nobody would know."""
    program = f"""if True:
        import sys
        from models.sdpm import tried
        from treescore.engine import base

        for given in ("--jobs 2", "--jobs=2", "--engine dask", ""):
            base.usable_cores = lambda: 2
            sys.argv = ["tried", {str(PATH)!r}, "score", *given.split(), "--help"]
            try:
                tried.main()
            except SystemExit as end:
                assert (end.code == 0) == (not given), (given, end.code)
        assert base.open_engine() is base.IN_PROCESS
    """
    subprocess.run([sys.executable, "-c", program], cwd=PROJECT, check=True, capture_output=True)
