"""What a metric says of texts: a number that prints itself in one line."""

from __future__ import annotations

import json
from dataclasses import dataclass


@dataclass(frozen=True, repr=False)
class Score:
    """A number, the interval around it if one was asked for, and what it was made with."""

    score: float
    signature: str
    low: float | None = None
    high: float | None = None
    name: str = ""
    """The metric."""
    digits: int = 4
    """After the point, unless another number is asked for."""

    def format(
        self,
        width: int | None = None,
        score_only: bool = False,
        signature: str = "",
        is_json: bool = False,
    ) -> str:
        """The score in one line, as sacreBLEU writes it; or as JSON, with all that is known.

        `width` is the number of digits after the point. A signature that is given stands before
        the score; `score_only` leaves the name and it out.
        """
        digits = self.digits if width is None else width
        if is_json:
            return self._to_json(digits)
        shown = f"{self.score:.{digits}f}"
        if self.low is not None and self.high is not None:
            shown += f" [{self.low:.{digits}f}, {self.high:.{digits}f}]"
        return shown if score_only else f"{signature or self.name} = {shown}"

    def _to_json(self, digits: int) -> str:
        numbers = {"score": self.score, "low": self.low, "high": self.high}
        rounded = {key: None if x is None else round(x, digits) for key, x in numbers.items()}
        pairs = (pair.partition(":") for pair in self.signature.split("|")[1:])
        content = {"name": self.name, **rounded, "signature": self.signature}
        content |= {key: value for key, _, value in pairs}
        return json.dumps(content, ensure_ascii=False, indent=1)

    def __repr__(self) -> str:
        return self.format()
