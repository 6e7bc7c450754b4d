"""Metrics by name: a spec is `NAME` or `NAME:key=value,key=value`, like `hwcm:length=4`."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.errors import UnknownName, UsageError
from treescore.metrics.base import Metric
from treescore.metrics.liu_gildea import HWCM
from treescore.metrics.surface import BLEU

METRICS: dict[str, type[Metric[Any]]] = {metric.name: metric for metric in (HWCM, BLEU)}
DEFAULT = ("hwcm", "bleu")


def make_metric(spec: str) -> Metric[Any]:
    """The metric of a spec."""
    name, _, rest = spec.partition(":")
    if name not in METRICS:
        raise UnknownName("metric", name, METRICS)
    kind = METRICS[name]
    hints = get_type_hints(kind)
    types = {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]
    values = {}
    for item in filter(None, rest.split(",")):
        key, equals, text = item.partition("=")
        if not equals:
            raise UsageError(f"{spec}: {item!r}; expected key=value")
        if key not in types:
            raise UnknownName(f"parameter of {name}", key, types)
        if key in values:
            raise UsageError(f"{spec}: {key} is given twice")
        values[key] = _convert(f"{name}:{item}", text, types[key])
    return kind(**values)


def _convert(item: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise UsageError(f"{item}: expected one of {', '.join(get_args(kind))}")
        return text
    try:
        if "_" in text:  # Python's own way to write numbers, not everybody's
            raise ValueError
        return kind(text)
    except ValueError:
        expected = "a whole number" if kind is int else "a number"
        raise UsageError(f"{item}: expected {expected}") from None
