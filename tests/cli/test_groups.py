"""Options that are said once: a command takes them as groups, Typer sees them one by one."""

from __future__ import annotations

from dataclasses import dataclass
from inspect import signature
from typing import Annotated

import typer
from typer.testing import CliRunner

from treescore.cli.groups import spread


@dataclass(frozen=True)
class Fruit:
    """A group."""

    kind: Annotated[str, typer.Option("-k", "--kind")] = "apple"
    number: Annotated[int, typer.Option("--number")] = 1


def test_a_group_is_its_options():
    seen: list[object] = []

    def eat(fruit: Fruit, peeled: Annotated[bool, typer.Option("--peeled")] = False) -> None:
        seen.extend((fruit, peeled))

    assert list(signature(spread(eat)).parameters) == ["kind", "number", "peeled"]
    app = typer.Typer()
    app.command()(spread(eat))
    assert CliRunner().invoke(app, ["-k", "pear", "--peeled"]).exit_code == 0
    assert seen == [Fruit("pear", 1), True]
