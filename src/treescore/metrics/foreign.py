"""Metrics that are not treescore's own: what is wrong with their classes is told in words."""

from __future__ import annotations

import dataclasses
import inspect
import re
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.errors import UsageError
from treescore.metrics.base import EXPECTED, FileName, Metric, Reads, parameter_names
from treescore.metrics.origin import is_own

NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
TYPES = "int, float, str, a Literal of texts, or FileName"


class UnfitMetric(UsageError):
    """A class that is no metric yet; the text says what it lacks."""


def check_metric(kind: type, called: str = "") -> None:
    """Refuse a class that is not fit to be a metric; `called` is the name of its entry point."""
    if isinstance(kind, type) and is_own(kind):
        return
    for fault in (_not_a_metric(kind), *_unnamed(kind, called), _not_a_dataclass(kind)):
        if fault:
            raise _unfit(kind, fault)
    for parameter in parameter_names(kind):
        if fault := _bad_parameter(kind, parameter):
            raise _unfit(kind, f"the parameter {parameter} {fault}")


def _unfit(kind: object, fault: str) -> UnfitMetric:
    name = getattr(kind, "__qualname__", repr(kind))
    return UnfitMetric(f"the metric class {name} ({getattr(kind, '__module__', '?')}): {fault}")


def _not_a_metric(kind: object) -> str:
    if not isinstance(kind, type):
        return "is no class; expected one that derives from treescore.metrics.base.Metric"
    if not issubclass(kind, Metric):
        return "does not derive from treescore.metrics.base.Metric; let it"
    if missing := sorted(kind.__abstractmethods__):
        return f"lacks {', '.join(missing)}; define what is missing"
    return ""


def _unnamed(kind: Any, called: str) -> list[str]:
    """What is wrong with the name, and with what it says that it reads."""
    name, reads = getattr(kind, "name", None), getattr(kind, "reads", None)
    faults = []
    if not isinstance(name, str) or not NAME.fullmatch(name):
        faults.append(
            f"has {'no name' if name is None else f'the name {name!r}'}; give it one of small "
            'letters, digits, dots and dashes, like: name: ClassVar[str] = "mine"'
        )
    elif called not in ("", name):
        faults.append(f"is called {name!r}, but its entry point {called!r}; name both alike")
    if reads not in get_args(Reads):
        faults.append(
            f"does not say what it reads; let reads be one of {', '.join(get_args(Reads))}"
        )
    return faults


def _not_a_dataclass(kind: Any) -> str:
    # A class inherits the fields of its parents; its own are there only if it is decorated, too.
    if "__dataclass_fields__" not in vars(kind) or not kind.__dataclass_params__.frozen:
        return "its parameters are the fields of a dataclass; put @dataclass(frozen=True) above it"
    return ""


def _bad_parameter(kind: type[Metric[Any]], parameter: str) -> str:
    try:
        hint = get_type_hints(kind)[parameter]
    except NameError as error:
        return f"has a type that cannot be found ({error}); import it at the head of the module"
    if hint is bool:
        return "is a bool, which a command line cannot write; make it Literal['yes', 'no']"
    texts = get_origin(hint) is Literal and all(isinstance(arg, str) for arg in get_args(hint))
    if not (texts or hint is FileName or hint in EXPECTED):
        return f"is of type {inspect.formatannotation(hint)}; expected {TYPES}"
    (field,) = (each for each in dataclasses.fields(kind) if each.name == parameter)  # type: ignore[arg-type]
    if field.default is dataclasses.MISSING:
        return "has no default; give it one"
    return ""
