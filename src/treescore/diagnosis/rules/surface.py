"""Rules about what can be seen without a tree, in the order in which they are asked."""

from __future__ import annotations

from treescore.diagnosis.findings import Rule
from treescore.diagnosis.rules.capitals import capitals
from treescore.diagnosis.rules.punctuation import punctuation
from treescore.diagnosis.rules.repetition import repetition
from treescore.diagnosis.rules.spacing import spacing
from treescore.diagnosis.rules.spelling import spelling
from treescore.diagnosis.rules.untranslated import untranslated
from treescore.diagnosis.rules.whole import empty, unrelated

SURFACE_WHOLE: tuple[Rule, ...] = (empty, unrelated)
"""If one of these finds something, nothing else is looked for."""
SURFACE: tuple[Rule, ...] = (repetition, spelling, untranslated, capitals, punctuation, spacing)
"""What is misspelt is not untranslated, and what is said twice is neither."""
