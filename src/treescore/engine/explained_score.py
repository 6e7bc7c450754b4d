"""A score that is taken apart, together with the sentences that it is of: it can be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from treescore.engine.explaining import Explained
from treescore.explanation import Explanation
from treescore.metrics.base import Metric
from treescore.shown import Drawn


@dataclass(frozen=True, repr=False, kw_only=True)
class ExplainedScore(Drawn, Explanation):
    """The explanation of one metric, with all that it is shown with."""

    metric: Metric[Any]
    of: Explained
    """The sentences, and nothing but this metric's explanation of them."""

    def __repr__(self) -> str:
        (name,) = self.of.explanations
        return f"Explanation({name} {self.score:.{self.metric.digits}f}; {len(self.parts)} parts)"


def explained_score(explained: Explained, metric: Metric[Any]) -> ExplainedScore:
    """The score of a segment that was explained by one metric."""
    (found,) = explained.explanations.values()
    return ExplainedScore(
        found.score,
        found.hypothesis,
        found.references,
        found.parts,
        found.remainders,
        metric=metric,
        of=explained,
    )
