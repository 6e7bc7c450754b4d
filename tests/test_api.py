from __future__ import annotations

import pytest

import treescore as ts
from treescore.errors import UsageError


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
        (["a", "b", "c"], [["x", "y", "z"]], "transpose"),
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
