"""How far training is: by steps, or by the time that a lent machine leaves."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Training ends with the first of both."""

    steps: int
    seconds: float = float("inf")

    def shares(self) -> Iterator[float]:
        """How much of it is done, before every step."""
        begun, step = time.monotonic(), 0
        while (done := max(step / self.steps, (time.monotonic() - begun) / self.seconds)) < 1:
            yield done
            step += 1
