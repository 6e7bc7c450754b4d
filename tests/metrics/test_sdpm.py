from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sacrebleu.metrics.chrf import CHRF

import treescore as ts
from tests.metrics.sdpm_oracle import Plain, score, sentences
from treescore.encoder import encoder as encoder_module
from treescore.encoder import weights
from treescore.encoder.encoder import Encoder
from treescore.encoder.weights import DIGEST, Settings
from treescore.errors import MissingResource, UsageError
from treescore.metrics import SDPM
from treescore.metrics import sdpm as module
from treescore.metrics.registry import make_metric
from treescore.metrics.sdpm import chrf
from treescore.metrics.sentence import Sentence
from treescore.parsing.spacy import SpacyParser
from treescore.parsing.tokens import english_words
from treescore.trees.dependency import DependencyTree

SUBSETS = ["words", "arcs", "chars", "words+arcs", "words+chars", "arcs+chars", "words+arcs+chars"]
SPECS = [f"sdpm:components={names},refs={refs}" for names in SUBSETS for refs in ("max", "union")]
REFERENCES = st.lists(sentences(), min_size=1, max_size=3)
SHARES = {"words": 0.5, "arcs": 0.125, "chars": 0.375}


def segment(metric: SDPM, one: Plain, others: Iterable[Plain]) -> float:
    prepared = metric.prepare([each.sentence for each in others])
    return metric.segment_score(metric.statistics(one.sentence, prepared))


def made(spec: str) -> SDPM:
    metric = make_metric(spec)
    assert isinstance(metric, SDPM)
    return metric


@settings(max_examples=100)
@given(st.sampled_from(SPECS), sentences(), REFERENCES)
def test_scores_are_the_definitions(spec: str, one: Plain, references: list[Plain]):
    """With shares that no training chose."""
    metric = made(spec)
    chosen = {name: SHARES[name] for name in metric.component_names}
    expected = score(chosen, one, references, union=metric.refs == "union")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "settings", lambda: Settings("some", 1, 1, SHARES))
        found = segment(metric, one, references)
    assert found == pytest.approx(expected, rel=1e-9, abs=1e-12)


@settings(max_examples=100)
@given(st.sampled_from(SPECS), sentences(), REFERENCES)
def test_equal_sentences_score_exactly_1_and_none_more(
    spec: str, one: Plain, references: list[Plain]
):
    metric = made(spec)
    assert segment(metric, one, [one]) == 1
    assert segment(metric, one, [*references, one]) == 1
    assert 0 <= segment(metric, one, references) <= 1


@given(sentences(), REFERENCES)
def test_all_references_together_are_never_worse_than_the_best(one: Plain, references: list[Plain]):
    best, together = (segment(SDPM(refs=refs), one, references) for refs in ("max", "union"))
    assert together >= best - 1e-12


def test_a_part_that_was_not_learned_can_be_looked_at_alone(monkeypatch: pytest.MonkeyPatch):
    unlearned = Settings("some", 1, 1, {"words": 1, "arcs": 0, "chars": 0})
    monkeypatch.setattr(module, "settings", lambda: unlearned)
    one = Plain(("a",), ((1, 0, 0),), (1.0,), (-1,))
    other = Plain(("b",), ((0, 1, 0),), (1.0,), (-1,))
    for names in ("arcs", "chars", "arcs+chars"):
        assert segment(SDPM(names), one, [one]) == 1
        assert segment(SDPM(names), one, [other]) == 0


@pytest.mark.parametrize("spec", ["sdpm", "sdpm:components=words", "sdpm:components=chars"])
def test_nothing_and_blanks_are_the_same(spec: str):
    result = ts.score(["", " ", "dog", "", "dog"], [[""], [""], [" "], ["dog"], ["dog"]], [spec])
    assert result.segment_scores("system", spec) == [1, 1, 0, 0, 1]
    assert result.score("system", spec).score == 3 / 5


TEXTS = st.text("ab .", min_size=1, max_size=25) | st.text(min_size=1, max_size=12)


@settings(max_examples=200)
@given(TEXTS.filter(str.strip), TEXTS.filter(str.strip))
def test_chrf_is_sacrebleus_with_blanks_to_the_last_bit(one: str, other: str):
    expected = CHRF(whitespace=True).sentence_score(one, [other]).score / 100
    mine, theirs = (SDPM("chars").side(Sentence(text, {})) for text in (one, other))
    assert chrf(mine, theirs) == expected


def test_statistics_hold_the_parts():
    (rows,) = ts.score(["a dog barks"], [["the dog barked"]], ["sdpm"]).statistics.values()
    row = dict(zip(SDPM().columns, rows[0].tolist(), strict=True))
    assert list(row) == ["score", "words", "arcs", "chars", "segments"]
    expected = sum(share * row[name] for name, share in weights.settings().shares.items())
    assert row["score"] == pytest.approx(expected)
    assert row["segments"] == 1


@pytest.mark.parametrize("names", [*permutations(["words", "arcs", "chars"])])
def test_components_in_any_order_are_the_same(names: tuple[str, ...]):
    metric = SDPM("+".join(names))
    assert metric == SDPM()
    assert metric.spec == "sdpm"
    assert metric.columns == SDPM().columns


@pytest.mark.parametrize("names", ["", "+", "words+", "words+words", "word", "words,arcs"])
def test_other_components_are_refused(names: str):
    with pytest.raises(UsageError, match=r"^sdpm:components=.*: expected words, arcs, chars or"):
        SDPM(names)


def test_it_is_for_english():
    with pytest.raises(UsageError, match=r"sdpm is for English .*dpm.*chrf"):
        ts.score(["Hund"], [["Hund"]], ["sdpm"], "de")


def test_signatures_name_weights_components_and_what_made_the_words():
    with_arcs = str(SDPM().signature("1", "dep", "some-parser")).split("|")
    assert f"weights:{weights.settings().name}-{DIGEST[:8]}" in with_arcs
    assert {"components:words+arcs+chars", "refs:max", "trees:dep", "parser:some-parser"} <= {
        *with_arcs
    }
    without = str(SDPM("words+chars").signature("1", "dep", "some-parser"))
    assert "|tokens:spacy-" in without
    assert "|parser:" not in without
    assert "|trees:" not in without
    assert "tokens" not in str(SDPM("chars").signature("1"))


def tree(*words: str) -> DependencyTree:
    heads = tuple(range(-1, len(words) - 1))
    return DependencyTree(words, heads, *[("",) * len(words)] * 4)


def test_trees_without_text_are_compared_without_characters():
    result = ts.score([tree("a", "dog")], [[tree("the", "dog")]], ["sdpm", "sdpm:components=arcs"])
    assert "|components:words+arcs|" in result.signature("system", "sdpm")
    (row,) = result.statistics["system", "sdpm"].tolist()
    value, words, arcs, _ = row
    shares = weights.settings().shares
    expected = (shares["words"] * words + shares["arcs"] * arcs) / (
        shares["words"] + shares["arcs"]
    )
    assert value == pytest.approx(expected)
    assert SDPM().uncached().without_text().encoder == Encoder("trees", cached=False)
    for names in ("words", "chars", "words+chars"):
        with pytest.raises(UsageError, match="only trees are given"):
            ts.score([tree("a")], [[tree("a")]], [f"sdpm:components={names}"])


class NoParser:
    """Whoever asks it has parsed without need."""

    name = signature = "none"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Any:
        raise AssertionError("parsed")


def test_without_arcs_nothing_is_parsed():
    metric = SDPM("words+chars")
    assert metric.nbest == 0
    assert metric.reads == "text"
    found = ts.score(["a dog"], [["a dog"]], [metric], parser=NoParser())
    assert found.score("system", metric.spec).score == 1


def test_words_without_a_parse_are_the_parsers(english: SpacyParser):
    folder = Path(ts.__file__).parent / "data" / "demo" / "en"
    texts = [line for file in folder.glob("*.txt") for line in file.read_text("utf-8").splitlines()]
    texts += [
        "",
        " two  blanks\tand a tab ",
        "\u201cIsn't it?\u201d \u2013 [he'd] say\u2026 don\u2019t!",
        "e.g. U.S. 3,5 km/h http://a.b/c?d=e a@b.org :-) #tag 1.000€ cannot gonna",
        "\u200b \u3000x\xa0y",
    ]
    for text, parses in zip(texts, english.parse(texts), strict=True):
        assert english_words(text) == parses.best.words, text


def test_a_broken_file_is_said_before_the_work(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setattr(weights, "PATH", tmp_path / "none.npz")
    weights.settings.cache_clear()
    try:
        with pytest.raises(MissingResource, match="install treescore again"):
            ts.score(["a"], [["a"]], ["sdpm"], parser=NoParser())
    finally:
        monkeypatch.undo()
        weights.settings.cache_clear()


def test_what_is_known_is_not_computed_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    specs = ["sdpm", "sdpm:components=words"]
    first = ts.score(["a dog"], [["the dog"]], specs)

    def refuse() -> None:
        raise AssertionError("the network is loaded")

    monkeypatch.setattr(encoder_module, "bundled_network", refuse)
    again = ts.score(["a dog"], [["the dog"]], specs)
    for spec in specs:
        assert again.score("system", spec) == first.score("system", spec)


def test_the_example_of_the_card(monkeypatch: pytest.MonkeyPatch):
    """By fractions; and the card prints these numbers."""
    shares = {"words": 0.5, "arcs": 0.25, "chars": 0.25}
    monkeypatch.setattr(module, "settings", lambda: Settings("some", 1, 1, shares))
    puppies, young, dogs, sleep = (3, 4, 0), (5, 0, 0), (0, 5, 0), (0, 0, 5)
    one = Plain(("puppies", "sleep"), (puppies, sleep), (2.0, 1.0), (1, -1))
    other = Plain(("young", "dogs", "sleep"), (young, dogs, sleep), (2.0, 2.0, 1.0), (1, 2, -1))
    metric = SDPM()
    row = metric.statistics(one.sentence, metric.prepare([other.sentence]))
    value, words, arcs, chars, _ = row
    assert words == pytest.approx(247 / 305, rel=1e-12, abs=0)
    assert arcs == pytest.approx(13 / 20, rel=1e-12, abs=0)
    assert value == pytest.approx((2 * words + arcs + chars) / 4, rel=1e-12, abs=0)
    card = (Path(__file__).parents[2] / "docs" / "metrics" / "sdpm.md").read_text("utf-8")
    products = f"0.5 * {words:.4f} + 0.25 * {arcs:.4f} + 0.25 * {chars:.4f} = {value:.4f}"
    assert products in card
