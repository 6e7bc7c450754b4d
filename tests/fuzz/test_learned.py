"""Trained models, phrase tables and language models out of any bytes."""

from __future__ import annotations

import hashlib
import json
import math
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import mutated
from tests.fuzz.outcome import Refusal, outcome
from tests.learning.arpa import FOREIGN
from tests.resources.models import MODEL
from tests.resources.tables import CONTENT, write
from treescore.metrics.trained import load_features
from treescore.parsing.models import find_model
from treescore.resources.arpa import read_counts, read_vocabulary
from treescore.resources.language_model import load_language_model
from treescore.resources.model import find_resource, read_model, to_json
from treescore.resources.phrase_table import PhraseTable, open_phrase_table
from treescore.resources.segmentation import segment

JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=5,
)
ARPA = (
    FOREIGN.encode(),
    b"\\data\\\nngram 1=3\nngram 2=1\nngram 3=1\n\n\\1-grams:\n-1\t<unk>\t0\n-99\t<s>\t-0.5\n"
    b"-1\t</s>\n\n\\2-grams:\n-0.5\t<s> </s>\t-1\n\n\\3-grams:\n-0.1\t<s> <s> </s>\n\n\\end\\\n",
)
HEADERS = (b"\\data\\\n", b"\\1-grams:\n", b"\\end\\\n", b"ngram 4=1\n", b"999999999999999")
CELLS = (
    st.none()
    | st.integers(-(2**63), 2**63 - 1)
    | st.floats()
    | st.binary(max_size=4)
    | st.text(max_size=4)
    | st.sampled_from(["1\t!\n2\t!", "1\t", "\t!", "-1\t!", "9\t\U0010ffff", "inf", "9" * 400])
)
COLUMNS = (
    *(("meta", column) for column in ("key", "value")),
    *(("target_words", "word"), ("pivot_words", "lemma"), ("pivot_words", "function")),
    *(("phrases", column) for column in ("phrase", "count", "pivots")),
)


@given(content=mutated((to_json(MODEL).encode(), b"{}")))
def test_models(folder: Path, content: bytes):
    file = folder / "model.json"
    file.write_bytes(content)
    check_model(file)


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The ways to all values inside of a value."""
    inner = (
        value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ()
    )
    return [path, *(place for key in inner for place in places(value[key], (*path, key)))]


@given(data=st.data(), new=JSON_VALUES | st.just("../\0x"))
def test_models_that_somebody_sealed(folder: Path, data: st.DataObject, new: object):
    """The checksum is right, the content is not."""
    content = json.loads(to_json(MODEL))
    del content["checksum"]
    *path, last = data.draw(st.sampled_from([place for place in places(content) if place]))
    inner = content
    for key in path:
        inner = inner[key]
    if data.draw(st.booleans()):
        inner[last] = new
    else:
        del inner[last]
    text = json.dumps(content, sort_keys=True)
    content["checksum"] = hashlib.sha256(text.encode()).hexdigest()
    file = folder / "sealed.json"
    file.write_text(json.dumps(content))
    check_model(file)


def check_model(file: Path) -> None:
    model = outcome(str(file), lambda: read_model(str(file)))
    if isinstance(model, Refusal):
        return
    assert math.isfinite(model.score([0.0] * len(model.features)) * 0)
    for resource in model.resources:
        outcome(str(file.parent), partial(find_resource, str(file), resource))
    outcome("", lambda: load_features(str(file), model, [["a"]]))
    again = file.with_name("again.json")
    again.write_text(to_json(model))
    assert read_model(str(again)) == model


@pytest.fixture(scope="module")
def table(folder: Path) -> Path:
    write(folder / "good.phrases", CONTENT)
    return folder / "good.phrases"


def check_table(file: Path) -> None:
    table = outcome(str(file), lambda: open_phrase_table(str(file)))
    if isinstance(table, Refusal):
        return
    with closing(table._connection):
        assert all(isinstance(text, str) for text in (table.target_lang, table.pivot_lang))
        assert table.total > 0
        for phrase in ("the",), ("the", "dog"), ("house",), ("x",):
            outcome(str(file), partial(check_phrase, table, phrase))
        outcome(str(file), lambda: segment(("the", "dog", "x"), table.count, table.total))


def check_phrase(table: PhraseTable, phrase: tuple[str, ...]) -> None:
    count, pivots = table.count(phrase), table.pivots(phrase)
    assert isinstance(count, int)
    assert count >= 0
    for share, words in pivots:
        assert share > 0
        assert all(isinstance(lemma, str) and isinstance(tag, str) for lemma, tag, _ in words)


@given(data=st.data())
def test_phrase_tables(folder: Path, table: Path, data: st.DataObject):
    file = folder / "bytes.phrases"
    content = bytearray(table.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content) - 1))
        new = data.draw(st.binary(min_size=1, max_size=8))
        content[start : start + len(new)] = new
    file.write_bytes(content[: data.draw(st.sampled_from((None, None, -1, 4096, 100)))])
    check_table(file)


@given(place=st.sampled_from(COLUMNS), new=CELLS)
def test_phrase_tables_with_other_values(
    folder: Path, table: Path, place: tuple[str, str], new: object
):
    name, column = place
    file = folder / "values.phrases"
    file.write_bytes(table.read_bytes())
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA ignore_check_constraints = ON")
        try:
            connection.execute(f"UPDATE OR REPLACE {name} SET {column} = ?", (new,))
        except sqlite3.IntegrityError:
            return
    check_table(file)


@given(content=mutated(ARPA, HEADERS))
def test_language_models(folder: Path, content: bytes):
    file = folder / "a.arpa"
    file.write_bytes(content)
    readers: list[Callable[[], object]] = [
        lambda: read_counts(str(file)),
        lambda: read_vocabulary(str(file)),
    ]
    for reader in readers:
        outcome(str(file), reader)
    if find_spec("kenlm"):
        model = outcome(str(file), lambda: load_language_model(str(file)))
        if not isinstance(model, Refusal):
            assert model.normalised("Été pluie x") == model.normalised("Été pluie x")


@given(content=mutated((b'{"lang": "xx", "name": "pipeline", "version": "1.0"}',)))
def test_models_of_spacy(folder: Path, content: bytes):
    (folder / "pipeline").mkdir(exist_ok=True)
    (folder / "pipeline" / "meta.json").write_bytes(content)
    model = outcome(str(folder), lambda: find_model(str(folder / "pipeline")))
    assert isinstance(model, Refusal) or isinstance(model.signature, str)
