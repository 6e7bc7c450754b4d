"""treescore cache: the parses kept between runs."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.errors import TreescoreError
from treescore.parsing.cache import ParseCache, default_path


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Forget all parses.")] = False,
) -> None:
    """Show where parses are kept and how much room they take, or clear them."""
    store = ParseCache(default_path())
    store.check()
    if not store.usable:
        raise TreescoreError("there is no cache; let TREESCORE_CACHE name a folder to write to")
    if clear:
        store.clear()
    mebibytes = store.size() / 2**20
    limit = store.limit / 2**20
    print(f"{store.path}: {len(store)} parses, {mebibytes:.1f} MiB of at most {limit:.0f} MiB")
