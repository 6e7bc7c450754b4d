"""The functions behind `import treescore`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import Any

from treescore.engine.evaluation import Evaluation
from treescore.engine.local import evaluate
from treescore.errors import UsageError
from treescore.io.testset import Stream, Testset
from treescore.metrics.base import Metric
from treescore.metrics.registry import DEFAULT, make_metric
from treescore.parsing.base import Parser
from treescore.parsing.registry import cached_parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, Parses, single

Input = str | DependencyTree | ConstituencyTree | Parses
"""A translation or a reference: its text, its tree, or its n-best list of trees."""
KINDS = (str, DependencyTree, ConstituencyTree, NBest)


def parse(
    texts: Iterable[str], lang: str = "en", nbest: int = 1, parser: Parser | None = None
) -> Iterator[Parses]:
    """The parses of every text, from the user's cache where it has them."""
    if isinstance(texts, str) or nbest < 1:
        raise UsageError("expected a list of texts, and nbest from 1 on")
    return (parser or cached_parser(lang=lang)).parse(texts, nbest)


def score(
    systems: Sequence[Input] | Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Sequence[str] = DEFAULT,
    lang: str = "en",
    parser: Parser | None = None,
    docs: Sequence[str] | None = None,
) -> Evaluation:
    """Score one system (a list of texts or trees) or several (by name).

    References are `[segment][reference]`; segments may have different numbers of them. `docs` names
    the document of every segment.
    """
    if isinstance(systems, str) or isinstance(metrics, str):
        raise UsageError("a system is a list of texts, and so are the metrics; give [text]")
    named = systems if isinstance(systems, Mapping) else {"system": systems}
    if not named:
        raise UsageError("nothing to score: expected at least one system")
    chosen = {spec: make_metric(spec) for spec in metrics}
    return evaluate_inputs(named, references, chosen, lang, parser, docs)


def evaluate_inputs(
    systems: Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    metrics: Mapping[str, Metric[Any]],
    lang: str,
    parser: Parser | None,
    docs: Sequence[str] | None = None,
) -> Evaluation:
    """Check texts or trees given from Python, and evaluate them."""
    for name, items in systems.items():
        _check_parallel(name, items, references)
    columns = zip_longest(*references)  # a segment with fewer references has None for the others
    testset = Testset(
        tuple(_stream(f"reference {n}", column) for n, column in enumerate(columns, 1)),
        {name: _stream(name, items) for name, items in systems.items()},
        None if docs is None else tuple(docs),
        lang,
    )
    needs_parser = any(stream.parses is None for stream in testset.streams)
    if parser is None and needs_parser and any(metric.nbest for metric in metrics.values()):
        parser = cached_parser(lang=lang)
    return evaluate(testset, metrics, parser)


def _stream(name: str, items: Iterable[Input | None]) -> Stream:
    known = tuple(items)
    texts = tuple(item for item in known if isinstance(item, str | None))
    if len(texts) == len(known):
        return Stream(name, texts)
    if any(isinstance(item, str) for item in known):
        raise UsageError(f"{name}: texts and trees are mixed; give one or the other")
    return Stream(name, None, [_parses(item) for item in known])


def _parses(item: Input | None) -> Parses | None:
    if isinstance(item, DependencyTree):
        return single(item)
    if isinstance(item, ConstituencyTree):
        return single(item)
    return item if isinstance(item, NBest) else None


def _check_parallel(
    name: str, items: Sequence[Input], references: Sequence[Sequence[Input]]
) -> None:
    if isinstance(items, str) or isinstance(references, str):
        raise UsageError("hypotheses are a list, and references are [segment][reference]")
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
