"""Progress bars: on a terminal, on standard error; nothing at all in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

Item = TypeVar("Item")


def track(items: Iterable[Item], what: str, total: int | None) -> Iterable[Item]:
    """Pass the items through, and show how far they are."""
    if not sys.stderr.isatty():
        return items
    from rich.console import Console
    from rich.progress import track as rich_track

    console = Console(stderr=True)
    return rich_track(items, what, total=total, console=console, transient=True)
