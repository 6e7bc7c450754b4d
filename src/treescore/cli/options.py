"""Options that several subcommands share: the same word for the same thing everywhere.

What computes is not loaded for them: help, and a word on a wrong option, come at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from treescore.errors import UsageError
from treescore.languages import language
from treescore.metrics.usual import usual
from treescore.stats.choices import Test

MOST_SAMPLES = 1_000_000
"""More would tell no more, and take hours."""
USUAL_METRICS = f"{' '.join(usual('en'))} for English, else {' '.join(usual(''))}"
FIRST_METRIC = f"{usual('en')[0]} for English, else {usual('')[0]}"

NAMED_FILE = "[NAME=]FILE"

References = Annotated[
    list[str] | None,
    typer.Option(
        "-r",
        "--reference",
        help="A reference, one segment a line; there may be several.",
    ),
]
Systems = Annotated[
    list[str] | None,
    typer.Option(
        "-s",
        "-i",
        "--system",
        metavar=NAMED_FILE,
        help="A system's output; there may be several.",
    ),
]
RefParses = Annotated[
    list[str] | None,
    typer.Option(
        "--ref-parses",
        help="Parses of a reference, instead of a parser's.",
    ),
]
SysParses = Annotated[
    list[str] | None,
    typer.Option(
        "--sys-parses",
        metavar=NAMED_FILE,
        help="Parses of a system's output.",
    ),
]
Docs = Annotated[
    str | None,
    typer.Option("--docs", help="The document id of each line."),
]
SourceFile = Annotated[
    str | None,
    typer.Option(
        "--source",
        help="The text that was translated, to be shown beside it.",
    ),
]
Lang = Annotated[
    str,
    typer.Option(
        "-l",
        "--lang",
        callback=language,
        help="Language of the translations; of a pair like de-en, the target.",
    ),
]
SetLang = Annotated[
    str | None,
    typer.Option(
        "-l",
        "--lang",
        callback=lambda code: code if code is None else language(code),
        help="Language of the translations; default: the set's.",
    ),
]
ParserSpec = Annotated[
    str,
    typer.Option(
        "--parser",
        metavar="NAME[:ARGUMENT]",
        help="Like spacy:MODEL or files:FILE (see: treescore parsers).",
    ),
]
NoCache = Annotated[
    bool,
    typer.Option("--no-cache", help="Neither read nor write the cache."),
]
Gpu = Annotated[bool, typer.Option("--gpu", help="Let spaCy parse on the GPU.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs",
        min=1,
        help="Processes that share the work; default: one for little, as many as cores for much.",
    ),
]
EngineSpec = Annotated[
    str,
    typer.Option(
        "--engine",
        help="local, dask (a cluster of --jobs processes here), or dask://HOST:PORT.",
    ),
]
Quiet = Annotated[bool, typer.Option("--quiet", help="No progress bars.")]
METRIC = "NAME[:key=value,...]"


def metric_option(default: str) -> Any:
    """The option that names metrics; without it, they are the default."""
    return typer.Option(
        "-m",
        "--metric",
        metavar=METRIC,
        autocompletion=_metrics_like,
        help=f"A metric (see: treescore metrics); default {default}.",
    )


def _metrics_like(incomplete: str) -> list[str]:
    from treescore.metrics.registry import metric_names

    return [name for name in metric_names() if name.startswith(incomplete.lower())]


MetricSpecs = Annotated[list[str] | None, metric_option(USUAL_METRICS)]
SegmentsFile = Annotated[
    str | None,
    typer.Option(
        "--segments",
        help="Write the scores of all segments to this TSV file.",
    ),
]
DocScoresFile = Annotated[
    str | None,
    typer.Option(
        "--doc-scores",
        help="Write the scores of all documents to this TSV file.",
    ),
]
StatsFile = Annotated[
    str | None,
    typer.Option(
        "--stats",
        help="Write the statistics of all segments to this TSV file.",
    ),
]
Ci = Annotated[bool, typer.Option("--ci", help="95 % bootstrap intervals.")]
Resamples = Annotated[
    int | None,
    typer.Option(
        "--resamples",
        min=1,
        max=MOST_SAMPLES,
        help="Samples of --ci and --paired; default 1000, 10000 for ar.",
    ),
]
Seed = Annotated[int, typer.Option("--seed", min=0, help="For --ci and --paired.")]


class ResultFormat(StrEnum):
    """How results are printed."""

    table = "table"
    json = "json"
    tsv = "tsv"
    latex = "latex"


FormatOption = Annotated[
    ResultFormat,
    typer.Option("-f", "--format", help="How to print the scores."),
]
PairedOption = Annotated[
    Test | None,
    typer.Option(
        "--paired",
        help="Test systems against the first: bs bootstrap, ar approximate randomization.",
    ),
]


AllPairs = Annotated[
    bool,
    typer.Option(
        "--all-pairs",
        help="Let --paired test all pairs, and rank systems: any two of different ranks differ.",
    ),
]


def check_distinct(outputs: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse to write a file twice, or over one that is read."""
    from treescore.io.segments import split_source

    for number, path in enumerate(outputs):
        others = [*outputs[:number], *(split_source(each)[0] for each in inputs)]
        if path != "-" and Path(path).resolve() in [Path(other).resolve() for other in others]:
            raise UsageError(f"{path}: would be overwritten; write to another file")
