"""The rules, in the order in which they are asked: what one explains, later ones leave alone."""

from __future__ import annotations

from treescore.diagnosis.findings import Rule
from treescore.diagnosis.rules.surface import SURFACE, SURFACE_WHOLE

WHOLE: tuple[Rule, ...] = SURFACE_WHOLE
"""If one of these finds something, nothing else is looked for."""
RULES: tuple[Rule, ...] = SURFACE
