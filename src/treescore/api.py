"""The functions behind `import treescore`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, TypeVar

from treescore.diagnosis.result import Diagnosis
from treescore.engine.base import LOCAL, open_engine
from treescore.engine.diagnosing import diagnose as find_all_errors
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.explained_score import ExplainedScore, explained_score
from treescore.engine.explaining import explain_segment
from treescore.engine.noticing import noticed
from treescore.engine.preparing import (
    ParserChoice,
    lacks_trees,
    make_metrics,
    one_metric,
    prepare,
)
from treescore.engine.reranking import RankedList
from treescore.engine.reranking import rerank as rank
from treescore.errors import UnknownName, UsageError
from treescore.io.candidates import CandidateList
from treescore.io.reference_order import check_order
from treescore.io.testset import Input
from treescore.io.values import make_testset, refuse_file_names
from treescore.judgements.base import Against
from treescore.languages import language
from treescore.meta.choices import RESAMPLES as META_RESAMPLES
from treescore.meta.choices import Group, MetricTest
from treescore.metrics.base import Metric
from treescore.metrics.score import Score
from treescore.metrics.usual import QUICK, usual
from treescore.parsing.base import Parser
from treescore.stats.choices import SEED
from treescore.trees.nbest import Parses

if TYPE_CHECKING:
    from treescore.meta.outcome import Agreement
    from treescore.report.document import Report

Number = TypeVar("Number", int, int | None)
Choice = TypeVar("Choice", bound=StrEnum)


def parse(
    texts: Iterable[str], lang: str = "en", nbest: int = 1, parser: Parser | str = "spacy"
) -> Iterator[Parses]:
    """The parses of every text, from the user's cache where it has them."""
    if isinstance(texts, str):
        raise UsageError("expected a list of texts: give [text]")
    wanted = _at_least_one("nbest", nbest)
    looked_at = noticed(texts, str, "texts", language(lang))
    return ParserChoice(parser).open(lang).parse(looked_at, wanted)


def score(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Sequence[str | Metric[Any]] | None = None,
    lang: str = "en",
    parser: Parser | str = "spacy",
    docs: Sequence[str] | None = None,
    *,
    sources: Sequence[str] | None = None,
    jobs: int | None = None,
    engine: str = LOCAL,
) -> Evaluation:
    """Score one system (a list of texts or trees) or several (by name).

    References are `[segment][reference]`; segments may have different numbers of them. Without
    `metrics`, it is those that are usual in the language. `docs` names the document of every
    segment, `sources` are what was translated, to be shown. Work that takes long is shared among
    all cores, or so many processes as `jobs` says, or done on the cluster `dask://HOST:PORT`.
    """
    choice = ParserChoice(parser)
    testset = make_testset(_named(systems), references, docs, lang, sources)
    ready = prepare(testset, _made(metrics), choice)
    return evaluate(*ready, engine=open_engine(engine, choice.jobs(jobs)))


def _named(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
) -> Mapping[str, Sequence[Input]]:
    """Systems by name; one alone is called system."""
    if isinstance(systems, str):
        raise UsageError("a system is a list of texts: give [text]")
    named = systems if isinstance(systems, Mapping) else {"system": systems}
    if not named:
        raise UsageError("nothing to score: expected at least one system")
    for name, items in named.items():
        if isinstance(items, list | tuple):  # what can be looked at twice
            refuse_file_names(name, items)
    return named


def _made(metrics: Sequence[str | Metric[Any]] | None) -> dict[str, Metric[Any]] | None:
    """The metrics that are asked for; none if the usual ones are meant."""
    if isinstance(metrics, str | Metric):
        raise UsageError(f"metrics are a list: give [{metrics!r}]")
    return None if metrics is None else make_metrics(metrics)


def _at_least_one(name: str, number: Number) -> Number:
    if number is not None and number < 1:
        raise UsageError(f"{name}={number}: expected a whole number from 1 on")
    return number


def _one_of(choices: type[Choice], what: str, value: str) -> Choice:
    if value not in list(choices):
        raise UnknownName(what, value, choices)
    return choices(value)


def diagnose(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    lang: str = "en",
    parser: Parser | str = "spacy",
    docs: Sequence[str] | None = None,
    against: str | None = None,
    *,
    sources: Sequence[str] | None = None,
    jobs: int | None = None,
    engine: str = LOCAL,
) -> Diagnosis:
    """What is wrong with the translations of one system or of several (by name).

    Inputs are those of `score`. Systems are compared with the first one, or with `against`; if
    that is given, they are also compared by which words and patterns of the references they find.
    """
    testset = make_testset(_named(systems), references, docs, lang, sources)
    choice = ParserChoice(parser)
    opened = choice.open(testset.lang) if lacks_trees(testset) else None
    workers = open_engine(engine, choice.jobs(jobs))
    return find_all_errors(testset, opened, against=against, engine=workers)


def report(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Sequence[str | Metric[Any]] | None = None,
    lang: str = "en",
    parser: Parser | str = "spacy",
    docs: Sequence[str] | None = None,
    *,
    sources: Sequence[str] | None = None,
    resamples: int | None = None,
    seed: int = SEED,
    jobs: int | None = None,
) -> Report:
    """The page of `treescore report`, to be saved, or to be seen in a notebook.

    Inputs are those of `score`.
    """
    from treescore.report.document import Report
    from treescore.report.making import Draft

    choice = ParserChoice(parser)
    testset = make_testset(_named(systems), references, docs, lang, sources)
    ready = prepare(testset, _made(metrics), choice, pictures=True)
    draft = Draft(ready, cached=choice.cached)
    evaluation = draft.evaluate(engine=open_engine(jobs=choice.jobs(jobs)))
    evaluation = evaluation.resampled(_at_least_one("resamples", resamples), seed)
    return Report(draft.page(evaluation), evaluation)


def meta(
    judgements: str | Sequence[str],
    metrics: Sequence[str | Metric[Any]] | None = None,
    protocols: Sequence[str] | None = None,
    against: str | None = None,
    group: str | None = None,
    scores: Mapping[str, str] | None = None,
    min_chars: int | None = None,
    max_chars: int | None = None,
    by: str = "",
    table: str | None = None,
    test: str = MetricTest.perm_both,
    resamples: int = META_RESAMPLES,
    seed: int = SEED,
    lang: str | None = None,
    parser: Parser | str = "spacy",
    *,
    jobs: int | None = None,
    engine: str = LOCAL,
) -> Agreement:
    """How far metrics agree with human judgements, as `treescore meta` measures it.

    `judgements` are a table `SET.segs.tsv` or a folder, or several; `scores` are the files of
    scores that were made elsewhere, by the names of their metrics. All else is what the options of
    the command are.
    """
    from treescore.meta.asking import Question, ask
    from treescore.meta.outcome import bring_together
    from treescore.meta.run import measure_all

    for name, value in (("metrics", metrics), ("protocols", protocols)):
        if isinstance(value, str | Metric):
            raise UsageError(f"{name} are a list: give [{value!r}]")
    question = Question(
        [judgements] if isinstance(judgements, str) else list(judgements),
        metrics or (),
        protocols or (),
        None if against is None else _one_of(Against, "judgement", against),
        None if group is None else _one_of(Group, "group", group),
        list((scores or {}).items()),
        min_chars,
        max_chars,
        by,
        table,
        _one_of(MetricTest, "test", test),
        _at_least_one("resamples", resamples),
        seed,
        None if lang is None else language(lang),
    )
    choice = ParserChoice(parser)
    asked = ask(question, choice)
    workers = open_engine(engine, choice.jobs(jobs))
    reports = measure_all(asked.sets, asked.plan, asked.sources, choice, workers)
    return bring_together(asked.plan, reports, asked.title, asked.sources.lengths)


def score_texts(
    metric: Metric[Any],
    hypotheses: Sequence[Input],
    references: Sequence[Sequence[Input]],
    lang: str,
    parser: Parser | str,
    *,
    segment: bool = False,
    n_bootstrap: int = 1,
) -> Score:
    """How metrics score texts: as `score` does."""
    if not isinstance(n_bootstrap, int) or n_bootstrap < 1:
        raise UsageError(f"n_bootstrap={n_bootstrap}: expected a whole number from 1 on")
    if not isinstance(lang, str):  # where sacreBLEU has its third argument
        raise UsageError(f"lang={lang}: expected a language; samples are n_bootstrap={lang}")
    jobs = 1 if segment else None  # for one, nobody need be asked
    evaluation = score(hypotheses, references, [metric], lang, parser, jobs=jobs)
    (name,) = evaluation.metrics
    if not segment:
        drawn = evaluation.resampled(n_bootstrap, SEED)
        return drawn.score("system", name, ci=n_bootstrap > 1)
    (value,) = evaluation.segment_scores("system", name)
    signature = metric.segment_signature(evaluation.signature("system", name))
    return Score(value, signature, name=name, digits=metric.digits)


def explain(
    hypothesis: Input,
    references: Sequence[Input],
    metric: str | Metric[Any] | None = None,
    lang: str = "en",
    parser: Parser | str = "spacy",
    *,
    source: str | None = None,
) -> ExplainedScore:
    """Why a translation has its score: the parts of it, where they stand, and what each adds.

    Without a metric, the first of those that are usual in the language. The `source` is what was
    translated, to be shown.
    """
    if isinstance(references, str):
        raise UsageError("references are a list: give [text]")
    refuse_file_names("the translation", [hypothesis])
    refuse_file_names("the reference", references)
    sources = None if source is None else [source]
    testset = make_testset({"system": [hypothesis]}, [references], lang=lang, sources=sources)
    chosen = one_metric(usual(testset.lang)[0] if metric is None else metric)
    ready = prepare(testset, chosen, ParserChoice(parser))
    (made,) = ready.metrics.values()
    return explained_score(explain_segment(*ready)["system"], made)


def rerank(
    candidates: Sequence[Sequence[str]],
    metric: str | Metric[Any] = QUICK,
    lang: str = "en",
    parser: Parser | str = "spacy",
    references: Sequence[Sequence[str]] | None = None,
    *,
    jobs: int | None = None,
    engine: str = LOCAL,
) -> list[RankedList]:
    """The candidates of every segment, best first: by references, or else by minimum Bayes risk.

    Candidates are `[segment][candidate]`, references `[segment][reference]`. Work that
    takes long is shared among all cores, or so many processes as `jobs` says, or done on the
    cluster `dask://HOST:PORT`.
    """
    for name, lists in (("candidates", candidates), ("references", references or [])):
        if isinstance(lists, str) or any(isinstance(each, str) or not each for each in lists):
            raise UsageError(f"{name} are a list of texts for every segment, none of them empty")
        if not all(isinstance(text, str) for each in lists for text in each):
            raise UsageError(f"{name} are texts (str)")
    if references is not None and len(references) != len(candidates):
        raise UsageError(
            f"candidates for {len(candidates)} segments, but references for {len(references)}"
        )
    check_order([[first for first, *_ in candidates]], references or [])
    (chosen,) = one_metric(metric).values()
    choice = ParserChoice(parser)
    opened = choice.open_for([chosen], language(lang))
    named = [CandidateList(str(n), tuple(texts)) for n, texts in enumerate(candidates, 1)]
    workers = open_engine(engine, choice.jobs(jobs))
    return list(rank(named, chosen, opened, language(lang), references, engine=workers))
