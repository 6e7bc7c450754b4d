"""treescore cache: what is kept between runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from treescore.errors import TreescoreError

if TYPE_CHECKING:
    from treescore.io.store import Store

EXAMPLES = """\
treescore cache
treescore cache --clear
"""


def cache(
    clear: Annotated[bool, typer.Option("--clear", help="Forget all of it.")] = False,
) -> None:
    """Show where parses and words' vectors are kept and how much room they take, or clear them."""
    from treescore.encoder.vectors import NAME as VECTORS
    from treescore.encoder.vectors import VectorCache
    from treescore.io.store import cache_folder
    from treescore.parsing.cache import ParseCache, default_path

    stores: list[Store[Any]] = [ParseCache(default_path()), VectorCache(cache_folder() / VECTORS)]
    for store in stores:
        store.check()
        if not store.usable:
            raise TreescoreError("there is no cache; let TREESCORE_CACHE name a folder to write to")
        if clear:
            store.clear()
        room = f"{store.size() / 2**20:.1f} MiB of at most {store.limit / 2**20:.0f} MiB"
        print(f"{store.path}: {len(store)} {store.called}, {room}")
