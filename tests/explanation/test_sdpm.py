"""What SDPM says of its scores, against the definition."""

from __future__ import annotations

from math import fsum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from tests.explanation.shares import total
from tests.metrics.sdpm_oracle import WIDTH, Plain, compared, sentences
from treescore.encoder.weights import Settings
from treescore.explanation import Explanation, Part, explain
from treescore.explanation.marks import mark_hypothesis, mark_reference
from treescore.metrics import SDPM
from treescore.metrics import sdpm as metric_module
from treescore.report.part_table import part_rows

METRICS = st.builds(
    SDPM,
    st.sampled_from(["words", "arcs", "chars", "words+chars", "words+arcs", "words+arcs+chars"]),
    st.sampled_from(["max", "union"]),
)


def explained(metric: SDPM, one: Plain, *others: Plain) -> Explanation:
    return explain(metric, one.sentence, [each.sentence for each in others])


def parts_of(found: Explanation, kind: str) -> list[Part]:
    return [part for part in found.parts if part.kind == kind]


@given(METRICS, sentences(), st.lists(sentences(), min_size=1, max_size=3))
def test_shares_add_up(metric: SDPM, one: Plain, others: list[Plain]):
    found = explained(metric, one, *others)
    row = metric.statistics(one.sentence, metric.prepare([each.sentence for each in others]))
    assert found.score == metric.segment_score(row)
    assert total(found) == pytest.approx(found.score, abs=1e-12)
    if metric.encoder:
        assert found.hypothesis == one.words
        assert found.references == tuple(each.words for each in others)
    for part in found.parts:
        assert part.share >= 0
        assert part.cost is not None
        assert part.cost >= 0


@given(st.sampled_from(["words", "arcs"]), sentences(), sentences())
def test_every_word_has_its_best_partner(component: str, one: Plain, other: Plain):
    found = explained(SDPM(component), one, other)
    if not one.words or not other.words:
        return
    kind = component.removesuffix("s")
    sides = ((kind, one, other), (f"{kind} of the reference", other, one))
    for name, own, theirs in sides:
        parts = parts_of(found, name)
        assert len(parts) == len(own.words)
        costs = [part.cost for part in parts]
        assert costs == sorted(costs, reverse=True)  # type: ignore[type-var]
        for part in parts:
            places = part.places if own is one else part.reference_places
            partners = part.reference_places if own is one else part.places
            (word,) = (place.tokens[0] for place in places)
            values = [compared(component, own, word, theirs, j) for j in range(len(theirs.words))]
            likeness = part.matched / (part.count if own is one else part.limit)
            assert likeness == pytest.approx(max(values), abs=1e-9)
            assert bool(partners) == (max(values) > 0)
            for place in partners:
                assert values[place.tokens[0]] == pytest.approx(max(values))
                assert place.arcs == (() if component == "words" else place.tokens[:1])
        whole = fsum(part.cost or 0 for part in parts) + fsum(
            part.matched / fsum(each.count if own is one else each.limit for each in parts) / 2
            for part in parts
        )
        assert whole == pytest.approx(1 / 2)


def test_what_is_alike_by_half_is_marked():
    heads, weights = (-1, 0), (1.0, 1.0)
    one = Plain(("a", "b"), ((1, 0, 0), (0, 5, 0)), weights, heads)
    other = Plain(("c", "d"), ((2, 1, 0), (0, 1, 9)), weights, heads)
    assert WIDTH == 3
    found = explained(SDPM("words"), one, other)
    assert mark_hypothesis(found, one.sentence).tokens == frozenset({0})
    assert mark_reference(found, 0, other.sentence).tokens == frozenset({0})


def test_an_explanation_of_texts():
    why = ts.explain("A dog barks.", ["The dog barked.", "Cats bark"], "sdpm")
    kinds = dict.fromkeys(part.kind for part in why.parts)
    soft = ["word", "word of the reference", "arc", "arc of the reference"]
    assert list(kinds) == [*soft, "characters"]
    assert total(why) == pytest.approx(why.score)
    arcs = {part.hypothesis for part in why.parts if part.kind == "arc"}
    assert arcs == {"A ← dog", "dog ← barks", "barks ← <root>", ". ← barks"}
    without_trees = ts.explain("A dog barks.", ["The dog barked."], "sdpm:components=words")
    assert without_trees.hypothesis == ("A", "dog", "barks", ".")


def test_nothing_on_both_sides_counts_1():
    why = ts.explain("", [""], "sdpm")
    assert why.score == 1
    assert total(why) == pytest.approx(1)


def test_what_costs_most_is_shown_first():
    """Of eight words that are equal but one, whose likeness is 0, that one."""
    size = 8
    vectors = [(1, 0, 0)] * size
    one = Plain(("same",) * size, tuple(vectors), (1.0,) * size, (-1,) * size)
    vectors[6] = (0, 1, 0)
    words = ("same",) * 6 + ("other", "same")
    other = Plain(words, tuple(vectors), (1.0,) * size, (-1,) * size)
    rows = [row.plain.strip() for row in part_rows(explained(SDPM("words"), other, one), 0, 4, 80)]
    assert rows[1].startswith("0.") and rows[1].endswith("7 of 8")
    assert rows[2].split() == ["other", "0.0000", "0", "of", "1"]


def test_the_table_of_the_documentation(monkeypatch: pytest.MonkeyPatch):
    """The example of the card: its numbers, and that partners are not joined by arrows."""
    shares = {"words": 0.5, "arcs": 0.25, "chars": 0.25}
    monkeypatch.setattr(metric_module, "settings", lambda: Settings("some", 1, 1, shares))
    one = Plain(("puppies", "sleep"), ((3, 4, 0), (0, 0, 5)), (2.0, 1.0), (1, -1))
    vectors = (5, 0, 0), (0, 5, 0), (0, 0, 5)
    other = Plain(("young", "dogs", "sleep"), vectors, (2.0, 2.0, 1.0), (1, 2, -1))
    found = explained(SDPM(), one, other)
    assert [part.matched for part in parts_of(found, "word of the reference")] == [
        pytest.approx(number) for number in (1.2, 1.6, 1)
    ]
    table = "\n".join(row.plain for row in part_rows(found, 0, 4, 80))
    assert "young ← dogs                      0.0000        0 of 2\n" in table
    page = Path(__file__).parents[2] / "docs" / "explain.md"
    assert f"```text\n{table}\n```" in page.read_text("utf-8")
