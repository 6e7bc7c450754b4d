"""How sentences get the vectors of their words."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import treescore as ts
from tests.chain import Chain, use_chain
from tests.conftest import Run
from treescore.encoder.encoder import Encoder, Words
from treescore.encoder.vectors import NAME, WordVectors
from treescore.engine import sentences as sentences_module
from treescore.engine.scorer import encoders_of
from treescore.engine.sentences import Row, Sentences
from treescore.metrics import SDPM, TeslaM
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.resources.model import Feature, LinearModel, to_json
from treescore.trees.dependency import DependencyTree


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[list[Words]]]:
    """What encoders are asked for, call by call."""
    calls: list[list[Words]] = []
    encode = Encoder.encode

    def spy(self: Encoder, sentences: list[Words]) -> list[WordVectors]:
        calls.append(list(sentences))
        return encode(self, sentences)

    monkeypatch.setattr(Encoder, "encode", spy)
    yield calls


def rows(*texts: str) -> list[Row]:
    return [Row(((text, None),), (("x", None),)) for text in texts]


def test_all_new_sentences_of_a_chunk_are_encoded_together_and_once(asked: list[list[Words]]):
    sentences = Sentences(None, [], "en", [Encoder("text", cached=False)])
    first = list(sentences.parsed(rows("a b", "c", "a b")))
    assert asked == [[("a", "b"), ("x",), ("c",)]]
    assert len(first[0].references[0].vectors["text"]) == 2
    list(sentences.parsed(rows("c", "d")))
    assert asked[1:] == [[("d",)]]


def test_given_trees_are_encoded_together_too(asked: list[list[Words]]):
    def tree(*words: str) -> DependencyTree:
        heads = tuple(range(-1, len(words) - 1))
        return DependencyTree(words, heads, *[("",) * len(words)] * 4)

    ts.score([tree("a", "b"), tree("c")], [[tree("d")], [tree("e")]], ["sdpm"])
    assert asked == [[("d",), ("a", "b"), ("e",), ("c",)]]


def test_metrics_share_vectors_of_the_same_words(asked: list[list[Words]]):
    specs = ["sdpm", "sdpm:refs=union", "sdpm:components=words", "sdpm:components=words+chars"]
    text = "dogs bark."
    ts.score([text], [[text]], [*specs, "sdpm:components=chars"], parser=Chain(print))
    assert sorted(asked) == [[("dogs", "bark", ".")], [("dogs", "bark.")]]


def test_without_such_metrics_nothing_is_encoded(asked: list[list[Words]]):
    ts.score(["a b"], [["a b"]], ["hwcm", "sdpm:components=chars"])
    assert asked == []


def test_vectors_count_among_what_is_kept(monkeypatch: pytest.MonkeyPatch):
    """A sentence of 9 words weighs 9 by its vectors, 2 by its text and 1 by itself."""
    text = "a b c d e f g h i"
    monkeypatch.setattr(sentences_module, "KEPT", 30)
    sentences = Sentences(None, [], "en", [Encoder("text", cached=False)])
    list(sentences.parsed(rows(text, text[::-1], text.upper())))
    assert sentences._words <= 30
    assert list(sentences._known) == ["x", text[::-1], text.upper()]


def test_two_processes_give_the_same_bits():
    systems = {"A": ["a dog barks .", "so", "it rains"], "B": ["dogs bark", "", "it rains"]}
    references = [["the dog barked ."], ["so what"], ["it rains"]]
    specs = ["sdpm", "sdpm:components=words+chars"]
    one, two = (ts.score(systems, references, specs, jobs=jobs) for jobs in (1, 2))
    assert one.signatures == two.signatures
    for key, rows in one.statistics.items():
        assert np.array_equal(rows, two.statistics[key])


def test_a_table_of_pairs_and_lists_are_scored(tmp_path: Path, run: Run):
    text = "hypothesis\treference\na dog\tthe dog\nit rains\tit rains\n"
    (tmp_path / "pairs.tsv").write_text(text)
    done = run(*"score --input pairs.tsv --output out.tsv -m sdpm -f json".split())
    score = json.loads(done.stdout)["systems"]["system"]["sdpm"]["score"]
    expected = ts.score(["a dog", "it rains"], [["the dog"], ["it rains"]], ["sdpm"])
    assert score == expected.score("system", "sdpm").score
    (ranked,) = ts.rerank([["a dog", "the dog"]], "sdpm", references=[["the dog"]])
    assert ranked.best.text == "the dog"
    assert ranked.best.score == 1


def test_no_cache_reaches_the_vectors(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch):
    use_chain(monkeypatch)
    (tmp_path / "a.txt").write_text("so it is\n")
    (tmp_path / "a.nbest").write_text("0 ||| so it is\n0 ||| so is it\n")
    own = {"TREESCORE_CACHE": str(tmp_path / "cache")}
    commands = [
        "score -r a.txt -s a.txt -m sdpm",
        "score -r a.txt -s a.txt -m sdpm:components=words",
        "explain -r so it -m sdpm",
        "rerank a.nbest -m sdpm",
        "report -r a.txt -s a.txt -m sdpm -o report.html",
    ]
    for command in commands:
        done = run(*command.split(), "--no-cache", env=own)
        assert done.returncode == 0, done.stderr
    assert not (tmp_path / "cache" / NAME).exists()


def test_a_trained_metric_may_be_made_of_such(tmp_path: Path):
    metrics: dict[str, Metric[Any]] = {"sdpm:components=words": SDPM("words")}
    target = TeslaM().fit("en", [])
    names = TeslaFeatures(target, metrics=metrics).names
    weights = [float(name in metrics) for name in names]
    features = tuple(Feature(n, 0.0, 1.0, w) for n, w in zip(names, weights, strict=True))
    known = tuple((spec, metric.parameters()) for spec, metric in metrics.items())
    model = LinearModel("en", features, 0.0, (), target.parameters(), known, {})
    (tmp_path / "model.json").write_text(to_json(model))
    tesla = make_metric(f"tesla:model={tmp_path / 'model.json'}")
    found = ts.score(["a dog"], [["the dog"]], [tesla, *metrics])
    assert found.score("system", tesla.spec).score == pytest.approx(
        found.score("system", "sdpm:components=words").score
    )
    for metric, cached in ((tesla, True), (tesla.uncached(), False)):
        assert encoders_of(metric.fit("en", []).parts()) == {Encoder("text", cached)}
