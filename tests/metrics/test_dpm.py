"""DPM, BDPM and EDPM against counts made by going through every tree of every list."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import treescore as ts
from tests.metrics.dpm_oracle import (
    ALL,
    GAMMAS,
    LISTS,
    MIXED,
    REFERENCES,
    Counts,
    List,
    Metric,
    Tree,
    expected_counts,
    make,
    sentence,
)
from treescore.errors import UsageError
from treescore.metrics import BDPM, DPM, EDPM
from treescore.metrics.dpm import nearest
from treescore.metrics.sentence import Sentence
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.nbest import NBest, single

Totals = tuple[float, float, float]
"""Overlap, hypothesis and reference of one component."""

DEFAULT = ("1g", "2g", "dl", "lh")


def row(metric: Metric, hypothesis: Sentence, *references: Sentence) -> list[float]:
    return list(metric.statistics(hypothesis, metric.prepare(references)))


def score(metric: Metric, hypothesis: List | Tree, *references: List | Tree) -> float:
    prepared = [sentence(reference, metric) for reference in references]
    return metric.segment_score(row(metric, sentence(hypothesis, metric), *prepared))


# The oracle.


def mteval_tokens(text: str) -> list[str]:
    """The four rules of mteval-v13a's NormalizeText, after its entities."""
    text = re.sub(r"([\{-\~\[-\` -\&\(-\+\:-\@\/])", r" \1 ", f" {text} ")
    text = re.sub(r"([^0-9])([\.,])", r"\1 \2 ", text)
    text = re.sub(r"([\.,])([^0-9])", r" \1 \2", text)
    return re.sub(r"([0-9])(-)", r"\1 \2 ", text).split()


def component_totals(hypothesis: Counts, references: Sequence[Counts]) -> Totals:
    overlap = sum(
        min(count, max(reference.get(part, 0) for reference in references))
        for part, count in hypothesis.items()
    )
    ours = sum(hypothesis.values())
    nearest = min(  # of equals min takes the first; sums of weights are whole up to rounding
        (sum(reference.values()) for reference in references),
        key=lambda total: round(abs(total - ours), 6),
    )
    return overlap, ours, nearest


def totals(
    components: Sequence[str], hypothesis: List, references: Sequence[List], gamma: float = 1
) -> list[Totals]:
    """Words as tokens: what `ngrams=tokens` counts."""
    return [
        component_totals(
            expected_counts(component, hypothesis, hypothesis.best.words, gamma),
            [expected_counts(component, ref, ref.best.words, gamma) for ref in references],
        )
        for component in components
    ]


def add(several: Sequence[list[Totals]]) -> list[Totals]:
    """Component by component the sums over segments."""
    sums = [tuple(map(sum, zip(*parts, strict=True))) for parts in zip(*several, strict=True)]
    return [(overlap, ours, theirs) for overlap, ours, theirs in sums]


def precision_and_recall(overlap: float, ours: float, theirs: float) -> tuple[float, float]:
    return (overlap / ours if ours else 0), (min(1, overlap / theirs) if theirs else 0)


def harmonic_mean(values: Sequence[float]) -> float:
    return 0 if 0 in values else len(values) / sum(1 / value for value in values)


def one_bin(counts: Sequence[Totals], equal: bool) -> float:
    ((overlap, ours, theirs),) = add([[part] for part in counts])
    if not ours and not theirs:
        return float(equal)
    return harmonic_mean(precision_and_recall(overlap, ours, theirs))


def bins(counts: Sequence[Totals], equal: bool) -> float:
    there = [part for part in counts if part[1] or part[2]]
    if not there:
        return float(equal)
    return harmonic_mean([value for part in there for value in precision_and_recall(*part)])


def is_equal(hypothesis: List, references: Sequence[List]) -> bool:
    return any(hypothesis.best.words == reference.best.words for reference in references)


# Properties.


@given(
    MIXED,
    st.lists(MIXED, min_size=1, max_size=3),
    GAMMAS,
    st.lists(st.sampled_from(ALL), min_size=1, unique=True),
)
def test_scores_from_expected_counts(
    hypothesis: List, references: list[List], gamma: float, components: list[str]
):
    expected = totals(components, hypothesis, references, gamma)
    equal = is_equal(hypothesis, references)
    parameters: dict[str, Any] = {
        "components": "+".join(components),
        "nbest": 3,
        "gamma": gamma,
        "ngrams": "tokens",
    }
    found = score(DPM(**parameters), hypothesis, *references)
    assert found == pytest.approx(one_bin(expected, equal))
    found = score(BDPM(**parameters), hypothesis, *references)
    assert found == pytest.approx(bins(expected, equal))


@given(LISTS, REFERENCES)
def test_edpm_is_dpm_of_fifty_parses_flattened(hypothesis: List, references: list[List]):
    expected = totals(DEFAULT, hypothesis, references, 0.25)
    metric = EDPM(ngrams="tokens")
    assert metric.nbest == 50
    assert score(metric, hypothesis, *references) == pytest.approx(
        one_bin(expected, is_equal(hypothesis, references))
    )


@given(LISTS, REFERENCES)
def test_the_statistics_are_the_totals_of_the_components(hypothesis: List, references: list[List]):
    metric = DPM(components="+".join(ALL), nbest=3, gamma=0.25, ngrams="tokens")
    found = dict(
        zip(
            metric.columns,
            row(
                metric,
                sentence(hypothesis, metric),
                *(sentence(reference, metric) for reference in references),
            ),
            strict=True,
        )
    )
    for component, counts in zip(ALL, totals(ALL, hypothesis, references, 0.25), strict=True):
        for name, count in zip(("overlap", "hypothesis", "reference"), counts, strict=True):
            assert found[f"{component}.{name}"] == pytest.approx(count)


@given(st.lists(st.tuples(LISTS, LISTS), min_size=1, max_size=4))
def test_a_corpus_sums_the_counts_before_it_divides(pairs: list[tuple[List, List]]):
    expected = add([totals(DEFAULT, hyp, [ref]) for hyp, ref in pairs])
    equal = all(is_equal(hyp, [ref]) for hyp, ref in pairs)
    for metric, oracle in (
        (DPM(nbest=3, ngrams="tokens"), one_bin),
        (BDPM(nbest=3, ngrams="tokens"), bins),
    ):
        rows = [row(metric, sentence(hyp, metric), sentence(ref, metric)) for hyp, ref in pairs]
        found = metric.total_score(np.array(rows, dtype=float).sum(axis=0).tolist())
        assert found == pytest.approx(oracle(expected, equal))


@given(LISTS, REFERENCES)
def test_identical_lists_score_1_and_all_scores_lie_in_0_to_1(
    hypothesis: List, references: list[List]
):
    for metric in (DPM(nbest=3), BDPM(nbest=3, punct="drop"), EDPM(components="dlh+3g")):
        assert 0 <= score(metric, hypothesis, *references) <= 1 + 1e-12
        assert score(metric, hypothesis, *references, hypothesis) == pytest.approx(1)


# Cases by hand.


def test_plain_dpm_is_one_parse_and_four_components():
    hypothesis = make("a b", 2, 0, relations="x root")
    reference = make("a c", 2, 0, relations="x root")
    # 1g: a; 2g: none; dl: (a, x); lh: (root, <root>). Of 2 + 1 + 2 + 2 each.
    assert score(DPM(), hypothesis, reference) == pytest.approx(3 / 7)
    assert score(BDPM(), hypothesis, reference) == 0, "no bigram in common"
    # Without bigrams P = R = 1/2 in every bin.
    assert score(BDPM(components="1g+dl+lh"), hypothesis, reference) == pytest.approx(1 / 2)
    assert DPM().nbest == 1


def test_weights_are_powers_of_probabilities():
    one, two = make("a b", 0, 1, relations="r x"), make("a b", 2, 0, relations="x r")
    parses = NBest((one, two), (math.log(0.8), math.log(0.2)))
    # Of (b, x, a) and (a, r, <root>) the first tree has one each, the second none.
    for gamma in (0, 0.25, 1, 2):
        weight = 0.8**gamma / (0.8**gamma + 0.2**gamma)
        metric = DPM(components="dlh", nbest=2, gamma=gamma)
        assert score(metric, parses, one) == pytest.approx(weight)
        assert score(metric, one, parses) == pytest.approx(weight)


def test_probabilities_beyond_the_range_of_numbers():
    one, two = make("a b", 0, 1), make("a b", 2, 0)
    parses = NBest((one, two), (-5000.0, -5000.0 - math.log(3)))
    assert score(DPM(components="dlh", nbest=2), parses, one) == pytest.approx(3 / 4)


def test_counts_below_a_hundred_thousandth_are_dropped():
    one, two = make("a b", 0, 1, relations="r x"), make("a b", 0, 1, relations="r y")
    metric = DPM(components="dl", nbest=2)

    def likely(share: float) -> List:
        return NBest((one, two), (math.log(1 - share), math.log(share)))

    # (a, r) is certain; (b, x) and (b, y) share the rest.
    kept = dict(zip(metric.columns, row(metric, *pair(metric, likely(2e-5), two)), strict=True))
    assert kept["dl.hypothesis"] == pytest.approx(2)
    assert kept["dl.overlap"] == pytest.approx(1 + 2e-5, abs=1e-9)
    gone = dict(zip(metric.columns, row(metric, *pair(metric, likely(5e-6), two)), strict=True))
    assert gone["dl.hypothesis"] == pytest.approx(2 - 5e-6, abs=1e-9)
    assert gone["dl.overlap"] == pytest.approx(1, abs=1e-9)
    # Together they are enough: what is dropped is a pattern's count, not a tree's.
    third = make("a b", 0, 1, relations="r y", tags="X X")
    split = NBest((one, two, third), (math.log(1 - 1.2e-5), *[math.log(6e-6)] * 2))
    metric = DPM(components="dl", nbest=3)
    summed = dict(zip(metric.columns, row(metric, *pair(metric, split, two)), strict=True))
    assert summed["dl.overlap"] == pytest.approx(1 + 1.2e-5, abs=1e-9)


def pair(metric: Metric, hypothesis: List | Tree, reference: List | Tree) -> list[Sentence]:
    return [sentence(hypothesis, metric), sentence(reference, metric)]


def test_the_root_has_an_arc_of_its_own():
    hypothesis = make("a b", 0, 1, relations="root x")
    reference = make("c b", 0, 1, relations="root x")
    # lh: (root, <root>) is common, (x, a) and (x, c) are not; dh: neither pair is.
    assert score(DPM(components="lh"), hypothesis, reference) == 1 / 2
    assert score(DPM(components="dh"), hypothesis, reference) == 0
    two_roots = make("a b", 0, 0, relations="root root")
    assert score(DPM(components="dh"), two_roots, hypothesis) == 1 / 2


def test_several_references():
    hypothesis = make("a a b", 0, 1, 1)
    once, twice = make("a b", 0, 1), make("a a", 0, 1)
    metric = DPM(components="1g")
    # Overlap a a b; nearest to 3 are both (2): recall 3/2 is cut at 1.
    assert score(metric, hypothesis, once, twice) == 1
    # Only one a at most in any one reference: overlap 2 of 3; the total is 2.
    assert score(metric, hypothesis, once, once) == pytest.approx(2 / (1 + 3 / 2))


def test_the_nearest_total_is_taken_and_the_first_of_equals():
    hypothesis = make("a b c", 0, 1, 1)
    two, four, five = make("a b", 0, 1), make("a b x y", 0, 1, 1, 1), make("a x x x x", *range(5))
    metric = DPM(components="1g")
    # Precision 2/3 always; recall 2/2 or 2/4.
    assert score(metric, hypothesis, two, four) == pytest.approx(harmonic_mean([2 / 3, 1]))
    assert score(metric, hypothesis, four, two) == pytest.approx(harmonic_mean([2 / 3, 1 / 2]))
    assert score(metric, hypothesis, five, four) == pytest.approx(harmonic_mean([2 / 3, 1 / 2]))


def test_of_practically_equal_totals_the_nearest_is_taken():
    plain, summed = 0.3, 0.1 + 0.2  # 0.30000000000000004
    for total in (plain, summed):
        assert nearest([plain, summed], total) == nearest([summed, plain], total) == total
    # What is 1 away but for rounding is as near as what is 1 away.
    assert nearest([1.0 + plain, summed - 1.0], summed) == 1.0 + plain
    assert nearest([summed - 1.0, 1.0 + plain], summed) == summed - 1.0


def test_the_nearest_total_is_another_in_every_component():
    hypothesis = make("a b c", 0, 1, 1)
    tree = make("a b c d", 0, 1, 1, 1)
    # Raw text of its own makes the first reference near in words and the second in arcs.
    metric = DPM(components="1g+dl")
    first = sentence(make("a b c d e f", 0, 1, 1, 1, 1, 1), metric, "a b c")
    second = sentence(tree, metric, "a b c d e f")
    found = dict(
        zip(metric.columns, row(metric, sentence(hypothesis, metric), first, second), strict=True)
    )
    assert found["1g.reference"] == 3
    assert found["dl.reference"] == 4


RAW = [
    'He said "no" (twice).',
    "1,000.5 U.S. dollars, 3-4 a.m.",
    "state-of-the-art 5-year-old it's",
    "A.B,C.D 1.,2 ,.",
    "price: $5.00/kg [sic] {x} ~y` 100%",
    "Größe: 的。",
]


@pytest.mark.parametrize("text", RAW)
def test_raw_ngrams_are_those_of_mteval(text: str):
    tokens = mteval_tokens(text)
    assert tokens == Tokenizer13a()(text).split()
    metric = DPM(components="1g+2g")
    # The tree has other tokens, which must not matter.
    ours = sentence(make("x", 0), metric, text)
    theirs = sentence(make("y z", 0, 1), metric, " ".join(tokens))
    assert metric.segment_score(row(metric, ours, theirs)) == 1
    found = dict(zip(metric.columns, row(metric, ours, theirs), strict=True))
    assert found["1g.hypothesis"] == found["1g.overlap"] == len(tokens)
    assert found["2g.hypothesis"] == found["2g.overlap"] == len(tokens) - 1


def test_entities_are_not_resolved():
    tree = make("x", 0)
    metric = DPM(components="1g")
    escaped = sentence(tree, metric, "R&amp;D")
    # R & amp ; D, against R & D.
    plain = sentence(tree, metric, "R&D")
    assert mteval_tokens("R&amp;D") == ["R", "&", "amp", ";", "D"]
    assert metric.segment_score(row(metric, escaped, plain)) == pytest.approx(
        harmonic_mean([3 / 5, 1])
    )


def test_ngrams_of_tokens_look_at_the_trees():
    hypothesis, reference = make("can not", 0, 1), make("cannot", 0)
    raw, tokens = DPM(components="1g"), DPM(components="1g", ngrams="tokens")
    ours, theirs = sentence(hypothesis, raw, "cannot"), sentence(reference, raw, "cannot")
    assert raw.segment_score(row(raw, ours, theirs)) == 1
    assert tokens.segment_score(row(tokens, ours, theirs)) == 0


def test_trees_without_text_are_scored_by_their_tokens():
    tree, other = make("can't stop", 0, 1), make("can't go", 0, 1)
    evaluation = ts.score([tree], [[other]], ["dpm:components=1g"])
    # By mteval's rules too these are two words; but the signature must say what was done.
    assert evaluation.score("system", "dpm:components=1g").score == 1 / 2
    assert "|ngrams:tokens|" in evaluation.signature("system", "dpm:components=1g")
    with_text = ts.score(["can't stop"], [["can't go"]], ["dpm"])
    assert "|ngrams:raw|" in with_text.signature("system", "dpm")
    commas = ts.score([make("1,2,x", 0)], [[make("1,2,y", 0)]], ["dpm:components=1g"])
    assert commas.score("system", "dpm:components=1g").score == 0, "one token, not three"


def test_components_that_both_sides_lack_are_skipped():
    one, other = make("a", 0), make("b", 0)
    assert score(BDPM(components="1g+2g"), one, one) == 1
    assert score(BDPM(components="2g"), one, one) == 1, "nothing to compare, but equal"
    assert score(BDPM(components="2g"), one, other) == 0
    assert score(DPM(components="2g+3g"), one, one) == 1
    assert score(DPM(components="2g+3g"), one, other) == 0
    # Only the reference has a bigram: its recall is 0.
    assert score(BDPM(components="1g+2g"), one, make("a a", 0, 1)) == 0
    assert score(DPM(components="1g+2g"), one, make("a a", 0, 1)) == pytest.approx(
        harmonic_mean([1, 1 / 3])
    )


def test_empty_sides():
    empty, word = make(""), make("a", 0)
    for metric in (DPM(), BDPM(), EDPM(), DPM(ngrams="tokens"), BDPM(components="dlh")):
        assert score(metric, empty, empty) == 1
        assert score(metric, empty, word) == 0
        assert score(metric, word, empty) == 0
        assert score(metric, empty, word, empty) == 1
        assert score(metric, word, empty, word) == 1


def test_case():
    hypothesis, reference = make("Dogs bark", 2, 0), make("dogs Bark", 2, 0)
    for components in ("1g", "2g", "dl", "dh", "dlh"):
        assert score(DPM(components=components), hypothesis, reference) == 0
        assert score(DPM(components=components, case="lower"), hypothesis, reference) == 1
    tokens = DPM(components="1g", case="lower", ngrams="tokens")
    assert score(tokens, hypothesis, reference) == 1


def test_punctuation():
    hypothesis = make("dogs , bark !", 2, 3, 0, 3, relations="subj punct root punct")
    reference = make("dogs bark", 2, 0, relations="subj root")
    for components in ("1g", "2g", "dl", "lh", "dh", "dlh"):
        assert score(DPM(components=components), hypothesis, reference) < 1
        dropped = DPM(components=components, punct="drop")
        assert score(dropped, hypothesis, reference) == 1, "dogs move to bark"
        assert score(dropped, reference, hypothesis) == 1
    only = DPM(punct="drop")
    assert score(only, make("! ?", 0, 1), make("...", 0)) == 1, "nothing is left of either"
    assert score(only, make("! ?", 0, 1), reference) == 0


def test_constituents_give_arcs_with_the_labels_of_the_paper():
    """(S (NP (DT the) (NN cat)) (VP (VBD ate))): labels A/B of section 2.4."""
    tree = ConstituencyTree(
        ("S1", "S", "NP", "DT", "NN", "VP", "VBD"),
        (-1, 0, 1, 2, 2, 1, 5),
        (None, None, None, "the", "cat", None, "ate"),
    )
    same = make("the cat ate", 2, 3, 0, relations="NP/DT S/NP ROOT/S")
    metric = DPM(components="dlh")
    ours = Sentence("the cat ate", {1: single(tree)})
    assert metric.segment_score(row(metric, ours, sentence(same, metric))) == 1


def test_parameters_out_of_range():
    wrong: list[dict[str, Any]] = [
        *({"components": each} for each in ("", "0g", "g", "hd", "1g+", "1g,2g", "dl+dl")),
        *({"nbest": each} for each in (0, -1)),
        *({"gamma": each} for each in (-0.5, math.nan, math.inf)),
        {"ngrams": "words"},
    ]
    for parameters in wrong:
        with pytest.raises(UsageError):
            DPM(**parameters)


def test_signatures_tell_of_lines_that_are_too_long_for_lists():
    """Only where lists were asked for, and a list is but one parse of more than 750 words."""
    short, long = "so it goes", "and so on " * 251
    for spec, text, noted in (
        ("edpm", long, True),
        ("dpm:nbest=3", long, True),
        ("dpm", long, False),
        ("edpm", short, False),
    ):
        signature = ts.score([text], [[short]], [spec]).score("system", spec).signature
        assert ("|long:one-parse-over-750-words|version:" in signature) == noted
        assert ("long:" in signature) == noted
