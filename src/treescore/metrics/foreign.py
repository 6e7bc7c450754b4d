"""Metrics that are not treescore's own: what is wrong with their classes is told in words."""

from __future__ import annotations

import dataclasses
import inspect
import re
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

from treescore.errors import UsageError
from treescore.metrics.base import EXPECTED, FileName, Metric, Reads, parameter_names
from treescore.plugins import is_own

NAME = re.compile(r"[a-z0-9][a-z0-9.-]*")
SIGNED = frozenset("docs heads level mbr nrefs package parser trees version".split())
"""What signatures name besides the parameters."""
TYPES = "int, float, str, a Literal of texts, or FileName"


def check_metric(kind: type, called: str = "") -> None:
    """Refuse a class that is not fit to be a metric; `called` is the name of its entry point."""
    if isinstance(kind, type) and is_own(kind):
        return
    for fault in _faults(kind, called):
        name, module = getattr(kind, "__qualname__", repr(kind)), getattr(kind, "__module__", "?")
        raise UsageError(f"the metric class {name} ({module}): {fault}")


def _faults(kind: Any, called: str) -> Iterator[str]:
    """What is wrong with a class, the worst first: who mends one may meet the next."""
    yield from filter(None, [_not_a_metric(kind)])
    yield from _unnamed(kind, called)
    if not _is_decorated(kind):
        yield "its parameters are the fields of a dataclass; put @dataclass(frozen=True) above it"
    try:
        get_type_hints(kind)
    except Exception as error:  # whatever an annotation does
        yield f"has a type that cannot be found ({error}); import it at the head of the module"
    for parameter in parameter_names(kind):
        if fault := _bad_parameter(kind, parameter):
            yield f"the parameter {parameter} {fault}"


def _not_a_metric(kind: object) -> str:
    if not isinstance(kind, type):
        return "is no class; expected one that derives from treescore.metrics.base.Metric"
    if not issubclass(kind, Metric):
        return "does not derive from treescore.metrics.base.Metric; let it"
    if missing := sorted(kind.__abstractmethods__):
        return f"lacks {', '.join(missing)}; define what is missing"
    return ""


def _unnamed(kind: Any, called: str) -> Iterator[str]:
    """What is wrong with the name, and with what it says that it reads."""
    name, reads = getattr(kind, "name", None), getattr(kind, "reads", None)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        yield (
            f"has {'no name' if name is None else f'the name {name!r}'}; give it one of small "
            'letters, digits, dots and dashes, like: name: ClassVar[str] = "mine"'
        )
    elif called not in ("", name):
        yield f"is called {name!r}, but its entry point {called!r}; name both alike"
    if reads not in get_args(Reads):
        yield f"reads {reads!r}; let reads be one of {', '.join(get_args(Reads))}"


def _is_decorated(kind: Any) -> bool:
    """Whether its fields are parameters: a class inherits those of its parents, without its own."""
    parameters = getattr(kind, "__dataclass_params__", None)
    if parameters is None or not parameters.frozen:
        return False
    own = [str(hint) for hint in vars(kind).get("__annotations__", {}).values()]
    return "__dataclass_fields__" in vars(kind) or all("ClassVar" in hint for hint in own)


def _bad_parameter(kind: type[Metric[Any]], parameter: str) -> str:
    if parameter in vars(Metric)["__annotations__"]:
        return "is the same for all metrics of a class; write ClassVar before its type"
    if (parameter in dir(Metric) and parameter != "nbest") or parameter in SIGNED:
        return "has a name that means something else in all metrics; choose another"
    hint = get_type_hints(kind)[parameter]
    if hint is bool:
        return "is a bool, which a command line cannot write; make it Literal['yes', 'no']"
    texts = get_origin(hint) is Literal and all(isinstance(arg, str) for arg in get_args(hint))
    if not (texts or hint is FileName or hint in EXPECTED):
        return f"is of type {inspect.formatannotation(hint)}; expected {TYPES}"
    (field,) = (each for each in dataclasses.fields(kind) if each.name == parameter)  # type: ignore[arg-type]
    if field.default is dataclasses.MISSING:
        return "has no default; give it one"
    return ""
