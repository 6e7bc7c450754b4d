"""Training TESLA on small judgements, and whether it has learnt what the judges meant."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.learning.judgements import HELD_OUT, RANKED, SCORED, SEGMENTS, judged
from tests.metrics.tesla_oracle import letters
from tests.resources.tables import CONTENT, write
from treescore.errors import TreescoreError
from treescore.judgements.base import Judgements, Output
from treescore.learning.language_models import train_language_model
from treescore.learning.training import feature_matrix, groups, judged_outputs, train
from treescore.metrics import TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.parsing.spacy import SpacyParser
from treescore.resources.language_model import load_language_model
from treescore.resources.model import LinearModel, Resource, to_json
from treescore.resources.phrase_table import open_phrase_table
from treescore.trees.nbest import Parses, single


@pytest.fixture(scope="module")
def features() -> TeslaFeatures:
    return TeslaFeatures(TeslaM().fit("en", []), metrics={"hwcm": make_metric("hwcm")})


def scores(
    model: LinearModel, judgements: Judgements, features: TeslaFeatures, parser: Any
) -> dict[str, list[float]]:
    """By system, what a model says of all outputs."""
    matrix = feature_matrix(list(judgements.outputs.values()), features, parser)
    found: dict[str, list[float]] = {"good": [], "bad": []}
    for (_, system), row in zip(judgements.outputs, matrix.tolist(), strict=True):
        found[system].append(model.score(row))
    return found


def test_a_model_of_rankings_prefers_what_the_judges_preferred(
    features: TeslaFeatures, english: SpacyParser
):
    model = train([RANKED], features, english, 3, Path())
    for segments in (SEGMENTS, HELD_OUT):
        found = scores(model, judged(segments), features, english)
        assert all(good > bad for good, bad in zip(found["good"], found["bad"], strict=True))
    assert [feature.name for feature in model.features] == features.names
    assert model.lang == "en"
    assert model.target == features.target.parameters()
    assert model.target["synonyms"] == "wordnet-3.0"
    assert model.metrics == (("hwcm", make_metric("hwcm").parameters()),)
    told = model.training
    assert (told["sets"], told["outputs"], told["examples"]) == (["small"], 12, 6)
    assert (told["figure"], told["folds"], told["parser"]) == ("consistency", 3, english.signature)
    assert told["lms"] == told["phrases"] == []


def test_judges_who_prefer_the_other_turn_the_weights_round(
    features: TeslaFeatures, english: SpacyParser
):
    turned = tuple((worse, better) for better, worse in RANKED.preferences)
    model = train([RANKED], features, english, 3, Path())
    other = train([replace(RANKED, preferences=turned)], features, english, 3, Path())
    assert [feature.weight for feature in other.features] == pytest.approx(
        [-feature.weight for feature in model.features]
    )


def test_a_model_of_scores_estimates_scores(features: TeslaFeatures, english: SpacyParser):
    model = train([SCORED], features, english, 3, Path())
    assert model.training["figure"] == "R squared"
    found = scores(model, judged(HELD_OUT), features, english)
    good, bad = np.mean(found["good"]), np.mean(found["bad"])
    assert 20 < good - bad < 100, "on the scale of the judges, who see 60 points between them"
    assert 20 < bad < good < 90


def test_training_twice_gives_the_same_model(features: TeslaFeatures, english: SpacyParser):
    for each in (RANKED, SCORED):
        one, two = (train([each], features, english, 2, Path()) for _ in range(2))
        assert to_json(one) == to_json(two)


def test_sets_are_kept_apart_though_their_segments_have_the_same_names(
    features: TeslaFeatures, english: SpacyParser
):
    both = [RANKED, judged(HELD_OUT, "other")]
    matrix = feature_matrix(list(judged_outputs(both).values()), features, english)
    model = train(both, features, english, 3, Path())
    assert model.training["outputs"] == len(matrix) == 18
    assert model.training["examples"] == 9
    for place, feature in enumerate(model.features):
        assert feature.mean == pytest.approx(np.mean(matrix[:, place]))
        assert feature.scale == pytest.approx(np.std(matrix[:, place]))


def test_a_segment_is_one_group_in_whatever_set_it_is():
    """Judgements of the same references must not be divided between training and testing."""
    twice = [RANKED, judged(name="the same under another name")]
    keys = list(judged_outputs(twice))
    found = groups(twice, keys)
    assert len(found) == 2 * len(RANKED.preferences)
    assert set(found) == set(groups([RANKED], keys))
    assert len(set(found)) == len(SEGMENTS)


def test_features_of_outputs_are_those_of_each_alone(features: TeslaFeatures, english: SpacyParser):
    """Outputs share references, or have others, or more of them."""
    outputs = [
        Output(SEGMENTS[0][1], (SEGMENTS[0][0],), None),
        Output(SEGMENTS[0][2], (SEGMENTS[0][0],), None),
        Output(SEGMENTS[0][2], SEGMENTS[0][:2], None),
        Output("", SEGMENTS[1][:1], None),
        Output(SEGMENTS[0][1], SEGMENTS[1][:2], None),
    ]

    def sentence(text: str) -> Sentence:
        (parses,) = english.parse([text])
        return Sentence(text, {1: parses})

    found = feature_matrix(outputs, features, english)
    for row, output in zip(found.tolist(), outputs, strict=True):
        prepared = features.prepare([sentence(text) for text in output.references])
        assert row == features.values(sentence(output.hypothesis), prepared)


def test_only_what_was_judged_is_used():
    known = dict(RANKED.outputs)
    ranked = replace(RANKED, preferences=RANKED.preferences[:2])
    assert list(judged_outputs([ranked])) == sorted((0, key) for key in list(known)[:4])
    scored = replace(
        SCORED, outputs=known | {("0", "good"): replace(known["0", "good"], human=None)}
    )
    assert set(judged_outputs([scored])) == {(0, key) for key in known if key != ("0", "good")}
    assert judged_outputs([ranked])[0, ("1", "bad")] is known["1", "bad"]


def test_nothing_to_learn():
    silent = Judgements("mute", {("1", "a"): Output("x", ("y",), None)}, (), 0, 0)
    for sets, says in (
        ([RANKED, SCORED], "train on one kind at a time"),
        ([silent], "^mute: neither preferences nor scores"),
        ([SCORED, silent], "^mute: neither preferences nor scores"),
    ):
        with pytest.raises(TreescoreError, match=says) as caught:
            judged_outputs(sets)
        assert "\n" not in str(caught.value)


def test_every_fold_needs_a_segment(features: TeslaFeatures, english: SpacyParser):
    with pytest.raises(TreescoreError, match="6 segments with different references for 7 folds"):
        train([RANKED], features, english, 7, Path())


def test_resources_are_named_as_seen_from_a_folder(tmp_path: Path, english: SpacyParser):
    (tmp_path / "models").mkdir()
    (tmp_path / "text").write_text("".join(f"{reference}\n" for reference, _, _ in SEGMENTS))
    write(tmp_path / "de.phrases", CONTENT)
    train_language_model([str(tmp_path / "text")], str(tmp_path / "models" / "en.arpa"), 2)
    table = open_phrase_table(str(tmp_path / "de.phrases"))
    language_model = load_language_model(str(tmp_path / "models" / "en.arpa"))
    features = TeslaFeatures(TeslaM().fit("en", []), [table], [language_model])
    model = train([RANKED], features, english, 2, tmp_path / "models")
    assert model.resources == (
        Resource("phrases", "../de.phrases", table.digest),
        Resource("lm", "en.arpa", language_model.digest),
    )


class LettersParser:
    """Words are a letter and a kind: N for nouns, D for determiners."""

    name = "letters"
    signature = "letters-1"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in texts:
            lemmas, kinds = ("".join(word[place] for word in text.split()) for place in (0, 1))
            yield single(letters(lemmas, kinds))


@pytest.mark.parametrize("by", ["rankings", "scores"])
def test_rounding_is_not_learnt_from(by: str):
    """Words in another order are the same unigrams: F is 1 but for the last digits."""
    chance = random.Random(0)
    outputs: dict[tuple[str, str], Output] = {}
    for number in range(12):
        words = [chance.choice("abcdefgh") + chance.choice("ND") for _ in range(14)]
        good = [*words[:3], words[4], words[3], *words[5:]]
        bad = chance.sample(words, len(words))
        for system, order, human in (("good", good, 80.0), ("bad", bad, 20.0)):
            outputs[str(number), system] = Output(" ".join(order), (" ".join(words),), human)
    pairs = tuple(((str(number), "good"), (str(number), "bad")) for number in range(12))
    judgements = Judgements("order", outputs, pairs if by == "rankings" else (), 0, 0)
    features = TeslaFeatures(TeslaM(synonyms=FileName("none")).fit("en", []))
    model = train([judgements], features, LettersParser(), 3, Path())
    for feature in model.features:
        if feature.name in ("ms.1", "pos.1"):
            assert abs(feature.weight / feature.scale) < 1e-3, feature
