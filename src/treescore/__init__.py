"""treescore scores machine translations by comparing parse trees.

Whoever imports it may be a command that starts: until that answers Ctrl-C, nothing slow is loaded.
"""

from __future__ import annotations

from treescore import handed

TYPE_CHECKING = False  # the one of `typing` takes longer to load than all that is loaded here
if TYPE_CHECKING:
    from typing import Any

    from treescore import metrics
    from treescore.api import diagnose, explain, meta, parse, report, rerank, score
    from treescore.io.reference_order import by_segment
    from treescore.parsing.registry import load_parser
    from treescore.version import VERSION as __version__

__all__ = [
    "__version__",
    "by_segment",
    "diagnose",
    "explain",
    "load_parser",
    "meta",
    "metrics",
    "parse",
    "report",
    "rerank",
    "score",
]

_OFFERED = {
    "__version__": ("version", "VERSION"),
    "by_segment": ("io.reference_order", "by_segment"),
    "diagnose": ("api", "diagnose"),
    "explain": ("api", "explain"),
    "load_parser": ("parsing.registry", "load_parser"),
    "meta": ("api", "meta"),
    "parse": ("api", "parse"),
    "report": ("api", "report"),
    "rerank": ("api", "rerank"),
    "score": ("api", "score"),
}


def __getattr__(name: str) -> Any:
    """What is offered, and the modules, are loaded when they are asked for."""
    from importlib import import_module

    module, attribute = _OFFERED.get(name, (name, ""))
    try:
        loaded = import_module(f"treescore.{module}")
    except ModuleNotFoundError as error:
        if error.name != f"treescore.{module}":  # something that it needs
            raise
        raise AttributeError(f"module 'treescore' has no attribute {name!r}") from None
    return getattr(loaded, attribute) if attribute else loaded


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def _score_texts(*arguments: Any, **options: Any) -> Any:
    from treescore.api import score_texts

    return score_texts(*arguments, **options)


def _offered(name: str) -> Any:
    from treescore import api

    return getattr(api, name)


def _show(value: Any, form: str) -> str:
    from treescore.report.notebook import show

    return show(value, form)


handed.offered = _offered
handed.score_texts = _score_texts
handed.show = _show
