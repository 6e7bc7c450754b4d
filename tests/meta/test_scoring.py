"""Which outputs are scored, and that their scores are those of single outputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from treescore.judgements.base import CannotJudge, Judgements, LeftOut, Output, OutputId
from treescore.judgements.folders import read_folder
from treescore.judgements.outputs import as_testset
from treescore.judgements.tables import read_judgements
from treescore.kernels.arrays import Vector
from treescore.meta.given import GivenScores
from treescore.meta.scoring import Choice, choose, compute_scores, given_scores
from treescore.metrics.registry import make_metric


def output(*references: str, machine: bool = True) -> Output:
    return Output("a translation", references, 1.0, machine=machine)


def test_which_outputs_are_chosen():
    """Those of machines, with a reference, by segment; systems stay in their order."""
    known = Judgements(
        "news",
        {
            ("10", "b"): output("long enough"),
            ("2", "b"): output("long enough", "x"),
            ("10", "person"): output("long enough", machine=False),
            ("10", "a"): output("long enough"),
            ("2", "a"): output("long enough"),
        },
        ties=4,
        left_out=(LeftOut("outputs without a reference", 3, "news.segs.tsv", 7),),
    )
    assert choose(known, None, None) == Choice(
        [("2", "b"), ("2", "a"), ("10", "b"), ("10", "a")],
        [
            LeftOut("outputs without a reference", 3, "news.segs.tsv", 7),
            LeftOut("outputs of people", 1, "news"),
            LeftOut("ties of pairs", 4, "news"),
        ],
    )


def test_outputs_as_a_testset():
    """Of one system; an output may have fewer references than others."""
    outputs = [output("a", "b"), output("c")]
    made = as_testset(outputs, "en")
    assert [(each.name, each.texts) for each in made.references] == [
        ("reference 1", ("a", "c")),
        ("reference 2", ("b", None)),
    ]
    (system,) = made.systems.values()
    assert (system.texts, made.docs, made.lang) == (("a translation",) * 2, None, "en")
    named = [replace(each, doc=doc) for each, doc in zip(outputs, ("", "x"), strict=True)]
    assert as_testset(named, "en").docs == ("", "x")


def test_segments_that_are_no_numbers_stay_in_their_order():
    known = Judgements("news", {(seg, "a"): output("text") for seg in ("10", "b", "2")})
    assert choose(known, None, None).keys == [("10", "a"), ("b", "a"), ("2", "a")]


@pytest.mark.parametrize(
    ("shortest", "longest", "kept"),
    [(None, None, 4), (3, None, 2), (None, 3, 3), (2, 3, 2), (4, 4, 1), (5, None, 0), (3, 2, 0)],
)
def test_lengths(shortest: int | None, longest: int | None, kept: int):
    """Of the first reference, in characters, both limits included."""
    texts = ("é", "it", "äöü", "four")
    known = Judgements("news", {(text, "a"): output(text, "another one") for text in texts})
    choice = choose(known, shortest, longest)
    assert len(choice.keys) == kept
    what = "outputs whose reference is too short or too long"
    assert choice.left_out == ([LeftOut(what, 4 - kept, "news")] if kept < 4 else [])


def test_zero_is_a_length_too():
    assert not choose(Judgements("news", {("1", "a"): output("text")}), None, 0).keys


CELLS = st.sampled_from(["", "short", "a longer reference"])
ROWS = st.lists(st.tuples(CELLS, st.sampled_from(["human", "machine"])), min_size=1, max_size=8)


def count(choice: Choice) -> int:
    """How many outputs are kept or counted as left out."""
    outputs = (each for each in choice.left_out if each.what.startswith("outputs"))
    return len(choice.keys) + sum(each.count for each in outputs)


@given(ROWS, st.sampled_from([None, 6]), st.sampled_from([None, 5]))
def test_nothing_of_a_table_is_lost(
    tmp_path_factory: pytest.TempPathFactory,
    rows: list[tuple[str, str]],
    shortest: int | None,
    longest: int | None,
):
    """What is kept and what is left out is all there is, each output counted once."""
    path = tmp_path_factory.mktemp("table") / "news.de-en.segs.tsv"
    lines = [f"{n}\ta\t{kind}\t{ref}\ttext\n" for n, (ref, kind) in enumerate(rows, 1)]
    path.write_text("seg_id\tsystem\tsys_kind\tref\thyp\n" + "".join(lines), encoding="utf-8")
    known = read_judgements(str(path))
    assert count(choose(known, shortest, longest)) == len(rows)


def test_nothing_of_a_folder_is_lost(tmp_path: Path):
    files = {
        "system-outputs/de-en/online.txt": "It rain.\nWe stays.\n",
        "system-outputs/de-en/refA.txt": "It rains.\n\n",
        "references/de-en.refA.txt": "It rains.\n\n",
        "human-scores/de-en.mqm.sys.score": "online -1\nrefA 0\n",
    }
    for name, content in files.items():
        file = tmp_path / "news" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    (known,) = read_folder(str(tmp_path / "news"))
    choice = choose(known, None, None)
    assert choice.keys == [("1", "online")]
    assert count(choice) == 4


REFERENCES = {
    "1": ("The river rose by two metres.", "Two metres was the rise of the river."),
    "2": ("The river fell again, and nobody was hurt.",),
    "3": ("Nobody was hurt.", "No one was hurt.", "There was nobody hurt."),
}
SYSTEMS = {
    "a": ("The river rose two metres.", "The river fell and nobody was hurt.", "None was hurt."),
    "b": ("River by two metres rose.", "", "Nobody was hurt at all."),
    "c": ("The river rose by two metres.", "The river fell again, and nobody hurt.", "Nobody."),
}
MISSING = ("2", "c")


def texts() -> Judgements:
    outputs = {
        (segment, system): Output(hypotheses[int(segment) - 1], references, 1.0)
        for segment, references in REFERENCES.items()
        for system, hypotheses in SYSTEMS.items()
    }
    del outputs[MISSING]
    return Judgements("news", outputs)


SPECS = ["bleu", "bleu:order=2", "chrf", "ter", "wer", "nist"]


@pytest.mark.parametrize("spec", SPECS)
def test_scores_are_those_of_the_outputs(spec: str):
    known = texts()
    keys = choose(known, None, None).keys
    metric = make_metric(spec)
    found, signatures = compute_scores(known, keys, {"asked for": metric}, None, "en")
    # NIST counts the words of all references: here those of every segment, each of them once.
    whole = ts.score(SYSTEMS, list(REFERENCES.values()), [spec])
    expected = [whole.segment_scores(system, spec)[int(segment) - 1] for segment, system in keys]
    assert len(keys) == 8
    assert found["asked for"].name == "asked for"
    assert found["asked for"].outputs == pytest.approx(np.array(expected))
    assert found["asked for"].sign == (1 if metric.higher_is_better else -1)
    assert signatures == {"asked for": whole.signature("a", spec)}
    if spec != "nist":
        alone = [
            metric.sentence_score(known.outputs[key].hypothesis, known.outputs[key].references)
            for key in keys
        ]
        assert found["asked for"].outputs == pytest.approx(np.array([each.score for each in alone]))


@pytest.mark.parametrize("spec", SPECS)
def test_scores_do_not_depend_on_which_outputs_are_chosen(spec: str):
    """Metrics learn from all references, and outputs come in the order that is asked for."""
    known = texts()
    metrics = {spec: make_metric(spec)}
    keys = list(known.outputs)
    every = dict(zip(keys, outputs_of(known, keys, spec), strict=True))
    some = [("3", "b"), ("1", "c"), ("3", "a")]
    assert outputs_of(known, some, spec) == pytest.approx(np.array([every[key] for key in some]))
    assert compute_scores(known, some, {}, None, "en") == ({}, {})
    assert list(compute_scores(known, some, metrics, None, "en")[1]) == [spec]


def outputs_of(known: Judgements, keys: Sequence[OutputId], spec: str) -> Vector:
    found, _ = compute_scores(known, keys, {spec: make_metric(spec)}, None, "en")
    return found[spec].outputs


@pytest.mark.parametrize("spec", SPECS)
@pytest.mark.parametrize("turned", [False, True])
def test_outputs_of_a_segment_with_references_of_their_own(spec: str, turned: bool):
    """As where every system's output was corrected by hand."""
    outputs = {
        ("1", "a"): Output("The river rose.", ("The river rose fast.",), 1.0),
        ("1", "b"): Output("Water went up.", ("The water went up.",), 1.0),
    }
    known = Judgements("news", dict(reversed(outputs.items())) if turned else outputs)
    one, other = outputs_of(known, list(outputs), spec)
    assert one > 0
    assert other > 0


KEYS = [("1", "b"), ("1", "a"), ("2", "b")]


def test_given_scores_of_outputs():
    found = given_scores(
        GivenScores("COMET", {(seg, sys): float(seg) + (sys == "a") / 2 for seg, sys in KEYS}, {}),
        KEYS[1:],
    )
    assert found.name == "COMET"
    assert found.outputs.tolist() == [1.5, 2.0]
    assert found.total(np.array([0, 1])) == 1.75
    assert found.sign == 1


def test_given_scores_of_systems():
    """In the order of the systems' names; others are not needed."""
    found = given_scores(GivenScores("COMET", {}, {"a": 0.1, "c": 0.3, "b": 0.2}), KEYS)
    assert found.rows is None
    assert found.system_values is not None
    assert found.system_values.tolist() == [0.1, 0.2]
    with pytest.raises(CannotJudge, match="COMET: its file has scores of systems only"):
        _ = found.outputs


def test_given_scores_that_are_missing():
    with pytest.raises(CannotJudge, match=r"x\.score: no score of the system a; add one$"):
        given_scores(GivenScores("COMET", {}, {"b": 0.2}, "x.score"), KEYS)
    outputs = {("1", "b"): 0.1, ("1", "a"): 0.2}
    with pytest.raises(CannotJudge, match=r"x\.score: no score of segment 2 of system b; add one$"):
        given_scores(GivenScores("COMET", outputs, {}, "x.score"), KEYS)
    with pytest.raises(CannotJudge, match=r"x\.score: no score of segment 1 of system b; add one$"):
        given_scores(GivenScores("COMET", {}, {}, "x.score"), KEYS)
