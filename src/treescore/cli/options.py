"""Options that several subcommands share: the same word for the same thing everywhere.

What computes is not loaded for them: help, and a word on a wrong option, come at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from treescore.errors import UsageError
from treescore.languages import language
from treescore.metrics.usual import usual
from treescore.stats.choices import Test

MOST_SAMPLES = 1_000_000
"""More would tell no more, and take hours."""
USUAL_METRICS = f"{' '.join(usual('en'))} for English, else {' '.join(usual(''))}"
FIRST_METRIC = f"{usual('en')[0]} for English, else {usual('')[0]}"

References = Annotated[
    list[str] | None, typer.Option("-r", "--reference", help="A reference, one segment a line.")
]
Systems = Annotated[
    list[str] | None,
    typer.Option("-s", "--system", help="NAME=FILE or FILE: a system's output."),
]
RefParses = Annotated[
    list[str] | None,
    typer.Option("--ref-parses", help="Parses of a reference, instead of a parser's."),
]
SysParses = Annotated[
    list[str] | None,
    typer.Option("--sys-parses", help="NAME=FILE: parses of a system's output."),
]
Docs = Annotated[
    str | None, typer.Option("--docs", help="A file with the document id of each line.")
]
SourceFile = Annotated[
    str | None,
    typer.Option("--source", help="The text that was translated, to be shown beside it."),
]
Lang = Annotated[
    str, typer.Option("-l", "--lang", callback=language, help="Language of the translations.")
]
ParserSpec = Annotated[
    str,
    typer.Option(
        "--parser",
        help="NAME or NAME:ARGUMENT, like spacy:MODEL or files:FILE (see: treescore parsers).",
    ),
]
NoCache = Annotated[bool, typer.Option("--no-cache", help="Neither read nor write the cache.")]
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
MetricSpecs = Annotated[
    list[str] | None,
    typer.Option(
        "-m",
        "--metric",
        help=f"NAME or NAME:key=value,... (see: treescore metrics); default {USUAL_METRICS}.",
    ),
]
SegmentsFile = Annotated[
    str | None,
    typer.Option("--segments", help="Write the scores of all segments to this TSV file."),
]
DocScoresFile = Annotated[
    str | None,
    typer.Option("--doc-scores", help="Write the scores of all documents to this TSV file."),
]
StatsFile = Annotated[
    str | None,
    typer.Option("--stats", help="Write the statistics of all segments to this TSV file."),
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
    ResultFormat, typer.Option("-f", "--format", help="How to print the scores.")
]
PairedOption = Annotated[
    Test | None,
    typer.Option(
        "--paired",
        help="Test systems against the first: bs bootstrap, ar approximate randomization.",
    ),
]


def check_distinct(outputs: Sequence[str], inputs: Sequence[str]) -> None:
    """Refuse to write a file twice, or over one that is read."""
    from treescore.io.segments import split_source

    for number, path in enumerate(outputs):
        others = [*outputs[:number], *(split_source(each)[0] for each in inputs)]
        if path != "-" and Path(path).resolve() in [Path(other).resolve() for other in others]:
            raise UsageError(f"{path}: would be overwritten; write to another file")
