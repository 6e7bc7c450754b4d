"""The functions behind `import treescore`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from treescore.diagnosis.result import Diagnosis
from treescore.engine.base import LOCAL, open_engine
from treescore.engine.diagnosing import diagnose as find_all_errors
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.explaining import explain_segment
from treescore.engine.preparing import (
    ParserChoice,
    lacks_trees,
    make_metrics,
    one_metric,
    prepare,
)
from treescore.engine.reranking import RankedList
from treescore.engine.reranking import rerank as rank
from treescore.errors import UsageError
from treescore.explanation import Explanation
from treescore.io.candidates import CandidateList
from treescore.io.testset import Input
from treescore.io.values import make_testset
from treescore.languages import language
from treescore.metrics.base import Metric, Score
from treescore.metrics.usual import QUICK, usual
from treescore.parsing.base import Parser
from treescore.trees.nbest import Parses


def parse(
    texts: Iterable[str], lang: str = "en", nbest: int = 1, parser: Parser | str = "spacy"
) -> Iterator[Parses]:
    """The parses of every text, from the user's cache where it has them."""
    if isinstance(texts, str):
        raise UsageError("expected a list of texts: give [text]")
    if nbest < 1:
        raise UsageError(f"nbest={nbest}: expected a whole number from 1 on")
    return ParserChoice(parser).open(lang).parse(texts, nbest)


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
    named = _named(systems)
    if isinstance(metrics, str | Metric):
        raise UsageError(f"metrics are a list: give [{metrics!r}]")
    made = None if metrics is None else make_metrics(metrics)
    choice = ParserChoice(parser)
    ready = prepare(make_testset(named, references, docs, lang, sources), made, choice)
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
    return named


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


def score_texts(
    metric: Metric[Any],
    hypotheses: Sequence[Input],
    references: Sequence[Sequence[Input]],
    lang: str,
    parser: Parser | str,
    *,
    segment: bool = False,
) -> Score:
    """How metrics score texts: as `score` does."""
    jobs = 1 if segment else None  # for one, nobody need be asked
    evaluation = score(hypotheses, references, [metric], lang, parser, jobs=jobs)
    (name,) = evaluation.metrics
    if not segment:
        return evaluation.score("system", name)
    (value,) = evaluation.segment_scores("system", name)
    return Score(value, metric.segment_signature(evaluation.signature("system", name)))


def explain(
    hypothesis: Input,
    references: Sequence[Input],
    metric: str | Metric[Any] | None = None,
    lang: str = "en",
    parser: Parser | str = "spacy",
) -> Explanation:
    """Why a translation has its score: the parts of it, where they stand, and what each adds.

    Without a metric, the first of those that are usual in the language.
    """
    if isinstance(references, str):
        raise UsageError("references are a list: give [text]")
    testset = make_testset({"system": [hypothesis]}, [references], lang=lang)
    chosen = one_metric(usual(testset.lang)[0] if metric is None else metric)
    ready = prepare(testset, chosen, ParserChoice(parser))
    (explanation,) = explain_segment(*ready)["system"].explanations.values()
    return explanation


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
    (chosen,) = one_metric(metric).values()
    choice = ParserChoice(parser)
    opened = choice.open_for([chosen], language(lang))
    named = [CandidateList(str(n), tuple(texts)) for n, texts in enumerate(candidates, 1)]
    workers = open_engine(engine, choice.jobs(jobs))
    return list(rank(named, chosen, opened, language(lang), references, engine=workers))
