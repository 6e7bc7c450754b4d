"""The metrics, one family a file."""

from treescore.metrics.cesm import CESM
from treescore.metrics.dpm import BDPM, DPM, EDPM
from treescore.metrics.liu_gildea import DSTM, DTKM, HWCM, STM, TKM
from treescore.metrics.nist_wer import NIST, WER
from treescore.metrics.sdpm import SDPM
from treescore.metrics.sepia import SEPIA
from treescore.metrics.surface import BLEU, CHRF, TER
from treescore.metrics.tesla import MaxSim, TeslaM
from treescore.metrics.trained import Tesla

__all__ = [
    "BDPM",
    "BLEU",
    "CESM",
    "CHRF",
    "DPM",
    "DSTM",
    "DTKM",
    "EDPM",
    "HWCM",
    "NIST",
    "SDPM",
    "SEPIA",
    "STM",
    "TER",
    "TKM",
    "WER",
    "MaxSim",
    "Tesla",
    "TeslaM",
]
