"""Results in words: numbers as they are shown, and how they were made."""

from __future__ import annotations

from collections.abc import Mapping

from treescore.engine.results import LEVEL, Results
from treescore.metrics.score import Score
from treescore.report.escape import cell
from treescore.stats.choices import RESAMPLES, Test
from treescore.stats.differences import SETS, Precedent
from treescore.stats.resampling import FEW, PairedTest

TOO_FEW = f"On fewer than {FEW} segments the bootstrap sees differences too often"
TESTS = {Test.bs: "paired bootstrap", Test.ar: "approximate randomization"}


def score_shown(results: Results, system: str, metric: str) -> str:
    """A score with as many digits as its metric shows."""
    return f"{results.scores[system][metric].score:.{results.metrics[metric].digits}f}"


def bounds_shown(results: Results, system: str, metric: str) -> str:
    """The interval, if one was asked for."""
    score, digits = results.scores[system][metric], results.metrics[metric].digits
    if score.low is None or score.high is None:
        return ""
    return f" [{score.low:.{digits}f}, {score.high:.{digits}f}]"


def p_shown(p: float) -> str:
    """A p with its sign: = 0.012, < 0.001."""
    return "< 0.001" if p < 0.001 else f"= {p:.3f}"


def difference_shown(results: Results, test: PairedTest) -> str:
    """By how much a system scores higher than another, and how likely that is chance."""
    return f"{test.delta:+.{results.metrics[test.metric].digits}f}, p {p_shown(test.p)}"


def rank(results: Results, system: str, metric: str) -> str:
    """The places that a system shares with others of its cluster, where all pairs were tested."""
    if not results.ranks:
        return ""
    first, last = results.ranks[metric][system]
    return str(first) if first == last else f"{first}-{last}"


def rank_shown(results: Results, system: str, metric: str) -> str:
    """The rank behind a score."""
    place = rank(results, system, metric)
    return f" ({place})" if place else ""


def notes(results: Results) -> list[str]:
    """How intervals and tests were made, and the signatures."""
    lines = []
    if results.ci:
        samples = results.resamples or RESAMPLES[Test.bs]
        lines.append(f"[low, high]: 95 % bootstrap, {samples} resamples, seed {results.seed}")
    if results.test:
        samples = results.resamples or RESAMPLES[results.test]
        if results.all_pairs:
            lines.append("(n): rank; any two systems of different ranks differ")
            star = "the two differ"
        else:
            star = f"differs from {cell(results.first)}"
        lines.append(
            f"*: {star}, p < {LEVEL}, {TESTS[results.test]}, {samples} samples, seed {results.seed}"
        )
    if results.test is Test.bs and any(test.segments < FEW for test in results.tests):
        lines.append(f"{TOO_FEW}; --paired ar does not")
    lines += precedent_notes(results)
    return lines + signature_notes(results.scores)


def precedent_shown(precedent: Precedent) -> str:
    """How often people agreed."""
    return f"{100 * precedent.share:.0f} % of {precedent.pairs} system pairs"


def precedent_notes(results: Results) -> list[str]:
    """What differences of such sizes have meant, where that is known."""
    return [
        f"{_compared(results, test)}, {test.metric}: people agreed with such a difference "
        f"({test.delta:+.{results.metrics[test.metric].digits}f}) in "
        f"{precedent_shown(test.precedent)} of {SETS}"
        for test in results.tests
        if test.precedent and test.baseline == results.first
    ]


def _compared(results: Results, test: PairedTest) -> str:
    """The system, and among all pairs the other one, too."""
    other = f" - {cell(test.baseline)}" if results.all_pairs else ""
    return f"{cell(test.system)}{other}"


def signature_notes(scores: Mapping[str, Mapping[str, Score]]) -> list[str]:
    """The signatures of all metrics, each once; with trees from files, every system has its own."""
    lines: list[str] = []
    for metric in next(iter(scores.values())):
        signatures = {name: each[metric].signature for name, each in scores.items()}
        if len(set(signatures.values())) == 1:
            lines += set(signatures.values())
        else:
            lines += [f"{cell(name)}: {signature}" for name, signature in signatures.items()]
    return lines
