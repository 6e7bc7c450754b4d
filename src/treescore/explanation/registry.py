"""Which function explains which metric: one table, by the metric's class.

The functions stand in the modules beside this one, which are called like those of the metrics. A
metric that is not in the table is one of the user's. Its explanation may be an entry point of the
group `treescore.explanations`, under the metric's name; if there is none, it gets the plain one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from treescore import plugins
from treescore.explanation.base import Explanation
from treescore.explanation.cesm import explain_cesm
from treescore.explanation.dpm import explain_bdpm, explain_dpm
from treescore.explanation.foreign import explain_foreign
from treescore.explanation.liu_gildea import explain_hwcm, explain_kernel, explain_subtrees
from treescore.explanation.nist_wer import explain_nist, explain_wer
from treescore.explanation.plain import explain_plain
from treescore.explanation.sdpm import explain_sdpm
from treescore.explanation.sepia import explain_sepia
from treescore.explanation.surface import explain_bleu, explain_chrf, explain_ter
from treescore.explanation.tesla import explain_ngram_match, explain_tesla
from treescore.metrics.base import Metric
from treescore.metrics.cesm import CESM
from treescore.metrics.dpm import BDPM, DPM, EDPM
from treescore.metrics.liu_gildea import DSTM, DTKM, HWCM, STM, TKM
from treescore.metrics.nist_wer import NIST, WER
from treescore.metrics.sdpm import SDPM
from treescore.metrics.sentence import Sentence
from treescore.metrics.sepia import SEPIA
from treescore.metrics.surface import BLEU, CHRF, TER
from treescore.metrics.tesla import MaxSim, TeslaM
from treescore.metrics.trained import Tesla

EXPLANATIONS: Mapping[type[Metric[Any]], Callable[[Any, Sentence, Sequence[Sentence]], Explanation]]
EXPLANATIONS = {
    STM: explain_subtrees,
    TKM: explain_kernel,
    HWCM: explain_hwcm,
    DSTM: explain_subtrees,
    DTKM: explain_kernel,
    SEPIA: explain_sepia,
    CESM: explain_cesm,
    DPM: explain_dpm,
    BDPM: explain_bdpm,
    EDPM: explain_dpm,
    SDPM: explain_sdpm,
    TeslaM: explain_ngram_match,
    MaxSim: explain_ngram_match,
    Tesla: explain_tesla,
    BLEU: explain_bleu,
    CHRF: explain_chrf,
    TER: explain_ter,
    NIST: explain_nist,
    WER: explain_wer,
}


def explain(
    metric: Metric[Any], hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """Take the score of a segment apart; `metric` is one that was fitted."""
    if function := EXPLANATIONS.get(type(metric)):
        return function(metric, hypothesis, references)
    if entry := plugins.find_plugin(plugins.EXPLANATIONS, metric.name):
        return explain_foreign(entry, metric, hypothesis, references)
    return explain_plain(metric, hypothesis, references)
