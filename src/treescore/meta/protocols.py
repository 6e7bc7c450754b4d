"""The protocols by name."""

from __future__ import annotations

from treescore.kernels.correlation import kendalls, pearsons, spearmans
from treescore.meta.choices import check_protocol
from treescore.meta.hter import DeltaHterDoc, DeltaHterSeg
from treescore.meta.protocol import Protocol
from treescore.meta.segment_level import Consistency, SegmentCorrelation, Tie, WmtTau
from treescore.meta.system_level import (
    SoftPairwiseAccuracy,
    SystemStatistic,
    same_order,
    system_pearson,
    system_spearman,
)
from treescore.meta.tie_calibration import AccEq

PROTOCOLS: dict[str, Protocol] = {
    protocol.name: protocol
    for protocol in (
        SegmentCorrelation("seg-pearson", "Pearson's r", pearsons),
        SegmentCorrelation("seg-spearman", "Spearman's rho", spearmans),
        SegmentCorrelation("seg-kendall", "Kendall's tau-b", kendalls),
        WmtTau("wmt12-tau", Tie.discordant),
        WmtTau("wmt13-tau", Tie.out),
        WmtTau("wmt14-tau", Tie.neither),
        Consistency(),
        SystemStatistic("sys-pearson", "Pearson's r of systems", system_pearson),
        SystemStatistic("sys-spearman", "Spearman's rho of systems", system_spearman),
        SystemStatistic(
            "pairwise-accuracy", "share of pairs of systems ordered alike", same_order, pairs=True
        ),
        SoftPairwiseAccuracy(),
        AccEq(),
        DeltaHterSeg(),
        DeltaHterDoc(),
    )
}


def find_protocol(name: str) -> Protocol:
    """The protocol of a name; an unknown one is refused."""
    return PROTOCOLS[check_protocol(name)]
