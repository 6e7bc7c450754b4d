"""Progress bars: on a terminal, on standard error; nothing at all in a pipe."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TypeVar

from treescore.tracking import What

Item = TypeVar("Item")


def track(items: Iterable[Item], what: What, total: int | None) -> Iterable[Item]:
    """Pass the items through, and show how far they are."""
    if not sys.stderr.isatty():
        return items
    from treescore.cli.bars import show_bar  # which loads rich

    return show_bar(items, what, total)
