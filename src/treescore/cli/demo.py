"""treescore demo: the bundled sample, with nothing to prepare."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from treescore.cli.options import Format, FormatOption, NoCache, Quiet
from treescore.cli.score import MetricSpecs, SegmentsFile, run
from treescore.io.testset import Testset, load_testset

SYSTEMS = ("fluent", "literal", "truncated", "salad")
REFERENCES = ("ref1", "ref2")


def load_sample() -> Testset:
    """The bundled English sample: 64 segments of 8 documents, 2 references, 4 systems."""
    with as_file(files("treescore") / "data" / "demo" / "en") as folder:
        return load_testset(
            [_file(folder, name) for name in REFERENCES],
            {name: _file(folder, name) for name in SYSTEMS},
            _file(folder, "docs"),
        )


def _file(folder: Path, name: str) -> str:
    return str(folder / f"{name}.txt")


def demo(
    metrics: MetricSpecs = None,
    output_format: FormatOption = Format.table,
    segments: SegmentsFile = None,
    no_cache: NoCache = False,
    quiet: Quiet = False,
) -> None:
    """Score a bundled sample of four systems: nothing to prepare."""
    run(load_sample(), metrics, "en", "spacy", output_format, segments, no_cache, quiet)
