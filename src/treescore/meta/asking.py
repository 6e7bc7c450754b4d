"""A question to human judgements: from what is asked for to sets, plan and metrics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from treescore.engine.preparing import ParserChoice, make_metrics
from treescore.errors import UsageError
from treescore.io.lengths import LONGEST
from treescore.judgements.base import Against, CannotJudge
from treescore.meta.agreement import Plan
from treescore.meta.choices import RESAMPLES, Group, MetricTest, check_protocol
from treescore.meta.papers import PaperTable, find_table
from treescore.meta.protocols import find_protocol
from treescore.meta.run import JudgedSet, Sources, fitting_protocols, read_judged
from treescore.metrics.base import Metric
from treescore.metrics.usual import usual
from treescore.stats.choices import SEED


@dataclass(frozen=True)
class Question:
    """What is asked for; None and nothing mean what is usual, or what the paper's table says."""

    judgements: Sequence[str]
    """Tables and folders."""
    metrics: Sequence[str | Metric[Any]] = ()
    protocols: Sequence[str] = ()
    against: Against | None = None
    group: Group | None = None
    scores: Sequence[tuple[str, str]] = ()
    """Names and files of scores that were made elsewhere."""
    min_chars: int | None = None
    max_chars: int | None = None
    by: str = ""
    table: str | None = None
    """Of a paper."""
    test: MetricTest = MetricTest.perm_both
    resamples: int = RESAMPLES
    seed: int = SEED
    lang: str | None = None
    longest: int = LONGEST
    """Characters that a segment may have."""


@dataclass(frozen=True)
class Asked:
    """What is to be measured, once it is known to be possible and all files are read."""

    sets: Sequence[JudgedSet]
    plan: Plan
    sources: Sources
    title: str


def ask(question: Question, choice: ParserChoice) -> Asked:
    """Find what is asked for, and read the judgements."""
    paper = find_table(question.table) if question.table else PaperTable("", (), ())
    names = dict.fromkeys(question.protocols or paper.protocols)
    wanted = [find_protocol(check_protocol(name)) for name in names]
    specs = [*paper.metrics, *question.metrics]
    low, high = question.min_chars, question.max_chars
    sources = Sources(
        choice.told(make_metrics(specs)),
        question.scores,
        paper.min_chars if low is None else low,
        paper.max_chars if high is None else high,
    )
    _check_names([*sources.metrics, *(name for name, _ in sources.files)])
    against = question.against or paper.against
    group = question.group or paper.group
    plan = Plan(wanted, against, group, question.test, question.resamples, question.seed)
    sets = read_judged(
        question.judgements, sources.files, question.by, question.lang, question.longest
    )
    if not specs and not sources.files:
        sources = replace(sources, metrics=choice.told(make_metrics(_usual_in_all(sets))))
    plan = replace(plan, protocols=plan.protocols or fitting_protocols(sets, against))
    if not plan.protocols:
        raise CannotJudge(f"{question.judgements[0]}: no judgement to measure against ({against})")
    return Asked(sets, plan, sources, paper.title)


def _usual_in_all(sets: Sequence[JudgedSet]) -> list[str]:
    """The usual metrics of their language; of several languages, those that all of them have."""
    return [spec for spec in usual(sets[0].lang) if all(spec in usual(each.lang) for each in sets)]


def _check_names(names: list[str]) -> None:
    """Refuse metrics that could not be told apart."""
    for number, name in enumerate(names):
        if name in names[:number]:
            raise UsageError(f"two metrics are called {name!r}; name them differently")
