"""The functions behind `import treescore`."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from treescore.engine.base import IN_PROCESS, LOCAL, Engine, open_engine
from treescore.engine.evaluation import Evaluation
from treescore.engine.explaining import explain_segment
from treescore.engine.local import evaluate, needs_parser
from treescore.engine.reranking import RankedList
from treescore.engine.reranking import rerank as rank
from treescore.errors import UsageError
from treescore.explanation import Explanation
from treescore.io.candidates import CandidateList
from treescore.io.testset import Input, Stream, Testset
from treescore.languages import language
from treescore.metrics.base import Metric, Score
from treescore.metrics.registry import DEFAULT, make_metric
from treescore.parsing.base import Parser
from treescore.parsing.checked import CheckedParser
from treescore.parsing.named import open_named
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, TreeError, check_heads
from treescore.trees.nbest import NBest, Parses, single

KINDS = (str, DependencyTree, ConstituencyTree, NBest)


def parse(
    texts: Iterable[str], lang: str = "en", nbest: int = 1, parser: Parser | str = "spacy"
) -> Iterator[Parses]:
    """The parses of every text, from the user's cache where it has them."""
    if isinstance(texts, str):
        raise UsageError("expected a list of texts: give [text]")
    if nbest < 1:
        raise UsageError(f"nbest={nbest}: expected a whole number from 1 on")
    return _open(parser, lang).parse(texts, nbest)


def _open(parser: Parser | str, lang: str) -> Parser:
    return open_named(parser, lang) if isinstance(parser, str) else _checked(parser)


def _checked(parser: Parser) -> Parser:
    """A parser of the user's own is looked at; those of treescore are known."""
    own = type(parser).__module__.startswith("treescore.")
    return parser if own else CheckedParser(parser)


def score(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Sequence[str | Metric[Any]] = DEFAULT,
    lang: str = "en",
    parser: Parser | str = "spacy",
    docs: Sequence[str] | None = None,
    *,
    jobs: int = 1,
    engine: str = LOCAL,
) -> Evaluation:
    """Score one system (a list of texts or trees) or several (by name).

    References are `[segment][reference]`; segments may have different numbers of them. `docs` names
    the document of every segment. With several jobs, or on the cluster `dask://HOST:PORT`, the work
    is done in other processes.
    """
    if isinstance(systems, str):
        raise UsageError("a system is a list of texts: give [text]")
    if isinstance(metrics, str):
        raise UsageError(f"metrics are a list: give [{metrics!r}]")
    named = systems if isinstance(systems, Mapping) else {"system": systems}
    if not named:
        raise UsageError("nothing to score: expected at least one system")
    made = (make_metric(each) if isinstance(each, str) else each for each in metrics)
    chosen = {
        spec if isinstance(spec, str) else metric.spec: metric
        for spec, metric in zip(metrics, made, strict=True)
    }
    workers = open_engine(engine, jobs)
    return evaluate_inputs(named, references, chosen, lang, parser, docs, workers)


def evaluate_inputs(
    systems: Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Mapping[str, Metric[Any]],
    lang: str,
    parser: Parser | str,
    docs: Sequence[str] | None = None,
    engine: Engine = IN_PROCESS,
) -> Evaluation:
    """Check texts or trees given from Python, and evaluate them."""
    testset = _testset(systems, references, lang, docs)
    opened = _open(parser, testset.lang) if needs_parser(testset, metrics) else None
    return evaluate(testset, metrics, opened, engine=engine)


class ApiScorer:
    """How metrics score texts."""

    def corpus_score(
        self,
        metric: Metric[Any],
        hypotheses: Sequence[Input],
        references: Sequence[Sequence[Input]],
        lang: str,
        parser: Parser | str,
    ) -> Score:
        named = {metric.name: metric}
        evaluation = evaluate_inputs({"system": hypotheses}, references, named, lang, parser)
        return evaluation.score("system", metric.name)

    def sentence_score(
        self,
        metric: Metric[Any],
        hypothesis: Input,
        references: Sequence[Input],
        lang: str,
        parser: Parser | str,
    ) -> Score:
        named = {metric.name: metric}
        evaluation = evaluate_inputs({"system": [hypothesis]}, [references], named, lang, parser)
        (score,) = evaluation.segment_scores("system", metric.name)
        signature = evaluation.signature("system", metric.name)
        return Score(score, metric.segment_signature(signature))


Metric.text_scorer = ApiScorer()


def explain(
    hypothesis: Input,
    references: Sequence[Input],
    metric: str | Metric[Any] = DEFAULT[0],
    lang: str = "en",
    parser: Parser | str = "spacy",
) -> Explanation:
    """Why a translation has its score: the parts of it, where they stand, and what each adds."""
    if isinstance(references, str):
        raise UsageError("references are a list: give [text]")
    testset = _testset({"system": [hypothesis]}, [references], lang)
    chosen = {"metric": make_metric(metric) if isinstance(metric, str) else metric}
    opened = _open(parser, testset.lang) if needs_parser(testset, chosen) else None
    return explain_segment(testset, chosen, opened)["system"].explanations["metric"]


def rerank(
    candidates: Sequence[Sequence[str]],
    metric: str | Metric[Any] = DEFAULT[0],
    lang: str = "en",
    parser: Parser | str = "spacy",
    references: Sequence[Sequence[str]] | None = None,
    *,
    jobs: int = 1,
    engine: str = LOCAL,
) -> list[RankedList]:
    """The candidates of every segment, best first: by references, or else by minimum Bayes risk.

    Candidates are `[segment][candidate]`, references `[segment][reference]`. With several jobs, or
    on the cluster `dask://HOST:PORT`, the work is done in other processes.
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
    chosen = make_metric(metric) if isinstance(metric, str) else metric
    opened = _open(parser, language(lang)) if chosen.nbest else None
    named = [CandidateList(str(n), tuple(texts)) for n, texts in enumerate(candidates, 1)]
    workers = open_engine(engine, jobs)
    return list(rank(named, chosen, opened, language(lang), references, engine=workers))


def _testset(
    systems: Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    lang: str,
    docs: Sequence[str] | None = None,
) -> Testset:
    if isinstance(references, str) or any(isinstance(items, str) for items in systems.values()):
        raise UsageError("hypotheses are a list, and references are [segment][reference]")
    systems = {name: list(items) for name, items in systems.items()}
    references = [each if isinstance(each, str) else list(each) for each in references]
    for name, items in systems.items():
        _check_parallel(name, items, references)
    columns = zip_longest(*references)  # a segment with fewer references has None for the others
    return Testset(
        tuple(_stream(f"reference {n}", column) for n, column in enumerate(columns, 1)),
        {name: _stream(name, items) for name, items in systems.items()},
        None if docs is None else tuple(docs),
        language(lang),
    )


def _stream(name: str, items: Iterable[Input | None]) -> Stream:
    known = tuple(items)
    texts = tuple(item for item in known if isinstance(item, str | None))
    if len(texts) == len(known):
        return Stream(name, texts)
    if any(isinstance(item, str) for item in known):
        raise UsageError(f"{name}: texts and trees are mixed; give one or the other")
    return Stream(name, None, [_parses(item) for item in known])


def _parses(item: Input | None) -> tuple[None, Parses] | None:
    """A tree or a list as the engine takes it, once it is known to be one."""
    if item is None or isinstance(item, str):
        return None
    parses: Parses = item if isinstance(item, NBest) else single(item)  # type: ignore[assignment]
    if not parses.trees or not all(map(math.isfinite, parses.logprobs)):
        raise UsageError("expected lists of at least one tree, with finite log-probabilities")
    for tree in parses.trees:
        if type(tree) is not type(parses.best):
            raise UsageError("a list mixes dependencies and constituents; give one kind")
        if isinstance(tree, DependencyTree):
            try:
                check_heads(tree.heads)
            except TreeError as error:
                raise UsageError(f"no tree: {error}") from None
    return None, parses


def _check_parallel(
    name: str, items: Sequence[Input], references: Sequence[Sequence[Input]]
) -> None:
    if not items or not all(references):
        raise UsageError("nothing to score: expected a text and at least one reference a segment")
    if any(isinstance(segment, str) for segment in references):
        raise UsageError("references are [segment][reference]: give a list of texts a segment")
    if not all(isinstance(item, KINDS) for group in (items, *references) for item in group):
        raise UsageError("hypotheses and references are texts (str) or trees")
    if len(items) != len(references):
        transposed = all(len(stream) == len(items) for stream in references)
        hint = "; they look like [reference][segment]: transpose them" if transposed else ""
        raise UsageError(
            f"{name}: {len(items)} hypotheses, but references for {len(references)} segments{hint}"
        )
