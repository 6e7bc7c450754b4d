"""The bar on a terminal that shows how far some work is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import (
    BarColumn,
    Progress,
    ProgressColumn,
    Task,
    TaskProgressColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from treescore.tracking import What

Item = TypeVar("Item")


class Words(ProgressColumn):
    """What is done, which may change on the way."""

    def __init__(self, what: What) -> None:
        super().__init__()
        self.what = what

    def render(self, task: Task) -> Text:  # noqa: ARG002
        return Text(self.what if isinstance(self.what, str) else self.what())


def show_bar(items: Iterable[Item], what: What, total: int | None) -> Iterator[Item]:
    """Pass the items through, and show how far they are."""
    columns = (Words(what), BarColumn(), TaskProgressColumn(show_speed=True), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total)
