"""The option that lifts the limit on the length of segments."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.io.limits import LONGEST, allow

USUAL_LENGTH = LONGEST
MOST = 10**9


def _allow(characters: int) -> int:
    allow(characters)
    return characters


MaxLength = Annotated[
    int,
    typer.Option(
        "--max-length", min=1, max=MOST, callback=_allow, help="Characters of the longest segment."
    ),
]
"""Its callback does all the work: files are read later."""
