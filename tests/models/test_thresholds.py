"""What thresholds gain and cost, against counting by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.doubts.thresholds import GRID, Item, Named, Search, Texts, expected_types

NAMES = ("missing:noun", "missing:verb", "tense", "order")
WANTED = {"lost": frozenset({"missing"}), "time": frozenset({"tense", "missing:verb"})}
FOUND = st.lists(st.builds(Named, st.sampled_from(NAMES), st.floats(0.001, 0.999)), max_size=4)
KINDS = st.sampled_from(sorted(WANTED))
ITEMS = st.lists(st.tuples(KINDS, FOUND, FOUND), min_size=1, max_size=5)
OUTPUTS = st.lists(FOUND, min_size=1, max_size=4)
CHOSEN = st.lists(st.sampled_from(range(len(GRID))), min_size=len(NAMES), max_size=len(NAMES))


def search_of(
    given_items: Sequence[tuple[str, list[Named], list[Named]]], outputs: list[list[Named]]
) -> Search:
    items: list[Item] = []
    found: dict[Texts, list[Named]] = {}
    for number, (kind, right, wrong) in enumerate(given_items):
        texts = (f"{number} right", ""), (f"{number} wrong", "")
        items.append(Item(kind, WANTED[kind], *texts))
        found |= dict(zip(texts, (right, wrong), strict=True))
    return Search(items, found, outputs)


def believed(found: Sequence[Named], least: Mapping[str, float]) -> list[Named]:
    return [each for each in found if each.likely > least[each.type]]


def slow_macro(
    given_items: Sequence[tuple[str, list[Named], list[Named]]], least: Mapping[str, float]
) -> float:
    """As the program counts that judges types."""
    hits: dict[str, list[bool]] = {}
    for kind, right, wrong in given_items:
        counts = [Counter(each.type for each in believed(f, least)) for f in (wrong, right)]
        new = counts[0] - counts[1]
        fits = any({name, name.partition(":")[0]} & WANTED[kind] for name in new)
        hits.setdefault(kind, []).append(fits)
    return sum(sum(each) / len(each) for each in hits.values()) / len(hits)


@given(ITEMS, OUTPUTS, CHOSEN)
def test_what_is_named_and_likely_true(
    given_items: list[tuple[str, list[Named], list[Named]]],
    outputs: list[list[Named]],
    places: list[int],
):
    search, chosen = search_of(given_items, outputs), dict(zip(NAMES, places, strict=True))
    least = {name: GRID[at] for name, at in chosen.items()}
    assert search.macro(chosen) == pytest.approx(slow_macro(given_items, least))
    every = [each for found in outputs for each in believed(found, least)]
    sums = len(every) / len(outputs), sum(each.likely for each in every) / len(outputs)
    assert search.sums(chosen) == pytest.approx(sums)


def test_what_is_cheap_and_needed_is_named():
    needed = [Named("missing:noun", 0.3)]
    outputs = [[Named("missing:noun", 0.3), Named("order", 0.3), Named("tense", 0.7)]]
    search = search_of([("lost", [], needed)], outputs)
    cheap, dear = (search.choose(cost) for cost in (1.0, 1000.0))
    assert GRID[cheap["missing:noun"]] < 0.3 <= GRID[dear["missing:noun"]]
    for chosen in (cheap, dear):
        assert GRID[chosen["tense"]] < 0.7, "likelier true than not"
        assert GRID[chosen["order"]] >= 0.3, "nobody asks for it"


def test_the_table_is_read_and_not_run(tmp_path: Path):
    program = tmp_path / "judge.py"
    program.write_text("EXPECTED = {'lost': ['missing']}\nraise SystemExit('ran')\n")
    assert expected_types(program) == {"lost": ["missing"]}
    program.write_text("OTHER = {}\n")
    with pytest.raises(SystemExit, match="no table EXPECTED"):
        expected_types(program)
