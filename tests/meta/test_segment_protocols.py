"""Correlations and pairs of single outputs, against what they are by definition."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import partial
from itertools import combinations, permutations
from math import isnan

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from tests.meta.cases import Case, ErrorRate, cases, check, correlate, grouped, make_case, mean
from treescore.judgements.base import Against, CannotJudge, Judgements, Output, OutputId
from treescore.meta.choices import Group
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean, Scores

DATA = st.data()
quick = settings(max_examples=40)
GROUPS: dict[Group, Callable[[OutputId], str]] = {
    Group.none: lambda key: "",
    Group.item: lambda key: key[0],
    Group.system: lambda key: key[1],
}


def output(human: float | None = None, **parts: float) -> Output:
    return Output("a text", ("the text",), human, {Against(part): parts[part] for part in parts})


def value(name: str, case: Case, group: Group | None = None) -> float:
    return PROTOCOLS[name].examine(case.sample, Knobs(group)).value(case.scores)


def detail(name: str, case: Case, group: Group | None = None) -> str:
    return PROTOCOLS[name].examine(case.sample, Knobs(group)).detail(case.scores)


def correlation_oracle(name: str, group: Group, case: Case) -> tuple[int, float] | None:
    said = case.said()
    if len(said) < 2:
        return None
    values = [
        correlate(name, [(case.score(key), said[key]) for key in keys])
        for keys in grouped(said, GROUPS[group])
    ]
    return len(said), mean([value for value in values if not isnan(value)])


@pytest.mark.slow
@pytest.mark.parametrize("group", Group)
@pytest.mark.parametrize("name", ["pearson", "spearman", "kendall"])
@quick
@given(case=cases(), data=DATA)
def test_correlations_against_scipy(name: str, group: Group, case: Case, data: st.DataObject):
    oracle = partial(correlation_oracle, name, group)
    check(f"seg-{name}", case, oracle, data, Knobs(group))
    if group is Group.none:
        check(f"seg-{name}", case, oracle, data)


def ranked_pairs(case: Case) -> list[tuple[OutputId, OutputId]]:
    """The better output and the worse."""
    if case.compared:
        return [
            (better, worse)
            for better, worse in case.judged.preferences
            if better in case.keys and worse in case.keys
        ]
    said = case.said()
    return [
        (one, other)
        for one, other in permutations(said, 2)
        if one[0] == other[0] and said[one] > said[other]
    ]


def consistency_oracle(case: Case) -> tuple[int, float] | None:
    pairs = ranked_pairs(case)
    right = [case.score(better) > case.score(worse) for better, worse in pairs]
    return (len(pairs), right.count(True) / len(pairs)) if pairs else None


TAUS: dict[str, dict[str, int | None]] = {
    "wmt12-tau": {"<": 1, "=": -1, ">": -1},
    "wmt13-tau": {"<": 1, "=": None, ">": -1},
    "wmt14-tau": {"<": 1, "=": 0, ">": -1},
}
"""What a pair counts that humans have in the order <, by the order of the metric; None: nothing."""


def tau_oracle(name: str, case: Case) -> tuple[int, float] | None:
    """As the matrix of coefficients has it: their sum over the number of those that count."""
    coefficients = []
    pairs = ranked_pairs(case)
    for better, worse in pairs:
        one, other = case.score(worse), case.score(better)
        order = "<" if one < other else "=" if one == other else ">"
        coefficients.append(TAUS[name][order])
    counted = [Fraction(each) for each in coefficients if each is not None]
    return (len(pairs), mean(counted)) if pairs else None


@quick
@given(cases(), DATA)
def test_consistency(case: Case, data: st.DataObject):
    check("consistency", case, consistency_oracle, data)
    check("consistency", case, consistency_oracle, data, Knobs(Group.item))


@pytest.mark.parametrize("name", TAUS)
@quick
@given(case=cases(), data=DATA)
def test_taus(name: str, case: Case, data: st.DataObject):
    check(name, case, partial(tau_oracle, name), data)


@quick
@given(cases(), DATA)
def test_taus_do_not_depend_on_names_or_order(case: Case, data: st.DataObject):
    """Systems change their names, outputs and comparisons their places."""
    if not ranked_pairs(case):
        reject()
    names = dict(zip("abcd", data.draw(st.permutations("abcd")), strict=True))

    def renamed(key: OutputId) -> OutputId:
        return key[0], names[key[1]]

    outputs = data.draw(st.permutations(list(case.judged.outputs.items())))
    preferences = data.draw(st.permutations(case.judged.preferences))
    judged = Judgements(
        "set",
        {renamed(key): each for key, each in outputs},
        tuple((renamed(better), renamed(worse)) for better, worse in preferences),
    )
    rows = {renamed(key): row for key, row in case.rows.items()}
    keys = [renamed(key) for key in data.draw(st.permutations(case.keys))]
    other = make_case(judged, rows, case.metric, case.against, keys)
    for name in TAUS:
        assert value(name, other) == pytest.approx(value(name, case), nan_ok=True)


def pairs_of_outputs(keys: Sequence[OutputId]) -> Iterator[tuple[OutputId, OutputId]]:
    """All pairs but those of two copies of one output: "7.0" and "7.1" are copies of "7"."""
    for one, other in combinations(keys, 2):
        if (one[0].partition(".")[0], one[1]) != (other[0].partition(".")[0], other[1]):
            yield one, other


def acc_eq_oracle(group: Group, case: Case) -> tuple[int, float] | None:
    said, scores = case.said(), {key: case.score(key) for key in case.keys}
    groups = [
        [
            (scores[one] - scores[other], said[one] - said[other])
            for one, other in pairs_of_outputs(keys)
        ]
        for keys in grouped(said, GROUPS[group])
    ]
    groups = [pairs for pairs in groups if pairs]
    if not groups:
        return None

    def alike(found: Fraction, human: Fraction, threshold: Fraction) -> bool:
        return human == 0 if abs(found) <= threshold else found * human > 0

    thresholds = {abs(found) for pairs in groups for found, _ in pairs} | {Fraction()}
    shares = [
        mean([Fraction(sum(alike(*pair, t) for pair in pairs), len(pairs)) for pairs in groups])
        for t in thresholds
    ]
    return sum(map(len, groups)), max(shares)


@pytest.mark.slow
@pytest.mark.parametrize("group", Group)
@quick
@given(case=cases(), data=DATA)
def test_acc_eq(group: Group, case: Case, data: st.DataObject):
    oracle = partial(acc_eq_oracle, group)
    check("acc-eq", case, oracle, data, Knobs(group))
    if group is Group.item:
        check("acc-eq", case, oracle, data)


def by_hand(humans: str, scores: str, metric: type[Mean | ErrorRate] = Mean) -> Case:
    """Segments between bars, in each the systems a, b, c, ..."""
    outputs, rows = {}, {}
    for number, (said, given_) in enumerate(
        zip(humans.split("|"), scores.split("|"), strict=True), 1
    ):
        for system, human, score in zip("abcd", said.split(), given_.split(), strict=False):
            outputs[str(number), system] = output(None if human == "-" else float(human))
            rows[str(number), system] = float(score), 1.0
    return make_case(Judgements("set", outputs), rows, metric())


# Segment 1: a > b > c, segment 2: a > b = c. The metric: b > a = c, and a > c > b.
# Pairs that humans ranked:    1: ab wrong, ac tied, bc right; 2: ab right, ac right.
HAND = by_hand("3 2 1 | 5 4 4", "2 4 2 | 9 1 6")


def test_consistency_by_hand():
    # 3 of 5 pairs are right.
    assert value("consistency", HAND) == pytest.approx(3 / 5)


def test_tau_by_hand():
    # 3 concordant; 1 discordant and 1 tied, which counts against the metric: (3 - 2) / 5.
    assert value("wmt12-tau", HAND) == pytest.approx(1 / 5)
    # Without the tie: (3 - 1) / 4; with it in the denominator alone: (3 - 1) / 5.
    assert value("wmt13-tau", HAND) == pytest.approx(1 / 2)
    assert value("wmt14-tau", HAND) == pytest.approx(2 / 5)


def test_how_many_pairs_are_out_is_told():
    assert detail("wmt13-tau", HAND) == "1 of 5 pairs tied, left out"
    assert detail("wmt12-tau", HAND) == detail("wmt14-tau", HAND) == ""
    assert detail("wmt13-tau", by_hand("1 2 | 3 3", "1 2 | 5 5")) == ""


def test_a_metric_that_ties_everything():
    case = by_hand("1 2 | 2 1 3", "4 4 | 6 6 6")
    assert value("wmt12-tau", case) == -1
    assert isnan(value("wmt13-tau", case))
    assert value("wmt14-tau", case) == 0


@pytest.mark.parametrize("name", TAUS)
def test_the_tau_says_what_becomes_of_ties(name: str):
    told = {"wmt12-tau": "discordant", "wmt13-tau": "out"}.get(
        name, "neither concordant nor discordant"
    )
    about = PROTOCOLS[name].about(HAND.sample, Knobs())
    assert about.endswith(f"human ties out, metric ties {told}")


def test_every_ranking_gives_its_own_pairs():
    # One person ranked a > b > c, another b > a = c. The metric has a > b = c.
    outputs = {("1", system): output() for system in "abc"}
    a, b, c = outputs
    judged = Judgements("set", outputs, ((a, b), (a, c), (b, c), (b, a), (b, c)), ties=1)
    case = make_case(judged, {a: (2.0, 1.0), b: (1.0, 1.0), c: (1.0, 1.0)})
    # ab and ac right, ba wrong, bc tied twice. By mean ranks a and b would be tied.
    assert value("wmt12-tau", case) == pytest.approx((2 - 3) / 5)
    assert value("wmt13-tau", case) == pytest.approx((2 - 1) / 3)
    assert value("wmt14-tau", case) == pytest.approx((2 - 1) / 5)


def test_a_metric_whose_lower_scores_are_better_by_hand():
    # As errors, the same numbers are right in the one pair where they were wrong; a tie is a tie.
    case = by_hand("3 2 1 | 5 4 4", "2 4 2 | 9 1 6", ErrorRate)
    assert value("consistency", case) == pytest.approx(1 / 5)
    assert value("wmt12-tau", case) == pytest.approx(-3 / 5)
    assert value("wmt13-tau", case) == pytest.approx(-1 / 2)
    assert value("wmt14-tau", case) == pytest.approx(-2 / 5)


def test_acc_eq_by_hand():
    # Differences of the metric: 1: ab -2, ac 0, bc 2; 2: ab 8, ac 3, bc -5, which humans tied.
    # Threshold   segment 1   segment 2                      mean
    #  0          bc    1/3   ab, ac       2/3               1/2
    #  2          -       0   ab, ac       2/3               1/3
    #  3          -       0   ab           1/3               1/6
    #  5          -       0   ab, bc tied  2/3               1/3
    #  8          -       0   bc           1/3               1/6
    assert value("acc-eq", HAND) == pytest.approx(1 / 2)


def test_acc_eq_gains_by_a_threshold():
    # Two ties of humans that the metric tells apart by 1, and a pair that it tells apart by 4:
    # all three are right where a difference of 1 is a tie.
    case = by_hand("2 2 | 3 3 | 1 2", "5 6 | 8 7 | 1 5")
    assert value("acc-eq", case) == 1.0
    # Of all 15 pairs of outputs humans tie 1a 1b, 1a 3b, 1b 3b and 2a 2b, which the metric tells
    # apart by 1, 0, 1 and 1. With 1 for a tie it is wrong only in 1b 2b: 6 and 7, where humans say
    # 2 and 3.
    assert value("acc-eq", case, Group.none) == pytest.approx(14 / 15)


def test_acc_eq_tells_its_threshold():
    # No threshold is better than 0: then ac of segment 1 is tied, a third of one group of two.
    assert detail("acc-eq", HAND) == "differences up to 0 are ties, 17 % of the pairs"
    case = by_hand("2 2 | 3 3 | 1 2", "5 6 | 8 7 | 1 5")
    assert detail("acc-eq", case) == "differences up to 1 are ties, 67 % of the pairs"
    # Of 5 6 8 7 1 5 five pairs of fifteen are no more than 1 apart.
    expected = "differences up to 1 are ties, 33 % of the pairs"
    assert detail("acc-eq", case, Group.none) == expected
    # A tie of humans is 2 apart; up to 2 for a tie, it is right and the 1 apart is not: no gain.
    case = by_hand("4 4 | 1 2 | 1 2", "1 3 | 1 2 | 1 8")
    assert detail("acc-eq", case) == "differences up to 0 are ties, 0 % of the pairs"
    # With two such ties it is a gain.
    case = by_hand("4 4 | 5 5 | 1 2 | 1 2", "1 3 | 3 1 | 1 2 | 1 8")
    assert detail("acc-eq", case) == "differences up to 2 are ties, 75 % of the pairs"


def test_preferences_outweigh_scores():
    # By the scores a is better; the three judges who compared said b, b, a. One of the pairs is
    # with an output that is not looked at.
    outputs = {("1", system): output(human) for system, human in zip("abc", (2, 1, 0), strict=True)}
    a, b, c = outputs
    judged = Judgements("set", outputs, ((b, a), (b, a), (a, b), (c, a)))
    rows = {a: (1.0, 1.0), b: (2.0, 1.0), c: (0.0, 1.0)}
    case = make_case(judged, rows, keys=[a, b])
    assert value("consistency", case) == pytest.approx(2 / 3)


def test_preferences_are_of_the_human_score_only():
    outputs = {
        ("1", "a"): output(1.0, adequacy=2.0),
        ("1", "b"): output(2.0, adequacy=1.0),
    }
    a, b = outputs
    rows = {a: (1.0, 1.0), b: (0.0, 1.0)}
    judged = Judgements("set", outputs, ((b, a),))
    assert value("consistency", make_case(judged, rows)) == 0.0
    assert value("consistency", make_case(judged, rows, against=Against.adequacy)) == 1.0


@pytest.mark.parametrize("name", ["seg-pearson", "seg-spearman", "seg-kendall", "acc-eq"])
def test_the_group_is_told(name: str):
    protocol = PROTOCOLS[name]
    for group in Group:
        assert protocol.about(HAND.sample, Knobs(group)).endswith(f"; group {group}")
    usual = Group.item if name == "acc-eq" else Group.none
    assert protocol.about(HAND.sample, Knobs()) == protocol.about(HAND.sample, Knobs(usual))


@pytest.mark.parametrize("name", ["seg-pearson", "seg-spearman", "seg-kendall"])
def test_groups_without_a_correlation_are_left_out(name: str):
    # The metric is right in segment 1 and wrong in segment 2; in segments 3 and 4 one side is
    # constant, and 5 has one output with a judgement.
    case = by_hand("1 2 3 | 1 2 3 | 1 1 1 | 1 2 3 | 1 -", "4 5 6 | 6 5 4 | 1 2 3 | 2 2 2 | 5 6")
    assert value(name, case, Group.item) == pytest.approx(0.0)
    assert detail(name, case, Group.item) == "undefined in 3 of 5 groups"
    # System a got a 1 for all of its outputs.
    assert detail(name, case, Group.system) == "undefined in 1 of 3 groups"
    assert detail(name, case) == detail(name, by_hand("1 2 | 3 1", "2 1 | 3 4"), Group.item) == ""
    assert isnan(value(name, by_hand("1 1 | 2 3", "1 2 | 5 5"), Group.item))


@pytest.mark.parametrize("name", ["seg-pearson", "seg-spearman", "seg-kendall"])
def test_correlations_need_two_judgements(name: str):
    for humans, count in (("- - | -", 0), ("- 1 | -", 1)):
        with pytest.raises(CannotJudge, match=f"^{count} outputs with a judgement"):
            value(name, by_hand(humans, "1 2 | 3"))


@pytest.mark.parametrize("name", ["consistency", *TAUS])
def test_pairs_need_a_preference(name: str):
    for humans in ("1 1 | 2 -", "1 | 2", "- - | -"):
        with pytest.raises(CannotJudge, match="no pair of outputs of one segment"):
            value(name, by_hand(humans, "1 2 | 3 4"))


def test_acc_eq_needs_two_outputs_in_a_group():
    with pytest.raises(CannotJudge, match=r"with a judgement \(human\) in one group"):
        value("acc-eq", by_hand("1 - | - 2", "1 2 | 3 4"))


@pytest.mark.parametrize("name", ["seg-pearson", "consistency", "acc-eq"])
def test_scores_of_systems_say_nothing_of_outputs(name: str):
    scores = Scores("given", Mean(), None, np.array([1.0, 2.0, 3.0]))
    with pytest.raises(CannotJudge, match="given: its file has scores of systems only"):
        PROTOCOLS[name].examine(HAND.sample, Knobs()).value(scores)
