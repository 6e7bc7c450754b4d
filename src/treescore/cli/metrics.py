"""treescore metrics: what can be measured."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.cli.options import USUAL_METRICS
from treescore.errors import UsageError
from treescore.metrics.base import FileName, Metric, parameter_names
from treescore.metrics.registry import METRICS as OWN
from treescore.metrics.registry import find_metric, metric_names
from treescore.plugins import METRICS, is_own, package_of, plugins
from treescore.report.escape import printable


def metrics() -> None:
    """List the metrics with their parameters and defaults."""
    print(f"-m NAME or -m NAME:key=value,key=value; without -m: {USUAL_METRICS}")
    print("The value shown is the default; after a bar come the other choices.")
    names = metric_names()
    width = max(map(len, names))
    for name in names:
        try:
            metric = find_metric(name)
        except UsageError as error:  # a package that is broken; the others work
            print(printable(f"\n{name:{width}} {error}"))
            continue
        parameters = " ".join(describe(metric, each) for each in parameter_names(metric))
        print(printable(f"\n{name:{width}} {_summary(metric)}\n{'':{width}} {parameters}".rstrip()))
    for name in sorted(plugins(METRICS).keys() & OWN.keys()):
        print(printable(f"\n{name}: a package brings another metric of that name; it is not used"))


def _summary(metric: type[Metric[Any]]) -> str:
    """The first line of its docstring, and where it comes from if that is not treescore."""
    summary = (inspect.getdoc(metric) or "").partition("\n")[0]
    if summary.startswith(f"{metric.__name__}("):  # what a dataclass has where nobody wrote one
        summary = ""
    return summary if is_own(metric) else f"{summary} [{package_of(metric)}]".lstrip()


def describe(metric: type[Metric[Any]], parameter: str) -> str:
    """A parameter with its default, then its other choices where there are only a few."""
    (default,) = (each.default for each in fields(metric) if each.name == parameter)  # type: ignore[arg-type]
    kind = get_type_hints(metric)[parameter]
    choices = get_args(kind) if get_origin(kind) is Literal else ()
    others = [str(choice) for choice in choices if choice != default]
    if kind is FileName:
        others = [word for word in ("none", "FILE") if word != default]
    return f"{parameter}={'|'.join((str(default), *others))}"
