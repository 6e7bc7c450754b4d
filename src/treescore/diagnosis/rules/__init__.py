"""The rules, in the order in which they are asked: what one explains, later ones leave alone."""

from __future__ import annotations

from treescore.diagnosis.findings import Rule

WHOLE: tuple[Rule, ...] = ()
"""If one of these finds something, nothing else is looked for."""
RULES: tuple[Rule, ...] = ()
