"""treescore metrics: what can be measured."""

from __future__ import annotations

import inspect
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.metrics.base import FileName, Metric, parameter_names
from treescore.metrics.registry import DEFAULT, METRICS

WIDTH = max(map(len, METRICS))


def metrics() -> None:
    """List the metrics with their parameters and defaults."""
    print(f"-m NAME or -m NAME:key=value,key=value; without -m: {' '.join(DEFAULT)}")
    print("The value shown is the default; after a bar come the other choices.")
    for name, metric in METRICS.items():
        summary = (inspect.getdoc(metric) or "").partition("\n")[0]
        parameters = " ".join(describe(metric, each) for each in parameter_names(metric))
        print(f"\n{name:{WIDTH}} {summary}\n{'':{WIDTH}} {parameters}")


def describe(metric: type[Metric[Any]], parameter: str) -> str:
    """A parameter with its default, then its other choices where there are only a few."""
    default = getattr(metric, parameter)
    kind = get_type_hints(metric)[parameter]
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    others = [str(choice) for choice in choices if choice != default]
    if kind is FileName:
        others = [word for word in ("none", "FILE") if word != default]
    return f"{parameter}={'|'.join((str(default), *others))}"
