"""Build the table of what differences between systems have meant.

    python -m models.differences.build JUDGEMENTS METRIC ...

README.md says what JUDGEMENTS holds, and what is done. The rows of other metrics stay as they are.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from treescore.engine.preparing import ParserChoice, make_metrics
from treescore.judgements.base import Against, Judgements
from treescore.judgements.reading import read_sets
from treescore.kernels.arrays import Matrix, Vector
from treescore.meta.sample import make_sample
from treescore.meta.scoring import choose, compute_scores
from treescore.metrics.base import Metric
from treescore.parsing.base import Parser
from treescore.stats.differences import FEWEST, LANGUAGE, Precedent, precedents

SETS = ("wmt08", "wmt09", "wmt13")
OTHERS = ("wmt21mqm",)
"""A newer set, on which it is looked whether the shares hold."""
PAIRS = 75
"""Pairs of systems in a bin, at least: the standard error of a share is then 6 points or less."""
TABLE = Path(__file__).parents[2] / "src/treescore/data/differences.tsv"
PARTS, SEED = 20, 1
"""How many of the smallest test sets are drawn from every set, and how."""
Pair = tuple[float, bool]
"""How far a metric sets two systems apart, and whether people agree with the sign of that."""


def pairs_of(scores: Vector, human: Vector) -> Iterator[Pair]:
    """All pairs of systems, but for those that the metric or people find equal."""
    one, other = np.triu_indices(len(scores), 1)
    deltas, said = scores[one] - scores[other], human[one] - human[other]
    for delta, verdict in zip(deltas.tolist(), said.tolist(), strict=True):
        if delta and verdict:
            yield abs(delta), (delta > 0) == (verdict > 0)


def binned(pairs: Iterable[Pair], least: int = PAIRS) -> list[Precedent]:
    """Bins of so many pairs at least, from small differences to large; equal ones stay together."""
    bins: list[list[Pair]] = [[]]
    for pair in sorted(pairs):
        if len(bins[-1]) >= least and pair[0] > bins[-1][-1][0]:
            bins.append([])
        bins[-1].append(pair)
    if len(bins) > 1 and len(bins[-1]) < least:
        rest = bins.pop()
        bins[-1] += rest
    return [Precedent(each[0][0], len(each), sum(agreed for _, agreed in each)) for each in bins]


def pooled(bins: Iterable[Precedent]) -> list[Precedent]:
    """Neighbours become one until larger differences have larger shares (isotonic regression)."""
    kept: list[Precedent] = []
    for each in bins:
        # Whole numbers are compared: shares may be equal but for rounding.
        while kept and kept[-1].agreed * each.pairs >= each.agreed * kept[-1].pairs:
            last = kept.pop()
            each = Precedent(last.low, last.pairs + each.pairs, last.agreed + each.agreed)
        kept.append(each)
    return kept


class Set:
    """The systems of one set that people ranked, and their scores."""

    def __init__(
        self, judged: Judgements, metrics: Mapping[str, Metric[Any]], parser: Parser | None
    ) -> None:
        keys = [key for key in choose(judged, None, None).keys if key[1] in judged.systems]
        self.name = judged.testset
        self.sample = make_sample(judged, keys, Against.human)
        self.human = np.array([judged.systems[name] for name in self.sample.system_names])
        self.scores, _ = compute_scores(judged, keys, metrics, parser, LANGUAGE)

    def pairs(self, metric: str) -> list[Pair]:
        """The pairs of systems on the whole set."""
        return self._pairs(metric, np.ones((1, self.sample.segment_count)))

    def pairs_on_parts(self, metric: str) -> list[Pair]:
        """The same on as few segments as the table may be asked about, several times."""
        rng = np.random.default_rng(SEED)
        size = self.sample.segment_count
        draws = np.zeros((PARTS, size))
        for draw in draws:
            draw[rng.choice(size, min(FEWEST, size), replace=False)] = 1
        return self._pairs(metric, draws)

    def _pairs(self, metric: str, draws: Matrix) -> list[Pair]:
        scores = self.scores[metric]
        values = scores.sign * scores.systems(self.sample, draws)
        return [pair for row in values for pair in pairs_of(row, self.human)]


def build(sets: Sequence[Set], metric: str, least: int = PAIRS) -> list[Precedent]:
    """What differences under a metric have meant; those smaller than any count as the smallest."""
    first, *others = pooled(binned((pair for each in sets for pair in each.pairs(metric)), least))
    return [Precedent(0.0, first.pairs, first.agreed), *others]


def write_table(table: Path, found: Mapping[str, Sequence[Precedent]]) -> None:
    rows = [
        f"{metric}\t{each.low:.4g}\t{each.pairs}\t{each.agreed}\n"
        for metric, several in sorted(found.items())
        for each in several
    ]
    table.write_text("".join(["metric\tlow\tpairs\tagreed\n", *rows]), encoding="utf-8")


def show(built: Sequence[Set], others: Sequence[Set], metric: str) -> None:
    """The shares, beside those of smaller test sets, of every year alone, and of other sets."""
    found = build(built, metric)
    columns = {"all": [pair for each in built for pair in each.pairs(metric)]}
    columns[f"{FEWEST} segments"] = [pair for each in built for pair in each.pairs_on_parts(metric)]
    for one in (*built, *others):
        columns.setdefault(one.name, []).extend(one.pairs(metric))
    print(f"{metric:>8}", *(f"{name:>13}" for name in columns))
    highs = [*(each.low for each in found[1:]), np.inf]
    for each, high in zip(found, highs, strict=True):
        cells = [_cell(pairs, each.low, high) for pairs in columns.values()]
        print(f"{each.low:>8.4g}", *(f"{cell:>13}" for cell in cells))


def _cell(pairs: Iterable[Pair], low: float, high: float) -> str:
    agreed = [agrees for size, agrees in pairs if low <= size < high]
    return f"{sum(agreed) / len(agreed):.0%} of {len(agreed)}" if agreed else "-"


def read(folder: Path, names: Sequence[str]) -> list[Judgements]:
    """The sets of these names into English."""
    paths = sorted(path for name in names for path in folder.glob(f"{name}.*-en.segs.tsv*"))
    if not paths:
        raise SystemExit(f"{folder}: expected {names[0]}.LANGUAGE-en.segs.tsv.gz and the like")
    return [judged for path in paths for judged in read_sets(str(path))]


def main() -> None:
    options = argparse.ArgumentParser(description="What differences between systems have meant.")
    options.add_argument("judgements", type=Path)
    options.add_argument("metrics", nargs="+")
    given = options.parse_args()
    metrics = make_metrics(given.metrics)
    parser = ParserChoice().open_for(metrics.values(), LANGUAGE)
    built, others = (
        [Set(judged, metrics, parser) for judged in read(given.judgements, names)]
        for names in (SETS, OTHERS)
    )
    write_table(TABLE, {**precedents(), **{metric: build(built, metric) for metric in metrics}})
    for metric in metrics:
        show(built, others, metric)


if __name__ == "__main__":
    main()
