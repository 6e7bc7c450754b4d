"""The option that lifts the limit on the length of segments."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.io.lengths import LONGEST

USUAL_LENGTH = LONGEST
MOST = 10**9

MaxLength = Annotated[
    int, typer.Option("--max-length", min=1, max=MOST, help="Characters of the longest segment.")
]
