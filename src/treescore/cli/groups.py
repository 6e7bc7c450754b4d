"""Options that go together, said once: a group is a dataclass, its fields are options.

A command takes a group as one parameter; Typer sees the options in it, one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from functools import wraps
from inspect import Parameter, Signature, signature
from typing import TYPE_CHECKING, Any, get_type_hints

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    Docs,
    Gpu,
    Lang,
    NoCache,
    ParserSpec,
    References,
    RefParses,
    SourceFile,
    SysParses,
    Systems,
)

if TYPE_CHECKING:
    from treescore.engine.preparing import ParserChoice


@dataclass(frozen=True)
class Given:
    """What is to be looked at: references and systems, as texts or as trees, from files."""

    references: References = None
    systems: Systems = None
    lang: Lang = "en"
    docs: Docs = None
    source: SourceFile = None
    ref_parses: RefParses = None
    sys_parses: SysParses = None


@dataclass(frozen=True)
class Parsing:
    """How texts become trees."""

    parser: ParserSpec = "spacy"
    max_length: MaxLength = USUAL_LENGTH
    no_cache: NoCache = False
    gpu: Gpu = False

    def choice(self) -> ParserChoice:
        """The parser that the options ask for."""
        from treescore.cli.inputs import choose_parser

        return choose_parser(
            self.parser, no_cache=self.no_cache, gpu=self.gpu, longest=self.max_length
        )


def spread(command: Callable[..., None]) -> Callable[..., None]:
    """The command with the options of its groups in the place of the groups."""
    hints = get_type_hints(command, include_extras=True)
    groups: dict[str, type[Any]] = {
        name: kind for name, kind in hints.items() if isinstance(kind, type) and is_dataclass(kind)
    }
    parameters: list[Parameter] = []
    for parameter in signature(command).parameters.values():
        if parameter.name in groups:
            parameters += _options(groups[parameter.name])
        else:
            hint = hints[parameter.name]
            parameters.append(parameter.replace(kind=Parameter.KEYWORD_ONLY, annotation=hint))

    @wraps(command)
    def spread_out(**options: object) -> None:
        for name, group in groups.items():
            options[name] = group(**{each.name: options.pop(each.name) for each in fields(group)})
        command(**options)

    spread_out.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return spread_out


def _options(group: type[Any]) -> list[Parameter]:
    hints = get_type_hints(group, include_extras=True)
    return [
        Parameter(
            each.name, Parameter.KEYWORD_ONLY, default=each.default, annotation=hints[each.name]
        )
        for each in fields(group)
    ]
