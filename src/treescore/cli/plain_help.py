"""Help in plain words: behind an option stands what to put there, not a type."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

LAST = "Help"
"""The panel at the bottom."""


def make_plain(parameters: Iterable[Any]) -> None:
    """Have Typer show neither types nor ranges; choices are shown without brackets."""
    for each in parameters:
        each.display_type_rich = _shown(each)
        each._get_number_range_help_str = lambda: None


def _shown(parameter: Any) -> Any:
    def shown(ctx: Any) -> str:
        if parameter.param_type_name == "argument" or parameter.is_flag:
            return ""
        return str(parameter.metavar or parameter.display_type(ctx).strip("<>"))

    return shown
