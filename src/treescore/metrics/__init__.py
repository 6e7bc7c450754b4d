"""The metrics, one family a file."""

from treescore.metrics.liu_gildea import HWCM
from treescore.metrics.surface import BLEU

__all__ = ["BLEU", "HWCM"]
