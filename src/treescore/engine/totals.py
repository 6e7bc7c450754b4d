"""Adding up statistics as they come: no row is held, and the order of work does not matter."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from treescore.engine.scorer import Counted, Overview
from treescore.engine.signing import Partition, signatures
from treescore.metrics.base import Metric, Score
from treescore.stats.aggregation import mean_of_documents
from treescore.stats.exact import ExactSums

Owner = tuple[str, str]
"""The system and the document of a row."""


class Totals:
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
        self._overview.add(counted.references, counted.kinds)
        places: defaultdict[Owner, list[int]] = defaultdict(list)
        for place, (system, doc) in enumerate(owners):
            places[system, doc if self._by_document else ""].append(place)
            self._all.add(doc)
            if system not in self._systems:
                self._systems[system] = _System(self.metrics)
            self._systems[system].partition.add(doc)
        for (system, doc), rows in places.items():
            self._systems[system].add(doc, counted, rows)

    def scores(self) -> dict[str, dict[str, Score]]:
        """The scores by system and metric."""
        found = {}
        for name, system in self._systems.items():
            signed = self._signatures(system.partition)
            found[name] = {
                metric: Score(system.score(metric), signature)
                for metric, signature in signed.items()
            }
        return found

    def segment_signatures(self) -> dict[str, str]:
        """What the scores of single rows were made with, by metric."""
        return {
            name: self.metrics[name].segment_signature(signature)
            for name, signature in self._signatures(self._all).items()
        }

    def _signatures(self, partition: Partition) -> dict[str, str]:
        found = self._overview
        return signatures(
            self.metrics, self.lang, found.references, found.kinds, self.source, partition
        )


class _System:
    """The sums of one system's documents; without a metric that asks for them, they are one."""

    def __init__(self, metrics: Mapping[str, Metric[Any]]) -> None:
        self.metrics = metrics
        self.partition = Partition()
        self._sums: dict[str, dict[str, ExactSums]] = {}
        """By document and metric."""
        self._sizes: defaultdict[str, int] = defaultdict(int)

    def add(self, doc: str, counted: Counted, rows: Sequence[int]) -> None:
        if doc not in self._sums:
            self._sums[doc] = {
                name: ExactSums(len(metric.columns)) for name, metric in self.metrics.items()
            }
        self._sizes[doc] += len(rows)
        for name, sums in self._sums[doc].items():
            sums.add(counted.statistics[name][rows, 0])

    def score(self, name: str) -> float:
        metric = self.metrics[name]
        if metric.by_document:
            totals = np.array([sums[name].read() for sums in self._sums.values()])
            return mean_of_documents(metric.total_scores(totals).tolist(), self._sizes.values())
        whole = ExactSums(len(metric.columns))
        for sums in self._sums.values():
            whole.merge(sums[name])
        return float(metric.total_scores(whole.read()[None])[0])
