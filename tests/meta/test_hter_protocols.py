"""Differences of scores and of HTER, against what they are by definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import isnan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.meta.cases import METRICS, Case, ErrorRate, cases, check, correlate, grouped, make_case
from tests.stats.ratios import Ratio
from treescore.judgements.base import Against, CannotJudge, Judgements, Output, OutputId
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean
from treescore.stats.aggregation import Totals

DATA = st.data()
quick = settings(max_examples=60)
Deltas = list[tuple[Fraction, Fraction]]
"""Of scores and of HTER."""


def sides(case: Case, keys: Sequence[OutputId]) -> Iterator[tuple[list[OutputId], ...]]:
    """For all pairs of systems the outputs of segments of which both have an HTER."""
    known = {key for key in keys if case.hter(key) is not None}
    for one, other in combinations(case.systems, 2):
        common = [segment for segment, system in known if system == one]
        common = [segment for segment in common if (segment, other) in known]
        if common:
            yield [(segment, one) for segment in common], [(segment, other) for segment in common]


def hter(case: Case, keys: Sequence[OutputId]) -> Fraction:
    """The mean, weighted by the words of the references."""
    edits = sum(((case.hter(key) or Fraction()) * case.words(key) for key in keys), Fraction())
    return edits / sum(case.words(key) for key in keys)


def deltas(case: Case, unit: Callable[[OutputId], str], weigh: bool) -> Deltas:
    found = []
    for keys in grouped(case.keys, unit):
        for one, other in sides(case, keys):
            for more, less in ((one, other), (other, one)):
                score = case.raw(more) - case.raw(less)
                edited = hter(case, more) - hter(case, less)
                times = case.words(one[0]) if weigh else 1
                if edited >= 0:  # equal ones count in both orders
                    found.append((times * score, times * edited))
    return found


def segment_deltas(case: Case) -> Deltas:
    return deltas(case, lambda key: key[0], weigh=True)


def document_deltas(case: Case) -> Deltas:
    return deltas(case, case.doc, weigh=False)


DELTAS = {"delta-hter-seg": segment_deltas, "delta-hter-doc": document_deltas}
both = pytest.mark.parametrize("name", DELTAS)


def shown(name: str, case: Case) -> float:
    protocol = PROTOCOLS[name]
    return protocol.shown(protocol.examine(case.sample, Knobs()).value(case.scores), case.sign)


@pytest.mark.slow
@both
@quick
@given(case=cases(), data=DATA)
def test_against_the_definition(name: str, case: Case, data: st.DataObject):
    def oracle(case: Case) -> tuple[int, float] | None:
        found = DELTAS[name](case)
        pairs = len(found) - sum(edited == 0 for _, edited in found) // 2
        # A good metric falls where HTER rises, unless its lower scores are better.
        return (pairs, -case.sign * correlate("pearson", found)) if pairs > 1 else None

    check(name, case, oracle, data)
    if oracle(case):
        r = correlate("pearson", DELTAS[name](case))
        assert shown(name, case) == pytest.approx(r, nan_ok=True)


def with_hter(
    hters: dict[OutputId, float],
    scores: dict[OutputId, tuple[float, float]],
    references: dict[str, str],
    docs: dict[str, str] | None = None,
    metric: Totals | None = None,
) -> Case:
    outputs = {
        key: Output("a text", (references[key[0]],), None, parts, (docs or {}).get(key[0], ""))
        for key in scores
        for parts in [{Against.hter: hters[key]} if key in hters else {}]
    }
    return make_case(Judgements("set", outputs), scores, metric)


@pytest.mark.parametrize("segments", [9, 11, 25])
@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("part", [False, True])
def test_ten_segments_stand_for_a_document(segments: int, metric: Totals, part: bool):
    # Outputs come in a chance order, and segments are in order of their numbers, with gaps. Where
    # only a part is looked at, the blocks are still those of the whole set.
    rng = np.random.default_rng(segments)
    every = [(str(3 * n), system) for n in range(segments) for system in "abc"]
    keys = [every[place] for place in rng.permutation(len(every))]
    hters = {key: float(rng.random()) for key in keys if rng.random() < 0.8}
    rows = {key: (float(rng.integers(0, 9)), float(rng.integers(1, 9))) for key in keys}
    if isinstance(metric, Mean):
        rows = {key: (score, 1.0) for key, (score, _) in rows.items()}
    references = {key[0]: "word " * int(rng.integers(1, 20)) for key in keys}
    case = with_hter(hters, rows, references, metric=metric)
    if part:
        seen = [key for key in keys if int(key[0]) % 2 or int(key[0]) > 60]
        case = make_case(case.judged, rows, metric, keys=seen)
    examination = PROTOCOLS["delta-hter-doc"].examine(case.sample, Knobs())
    assert examination.units == (segments + 9) // 10 - (part and segments == 11)
    assert examination.n == 3 * examination.units
    found = correlate("pearson", document_deltas(case))
    assert shown("delta-hter-doc", case) == pytest.approx(found)
    assert "blocks of 10 segments" in PROTOCOLS["delta-hter-doc"].about(case.sample, Knobs())


A1, B1, A2, B2, A3, B3 = [(segment, system) for segment in "123" for system in "ab"]
HTERS = {A1: 0.5, B1: 0.25, A2: 0.0, B2: 1.0, A3: 0.75, B3: 0.75}
SCORES = {A1: 1.0, B1: 2.0, A2: 4.0, B2: 1.0, A3: 0.0, B3: 3.0}
ROWS = {key: (score, 1.0) for key, score in SCORES.items()}
REFERENCES = {"1": "one two three four", "2": "one two", "3": "one"}


def test_segments_by_hand():
    # Segment  words  more edited   delta HTER  delta score   both times words
    #    1       4    a               1/4         1 - 2          1   -4
    #    2       2    b               1           1 - 4          2   -6
    #    3       1    tie: a and b    0           0 - 3          0   -3
    #                                 0           3 - 0          0    3
    # Means 3/4 and -5/2; deviations 1/4 5/4 -3/4 -3/4 and -3/2 -7/2 -1/2 11/2, so the products sum
    # to -1/4 (3/2) - 5/4 (7/2) + 3/4 (1/2) - 3/4 (11/2) = -17/2, the squares to 11/4 and 45.
    case = with_hter(HTERS, ROWS, REFERENCES)
    r = -17 / 2 / (11 / 4 * 45) ** 0.5
    assert shown("delta-hter-seg", case) == pytest.approx(r)
    # An error rate with the same numbers has the same r, and does not agree with humans.
    case = replace(case, metric=ErrorRate())
    assert shown("delta-hter-seg", case) == pytest.approx(r)
    examination = PROTOCOLS["delta-hter-seg"].examine(case.sample, Knobs())
    assert examination.value(case.scores) == pytest.approx(r)


def test_documents_by_hand():
    # Document x has segments 1 and 2, y has 3, z has 4; the score is matches by their number.
    # x: HTER a (1/2 4 + 0 2) / 6 = 1/3, b (1/4 4 + 1 2) / 6 = 1/2; more is b's: delta 1/6.
    #    Scores a (1 + 2) / (1 + 5) = 1/2, b (1 + 3) / (3 + 5) = 1/2; delta 0.
    # y: HTER a 3/4, b 3/4: delta 0, in both orders. Scores a 1/4, b 1/2; delta -1/4 and 1/4.
    # z: HTER a 5/6, b 1/2: delta 1/3. Scores a 0, b 1/2; delta -1/2.
    # In 24ths HTER 4 0 0 8, deviations 1 -3 -3 5; scores 0 -6 6 -12, deviations 3 -3 9 -9: the
    # products sum to 3 + 9 - 27 - 45 = -60, the squares to 44 and 180.
    a4, b4 = ("4", "a"), ("4", "b")
    hters = HTERS | {a4: 5 / 6, b4: 0.5}
    rows = {
        A1: (1.0, 1.0),
        B1: (1.0, 3.0),
        A2: (2.0, 5.0),
        B2: (3.0, 5.0),
        A3: (1.0, 4.0),
        B3: (1.0, 2.0),
        a4: (0.0, 1.0),
        b4: (1.0, 2.0),
    }
    docs = {"1": "x", "2": "x", "3": "y", "4": "z"}
    case = with_hter(hters, rows, REFERENCES | {"4": "one"}, docs, Ratio())
    assert shown("delta-hter-doc", case) == pytest.approx(-60 / (44 * 180) ** 0.5)
    about = PROTOCOLS["delta-hter-doc"].about(case.sample, Knobs())
    assert "blocks" not in about


@both
def test_good_metrics_by_their_sign(name: str):
    # Edits are what errors are, and quality is what is left.
    rng = np.random.default_rng(3)
    keys = [(str(n), system) for n in range(30) for system in "abc"]
    hters = {key: float(rng.random()) for key in keys}
    references = {key[0]: "a b c" for key in keys}
    quality = with_hter(hters, {key: (1 - hters[key], 1.0) for key in keys}, references)
    errors = with_hter(
        hters, {key: (hters[key], 1.0) for key in keys}, references, metric=ErrorRate()
    )
    assert shown(name, quality) == pytest.approx(-1.0)
    assert shown(name, errors) == pytest.approx(1.0)
    for case in (quality, errors):
        examination = PROTOCOLS[name].examine(case.sample, Knobs())
        assert examination.value(case.scores) == pytest.approx(1.0)


@both
@pytest.mark.parametrize("known", [(), (A1,), (A1, B2), (A1, B1)])
def test_two_pairs_are_needed(name: str, known: Sequence[OutputId]):
    hters = {key: HTERS[key] for key in known}
    count = int(known == (A1, B1))
    with pytest.raises(CannotJudge, match=f"^{count} pairs .* with HTER; expected two or more"):
        shown(name, with_hter(hters, ROWS, REFERENCES))


def test_one_system_has_no_pairs():
    own = {key: row for key, row in ROWS.items() if key[1] == "a"}
    with pytest.raises(CannotJudge, match=r"^0 pairs"):
        shown("delta-hter-seg", with_hter(HTERS, own, REFERENCES))


@both
def test_scores_that_do_not_differ_have_no_correlation(name: str):
    rows = dict.fromkeys(ROWS, (1.0, 1.0))
    case = with_hter(HTERS, rows, REFERENCES, {"1": "x", "2": "y", "3": "z"})
    assert isnan(shown(name, case))


def test_outputs_without_a_document_are_in_blocks():
    docs = {"1": "x", "2": "x"}
    named = PROTOCOLS["delta-hter-doc"].examine(
        with_hter(HTERS, ROWS, REFERENCES, docs | {"3": "y"}).sample, Knobs()
    )
    case = with_hter(HTERS, ROWS, REFERENCES, docs)
    assert PROTOCOLS["delta-hter-doc"].examine(case.sample, Knobs()).units == named.units == 2
    assert "blocks" in PROTOCOLS["delta-hter-doc"].about(case.sample, Knobs())
    case = with_hter(HTERS, ROWS, REFERENCES, {"1": "block 1", "2": "block 1"})
    assert PROTOCOLS["delta-hter-doc"].examine(case.sample, Knobs()).units == 2, "not that block"


def test_a_document_without_words_is_left_out():
    # Its HTER would be a mean without weights.
    case = with_hter(
        HTERS, ROWS, REFERENCES | {"3": " "}, {segment: segment for segment in REFERENCES}
    )
    examination = PROTOCOLS["delta-hter-doc"].examine(case.sample, Knobs())
    assert examination.n == 2
    assert examination.value(case.scores) == pytest.approx(1.0)
