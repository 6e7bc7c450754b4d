"""What is done once it is known what to score: the work, the files to write, the words to print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass

from treescore.cli.options import ResultFormat
from treescore.cli.progress import track
from treescore.engine.base import IN_PROCESS, Engine
from treescore.engine.evaluating import evaluate
from treescore.engine.evaluation import Evaluation
from treescore.engine.extremes import ShownSegment, check_texts, extreme_segments
from treescore.engine.preparing import Ready
from treescore.engine.results import Results, make_results
from treescore.engine.sentences import ParsedSegment
from treescore.errors import UsageError
from treescore.io.files import open_output
from treescore.io.testset import Testset
from treescore.report.escape import printable
from treescore.report.machine import (
    document_lines,
    segment_lines,
    statistics_lines,
    to_json,
    to_latex,
    to_tsv,
)
from treescore.stats.choices import RESAMPLES, SEED, Test
from treescore.stats.resampling import check_room
from treescore.tracking import silent

WRITERS: dict[ResultFormat, Callable[..., str]] = {
    ResultFormat.json: to_json,
    ResultFormat.tsv: to_tsv,
    ResultFormat.latex: to_latex,
}


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
    all_pairs: bool = False
    resamples: int | None = None
    seed: int = SEED
    worst: int | None = None
    best: int | None = None
    """How many segments of each system."""


def run(
    ready: Ready,
    shown: Shown,
    quiet: bool,
    watch: Callable[[ParsedSegment], None] | None = None,
    engine: Engine = IN_PROCESS,
) -> Evaluation:
    """Evaluate a test set and write the files that are asked for."""
    _check_shown(shown, ready.testset)
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


def _check_shown(shown: Shown, testset: Testset) -> None:
    if shown.all_pairs and not shown.paired:
        raise UsageError("--all-pairs says what --paired compares; add --paired bs or --paired ar")
    if shown.worst or shown.best:
        if shown.output_format in (ResultFormat.tsv, ResultFormat.latex):
            raise UsageError(
                f"-f {shown.output_format} has no room for segments; leave --worst and --best out, "
                "or write all with --segments"
            )
        check_texts(testset)


def check_bootstrap(ready: Ready, resamples: int | None) -> None:
    """Better to learn before the work that there is no room for the samples."""
    scores = len(ready.testset.systems) * len(ready.metrics)
    check_room(resamples or RESAMPLES[Test.bs], scores)


def show(evaluation: Evaluation, shown: Shown, testset: Testset, *, quiet: bool) -> None:
    """Print what was found."""
    results = make_results(
        evaluation,
        ci=shown.ci,
        test=shown.paired,
        all_pairs=shown.all_pairs,
        track=silent if quiet or not shown.all_pairs else track,
    )
    extremes = {
        name: extreme_segments(evaluation, testset, number, best=name == "best")
        for name, number in (("worst", shown.worst), ("best", shown.best))
        if number
    }
    print_results(results, shown.output_format, **extremes)


def print_results(
    results: Results, output_format: ResultFormat, **extremes: Sequence[ShownSegment]
) -> None:
    """As a table, or in a form for programs."""
    if output_format is ResultFormat.table:
        from treescore.report.terminal import print_table  # which loads rich

        print_table(results, None, **extremes)
    else:
        text = WRITERS[output_format](results, **extremes)
        print(printable(text) if sys.stdout.isatty() else text)
