from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import treescore as ts
from treescore.errors import TreescoreError, UnknownName, UsageError
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import UnsuitableTrees
from treescore.trees.nbest import NBest


def test_scores_of_one_system_and_of_several():
    references = [["I had a dog.", "I owned a dog."], ["It slept."]]
    one = ts.score(["I had a dog.", "It slept."], references, metrics=["hwcm"])
    assert one.score("system", "hwcm").score == 1
    two = ts.score(
        {"A": ["I had a dog.", "It slept."], "B": ["A dog.", "Slept."]}, references, ["hwcm"]
    )
    assert two.systems == ["A", "B"]
    assert two.score("A", "hwcm").score == 1 > two.score("B", "hwcm").score
    assert two.segment_scores("A", "hwcm") == [1, 1]
    assert "nrefs:var" in two.score("A", "hwcm").signature


def test_parses():
    ordinary, empty = ts.parse(["A dog I had.", ""], lang="en")
    assert len(ordinary) == len(empty) == 1
    (several,) = ts.parse(["A dog I had."], lang="en", nbest=5)
    assert 1 < len(several) <= 5


def test_wrong_arguments_of_parse():
    for wrong in ({"texts": "A dog"}, {"texts": ["A dog"], "nbest": 0}):
        with pytest.raises(UsageError):
            ts.parse(**wrong)


def test_a_users_own_parser():
    parser = ts.load_parser("spacy", lang="en")
    assert (
        ts.score(["Yes."], [["Yes."]], ["hwcm"], parser=parser).score("system", "hwcm").score == 1
    )


@pytest.mark.parametrize(
    ("hypotheses", "references", "answer"),
    [
        (["a", "b"], [["x"], ["y"], ["z"]], "2 hypotheses, but references for 3 segments"),
        (["a", "b", "c"], [["x", "y", "z"]], "by_segment"),
        (["a"], [[]], "at least one reference"),
        ([], [], "nothing to score"),
        ({}, [], "nothing to score"),
        (["a"], ["x"], "give a list of texts a segment"),
        ("a", [["x"]], "a system is a list of texts"),
        ([None], [["x"]], "are texts"),
        (["a"], [[b"x"]], "are texts"),
    ],
)
def test_mismatched_lists(hypotheses: list[str], references: list[list[str]], answer: str):
    with pytest.raises(UsageError, match=answer):
        ts.score(hypotheses, references, ["bleu"])


def leaf(*heads: int) -> DependencyTree:
    words = tuple("abcdef"[: len(heads)])
    return DependencyTree(words, heads, words, words, words, words)


def test_trees_are_checked_before_they_are_scored():
    good = leaf(-1, 0)
    constituents = ConstituencyTree(("NN",), (-1,), ("a",))
    mixed: NBest[Any] = NBest((good, constituents), (0.0, -1.0))
    for wrong in (leaf(1, 0), leaf(5, -1), NBest((), ()), NBest((good,), (math.nan,)), mixed):
        with pytest.raises(UsageError):
            ts.score([wrong], [[good]], ["hwcm"])
    with pytest.raises(UsageError, match="one kind"):
        ts.score([good, constituents], [[good], [good]], ["hwcm"])


def test_metrics_may_be_objects_and_parsers_specs():
    shallow, deep = ts.metrics.DSTM(depth=1), ts.metrics.DSTM(depth=2)
    result = ts.score([leaf(-1, 0)], [[leaf(1, -1)]], [shallow, deep], parser="spacy")
    assert result.score("system", "dstm:depth=1").score == 1
    assert result.score("system", "dstm:depth=2").score == 0.5
    with pytest.raises(UsageError, match="no metric"):
        ts.score(["a"], [["a"]], [])


def test_a_single_segment_is_marked_in_the_signature():
    segment = ts.metrics.BLEU().sentence_score("I have", ["I have"])
    corpus = ts.metrics.BLEU().corpus_score(["I have"], [["I have"]])
    assert segment.score == pytest.approx(100)
    assert corpus.score == 0
    assert segment.signature != corpus.signature


def test_documents_from_python():
    pairs = [("a b", "a b"), ("a", "b"), ("a", "a")]
    result = ts.score(
        [hypothesis for hypothesis, _ in pairs],
        [[reference] for _, reference in pairs],
        ["wer"],
        docs=["one", "one", "two"],
    )
    assert result.document_scores("system", "wer") == {"one": pytest.approx(1 / 3), "two": 0}
    with pytest.raises(TreescoreError, match="2 names for 3 segments"):
        ts.score(["a"] * 3, [["a"]] * 3, ["wer"], docs=["x", "y"])


def test_unknown_names():
    result = ts.score(["a"], [["a"]], ["wer"])
    for ask in (
        lambda: result.score("sytsem", "wer"),
        lambda: result.score("system", "bleu"),
        lambda: result.to_pandas("segments"),  # type: ignore[arg-type]
    ):
        with pytest.raises(UnknownName):
            ask()


def test_tags_of_another_kind_make_no_constituents():
    tree = replace(leaf(-1, 0), tags=("NOUN", "VERB"))
    with pytest.raises(UnsuitableTrees):
        ts.metrics.STM().sentence_score(tree, [tree])
    assert ts.metrics.HWCM(unit="pos").sentence_score(tree, [tree]).score == 1


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en-GB", ["sdpm", "dpm", "chrf", "bleu"]), ("DE", ["dpm", "hwcm", "chrf", "bleu"])],
)
def test_without_metrics_they_are_those_of_the_language(lang: str, expected: list[str]):
    scored = ts.score(["Hund"], [["Hunde"]], lang=lang)
    assert list(scored.metrics) == expected
    first = scored.segment_scores("system", expected[0])
    assert [ts.explain("Hund", ["Hunde"], lang=lang).score] == first


def test_trees_without_texts_are_scored_by_the_usual_metrics_that_compare_trees():
    (tree,) = (parses.best for parses in ts.parse(["A dog slept."]))
    assert list(ts.score([tree], [[tree]]).metrics) == ["sdpm", "dpm"]


@pytest.mark.parametrize("lang", ["en", "de"])
def test_without_a_metric_lists_are_ranked_by_one_that_is_quick(lang: str):
    (ranked,) = ts.rerank([["Hund", "Hunde"]], lang=lang)
    assert ranked.signature.startswith("dpm|")


def test_names_of_files_are_no_texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "news.online-A").write_text("It rains.\n")
    told = "looks like the name of a file, where a text is expected; read the file first"
    for asked in (
        lambda: ts.score(["news.online-A"], [["It rains."]], ["wer"]),
        lambda: ts.score({"A": ["out.txt"]}, [["It rains."]], ["wer"]),
        lambda: ts.diagnose(["out.txt"], [["It rains."]]),
        lambda: ts.explain("It rains.", ["ref.txt"], "wer"),
        lambda: ts.explain("out.txt", ["It rains."], "wer"),
    ):
        with pytest.raises(UsageError, match=told):
            asked()
    result = ts.score(["See out.txt", "out.txt"], [["See out.txt"], ["out.txt"]], ["wer"])
    assert result.score("system", "wer").score == 0
