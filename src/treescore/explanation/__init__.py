"""Why a score is what it is; `registry` says which function explains which metric."""

from treescore.explanation.base import Explanation, Part, Place, Remainder
from treescore.explanation.registry import EXPLANATIONS, explain

__all__ = ["EXPLANATIONS", "Explanation", "Part", "Place", "Remainder", "explain"]
