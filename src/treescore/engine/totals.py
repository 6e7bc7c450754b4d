"""Adding up statistics as they come: no row is held, and the order of work does not matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from treescore.engine.scorer import Counted, Overview
from treescore.engine.signing import Partition, signatures
from treescore.metrics.base import Metric
from treescore.metrics.score import Score
from treescore.stats.aggregation import mean_of_documents
from treescore.stats.exact import ExactSums

Owner = tuple[str, str, int]
"""The system and the document of a row, and how many references it has."""


class SystemTotals:
    """Exact sums for every system, and for its documents if a metric asks for them."""

    def __init__(self, metrics: Mapping[str, Metric[Any]], lang: str, source: str) -> None:
        self.metrics = metrics
        self.lang = lang
        self.source = source
        self._overview = Overview(metrics)
        self._by_document = any(metric.by_document for metric in metrics.values())
        self._all = Partition()
        self._systems: dict[str, _System] = {}

    def add(self, owners: Sequence[Owner], counted: Counted) -> None:
        """Add some rows, given whose they are."""
        self._overview.add(counted.references, counted.kinds, counted.bounds)
        places: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        for place, (system, doc, references) in enumerate(owners):
            places[system, doc if self._by_document else ""].append(place)
            self._all.add(doc)
            if system not in self._systems:
                self._systems[system] = _System(self.metrics)
            self._systems[system].partition.add(doc)
            self._systems[system].references.add(references)
        for (system, doc), rows in places.items():
            self._systems[system].add(doc, counted, rows)

    def scores(self) -> dict[str, dict[str, Score]]:
        """The scores by system and metric."""
        found = {}
        for name, system in self._systems.items():
            signed = self._signatures(system.references, system.partition)
            found[name] = {
                metric: Score(
                    system.score(metric),
                    signature,
                    name=metric,
                    digits=self.metrics[metric].digits,
                )
                for metric, signature in signed.items()
            }
        return found

    def segment_signatures(self) -> dict[str, str]:
        """What the scores of single rows were made with, by metric."""
        return {
            name: self.metrics[name].segment_signature(signature)
            for name, signature in self._signatures(self._overview.references, self._all).items()
        }

    def _signatures(self, references: set[int], partition: Partition) -> dict[str, str]:
        kinds, bounds = self._overview.kinds, self._overview.bounds
        return signatures(
            self.metrics, self.lang, references, kinds, bounds, self.source, partition
        )


class _System:
    """The sums of one system; those of its documents for metrics that ask for them."""

    def __init__(self, metrics: Mapping[str, Metric[Any]]) -> None:
        self.metrics = metrics
        self.partition = Partition()
        self.references: set[int] = set()
        self._sums: dict[str, dict[str, ExactSums]] = {name: {} for name in metrics}
        """By metric and document."""
        self._sizes: defaultdict[str, int] = defaultdict(int)

    def add(self, doc: str, counted: Counted, rows: Sequence[int]) -> None:
        self._sizes[doc] += len(rows)
        for name, metric in self.metrics.items():
            key = doc if metric.by_document else ""
            if key not in self._sums[name]:
                self._sums[name][key] = ExactSums(len(metric.columns))
            self._sums[name][key].add(counted.statistics[name][rows, 0])

    def score(self, name: str) -> float:
        metric = self.metrics[name]
        totals = np.array([sums.read() for sums in self._sums[name].values()])
        scores = metric.total_scores(totals).tolist()
        if not metric.by_document:
            return float(scores[0])
        return mean_of_documents(scores, self._sizes.values())
