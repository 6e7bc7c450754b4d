"""What the roof hands down: it is here as soon as anything of treescore is imported."""

from __future__ import annotations

TYPE_CHECKING = False  # as in `treescore/__init__.py`, which loads this first
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

offered: Callable[[str], Callable[..., Any]]
"""The function of that name behind `import treescore`."""
score_texts: Callable[..., Any]
"""How metrics score texts: a `metrics.base.TextScorer`."""
show: Callable[[Any, str], str]
"""What a value looks like as `text`, `html` or `svg`: `report.notebook.show`."""
