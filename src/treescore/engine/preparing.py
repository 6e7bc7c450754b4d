"""Getting ready: metrics by their names, and a parser where there are trees to be made.

The command line, Python and the web application all come through here. Test sets are made by
`io/testset.py` from files, and by `io/values.py` from texts and trees.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from treescore.engine.noticing import notice
from treescore.errors import MissingResource, UsageError
from treescore.io.lengths import LONGEST
from treescore.metrics.base import Metric
from treescore.metrics.checked import checked
from treescore.metrics.registry import expand, make_metric
from treescore.metrics.usual import usual

if TYPE_CHECKING:
    from treescore.io.testset import Testset
    from treescore.parsing.base import Parser

USUAL_PARSER = "spacy"
ONE_THREAD = {"spacy", "udpipe"}
"""Parsers that leave other cores alone, and that are opened soon."""
TRANSFORMER = "_trf"
"""How the names of those models of spaCy end that compute in many threads."""

log = logging.getLogger("treescore")


@dataclass(frozen=True)
class ParserChoice:
    """Which parser is asked for, and how it is to work; it is not opened yet."""

    parser: Parser | str = USUAL_PARSER
    """A spec, or an object of the user's own."""
    cached: bool = True
    gpu: bool = False
    longest: int = LONGEST
    """Characters of a segment, where parses are read from a file."""

    def open(self, lang: str) -> Parser:
        """The parser of a language, opened at once: what is missing shows before the work."""
        from treescore.parsing.checked import checked as checked_parser
        from treescore.parsing.named import open_named

        if isinstance(self.parser, str):
            return open_named(
                self.parser, lang, cached=self.cached, gpu=self.gpu, longest=self.longest
            )
        return checked_parser(self.parser)

    def open_for(self, metrics: Iterable[Metric[Any]], lang: str) -> Parser | None:
        """The parser, if one of the metrics compares trees."""
        return self.open(lang) if need_trees(metrics) else None

    def open_for_pictures(self, metrics: Iterable[Metric[Any]], lang: str) -> Parser | None:
        """The parser, for the trees' sake; without the usual one, metrics over text go on."""
        try:
            return self.open(lang)
        except MissingResource as error:
            if need_trees(metrics) or self.parser != USUAL_PARSER:
                raise
            log.warning("there are no trees to show: %s", error)
            return None

    def told(self, metrics: Mapping[str, Metric[Any]]) -> dict[str, Metric[Any]]:
        """The metrics, which may have something of their own to keep in the cache, or not."""
        return {
            name: metric if self.cached else metric.uncached() for name, metric in metrics.items()
        }

    def jobs(self, asked: int | None) -> int | None:
        """How many processes are asked for; None if as many as are quickest may work.

        One does, unless more are asked for, where a parser has threads or a GPU that it does not
        share well, and where it is the user's own: nobody here knows what it holds.
        """
        if asked is None and not self._is_shared_well:
            return 1
        return asked

    @property
    def _is_shared_well(self) -> bool:
        if not isinstance(self.parser, str) or self.gpu:
            return False
        name, _, argument = self.parser.partition(":")
        return name in ONE_THREAD and not argument.endswith(TRANSFORMER)

    @property
    def files(self) -> list[str]:
        """The file that parses are read from, if they are."""
        name, _, argument = str(self.parser).partition(":")
        return [argument] if name == "files" else []


class Ready(NamedTuple):
    """All that it takes to score a test set; there is a parser where trees have to be made."""

    testset: Testset
    metrics: Mapping[str, Metric[Any]]
    parser: Parser | None


def make_metrics(specs: Sequence[str | Metric[Any]]) -> dict[str, Metric[Any]]:
    """The metrics of specs, sweeps included, or given as such, by what they are asked for as."""
    made: dict[str, Metric[Any]] = {}
    for each in specs:
        if isinstance(each, str):
            found = {spec: make_metric(spec) for spec in expand(each)}
        elif isinstance(each, type):
            raise UsageError(f"{each.__name__} is a class; give an object: {each.__name__}()")
        else:
            metric = checked(each)
            found = {metric.spec: metric}
        for spec, metric in found.items():
            if made.setdefault(spec, metric) != metric:
                raise UsageError(f"two metrics are called {spec!r}; name them differently")
    return made


def one_metric(metric: str | Metric[Any]) -> dict[str, Metric[Any]]:
    """The metric of a spec, or given as such, by what it is asked for as."""
    made = make_metrics([metric])
    if len(made) > 1:
        raise UsageError(f"{metric}: expected one metric, not a sweep of several")
    return made


def need_trees(metrics: Iterable[Metric[Any]]) -> bool:
    """Whether one of the metrics compares trees."""
    return any(metric.nbest for metric in metrics)


def lacks_trees(testset: Testset) -> bool:
    """Whether some trees are to be made by a parser."""
    return any(stream.parses is None for stream in testset.streams)


def prepare(
    testset: Testset,
    metrics: Mapping[str, Metric[Any]] | None,
    choice: ParserChoice,
    *,
    pictures: bool = False,
    whole: Testset | None = None,
) -> Ready:
    """Take the usual metrics if none are given, and open the parser if it is needed.

    Where trees are shown, that is also where no metric compares them. The `whole` is what a test
    set is a part of: more of it tells more of what does not look right.
    """
    chosen = choice.told(_usual(testset) if metrics is None else metrics)
    notice(whole or testset)
    parser = None
    if lacks_trees(testset):
        opened = choice.open_for_pictures if pictures else choice.open_for
        parser = opened(chosen.values(), testset.lang)
    return Ready(testset, chosen, parser)


def _usual(testset: Testset) -> dict[str, Metric[Any]]:
    """The usual metrics that a test set allows: without texts, those that compare trees."""
    made = make_metrics(usual(testset.lang))
    if testset.has_text:
        return made
    return {spec: metric for spec, metric in made.items() if metric.reads != "text"}
