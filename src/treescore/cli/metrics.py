"""treescore metrics: what can be measured."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.cli.options import USUAL_METRICS
from treescore.errors import UsageError
from treescore.metrics.base import FileName, Metric, parameter_names
from treescore.metrics.registry import METRICS as OWN
from treescore.metrics.registry import find_metric, metric_names
from treescore.plugins import METRICS, is_own, package_of, plugins
from treescore.report.escape import printable

EXAMPLES = """\
treescore metrics
"""


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
        parameters = " ".join(_parameters(metric))
        print(printable(f"\n{name:{width}} {_summary(metric)}\n{'':{width}} {parameters}".rstrip()))
    for name in sorted(plugins(METRICS).keys() & OWN.keys()):
        print(printable(f"\n{name}: a package brings another metric of that name; it is not used"))


def _summary(metric: type[Metric[Any]]) -> str:
    """The first line of its docstring, and where it comes from if that is not treescore."""
    summary = (inspect.getdoc(metric) or "").partition("\n")[0]
    if summary.startswith(f"{metric.__name__}("):  # what a dataclass has where nobody wrote one
        summary = ""
    return summary if is_own(metric) else f"{summary} [{package_of(metric)}]".lstrip()


def _parameters(metric: type[Metric[Any]]) -> Iterator[str]:
    """Every parameter with its default, then its other choices where there are only a few."""
    kinds = get_type_hints(metric)
    defaults = {each.name: each.default for each in fields(metric)}  # type: ignore[arg-type]
    for name in parameter_names(metric):
        default, kind = defaults[name], kinds[name]
        choices = get_args(kind) if get_origin(kind) is Literal else ()
        if kind is FileName:
            choices = ("none", "FILE")
        others = [str(choice) for choice in choices if choice != default]
        yield f"{name}={'|'.join((str(default), *others))}"
