"""The metrics, one family a file, which is loaded when one of its metrics is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_FAMILIES = {
    "cesm": ("CESM",),
    "dpm": ("BDPM", "DPM", "EDPM"),
    "liu_gildea": ("DSTM", "DTKM", "HWCM", "STM", "TKM"),
    "nist_wer": ("NIST", "WER"),
    "sdpm": ("SDPM",),
    "sepia": ("SEPIA",),
    "surface": ("BLEU", "CHRF", "TER"),
    "tesla": ("MaxSim", "TeslaM"),
    "trained": ("Tesla",),
}


def __getattr__(name: str) -> Any:
    for family, classes in _FAMILIES.items():
        if name in classes:
            return getattr(import_module(f"treescore.metrics.{family}"), name)
    if name in _FAMILIES:
        return import_module(f"treescore.metrics.{name}")
    raise AttributeError(f"module 'treescore.metrics' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, *_FAMILIES]
