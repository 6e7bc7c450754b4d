"""Why a score is what it is; to import a family is to register its explanations."""

from treescore.explanation import cesm, dpm, liu_gildea, sepia, surface, tesla, words  # noqa: F401
from treescore.explanation.base import Explanation, Part, Place, Remainder, explain

__all__ = ["Explanation", "Part", "Place", "Remainder", "explain"]
