"""What is wrong with a translation: one value an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["hyp", "ref"]
SURE = 0.5
"""What is less likely true is called an error perhaps."""


@dataclass(frozen=True)
class Error:
    """An error: its type, where it stands, its counterpart, and what it costs.

    Extents are characters of the texts as they were given, ends exclusive. On the side `hyp` words
    of the translation are wrong; on the side `ref` words of the reference are missing, and `start`,
    which is `end` then, is where they should stand. An error without a counterpart has an empty
    extent there.
    """

    type: str
    """One of `types.TYPES`, refined after a colon."""
    side: Side
    start: int
    end: int
    text: str
    ref_start: int
    ref_end: int
    ref_text: str
    weight: float
    """What it costs, from 0 to 1."""
    likely: float = 1.0
    """How likely a reader would find it true and rightly named; 1 where nobody judges that."""

    @property
    def kind(self) -> str:
        """The type without its refinement."""
        return self.type.partition(":")[0]

    @property
    def is_doubtful(self) -> bool:
        """Whether it is likelier no error, or misnamed."""
        return self.likely < SURE
