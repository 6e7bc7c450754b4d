"""treescore demo: the bundled sample, with nothing to prepare."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from treescore.cli.options import (
    Ci,
    DocScoresFile,
    Format,
    FormatOption,
    MetricSpecs,
    NoCache,
    PairedOption,
    Quiet,
    Resamples,
    Seed,
    SegmentsFile,
    StatsFile,
)
from treescore.cli.score import Outputs, Report, run
from treescore.io.testset import Testset, load_testset
from treescore.stats.resampling import SEED

SYSTEMS = ("fluent", "literal", "truncated", "salad")
REFERENCES = ("ref1", "ref2")


def load_sample() -> Testset:
    """The bundled English sample: 64 segments of 8 documents, 2 references, 4 systems."""
    with as_file(files("treescore") / "data" / "demo" / "en") as folder:
        return load_testset(
            [_file(folder, name) for name in REFERENCES],
            [(name, _file(folder, name)) for name in SYSTEMS],
            _file(folder, "docs"),
        )


def _file(folder: Path, name: str) -> str:
    return str(folder / f"{name}.txt")


def demo(
    metrics: MetricSpecs = None,
    output_format: FormatOption = Format.table,
    segments: SegmentsFile = None,
    doc_scores: DocScoresFile = None,
    stats: StatsFile = None,
    ci: Ci = False,
    paired: PairedOption = None,
    resamples: Resamples = None,
    seed: Seed = SEED,
    no_cache: NoCache = False,
    quiet: Quiet = False,
) -> None:
    """Score a bundled sample of four systems: nothing to prepare."""
    outputs = Outputs(segments, doc_scores, stats)
    report = Report(output_format, outputs, ci, paired, resamples, seed)
    run(load_sample(), metrics, "spacy", report, no_cache=no_cache, quiet=quiet)
