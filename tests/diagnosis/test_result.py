"""What errors amount to: rates, tests, their order, and examples."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from tests.diagnosis.made import diagnosis, error
from treescore.diagnosis.errors import Error
from treescore.diagnosis.rules.negation import STRONG
from treescore.diagnosis.types import TYPES
from treescore.errors import UnknownName
from treescore.report.diagnosed import error_lines, to_json
from treescore.report.diagnosis_words import notes

NAMES = ["missing:subject", "missing:verb", "missing", "tense", "order"]
SEGMENTS = st.lists(st.lists(st.sampled_from(NAMES), max_size=4).map(" ".join), min_size=1)


@given(SEGMENTS)
def test_rates_by_definition(segments: list[str]):
    found = diagnosis({"A": segments}).rates["A"]
    words = " ".join(segments).split()
    kinds = [word.split(":")[0] for word in words]
    assert set(found) == {*words, *kinds}
    for name, rate in found.items():
        errors = (words if ":" in name else kinds).count(name)
        assert rate.errors == errors
        assert rate.rate == pytest.approx(100 * errors / len(segments))
        assert rate.low <= rate.high


def test_all_systems_have_all_types_in_their_order():
    made = diagnosis({"A": ["order"], "B": ["tense missing:verb"]})
    assert list(made.rates["A"]) == ["missing", "missing:verb", "tense", "order"]
    assert made.rates["A"]["tense"].errors == made.rates["B"]["order"].errors == 0
    assert set(TYPES) > {"missing", "tense", "order"}


def test_refinements_have_rows_where_there_are_several():
    made = diagnosis({"A": ["missing:verb tense:x", "missing:name negation negation:y"]})
    assert set(made.rows) == {
        *("missing", "missing:verb", "missing:name", "tense", "negation", "negation:y"),
    }


def test_systems_are_compared_with_the_first_or_another():
    types = {"A": [""] * 8, "B": ["tense"] * 8, "C": ["tense"] + [""] * 7}
    tests = diagnosis(types).tests
    assert [(test.baseline, test.system) for test in tests] == [("A", "B"), ("A", "C")]
    assert [test.delta for test in tests] == [100, 12.5]
    assert [test.p for test in tests] == pytest.approx([2 / 2**8, 1])
    assert [test.corrected for test in tests] == pytest.approx([4 / 2**8, 1])
    assert [test.is_significant for test in tests] == [True, False]
    tests = diagnosis(types, "B").tests
    assert [(test.system, test.delta) for test in tests] == [("A", -100), ("C", -87.5)]


def test_what_separates_most_comes_first():
    made = diagnosis(
        {
            "A": ["order missing:verb", *[""] * 8, "missing:name"],
            "B": ["tense order order missing:verb missing:name", *["tense"] * 8, "missing:name"],
        }
    )
    assert made.rows == ["tense", "missing", "missing:name", "missing:verb", "order"]


def test_one_system_is_sorted_by_what_is_frequent():
    made = diagnosis({"A": ["order order tense", "missing:verb missing:name missing:name"]})
    assert made.rows == ["missing", "missing:name", "missing:verb", "order", "tense"]
    assert made.tests == []
    assert [(each.type, each.segment, each.other) for each in made.examples] == [
        *(("missing", 1, ""), ("order", 0, ""), ("tense", 0, "")),
    ]


def test_examples_differ_most_and_weigh_most():
    made = diagnosis({"A": ["", "", "tense", ""], "B": ["tense", "tense tense", "tense", "tense"]})
    heavy = [error("tense", 0.9)]
    made = replace(made, errors={**made.errors, "B": [*made.errors["B"][:3], heavy]})
    assert [(each.system, each.other, each.segment) for each in made.examples] == [
        *(("B", "A", 1), ("B", "A", 3), ("B", "A", 0)),
    ]
    assert made.examples[0].errors == tuple(made.errors["B"][1])


def test_the_reference_of_an_error_is_one_that_has_its_words():
    made = replace(diagnosis({"A": ["tense"]}), references=[["other words"], None, ["Some words"]])
    assert made.reference_of(0, Error("tense", "hyp", 0, 1, "x", 0, 4, "Some", 1)) == "Some words"
    assert made.reference_of(0, error("tense")) == "other words"


def test_tables_for_pandas():
    made = diagnosis({"A": ["tense"], "B": ["missing:verb tense"]})
    types = made.to_pandas()
    assert list(types["type"]) == ["missing", "missing:verb", "tense"] * 2
    assert types["delta"].isna().sum() == 4, "the baseline's, and what says no more than its type"
    errors = made.to_pandas("errors")
    assert list(errors["seg"]) == [1, 1, 1]
    assert list(errors["type"]) == ["tense", "missing:verb", "tense"]
    with pytest.raises(UnknownName, match="unknown level 'words'"):
        made.to_pandas("words")  # type: ignore[arg-type]


def test_no_errors_at_all():
    made = diagnosis({"A": ["", ""], "B": ["", ""]})
    assert not made.rows and not made.tests and not made.examples
    assert made.rates == {"A": {}, "B": {}}
    assert made.to_pandas().empty and made.to_pandas("errors").empty


def test_a_short_repr():
    made = diagnosis({"A": ["tense", ""], "B": ["", ""]})
    assert repr(made) == "Diagnosis(A: 1 errors, B: 0 errors; 2 segments)"


def test_languages_have_types_that_are_not_looked_for():
    assert diagnosis({"A": [""]}).not_looked_for == []
    assert "tense" in diagnosis({"A": [""]}, lang="de").not_looked_for


def test_negations_are_looked_for_where_the_words_that_deny_are_known():
    for lang in STRONG:
        assert "negation" not in diagnosis({"A": [""]}, lang=lang).not_looked_for
    assert "negation" in diagnosis({"A": [""]}, lang="fr").not_looked_for


def test_what_is_too_long_is_said():
    found = diagnosis({"A": ["", "tense"]})
    long = replace(found, not_looked_at=(0,))
    assert json.loads(to_json(long))["not_looked_at"] == [1]
    assert json.loads(to_json(found))["not_looked_at"] == []
    assert "not looked at: segment 1, too long or without reference" in notes(long)
    assert not any("not looked at" in line for line in notes(found))


def test_long_segments_are_in_the_signature():
    found = ts.diagnose(["word " * 1001, "A dog."], [["A word."], ["A dog."]], jobs=1)
    assert found.not_looked_at == (0,)
    assert "|long:1-left-out|" in found.signature
    assert "|synonyms:wordnet-3.0|" in found.signature
    assert "long:" not in ts.diagnose(["A dog."], [["A dog."]], jobs=1).signature


def test_texts_of_errors_have_no_marks_that_steer_a_terminal():
    strange = "a\u202eb\x1bc\td"
    error = Error("untranslated", "hyp", 0, len(strange), strange, 0, 0, "", 0.4)
    found = replace(diagnosis({"A": [""]}), errors={"A": [[error]]})
    (_, line) = error_lines(found)
    assert "\u202e" not in line
    assert "\x1b" not in line
    assert line.count("\t") == 11


def test_what_is_likely_true_is_told():
    made = diagnosis({"A": ["tense name", ""], "B": ["", ""]})
    assert made.likely_true == {}
    assert not any("likely true" in line for line in notes(made))
    tense, name = made.errors["A"][0]
    judged = replace(
        made,
        errors={**made.errors, "A": [[replace(tense, likely=0.3), replace(name, likely=0.5)], []]},
    )
    assert judged.likely_true == pytest.approx({"A": 100 * 0.8 / 2, "B": 0})
    told = "of all errors likely true and rightly named: A 40.0 of 100.0, B 0.0 of 0.0"
    assert told in notes(judged)
    assert json.loads(to_json(judged))["likely_true"] == pytest.approx({"A": 40, "B": 0})
    assert "likely" not in next(iter(error_lines(judged)))
