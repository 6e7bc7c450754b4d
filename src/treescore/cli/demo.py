"""treescore demo: the bundled sample, with nothing to prepare."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from treescore.cli.options import (
    AllPairs,
    Ci,
    DocScoresFile,
    FormatOption,
    Lang,
    MetricSpecs,
    NoCache,
    PairedOption,
    Quiet,
    Resamples,
    ResultFormat,
    Seed,
    SegmentsFile,
    StatsFile,
    check_distinct,
)
from treescore.cli.streams import tell
from treescore.errors import UnknownName
from treescore.stats.choices import SEED

if TYPE_CHECKING:
    from treescore.io.testset import Testset

LANGUAGES = ("en", "de")
SYSTEMS = ("fluent", "literal", "truncated", "salad")
REFERENCES = ("ref1", "ref2")


def load_sample(lang: str = "en") -> Testset:
    """The bundled sample of a language: 64 segments of 8 documents, 2 references, 4 systems."""
    from treescore.io.testset import load_testset

    if lang not in LANGUAGES:
        raise UnknownName("sample", lang, LANGUAGES)
    with as_file(files("treescore") / "data" / "demo" / lang) as folder:
        return load_testset(
            [_file(folder, name) for name in REFERENCES],
            [(name, _file(folder, name)) for name in SYSTEMS],
            _file(folder, "docs"),
            lang=lang,
        )


def _file(folder: Path, name: str) -> str:
    return str(folder / f"{name}.txt")


EXAMPLES = """\
treescore demo
treescore demo -m dpm bleu --ci --paired bs
treescore demo -l de -o demo.html
"""


def demo(
    metrics: MetricSpecs = None,
    lang: Lang = "en",
    output_format: FormatOption = ResultFormat.table,
    segments: SegmentsFile = None,
    doc_scores: DocScoresFile = None,
    stats: StatsFile = None,
    ci: Ci = False,
    paired: PairedOption = None,
    all_pairs: AllPairs = False,
    resamples: Resamples = None,
    seed: Seed = SEED,
    no_cache: NoCache = False,
    quiet: Quiet = False,
    output: Annotated[
        str, typer.Option("-o", "--output", help="The report to write.")
    ] = "treescore-demo.html",
) -> None:
    """Score a bundled sample of four systems: nothing to prepare."""
    from treescore.cli.inputs import choose_parser
    from treescore.cli.scoring import Outputs, Shown, check_bootstrap, run, show
    from treescore.engine.preparing import USUAL_PARSER, make_metrics, prepare
    from treescore.io.files import open_output
    from treescore.report.making import Draft

    testset = load_sample(lang)
    outputs = Outputs(segments, doc_scores, stats)
    check_distinct([output, *(path for path, _ in outputs.writers())], [])
    shown = Shown(output_format, outputs, ci, paired, all_pairs, resamples, seed)
    chosen = make_metrics(metrics) if metrics else None
    choice = choose_parser(USUAL_PARSER, no_cache=no_cache)
    ready = prepare(testset, chosen, choice, pictures=True)
    check_bootstrap(ready, resamples)
    draft = Draft(ready, cached=choice.cached)
    with open_output(output) as stream:
        evaluation = run(ready, shown, quiet, work=draft.evaluate)
        stream.write(draft.page(evaluation, "treescore demo"))
    show(evaluation, shown, testset, quiet=quiet)
    tell(f"report written to {output}")
