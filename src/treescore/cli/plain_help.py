"""Help for people: options in groups, each with a word for its value instead of a type."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

PANELS = {
    "Input": "references systems source docs ref_parses sys_parses lang input_file scores "
    "min_chars max_chars pivot_lang",
    "What to measure": "metrics segment protocols against group by table scale nbest",
    "Model": "model phrases lms features folds order",
    "Output": "output_format output worst best segments doc_scores stats errors spans plot",
    "Intervals and tests": "ci paired all_pairs test resamples seed",
    "How to work": "parser engine jobs max_length no_cache gpu quiet",
}
"""The groups, in their order, and the parameters in each; others come first, without a group."""
GROUP_OF = {name: panel for panel, names in PANELS.items() for name in names.split()}
PLACES = list(PANELS)
FILES = frozenset(
    "references source docs ref_parses input_file output segments doc_scores stats errors spans "
    "plot phrases lms".split()
)
"""Parameters whose value is the name of a file."""
NUMBER = re.compile(r"<(int|float)\b")


def make_plain(parameters: Sequence[Any]) -> list[Any]:
    """The parameters as help shows them: what belongs together stands together."""
    for each in parameters:
        each.rich_help_panel = GROUP_OF.get(each.name)
        each.display_type_rich = _value_of(each)
        each._get_number_range_help_str = lambda: None
    *others, own = parameters  # the last one is --help itself
    found = {each.rich_help_panel for each in others if each.param_type_name == "option"}
    if found and None not in found:
        own.rich_help_panel = max(found, key=PLACES.index)
    return sorted(parameters, key=_place)


def _place(parameter: Any) -> int:
    return PLACES.index(parameter.rich_help_panel) if parameter.rich_help_panel else -1


def _value_of(parameter: Any) -> Callable[[Any], str]:
    """What stands behind an option: its choices, or a word in capitals."""

    def value(ctx: Any) -> str:
        if parameter.param_type_name == "argument" or parameter.is_flag:
            return ""
        kind = parameter.display_type(ctx)
        if parameter.metavar:
            return str(parameter.metavar)
        if "|" in kind:
            return str(kind.strip("<>"))
        if NUMBER.match(kind):
            return "N"
        return "FILE" if parameter.name in FILES else max(parameter.opts, key=len)[2:].upper()

    return value
