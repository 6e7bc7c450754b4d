"""The answer of a report in two sentences: who wins, and what separates the first from the next."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.diagnosis.result import Diagnosis
from treescore.diagnosis.separating import PER
from treescore.engine.results import LEVEL
from treescore.engine.summary import Summary
from treescore.report.diagnosis_words import compared
from treescore.report.escape import cell
from treescore.report.results import p_shown, precedent_shown
from treescore.report.svg import minus
from treescore.stats.differences import SETS

MOST_NAMES = 3
"""Systems or types that a sentence names."""


def verdict(summary: Summary, diagnosis: Diagnosis | None) -> list[str]:
    """Who wins by the first metric; then, where errors were looked for, what they say."""
    several = len(summary.systems) > 1
    sentences = [_winner(summary) if several else _alone(summary)]
    if diagnosis is not None and diagnosis.rows:
        if several:
            sentences.append(compared(summary.systems[1], diagnosis))
        else:
            sentences.append(_frequent(diagnosis))
    return sentences


def listed(names: Sequence[str], most: int = MOST_NAMES) -> str:
    """A, B and C; of many names the first, and how many more there are."""
    shown = [cell(name) for name in names]
    if len(shown) > most:
        shown = [*shown[: most - 1], f"{len(shown) - most + 1} more"]
    return " and ".join(filter(None, (", ".join(shown[:-1]), shown[-1])))


def _alone(summary: Summary) -> str:
    (system,) = summary.systems
    metric = next(iter(summary.metrics))
    score = summary.scores[system][metric]
    bounds = [_number(summary, metric, bound or 0.0) for bound in (score.low, score.high)]
    value = _number(summary, metric, score.score)
    return f"{cell(system)} has {metric} {value}, 95 % interval {bounds[0]} to {bounds[1]}."


def _frequent(diagnosis: Diagnosis) -> str:
    (rates,) = diagnosis.rates.values()
    kinds = [name for name in diagnosis.rows if ":" not in name][:MOST_NAMES]
    told = [f"{name} ({rates[name].rate:.1f} per {PER} segments)" for name in kinds]
    return f"Its most frequent types of errors: {', '.join(told)}."


def _winner(summary: Summary) -> str:
    """Who is first, by how much, whether that is more than chance, and what people said."""
    metric = next(iter(summary.metrics))
    best, (first, second) = summary.best(metric), summary.systems[:2]
    score = _number(summary, metric, summary.scores[first][metric].score)
    if len(best) > 1:
        return f"{listed(best)} are level by {metric} ({score}){_by_others(summary, best)}."
    duel = summary.duels[metric, first, second]
    lead = _number(summary, metric, duel.delta)
    by = f"by {metric}{_by_others(summary, best)}"
    if not duel.test.is_significant(LEVEL):
        rivals = [name for name in summary.systems[1:] if not summary.beaten(metric, name, LEVEL)]
        over = "" if rivals == [second] else f" over {cell(second)}"
        return (
            f"{cell(first)} is first {by}, but not significantly better than {listed(rivals)}: "
            f"{score}, a lead of {lead}{over} (p {p_shown(duel.test.p)})"
            f"{_said(summary, metric, first, second)}."
        )
    return (
        f"{cell(first)} wins {by}: {score}, significantly better than {cell(second)}, the next, "
        f"by {lead} (p {p_shown(duel.test.p)}){_said(summary, metric, first, second)}."
    )


def _by_others(summary: Summary, best: Sequence[str]) -> str:
    """What the other metrics say of who is first."""
    others = list(summary.metrics)[1:]
    differing = [name for name in others if not set(summary.best(name)) & set(best)]
    if not others or len(differing) == len(others) > 1:
        return ", but by no other metric" if others else ""
    agreeing = [name for name in others if name not in differing]
    parts = [f"as by {listed(agreeing)}"] if agreeing else []
    parts += [f"not by {listed(differing)}"] if differing else []
    return f" ({', '.join(parts)})"


def _said(summary: Summary, metric: str, first: str, second: str) -> str:
    precedent = summary.duels[metric, first, second].test.precedent
    if precedent is None:
        return ""
    return f"; people agreed with such a difference in {precedent_shown(precedent)} of {SETS}"


def _number(summary: Summary, metric: str, value: float) -> str:
    return minus(f"{value:.{summary.metrics[metric].digits}f}")
