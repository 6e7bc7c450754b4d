"""What is to be scored: how the words of options become a parser, metrics and a test set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from treescore.cli.options import check_distinct
from treescore.engine.preparing import ParserChoice, Ready, make_metrics, prepare
from treescore.errors import UsageError
from treescore.io.lengths import LONGEST

if TYPE_CHECKING:
    from treescore.io.testset import Testset
    from treescore.metrics.base import Metric


def choose_parser(
    spec: str, *, no_cache: bool, gpu: bool = False, longest: int = LONGEST
) -> ParserChoice:
    """The parser that the options ask for."""
    return ParserChoice(spec, cached=not no_cache, gpu=gpu, longest=longest)


@dataclass(frozen=True)
class Inputs:
    """What the command line names; an option that was not given is None."""

    references: list[str] | None
    systems: list[str] | None
    metrics: list[str] | None
    lang: str
    ref_parses: list[str] | None
    sys_parses: list[str] | None
    parser: ParserChoice
    docs: str | None
    source: str | None
    longest: int
    """Characters that a segment may have."""

    def prepare(self, outputs: Sequence[str], *, pictures: bool = False) -> Ready:
        """Read the files, once it is sure that none of the outputs would overwrite one."""
        metrics = make_metrics(self.metrics) if self.metrics else None
        testset = self.load(outputs, metrics or {})
        return prepare(testset, metrics, self.parser, pictures=pictures)

    def load(self, outputs: Sequence[str], metrics: Mapping[str, Metric[Any]]) -> Testset:
        """The files, once it is sure that none of the outputs would overwrite one."""
        references, ref_parses = self.references or [], self.ref_parses or []
        if not references and not ref_parses:
            raise UsageError("no reference; give one: -r FILE, or --ref-parses FILE for trees")
        systems = [named(spec, "-s") for spec in self.systems or ()]
        trees = [named(spec, "--sys-parses") for spec in self.sys_parses or ()]
        if not systems and not trees:
            raise UsageError(
                "no system; give one: -s NAME=FILE, or --sys-parses NAME=FILE for trees"
            )
        beside = [path for path in (self.docs, self.source) if path]
        if [*references, *(path for _, path in systems), *beside].count("-") > 1:
            raise UsageError("standard input (-) can be read only once")
        inputs = [*references, *ref_parses, *(path for _, path in (*systems, *trees))]
        inputs += beside
        for metric in metrics.values():
            inputs += metric.files()
        check_distinct(outputs, [*inputs, *self.parser.files])
        from treescore.io.testset import load_testset

        return load_testset(
            references,
            systems,
            self.docs,
            source=self.source,
            reference_parses=ref_parses,
            system_parses=trees,
            lang=self.lang,
            longest=self.longest,
        )


def named(spec: str, option: str) -> tuple[str | None, str]:
    """The name and the file of NAME=FILE; no name if it is only a file."""
    name, equals, path = spec.partition("=")
    if not equals:
        return None, spec
    if not name or not path:
        raise UsageError(f"{option} {spec}: expected NAME=FILE")
    return name.encode("utf-8", "replace").decode(), path  # an argument need not be UTF-8
