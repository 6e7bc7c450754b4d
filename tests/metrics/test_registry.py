from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from treescore import metrics
from treescore.errors import UsageError
from treescore.metrics import BLEU, DPM, HWCM
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS, expand, make_metric
from treescore.metrics.usual import usual

PROJECT = Path(__file__).parents[2]


def test_specs():
    assert make_metric("hwcm") == HWCM()
    assert make_metric("hwcm:length=4,unit=lemma,epsilon=0.01,case=lower,punct=drop") == HWCM(
        length=4, unit="lemma", epsilon=0.01, case="lower", punct="drop"
    )
    assert make_metric("bleu:order=2") == BLEU(order=2)
    assert make_metric("BLEU:order=2") == make_metric("Bleu:order=2") == BLEU(order=2)


@pytest.mark.parametrize(
    ("spec", "answer"),
    [
        ("hwmc", "ter, nist, wer; did you mean hwcm?"),
        ("hwcm:lenght=3", "did you mean length?"),
        ("hwcm bleu", "give every metric its own -m"),
        ("hwcm,bleu", "give every metric its own -m"),
        ("hwcm:", "expected key=value after the colon"),
        ("hwcm:length", "expected key=value"),
        ("hwcm:length=2,length=3", "given twice"),
        ("hwcm:length=0", "expected a whole number from 1 to 100"),
        ("hwcm:length=x", "expected a whole number"),
        ("hwcm:length=1_0", "expected a whole number"),
        ("hwcm:epsilon=-1", "expected a number from 0 to 1"),
        ("hwcm:epsilon=nan", "expected a number from 0 to 1"),
        ("hwcm:epsilon=inf", "expected a number from 0 to 1"),
        ("hwcm:unit=letter", "expected one of word, lemma, pos"),
    ],
)
def test_mistakes_are_answered_with_what_is_legal(spec: str, answer: str):
    with pytest.raises(UsageError) as caught:
        make_metric(spec)
    assert answer in str(caught.value)


@pytest.mark.parametrize(
    ("parameter", "low", "high"),
    [
        *((f"{name}:order", 1, 100) for name in ("bleu", "chrf", "nist")),
        *(("hwcm:length", 1, 100), ("stm:depth", 1, 100), ("dpm:nbest", 1, 1000)),
        *(("chrf:words", 0, 100), ("chrf:beta", 1, 100)),
    ],
)
def test_whole_numbers_in_their_range(parameter: str, low: int, high: int):
    for number in (low, high):
        make_metric(f"{parameter}={number}")
    for number in (low - 1, high + 1):
        with pytest.raises(UsageError, match=f"={number}: expected .* from {low} to {high}$"):
            make_metric(f"{parameter}={number}")


@pytest.mark.parametrize(
    ("parameter", "legal", "others"),
    [
        ("hwcm:epsilon", "0 1", "-0.001 1.001"),
        ("tkm:decay", "0.001 1", "0.0 1.001"),
        ("dpm:gamma", "0 100", "-0.001 100.001"),
    ],
)
def test_numbers_in_their_range(parameter: str, legal: str, others: str):
    for number in legal.split():
        make_metric(f"{parameter}={number}")
    for number in others.split():
        with pytest.raises(UsageError, match=f"={number}: expected a number"):
            make_metric(f"{parameter}={number}")


@pytest.mark.parametrize(
    ("name", "parameter", "value", "expected"),
    [
        *(("hwcm", "length", value, "a whole number") for value in (2.5, "2", True, None)),
        *(("dpm", "gamma", value, "a number") for value in ("1", True, None)),
        *(("sepia", "mode", value, "a text") for value in (3, None)),
        *(("sepia", "weights", value, "no blanks and no _") for value in ("1 1", "1_1")),
        ("hwcm", "unit", 1, "one of word, lemma, pos"),
    ],
)
def test_values_of_another_type(name: str, parameter: str, value: object, expected: str):
    with pytest.raises(UsageError, match=f"^{name}:{parameter}={value}: expected {expected}"):
        METRICS[name](**{parameter: value})


def test_whole_numbers_are_numbers():
    assert DPM(gamma=1) == DPM(gamma=1.0)


def test_signatures_pin_parameters_references_trees_and_parser():
    signature = str(HWCM(length=2).signature("2", "dep", "spacy-3.8/en-1"))
    for part in ("hwcm", "length:2", "unit:word", "nrefs:2", "trees:dep", "parser:spacy-3.8/en-1"):
        assert part in signature.split("|")


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("hwcm", ["hwcm"]),
        ("hwcm:length=4,unit=lemma", ["hwcm:length=4,unit=lemma"]),
        ("hwcm:length=1..3", ["hwcm:length=1", "hwcm:length=2", "hwcm:length=3"]),
        ("hwcm:length=09..10", ["hwcm:length=9", "hwcm:length=10"]),
        ("hwcm:length=2..2,unit=pos", ["hwcm:length=2,unit=pos"]),
        ("hwcm:unit=pos,length=1..2", ["hwcm:unit=pos,length=1", "hwcm:unit=pos,length=2"]),
        ("m:a=1..2,b=8..9", ["m:a=1,b=8", "m:a=1,b=9", "m:a=2,b=8", "m:a=2,b=9"]),
        ("tesla:model=../a..b.json", ["tesla:model=../a..b.json"]),
    ],
)
def test_sweeps(spec: str, expected: list[str]):
    assert expand(spec) == expected


def test_sweeps_are_metrics():
    assert [make_metric(spec) for spec in expand("hwcm:length=1..100")] == [
        HWCM(length=length) for length in range(1, 101)
    ]


@given(
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.sampled_from(["", ",unit=pos"]),
    st.sampled_from(["", "unit=pos,"]),
)
def test_sweeps_from_a_number_to_a_number(first: int, last: int, end: str, start: str):
    spec = f"hwcm:{start}length={first}..{last}{end}"
    if 0 <= last - first < 100:
        numbers = range(first, last + 1)
        assert expand(spec) == [f"hwcm:{start}length={number}{end}" for number in numbers]
    else:
        with pytest.raises(UsageError, match="100 at most") as caught:
            expand(spec)
        assert str(caught.value).startswith(f"{spec}: ")


@pytest.mark.parametrize(
    "spec", ["hwcm:length=1...3", "hwcm:length=1..x", "hwcm:length=-1..3", "hwcm:length=1..3 "]
)
def test_what_is_no_sweep_is_no_number_either(spec: str):
    (same,) = expand(spec)
    with pytest.raises(UsageError):
        make_metric(same)


@pytest.mark.parametrize("sweep", ["3..2", "1..101", "0..9999", "1..50,a=1..3", "3..2,a=1..2"])
def test_sweeps_that_are_refused(sweep: str):
    with pytest.raises(UsageError, match="from a smaller number to a larger, 100 at most"):
        expand(f"hwcm:length={sweep}")


@pytest.mark.parametrize(
    ("name", "lang"),
    [(name, "en") for name in METRICS if name != "tesla"]
    + [(name, "de") for name in METRICS if name not in ("tesla", "sdpm")],
)
def test_a_metric_can_be_handed_to_another_process(name: str, lang: str):
    metric = make_metric(name).fit(lang, [["Das Haus steht.", "It rains."]])
    copy = pickle.loads(pickle.dumps(metric))
    assert copy.signature("1", "dep", "some", "1") == metric.signature("1", "dep", "some", "1")


@pytest.mark.parametrize(
    ("spec", "named"),
    [
        ("bleu:order=2", "words 2 reference_words 3 matches.1 1 matches.2 0 totals.1 2 totals.2 1"),
        # "ab" and "acd" have one character in common, and no two in a row.
        (
            "chrf:order=2,words=1",
            "c1.hypothesis 2 c1.reference 3 c1.overlap 1 c2.hypothesis 1 c2.reference 2 "
            "c2.overlap 0 w1.hypothesis 2 w1.reference 3 w1.overlap 1",
        ),
        # Of three words that stand once each, one was to be expected once in three times.
        (
            "nist:order=2",
            "information.1 1.58496 information.2 0 totals.1 2 totals.2 1 reference_words 3",
        ),
        ("wer", "edits 2 reference_words 3"),
        ("ter", "edits 2 reference_words 3"),
    ],
)
def test_every_statistic_has_its_name(spec: str, named: str):
    rows = ts.score(["a b"], [["a c d"]], [spec]).statistics["system", spec].tolist()
    names, numbers = named.split()[::2], map(float, named.split()[1::2])
    (found,) = (dict(zip(make_metric(spec).columns, row, strict=True)) for row in rows)
    assert list(found) == names
    assert found == pytest.approx(dict(zip(names, numbers, strict=True)), abs=1e-5)


@pytest.mark.parametrize(("name", "metric"), METRICS.items())
def test_a_metric_has_all_that_belongs_to_it(name: str, metric: type[Metric[Any]]):
    assert metric.__name__ in metrics.__all__, f"export {metric.__name__}: metrics/__init__.py"
    assert metric.name == name
    assert metric.paper, f"{name}: name its paper"
    card = PROJECT / "docs" / "metrics" / f"{name}.md"
    assert card.exists(), f"write its card: docs/metrics/{name}.md"
    readme = (PROJECT / "README.md").read_text("utf-8")
    assert f"| [`{name}`](docs/metrics/{name}.md) |" in readme, f"{name}: no row in README.md"
    changes = (PROJECT / "CHANGELOG.md").read_text("utf-8")
    assert f"`{name}`" in changes, f"{name}: no line in CHANGELOG.md"


def test_the_usual_metrics_of_a_language():
    assert usual("en") == ("sdpm", "dpm", "chrf", "bleu")
    assert usual("de") == usual("cs") == ("dpm", "hwcm", "chrf", "bleu")


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_usual_metrics_are_for_their_language_and_in_the_order_of_all(lang: str):
    chosen = [name for name in METRICS if name in usual(lang)]
    assert chosen == list(usual(lang))
    assert {METRICS[name].only_language for name in chosen} <= {"", lang}


def test_metrics_and_their_families_are_found_in_a_program_that_has_loaded_none():
    program = (
        "import sys, treescore as ts\n"
        "assert 'treescore.metrics.dpm' not in sys.modules\n"
        "assert ts.metrics.dpm.DPM is ts.metrics.DPM\n"
        "assert {'DPM', 'dpm'} <= set(dir(ts.metrics)) and not hasattr(ts.metrics, 'nonsense')\n"
        "assert all(getattr(ts.metrics, name) for name in dir(ts.metrics))\n"
    )
    env = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    done = subprocess.run([sys.executable, "-c", program], env=env, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
