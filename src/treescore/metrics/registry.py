"""Metrics by name: a spec is `NAME` or `NAME:key=value,key=value`, like `hwcm:length=4`.

A package may bring metrics of its own, as entry points of the group `treescore.metrics`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from math import prod
from typing import Any, Literal, get_origin, get_type_hints

from treescore import metrics, plugins
from treescore.errors import TreescoreError, UnknownName, UsageError, reason_of
from treescore.metrics import spellings
from treescore.metrics.base import EXPECTED, FileName, Metric, parameter_names
from treescore.metrics.checked import checked
from treescore.metrics.foreign import check_metric


class _Own(Mapping[str, type[Metric[Any]]]):
    """Metrics by name; a family's file is loaded when one of its metrics is looked up."""

    def __init__(self, classes: Mapping[str, str]) -> None:
        self._classes = classes

    def __getitem__(self, name: str) -> type[Metric[Any]]:
        found: type[Metric[Any]] = getattr(metrics, self._classes[name])
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._classes

    def __iter__(self) -> Iterator[str]:
        return iter(self._classes)

    def __len__(self) -> int:
        return len(self._classes)


METRICS = _Own(  # treescore's own; the usual ones keep this order
    {
        "sdpm": "SDPM",
        "dpm": "DPM",
        "bdpm": "BDPM",
        "edpm": "EDPM",
        "hwcm": "HWCM",
        "stm": "STM",
        "tkm": "TKM",
        "dstm": "DSTM",
        "dtkm": "DTKM",
        "sepia": "SEPIA",
        "cesm": "CESM",
        "tesla-m": "TeslaM",
        "maxsim": "MaxSim",
        "tesla": "Tesla",
        "chrf": "CHRF",
        "bleu": "BLEU",
        "ter": "TER",
        "nist": "NIST",
        "wer": "WER",
    }
)
SWEEP = re.compile(r"=(\d{1,4})\.\.(\d{1,4})(?=,|$)")
LONGEST = 100
"""Metrics that one sweep may ask for."""


def expand(spec: str) -> list[str]:
    """The specs of a sweep: `hwcm:length=1..3` is three; any other spec is itself."""
    sweeps = [range(int(sweep[1]), int(sweep[2]) + 1) for sweep in SWEEP.finditer(spec)]
    if not all(sweeps) or prod(map(len, sweeps)) > LONGEST:
        raise UsageError(
            f"{spec}: expected a sweep from a smaller number to a larger, {LONGEST} at most"
        )
    sweep = SWEEP.search(spec)
    if not sweep:
        return [spec]
    first, last = int(sweep[1]), int(sweep[2])
    start, end = spec[: sweep.start(1)], spec[sweep.end(2) :]
    return [each for n in range(first, last + 1) for each in expand(f"{start}{n}{end}")]


def metric_names() -> list[str]:
    """The names of all metrics, treescore's own first."""
    return list(dict.fromkeys([*METRICS, *plugins.plugins(plugins.METRICS)]))


def known_name(name: str) -> str | None:
    """What the metric of a name in any case is called: `BLEU` is `bleu`; None if there is none."""
    if name in METRICS or plugins.find_plugin(plugins.METRICS, name):
        return name
    return {each.lower(): each for each in reversed(metric_names())}.get(name.lower())


def find_metric(name: str) -> type[Metric[Any]]:
    """The class of a metric: treescore's own, or one that a package brings."""
    known = known_name(name)
    if known and known in METRICS:
        return METRICS[known]
    entry = plugins.find_plugin(plugins.METRICS, known) if known else None
    if entry is None:
        meant = spellings.METRICS.get(name.lower(), "")
        raise UnknownName("metric", name, metric_names(), meant)
    try:
        kind: type[Metric[Any]] = entry.load()
    except Exception as error:  # foreign code, which may raise anything
        raise UsageError(
            f"the metric {name!r} ({entry.value}) cannot be loaded: {reason_of(error)}; "
            f"{plugins.REMEDY}"
        ) from None
    check_metric(kind, entry.name)
    return kind


def make_metric(spec: str) -> Metric[Any]:
    """The metric of a spec."""
    name, colon, rest = spec.partition(":")
    if "," in name or len(name.split()) > 1:
        raise UsageError(f"{spec}: give every metric its own -m, like -m hwcm -m bleu")
    if colon and not rest:
        raise UsageError(f"{spec}: expected key=value after the colon")
    kind = find_metric(name)
    hints = get_type_hints(kind)
    types = {parameter: hints[parameter] for parameter in parameter_names(kind)}
    values = {}
    for item in filter(None, rest.split(",")):
        key, equals, text = item.partition("=")
        if not equals:
            raise UsageError(f"{spec}: {item!r}; expected key=value")
        if key not in types:
            meant = spellings.PARAMETERS.get((kind.name, key), "")
            raise UnknownName(f"parameter of {name}", key, types, meant)
        if key in values:
            raise UsageError(f"{spec}: {key} is given twice")
        values[key] = _convert(f"{name}:{item}", text, types[key])
    try:
        metric = kind(**values)
    except TreescoreError:
        raise
    except Exception as error:
        if plugins.is_own(kind):
            raise
        raise UsageError(f"{spec}: cannot be made: {reason_of(error)}; mend it") from error
    return checked(metric)


def _convert(item: str, text: str, kind: Any) -> Any:
    if kind is FileName:
        return text
    if "".join(text.split()) != text:
        raise UsageError(f"{item}: expected no blanks")
    if kind is str or get_origin(kind) is Literal:
        return text
    try:
        if "_" in text:  # Python's own way to write numbers, not everybody's
            raise ValueError
        return kind(text)
    except ValueError:
        raise UsageError(f"{item}: expected {EXPECTED[kind]}") from None
