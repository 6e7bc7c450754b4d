"""treescore score --input: a table of pairs, of any size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treescore.cli.groups import Given
from treescore.cli.inputs import named
from treescore.cli.options import check_distinct
from treescore.cli.progress import track
from treescore.engine.base import Engine
from treescore.engine.preparing import ParserChoice, make_metrics
from treescore.engine.results import Results
from treescore.engine.streaming import UNFINISHED, Job, score_pairs
from treescore.errors import UsageError
from treescore.io.pairs import open_pairs
from treescore.metrics.usual import usual
from treescore.stats.choices import SEED
from treescore.tracking import silent


@dataclass(frozen=True)
class PairsInput:
    """What the command line says of a table of pairs."""

    path: str | None
    output: str | None
    given: Given
    metrics: Sequence[str] | None

    def score(self, choice: ParserChoice, engine: Engine, *, quiet: bool) -> Results:
        """Write the scores of all rows; return those of the systems."""
        if not self.path or not self.output:
            raise UsageError(
                "--input and --output go together; give both (a system's output goes behind -s "
                "or -i)"
            )
        systems, lang = self.given.systems or [], self.given.lang
        if len(systems) > 1:
            raise UsageError(
                "--input takes one column of translations; where there are several systems, a "
                "column 'system' tells whose a row is"
            )
        name, column = named((systems or ["hypothesis"])[0], "-s")
        metrics = choice.told(make_metrics(self.metrics or usual(lang)))
        read = [self.path, *choice.files]
        read += [file for metric in metrics.values() for file in metric.files()]
        check_distinct([self.output, self.output + UNFINISHED], read)
        references = self.given.references or ["reference"]
        pairs = open_pairs(self.path, column, references, choice.longest)
        parser = choice.open_for(metrics.values(), lang)
        job = Job(pairs, metrics, parser, lang, self.output, name or "system")
        scores = score_pairs(job, engine, silent if quiet else track)
        return Results(metrics, scores, (), False, None, None, SEED)


def refuse(options: Mapping[str, object]) -> None:
    """Options that need all segments at once, or files of one segment a line."""
    for option, value in options.items():
        if value:
            raise UsageError(f"{option} does not go with --input; leave it out, or give -r and -s")
