"""The German sample, and the demo that scores it."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from unicodedata import is_normalized

from tests.conftest import Run
from treescore.cli.demo import load_sample
from treescore.engine.evaluating import evaluate
from treescore.io.testset import Stream
from treescore.metrics.registry import make_metric

SYSTEMS = ["fluent", "literal", "truncated", "salad"]


def texts(stream: Stream) -> list[str]:
    return [text or "" for text in stream.texts or ()]


def test_the_sample_is_what_it_says():
    sample = load_sample("de")
    assert sample.lang == "de"
    assert sample.size == 64
    assert list(Counter(sample.docs).values()) == [8] * 8
    assert all(len(references) == 2 for references in sample.reference_texts())
    assert list(sample.systems) == SYSTEMS


def test_no_translation_is_there_twice():
    found = Counter(text for stream in load_sample("de").streams for text in texts(stream))
    assert "" not in found
    assert found.most_common(1)[0][1] == 1


def test_the_typography_is_german():
    sample = load_sample("de")
    for stream in sample.streams:
        for text in texts(stream):
            assert not set(text) & set("\"'\u201d\u00a0"), text
            assert is_normalized("NFC", text), "an umlaut is one character"
    for reference in sample.references:
        for text in texts(reference):
            assert text.count("\u201e") == text.count("\u201c"), text


def test_the_systems_differ_as_they_were_written():
    metrics = {name: make_metric(name) for name in ("bleu", "chrf")}
    evaluation = evaluate(load_sample("de"), metrics, None)
    bleu, chrf = (
        {system: evaluation.score(system, name).score for system in SYSTEMS} for name in metrics
    )
    assert bleu["fluent"] > bleu["truncated"] > bleu["literal"] > bleu["salad"]
    assert chrf["fluent"] > chrf["literal"] > max(chrf["salad"], chrf["truncated"])


def test_the_demo_in_german(run: Run, tmp_path: Path):
    done = run("demo", "-l", "de", "-f", "json")
    assert done.returncode == 0, done.stderr
    assert done.stderr.endswith("report written to treescore-demo.html\n")  # after the hint
    systems = json.loads(done.stdout)["systems"]
    assert list(systems) == SYSTEMS
    for metric in ("hwcm", "dpm", "bleu"):
        score = {name: scores[metric]["score"] for name, scores in systems.items()}
        assert score["fluent"] > score["literal"] > score["salad"]
    assert "treescore demo" in (tmp_path / "treescore-demo.html").read_text(encoding="utf-8")


def test_there_is_no_sample_of_another_language(run: Run, tmp_path: Path):
    done = run("demo", "-l", "FR")
    assert done.returncode == 2
    assert done.stderr == "treescore: unknown sample 'fr'; there are en, de\n"
    assert not (tmp_path / "treescore-demo.html").exists()
