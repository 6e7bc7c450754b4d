"""treescore cache: the parses kept between runs."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.parsing.cache import ParseCache, default_path


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Forget all parses.")] = False,
) -> None:
    """Show where parses are kept and how much room they take, or clear them."""
    store = ParseCache(default_path())
    if clear:
        store.clear()
    mebibytes = store.size() / 2**20
    limit = store.limit / 2**20
    print(f"{store.path}: {len(store)} parses, {mebibytes:.1f} MiB of at most {limit:.0f} MiB")
