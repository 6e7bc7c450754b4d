"""treescore scores machine translations by comparing parse trees."""

from treescore import metrics
from treescore.api import explain, parse, rerank, score
from treescore.parsing.registry import load_parser
from treescore.version import VERSION as __version__

__all__ = ["__version__", "explain", "load_parser", "metrics", "parse", "rerank", "score"]
