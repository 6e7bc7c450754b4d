"""treescore score: systems against references."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    Ci,
    Docs,
    DocScoresFile,
    EngineSpec,
    FormatOption,
    Gpu,
    Jobs,
    Lang,
    MetricSpecs,
    NoCache,
    PairedOption,
    ParserSpec,
    Quiet,
    References,
    RefParses,
    Resamples,
    ResultFormat,
    Seed,
    SegmentsFile,
    SourceFile,
    StatsFile,
    SysParses,
    Systems,
)
from treescore.engine.base import LOCAL, open_engine
from treescore.stats.choices import SEED

InputFile = Annotated[
    str | None,
    typer.Option(
        "--input",
        help="A table of pairs (Parquet or TSV) of any size; -r and -s then name its columns.",
    ),
]
OutputFile = Annotated[
    str | None,
    typer.Option("--output", help="Write the scores of its rows there: .parquet, .tsv or .tsv.gz."),
]


def score(
    references: References = None,
    systems: Systems = None,
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    input_file: InputFile = None,
    output: OutputFile = None,
    ref_parses: RefParses = None,
    sys_parses: SysParses = None,
    parser: ParserSpec = "spacy",
    docs: Docs = None,
    source: SourceFile = None,
    output_format: FormatOption = ResultFormat.table,
    segments: SegmentsFile = None,
    doc_scores: DocScoresFile = None,
    stats: StatsFile = None,
    ci: Ci = False,
    paired: PairedOption = None,
    resamples: Resamples = None,
    seed: Seed = SEED,
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
    gpu: Gpu = False,
    quiet: Quiet = False,
) -> None:
    """Score systems against references."""
    from treescore.cli.inputs import Inputs, choose_parser

    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    workers = open_engine(engine, choice.jobs(jobs))
    if input_file or output:
        from treescore.cli.pairs import PairsInput, refuse
        from treescore.cli.scoring import print_results

        refuse(
            {
                "--ref-parses": ref_parses,
                "--sys-parses": sys_parses,
                "--docs": docs,
                "--source": source,
                "--segments": segments,
                "--doc-scores": doc_scores,
                "--stats": stats,
                "--ci": ci,
                "--paired": paired,
                "--resamples": resamples,
            }
        )
        pairs = PairsInput(input_file, output, references, systems, metrics, max_length)
        results = pairs.score(choice, lang, workers, quiet=quiet)
        print_results(results, output_format)
        return
    inputs = Inputs(
        references, systems, metrics, lang, ref_parses, sys_parses, choice, docs, source, max_length
    )
    ready = inputs.prepare([path for path in (segments, doc_scores, stats) if path])
    # What computes is loaded once the question is known to be right.
    from treescore.cli.scoring import Outputs, Shown, run, show

    shown = Shown(output_format, Outputs(segments, doc_scores, stats), ci, paired, resamples, seed)
    show(run(ready, shown, quiet, engine=workers), shown)
