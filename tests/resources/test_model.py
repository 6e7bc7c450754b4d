from __future__ import annotations

import gzip
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.resources.models import MODEL, sealed
from treescore.io.errors import InputError
from treescore.resources.model import (
    Feature,
    LinearModel,
    Resource,
    find_resource,
    read_model,
    to_json,
)

NUMBERS = st.floats(allow_nan=False, allow_infinity=False)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)
FEATURES = st.builds(Feature, TEXTS, NUMBERS, NUMBERS.filter(bool), NUMBERS)
MODELS = st.builds(
    LinearModel,
    TEXTS,
    st.lists(FEATURES, max_size=3).map(tuple),
    NUMBERS,
    st.lists(st.builds(Resource, TEXTS, TEXTS, TEXTS), max_size=2).map(tuple),
    st.dictionaries(TEXTS, TEXTS, max_size=2),
    st.lists(st.tuples(TEXTS, st.dictionaries(TEXTS, TEXTS, max_size=2)), max_size=2).map(tuple),
    st.dictionaries(TEXTS, NUMBERS | st.integers() | st.lists(TEXTS, max_size=2), max_size=2),
)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "model.json"


CHANGED = "was changed after it was trained"
NO_MODEL = "is no trained model; make one with: treescore train"
LACKING = "lacks what a model has"


def refused(file: Path, content: str | bytes) -> InputError:
    """What is said of a file: one line that begins with its name."""
    file.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(InputError) as caught:
        read_model(str(file))
    message = str(caught.value)
    assert message.startswith(f"{file}:")
    assert "\n" not in message
    assert ";" in message, "what to do"
    return caught.value


def test_a_score_by_hand():
    """10 + 2 x (1 - 0.5) / 0.25 - 3 x (2 - 0.125) / 1.5 = 10 + 4 - 3.75"""
    assert MODEL.score([1.0, 2.0]) == pytest.approx(10.25)
    assert MODEL.score([0.5, 0.125]) == 10.0


@pytest.mark.parametrize("values", [[], [1.0], [1.0, 2.0, 3.0]])
def test_as_many_values_as_features(values: list[float]):
    with pytest.raises(ValueError):
        MODEL.score(values)


@given(MODELS)
def test_a_round_trip(tmp_path_factory: pytest.TempPathFactory, model: LinearModel):
    file = tmp_path_factory.getbasetemp() / "trip.json"
    file.write_text(to_json(model), encoding="utf-8")
    read = read_model(str(file))
    assert read == model
    assert to_json(read) == to_json(model)
    assert read.digest == model.digest


def test_a_packed_model(file: Path):
    file.write_bytes(gzip.compress(to_json(MODEL).encode()))
    assert read_model(str(file)) == MODEL
    cut_off = gzip.compress(to_json(MODEL).encode())[:-9]
    assert "damaged gzip data" in refused(file, cut_off).fault


def test_a_sealed_file_is_read(file: Path):
    file.write_text(sealed(json.loads(to_json(MODEL))))
    assert read_model(str(file)) == MODEL


def test_another_layout_is_the_same_model(file: Path):
    """The checksum is of the content."""
    content = json.loads(to_json(MODEL))
    turned = dict(reversed(content.items()))
    file.write_text(json.dumps(turned, indent=7, ensure_ascii=True))
    assert read_model(str(file)) == MODEL


def test_other_models_have_other_digests():
    feature, other = MODEL.features
    models = [
        MODEL,
        replace(MODEL, intercept=10.5),
        replace(MODEL, lang="en"),
        replace(MODEL, features=(other, feature)),
        replace(MODEL, features=(replace(feature, weight=2.5), other)),
        replace(MODEL, resources=MODEL.resources[:1]),
        replace(MODEL, training={}),
    ]
    assert len({model.digest for model in models}) == len(models)


def number_places() -> list[int]:
    """Where the digits of a model file are, but for those of its version."""
    text = to_json(MODEL)
    before = '"version": '
    return [
        found.start()
        for found in re.finditer(r"\d", text)
        if not text[: found.start()].endswith(before)
    ]


@pytest.mark.parametrize("place", number_places())
def test_every_edited_digit_is_found(file: Path, place: int):
    text = to_json(MODEL)
    for digit in "0123456789":
        if digit != text[place]:
            # A number with a leading zero is no JSON.
            fault = refused(file, text[:place] + digit + text[place + 1 :]).fault
            assert CHANGED in fault or (digit == "0" and fault == NO_MODEL)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"weight": 2.0', '"weight": -2.0'),
        ('"weight": 2.0', '"weight": NaN'),
        ('"weight": 2.0', '"weight": 1e999'),
        ('"weight": 2.0', '"weight": "2.0"'),
        ('"weight": 2.0', '"weight": null'),
        ('"ms.1"', '"ms.2"'),
        ('"intercept": 10.0', '"intercept": 10'),
        ('"intercept": 10.0,', ""),
        ('"lang": "de"', '"lang": "en"'),
        ('"openthesaurus"', '"none"'),
        ("fr.phrases", "gr.phrases"),
        ('"checksum": "', '"checksum": "0'),
        ('"checksum"', '"sum"'),
        ('"version"', '"further": 1, "version"'),
        ('"lang": "de"', '"lang": "\\ud800"'),
    ],
)
def test_a_changed_model(file: Path, old: str, new: str):
    text = to_json(MODEL)
    assert text.count(old) == 1
    assert CHANGED in refused(file, text.replace(old, new)).fault


def test_a_removed_feature(file: Path):
    content = json.loads(to_json(MODEL))
    del content["features"][0]
    assert CHANGED in refused(file, json.dumps(content)).fault


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_another_version(file: Path, version: object):
    error = refused(file, sealed(json.loads(to_json(MODEL)) | {"version": version}))
    assert f"is a model of version {version}, expected 1" in str(error)


@pytest.mark.parametrize(
    "content",
    [
        "",
        "weights",
        "[]",
        "17",
        "null",
        '"treescore-model"',
        "[" * 100_000,
        '{"format": "another", "version": 1}',
        '{"version": 1}',
        json.dumps([json.loads(to_json(MODEL))]),
        to_json(MODEL)[:-3],
        to_json(MODEL) * 2,
    ],
)
def test_no_model_at_all(file: Path, content: str):
    assert refused(file, content).fault == NO_MODEL


@pytest.mark.parametrize(
    "changes",
    [
        {"features": 5},
        {"features": ["ms.1"]},
        {"features": [{"name": "ms.1", "mean": 0.0, "scale": 1.0}]},
        {"features": [{"name": "ms.1", "mean": 0.0, "scale": 1.0, "weight": 1.0, "more": 1}]},
        {"features": [{"name": "ms.1", "mean": 0.0, "scale": 0.0, "weight": 1.0}]},
        {"features": [{"name": "ms.1", "mean": "0", "scale": 1.0, "weight": 1.0}]},
        {"features": [{"name": "ms.1", "mean": 0.0, "scale": 1.0, "weight": float("nan")}]},
        {"intercept": float("inf")},
        {"intercept": None},
        {"intercept": 10**400},
        {"resources": None},
        {"resources": [{"kind": "lm"}]},
        {"target": [["synonyms", "none"]]},
        {"target": {"synonyms": None}},
        {"metrics": [["stm", [["depth", "4"]]]]},
        {"metrics": [["stm", {"depth": 4}]]},
        {"training": None},
    ],
)
def test_a_sealed_file_that_makes_no_model(file: Path, changes: dict[str, Any]):
    assert LACKING in refused(file, sealed(json.loads(to_json(MODEL)) | changes)).fault


def test_what_a_sealed_file_lacks(file: Path):
    for name in json.loads(to_json(MODEL)).keys() - {"format", "version", "checksum"}:
        content = json.loads(to_json(MODEL))
        del content[name]
        assert LACKING in refused(file, sealed(content)).fault, name


def test_bytes_that_are_no_text(file: Path):
    error = refused(file, to_json(MODEL).encode().replace(b"fr.phrases", b"fr\xf6.phrases"))
    assert "is not UTF-8" in error.fault
    line = to_json(MODEL)[: to_json(MODEL).index("fr.phrases")].count("\n") + 1
    assert error.line == line


def test_no_file(tmp_path: Path):
    for name in ("nowhere.json", "."):
        with pytest.raises(InputError) as caught:
            read_model(str(tmp_path / name))
        assert str(caught.value).startswith(f"{tmp_path / name}: cannot be read")


def test_resources_are_found_from_the_folder_of_the_model(tmp_path: Path):
    phrases, lm = MODEL.resources
    model = tmp_path / "models" / "model.json"
    (tmp_path / "lm").mkdir()
    model.parent.mkdir()
    (model.parent / "fr.phrases").touch()
    assert Path(find_resource(str(model), phrases)) == model.parent / "fr.phrases"
    with pytest.raises(InputError, match="not found") as caught:
        find_resource(str(model), lm)
    assert "größer.arpa" in str(caught.value)
    assert str(model) in str(caught.value)
    (tmp_path / "lm" / "größer.arpa").touch()
    assert Path(find_resource(str(model), lm)).samefile(tmp_path / "lm" / "größer.arpa")
