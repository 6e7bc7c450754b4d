"""Metrics by name: a spec is `NAME` or `NAME:key=value,key=value`, like `hwcm:length=4`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.errors import UsageError
from treescore.metrics.base import Metric
from treescore.metrics.liu_gildea import HWCM
from treescore.metrics.surface import BLEU

METRICS: dict[str, type[Metric[Any]]] = {metric.name: metric for metric in (HWCM, BLEU)}
DEFAULT = ("hwcm", "bleu")


def make_metric(spec: str) -> Metric[Any]:
    """The metric of a spec."""
    name, _, rest = spec.partition(":")
    if name not in METRICS:
        raise UsageError(_unknown("metric", name, METRICS))
    kind = METRICS[name]
    hints = get_type_hints(kind)
    types = {field.name: hints[field.name] for field in fields(kind)}  # type: ignore[arg-type]
    values = {}
    for item in filter(None, rest.split(",")):
        key, equals, text = item.partition("=")
        if not equals:
            raise UsageError(f"{spec}: {item!r}; expected key=value")
        if key not in types:
            raise UsageError(f"{spec}: " + _unknown("parameter", key, types))
        values[key] = _convert(spec, key, text, types[key])
    return kind(**values)


def _unknown(what: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = get_close_matches(name, names, n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    return f"unknown {what} {name!r}; there are {', '.join(names)}{hint}"


def _convert(spec: str, key: str, text: str, kind: Any) -> Any:
    if get_origin(kind) is Literal:
        if text not in get_args(kind):
            raise UsageError(f"{spec}: {key}={text}; expected one of {', '.join(get_args(kind))}")
        return text
    try:
        value = kind(text)
    except ValueError:
        value = None
    lowest = 1 if kind is int else 0
    if value is None or not lowest <= value < float("inf"):
        whole = "a whole number from 1 on" if kind is int else "a number from 0 on"
        raise UsageError(f"{spec}: {key}={text}; expected {whole}")
    return value
