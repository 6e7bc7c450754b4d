"""treescore score: systems against references."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.cli.groups import Given, Parsing
from treescore.cli.options import (
    AllPairs,
    Ci,
    DocScoresFile,
    EngineSpec,
    FormatOption,
    Jobs,
    MetricSpecs,
    PairedOption,
    Quiet,
    Resamples,
    ResultFormat,
    Seed,
    SegmentsFile,
    StatsFile,
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
Worst = Annotated[
    int | None,
    typer.Option(
        "--worst",
        min=1,
        help="Also show so many segments of each system, the worst by the first metric.",
    ),
]
Best = Annotated[
    int | None,
    typer.Option("--best", min=1, help="The same of the best."),
]

EXAMPLES = """\
treescore score -r ref.txt -s A=a.txt B=b.txt
treescore score -r ref1.txt ref2.txt -s a.txt b.txt -m dpm bleu chrf
treescore score -r ref.txt -s a.txt b.txt --ci --paired bs --worst 5
treescore score --input pairs.parquet --output scores.parquet -m dpm
"""


def score(
    given: Given,
    parsing: Parsing,
    metrics: MetricSpecs = None,
    input_file: InputFile = None,
    output: OutputFile = None,
    output_format: FormatOption = ResultFormat.table,
    worst: Worst = None,
    best: Best = None,
    segments: SegmentsFile = None,
    doc_scores: DocScoresFile = None,
    stats: StatsFile = None,
    ci: Ci = False,
    paired: PairedOption = None,
    all_pairs: AllPairs = False,
    resamples: Resamples = None,
    seed: Seed = SEED,
    engine: EngineSpec = LOCAL,
    jobs: Jobs = None,
    quiet: Quiet = False,
) -> None:
    """Score systems against references."""
    from treescore.cli.inputs import Inputs

    choice = parsing.choice()
    workers = open_engine(engine, choice.jobs(jobs))
    if input_file or output:
        from treescore.cli.pairs import PairsInput, refuse
        from treescore.cli.scoring import print_results

        refuse(
            {
                "--ref-parses": given.ref_parses,
                "--sys-parses": given.sys_parses,
                "--docs": given.docs,
                "--source": given.source,
                "--segments": segments,
                "--doc-scores": doc_scores,
                "--stats": stats,
                "--ci": ci,
                "--paired": paired,
                "--all-pairs": all_pairs,
                "--worst": worst,
                "--best": best,
                "--resamples": resamples,
            }
        )
        pairs = PairsInput(input_file, output, given, metrics)
        results = pairs.score(choice, workers, quiet=quiet)
        print_results(results, output_format)
        return
    ready = Inputs(given, choice, metrics).prepare(
        [path for path in (segments, doc_scores, stats) if path]
    )
    # What computes is loaded once the question is known to be right.
    from treescore.cli.scoring import Outputs, Shown, run, show

    outputs = Outputs(segments, doc_scores, stats)
    shown = Shown(output_format, outputs, ci, paired, all_pairs, resamples, seed, worst, best)
    show(run(ready, shown, quiet, engine=workers), shown, ready.testset, quiet=quiet)
