"""What may be chosen of a measurement: known before anything that computes is loaded."""

from __future__ import annotations

from enum import StrEnum

from treescore.errors import UnknownName

RESAMPLES = 1000
PROTOCOLS = (
    "seg-pearson",
    "seg-spearman",
    "seg-kendall",
    "wmt12-tau",
    "wmt13-tau",
    "wmt14-tau",
    "consistency",
    "sys-pearson",
    "sys-spearman",
    "pairwise-accuracy",
    "spa",
    "acc-eq",
    "delta-hter-seg",
    "delta-hter-doc",
)
"""The names of the protocols (`protocols.py`)."""


def check_protocol(name: str) -> str:
    """The name, if there is such a protocol."""
    if name not in PROTOCOLS:
        raise UnknownName("protocol", name, PROTOCOLS)
    return name


class Group(StrEnum):
    """Within what outputs are compared."""

    none = "none"
    item = "item"
    """The outputs of one segment."""
    system = "system"


class MetricTest(StrEnum):
    """How the difference of two metrics is tested."""

    perm_both = "perm-both"
    """The two metrics' cells are swapped at random (Deutsch, Dror & Roth 2021)."""
    williams = "williams"
    """For correlations that share the human side (Williams 1959; Graham & Baldwin 2014)."""
