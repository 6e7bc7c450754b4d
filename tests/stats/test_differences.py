"""What differences have meant: the bundled table, how it is looked up, and how it is made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from models.differences import build
from treescore.engine.preparing import make_metrics
from treescore.metrics.base import MeanMetric, Metric
from treescore.metrics.sentence import Sentence
from treescore.stats.differences import Precedent, find_precedent, precedents

ONE = {1}
COUNTS = st.tuples(st.integers(1, 9), st.integers(0, 9)).map(lambda n: (max(n), n[1]))
"""Pairs, and those of them in which people agreed."""


# The bundled table.


@pytest.mark.parametrize("metric", ["bleu", "chrf", "dpm", "sdpm"])
def test_larger_differences_have_larger_shares(metric: str):
    found = precedents()[metric]
    assert found[0].low == 0
    assert len(found) > 3
    assert found[-1].share > found[0].share + 0.2
    for each in found:
        assert each.pairs >= build.PAIRS
        assert 0 <= each.agreed <= each.pairs
        assert each.share == each.agreed / each.pairs
    for one, other in pairwise(found):
        assert one.low < other.low
        assert one.share < other.share


def test_all_metrics_were_asked_about_the_same_pairs():
    totals = [sum(each.pairs for each in several) for several in precedents().values()]
    assert max(totals) - min(totals) <= 5, "but for systems that a metric finds equal"


# Looking it up.


@pytest.mark.parametrize("sign", [1, -1])
def test_a_difference_has_the_precedent_that_begins_below_it(sign: int):
    first, second, *_, last = precedents()["bleu"]
    for delta, expected in (
        (second.low / 2, first),
        (1e-9, first),
        (second.low, second),
        (last.low * 0.999, precedents()["bleu"][-2]),
        (last.low, last),
        (100.0, last),
    ):
        assert find_precedent("bleu", sign * delta, "en", 100, ONE) == expected


@pytest.mark.parametrize(
    "changed",
    [
        {"spec": "ter"},
        {"spec": "bleu:order=2"},
        {"delta": 0.0},
        {"lang": "de"},
        {"lang": ""},
        {"segments": 99},
        {"references": {2}},
        {"references": {1, 2}},
    ],
)
def test_where_nothing_is_known(changed: dict[str, Any]):
    known: dict[str, Any] = {"spec": "bleu", "delta": 1.0, "lang": "en", "segments": 100}
    known |= {"references": ONE}
    assert find_precedent(**known) is not None
    assert find_precedent(**(known | changed)) is None


# Evaluations.

TEXTS = {"A": ["A dog barks today."] * 100, "B": ["Dog bark today."] * 99 + ["A dog barks today."]}
REFERENCES = [["A dog barks today."]] * 100


@dataclass(frozen=True)
class Impostor(MeanMetric[Any]):
    """Another's metric that is called like one of treescore's."""

    name: ClassVar[str] = "bleu"
    reads: ClassVar[Any] = "text"

    def prepare(self, references: Sequence[Sentence]) -> Any:
        return None

    def compare(self, hypothesis: Sentence, references: Any) -> float:
        return float(len(hypothesis.text or ""))


def precedent(
    metric: str | Metric[Any] = "bleu",
    texts: dict[str, list[str]] = TEXTS,
    references: list[list[str]] = REFERENCES,
    lang: str = "en",
) -> Precedent | None:
    """What is known of the second system's difference from the first."""
    (test,) = ts.score(texts, references, [metric], lang).resampled(5, 1).paired_tests("ar")
    assert test.delta or texts is not TEXTS
    return test.precedent


@pytest.mark.parametrize("metric", ["bleu", "chrf", ts.metrics.BLEU(), ts.metrics.DPM()])
def test_a_paired_test_knows_its_precedent(metric: str | Metric[Any]):
    name = metric if isinstance(metric, str) else metric.name
    assert precedent(metric) == precedents()[name][-1], "the difference is large"
    assert precedent(metric, lang="en-GB") == precedents()[name][-1]


def test_a_paired_test_without_a_precedent():
    assert precedent() is not None
    assert precedent(ts.metrics.BLEU(order=2)) is None
    assert precedent("bleu:order=4") is not None, "4 is usual"
    assert precedent("ter") is None
    assert precedent(lang="de") is None
    assert precedent(references=[["A dog barks today.", "Dogs bark."], *REFERENCES[1:]]) is None
    few = {name: lines[1:] for name, lines in TEXTS.items()}
    assert precedent(texts=few, references=REFERENCES[1:]) is None
    assert precedent(texts={"A": TEXTS["A"], "B": TEXTS["A"]}) is None
    assert precedent(Impostor()) is None


# How it is made.


def isotonic(counts: Sequence[tuple[int, int]]) -> list[Fraction]:
    """For every bin its share: of the least means of all bins up to a later one the largest."""

    def mean(first: int, last: int) -> Fraction:
        bins = counts[first : last + 1]
        return Fraction(sum(agreed for _, agreed in bins), sum(pairs for pairs, _ in bins))

    places = range(len(counts))
    return [
        max(min(mean(first, last) for last in places[i:]) for first in places[: i + 1])
        for i in places
    ]


@given(st.lists(COUNTS, min_size=1, max_size=8))
def test_pooling_is_isotonic_regression(counts: list[tuple[int, int]]):
    bins = [Precedent(float(i), *each) for i, each in enumerate(counts)]
    pooled = build.pooled(bins)
    shares = [
        Fraction(found.agreed, found.pairs)
        for each in bins
        for found in [[p for p in pooled if p.low <= each.low][-1]]
    ]
    assert shares == isotonic(counts)
    assert all(one.share < other.share for one, other in pairwise(pooled))
    assert sum(each.pairs for each in pooled) == sum(pairs for pairs, _ in counts)
    assert sum(each.agreed for each in pooled) == sum(agreed for _, agreed in counts)


@given(
    st.lists(st.tuples(st.integers(1, 6).map(float), st.booleans()), min_size=1, max_size=30),
    st.integers(1, 5),
)
def test_bins_hold_enough_pairs_and_never_part_equal_differences(
    pairs: list[tuple[float, bool]], least: int
):
    bins = build.binned(pairs, least)
    assert len(bins) == 1 or min(each.pairs for each in bins) >= least
    assert bins[0].low == min(size for size, _ in pairs)
    for each, high in zip(bins, [*(each.low for each in bins[1:]), 7.0], strict=True):
        inside = [pair for pair in pairs if each.low <= pair[0] < high]
        assert (each.pairs, each.agreed) == (len(inside), sum(agreed for _, agreed in inside))
        for cut, _ in inside:  # no finer: of two halves, one would be too small
            below = sum(size < cut for size, _ in inside)
            assert below < least or len(inside) - below < least


JUDGED = {"good": 0.9, "fair": 0.6, "odd": 0.6, "poor": 0.7}
HYPOTHESES = {
    "good": ("the cat sat on the mat", "we all stay at home today"),
    "fair": ("the cat sat on a mat", "we all stay at home now"),
    "odd": ("a cat lay on the mat", "they all stay at home today"),
    "poor": ("cat mat on", "home we"),
}


@pytest.fixture
def judgements(tmp_path: Path) -> Path:
    """Four systems; people find two of them equal, and the poorest better than these."""
    segs = ["testset\tlp\tseg_id\tsystem\tref\thyp"]
    for system, texts in (*HYPOTHESES.items(), ("unjudged", ("x y", "z"))):
        for n, text in enumerate(texts):
            segs.append(f"wmt08\txx-en\t{n}\t{system}\t{HYPOTHESES['good'][n]}\t{text}")
    human = [f"{system}\t{value}" for system, value in JUDGED.items()]
    (tmp_path / "wmt08.xx-en.segs.tsv").write_text("\n".join(segs) + "\n")
    (tmp_path / "wmt08.xx-en.sys.tsv").write_text("\n".join(["system\thuman_sys", *human]) + "\n")
    return tmp_path


def test_the_table_of_a_tiny_set(judgements: Path):
    (judged,) = build.read(judgements, build.SETS)
    small = build.Set(judged, make_metrics(["chrf"]), None)
    score = {
        name: ts.metrics.CHRF().corpus_score(texts, [[text] for text in HYPOTHESES["good"]]).score
        for name, texts in HYPOTHESES.items()
    }
    assert score["good"] > score["fair"] > score["odd"] > score["poor"]
    verdicts = {
        ("good", "fair"): True,
        ("good", "odd"): True,
        ("good", "poor"): True,
        ("fair", "poor"): False,
        ("odd", "poor"): False,
    }
    expected = [(score[one] - score[other], agreed) for (one, other), agreed in verdicts.items()]
    for found, pair in zip(sorted(small.pairs("chrf")), sorted(expected), strict=True):
        assert found[0] == pytest.approx(pair[0])
        assert found[1] == pair[1]
    assert build.build([small], "chrf", least=5) == [Precedent(0.0, 5, 3)]
    assert build.build([small, small], "chrf", least=1)[0].low == 0


def test_rows_of_other_metrics_stay(tmp_path: Path, judgements: Path, monkeypatch, capsys):
    table = tmp_path / "differences.tsv"
    monkeypatch.setattr(build, "TABLE", table)
    monkeypatch.setattr(build, "OTHERS", build.SETS)
    monkeypatch.setattr("sys.argv", ["build", str(judgements), "chrf"])
    build.main()
    header, *rows = [line.split("\t") for line in table.read_text().splitlines()]
    assert header == ["metric", "low", "pairs", "agreed"]
    assert [row for row in rows if row[0] == "chrf"] == [["chrf", "0", "5", "3"]]
    kept = [Precedent(float(low), int(n), int(m)) for name, low, n, m in rows if name == "bleu"]
    assert tuple(kept) == precedents()["bleu"]
    assert "60% of 5" in capsys.readouterr().out


def test_a_folder_without_sets_is_named(tmp_path: Path):
    with pytest.raises(SystemExit, match=f"{tmp_path}: expected wmt08"):
        build.read(tmp_path, build.SETS)
