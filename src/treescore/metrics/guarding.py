"""Foreign metrics at work: whatever goes wrong inside is told in one line that names the metric."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import wraps
from typing import Any

from treescore.errors import TreescoreError, reason_of

HOOKS = ("fit", "prepare", "statistics", "total_score", "segment_score")
"""What a metric's class defines, and treescore calls."""


def guard(kind: type) -> None:
    """Put a guard around the hooks that a class defines itself."""
    for name in HOOKS:
        if name in vars(kind):
            setattr(kind, name, _guarded(name, vars(kind)[name]))


def _guarded(name: str, hook: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(hook)
    def call(metric: Any, *arguments: Any, **options: Any) -> Any:
        try:
            result = hook(metric, *arguments, **options)
            if name == "statistics":
                _check_row(result, metric.columns)
        except TreescoreError:
            raise
        except Exception as error:
            raise TreescoreError(
                f"the metric {metric.name!r} fails in {name}(): {reason_of(error)}; mend it"
            ) from error
        return result

    return call


def _check_row(row: Sequence[float], columns: Sequence[str]) -> None:
    if len(row) != len(columns) or not all(map(math.isfinite, row)):
        raise ValueError(
            f"{list(row)}; expected {len(columns)} finite numbers, one for each of the columns "
            f"{', '.join(columns)}"
        )
