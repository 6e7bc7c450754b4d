"""treescore score: systems against references."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass

from treescore.cli.inputs import (
    Docs,
    Inputs,
    References,
    RefParses,
    SysParses,
    Systems,
)
from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    Ci,
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
    Resamples,
    ResultFormat,
    Seed,
    SegmentsFile,
    StatsFile,
    choose_parser,
)
from treescore.cli.pairs import InputFile, OutputFile, PairsInput, refuse
from treescore.cli.progress import track
from treescore.engine.base import IN_PROCESS, LOCAL, Engine, open_engine
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.preparing import Ready
from treescore.engine.results import Results, make_results
from treescore.engine.sentences import ParsedSegment
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.report.escape import printable
from treescore.report.machine import (
    document_lines,
    segment_lines,
    statistics_lines,
    to_json,
    to_latex,
    to_tsv,
)
from treescore.report.terminal import print_table
from treescore.stats.resampling import RESAMPLES, SEED, Test, check_room
from treescore.tracking import silent

WRITERS: dict[ResultFormat, Callable[[Results], str]] = {
    ResultFormat.json: to_json,
    ResultFormat.tsv: to_tsv,
    ResultFormat.latex: to_latex,
}


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
    choice = choose_parser(parser, no_cache=no_cache, gpu=gpu, longest=max_length)
    workers = open_engine(engine, choice.jobs(jobs))
    if input_file or output:
        refuse(
            {
                "--ref-parses": ref_parses,
                "--sys-parses": sys_parses,
                "--docs": docs,
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
        _print(results, output_format)
        return
    inputs = Inputs(
        references, systems, metrics, lang, ref_parses, sys_parses, choice, docs, max_length
    )
    outputs = Outputs(segments, doc_scores, stats)
    ready = inputs.prepare([path for path, _ in outputs.writers()])
    shown = Shown(output_format, outputs, ci, paired, resamples, seed)
    show(run(ready, shown, quiet, engine=workers), shown)


@dataclass(frozen=True)
class Outputs:
    """The files to write besides the scores."""

    segments: str | None = None
    doc_scores: str | None = None
    stats: str | None = None

    def writers(self) -> Iterator[tuple[str, Callable[[Evaluation], Iterator[str]]]]:
        for path, lines in (
            (self.segments, segment_lines),
            (self.doc_scores, document_lines),
            (self.stats, statistics_lines),
        ):
            if path:
                yield path, lines


@dataclass(frozen=True)
class Shown:
    """What is to be shown, and how."""

    output_format: ResultFormat
    outputs: Outputs
    ci: bool = False
    paired: Test | None = None
    resamples: int | None = None
    seed: int = SEED


def run(
    ready: Ready,
    shown: Shown,
    quiet: bool,
    watch: Callable[[ParsedSegment], None] | None = None,
    engine: Engine = IN_PROCESS,
) -> Evaluation:
    """Evaluate a test set and write the files that are asked for."""
    if shown.paired and len(ready.testset.systems) < 2:
        raise UsageError("--paired compares systems with the first; give another with -s")
    if shown.ci or shown.paired is Test.bs:
        check_bootstrap(ready, shown.resamples)
    with ExitStack() as stack:
        # The files are opened first: better to learn before the work that one cannot be written.
        files = [
            (stack.enter_context(open_output(path)), lines)
            for path, lines in shown.outputs.writers()
        ]
        progress = silent if quiet else track
        evaluation = evaluate(*ready, progress, watch=watch, engine=engine)
        evaluation = evaluation.resampled(shown.resamples, shown.seed)
        for stream, lines in files:
            stream.writelines(lines(evaluation))
    return evaluation


def check_bootstrap(ready: Ready, resamples: int | None) -> None:
    """Better to learn before the work that there is no room for the samples."""
    scores = len(ready.testset.systems) * len(ready.metrics)
    check_room(resamples or RESAMPLES[Test.bs], scores)


def show(evaluation: Evaluation, shown: Shown) -> None:
    """Print what was found."""
    _print(make_results(evaluation, ci=shown.ci, test=shown.paired), shown.output_format)


def _print(results: Results, output_format: ResultFormat) -> None:
    if output_format is ResultFormat.table:
        print_table(results)
    else:
        text = WRITERS[output_format](results)
        print(printable(text) if sys.stdout.isatty() else text)
