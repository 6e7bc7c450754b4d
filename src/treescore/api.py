"""The functions behind `import treescore`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from treescore.engine.local import Evaluation, evaluate
from treescore.errors import UsageError
from treescore.io.testset import Segment, Testset
from treescore.metrics.registry import DEFAULT, make_metric
from treescore.parsing.base import Parser
from treescore.parsing.registry import cached_parser
from treescore.trees.nbest import Parses


def parse(
    texts: Iterable[str], lang: str = "en", nbest: int = 1, parser: Parser | None = None
) -> Iterator[Parses]:
    """The parses of every text, from the user's cache where it has them."""
    if isinstance(texts, str) or nbest < 1:
        raise UsageError("expected a list of texts, and nbest from 1 on")
    return (parser or cached_parser(lang=lang)).parse(texts, nbest)


def score(
    systems: Sequence[str] | Mapping[str, Sequence[str]],
    references: Sequence[Sequence[str]],
    metrics: Sequence[str] = DEFAULT,
    lang: str = "en",
    parser: Parser | None = None,
) -> Evaluation:
    """Score one system (a list of texts) or several (by name).

    References are `[segment][reference]`; segments may have different numbers of them.
    """
    if isinstance(systems, str) or isinstance(metrics, str):
        raise UsageError("a system is a list of texts, and so are the metrics; give [text]")
    named = systems if isinstance(systems, Mapping) else {"system": systems}
    if not named:
        raise UsageError("nothing to score: expected at least one system")
    for name, texts in named.items():
        _check_parallel(name, texts, references)
    segments = tuple(Segment(tuple(texts), "") for texts in references)
    testset = Testset(segments, {name: tuple(texts) for name, texts in named.items()})
    chosen = {spec: make_metric(spec) for spec in metrics}
    if parser is None and any(metric.nbest for metric in chosen.values()):
        parser = cached_parser(lang=lang)
    return evaluate(testset, chosen, parser)


def _check_parallel(name: str, texts: Sequence[str], references: Sequence[Sequence[str]]) -> None:
    if not texts or not all(references):
        raise UsageError("nothing to score: expected a text and at least one reference a segment")
    if any(isinstance(segment, str) for segment in references):
        raise UsageError("references are [segment][reference]: give a list of texts a segment")
    if not all(isinstance(text, str) for group in (texts, *references) for text in group):
        raise UsageError("hypotheses and references are texts (str)")
    if len(texts) != len(references):
        transposed = all(len(stream) == len(texts) for stream in references)
        hint = "; they look like [reference][segment]: transpose them" if transposed else ""
        raise UsageError(
            f"{name}: {len(texts)} hypotheses, but references for {len(references)} segments{hint}"
        )
