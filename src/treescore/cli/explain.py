"""treescore explain: why a translation has its score."""

from __future__ import annotations

import sys
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from treescore.cli.groups import Given
from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import (
    FIRST_METRIC,
    Lang,
    NoCache,
    ParserSpec,
    Systems,
    metric_option,
)
from treescore.errors import UsageError
from treescore.io.names import is_file_name
from treescore.metrics.usual import usual
from treescore.report.escape import printable

if TYPE_CHECKING:
    from treescore.diagnosis.errors import Error
    from treescore.engine.explaining import Explained
    from treescore.engine.preparing import ParserChoice
    from treescore.io.testset import Testset

SYSTEM = "translation"


class ExplainFormat(StrEnum):
    """How an explanation is printed."""

    table = "table"
    json = "json"
    tsv = "tsv"


EXAMPLES = """\
treescore explain -r "She sold the old house." "She has sold a house."
treescore explain -r ref.txt -s A=a.txt --segment 14 -m dpm bleu
"""


def explain(
    hypothesis: Annotated[
        str | None,
        typer.Argument(help="The translation, as text; -r and --source are texts then, too."),
    ] = None,
    references: Annotated[
        list[str] | None,
        typer.Option("-r", "--reference", metavar="TEXT|FILE", help="A reference."),
    ] = None,
    systems: Systems = None,
    segment: Annotated[
        int | None,
        typer.Option("--segment", min=1, help="Which segment of the files, counted from 1."),
    ] = None,
    source: Annotated[
        str | None, typer.Option("--source", metavar="TEXT|FILE", help="What was translated.")
    ] = None,
    metrics: Annotated[list[str] | None, metric_option(FIRST_METRIC)] = None,
    lang: Lang = "en",
    parser: ParserSpec = "spacy",
    output_format: Annotated[
        ExplainFormat, typer.Option("-f", "--format", help="How to print the explanation.")
    ] = ExplainFormat.table,
    max_length: MaxLength = USUAL_LENGTH,
    no_cache: NoCache = False,
) -> None:
    """Show both trees, what matched, what that adds to the score, and the errors."""
    from treescore.cli.inputs import choose_parser
    from treescore.engine.preparing import make_metrics, prepare

    made = make_metrics(metrics or usual(lang)[:1])
    choice = choose_parser(parser, no_cache=no_cache, longest=max_length)
    given = Given(references, systems, lang, source=source)
    if systems:
        if hypothesis is not None:
            raise UsageError(
                f"{hypothesis}: expected no text beside -s; several references are: -r FILE -r FILE"
            )
        asked = _from_files(given, choice, segment)
    else:
        asked = _from_texts(given, hypothesis, segment)
    if len(asked.testset.systems) > 1 and output_format is not ExplainFormat.table:
        raise UsageError(f"-f {output_format} explains one system; give -s once")
    ready = prepare(asked.testset, made, choice, pictures=True, whole=asked.whole)
    learn_from = asked.whole.reference_texts() if asked.whole else None
    from treescore.engine.explaining import explain_segment

    for number, (name, explained) in enumerate(explain_segment(*ready, learn_from).items()):
        if output_format is ExplainFormat.table:
            from treescore.report.explained import print_explained

            title = f"{name}, segment {asked.number}" if systems else ""
            print("\n" * (number > 0), end="")
            print_explained(
                explained, ready.metrics, _errors(explained, cached=choice.cached), title
            )
        else:
            from treescore.report.sentences import to_json, to_tsv

            writer = to_json if output_format is ExplainFormat.json else to_tsv
            text = writer(explained, ready.metrics)
            print(printable(text) if sys.stdout.isatty() else text)


class _Asked(NamedTuple):
    """The segment that is to be explained."""

    testset: Testset
    whole: Testset | None = None
    """What it is a segment of."""
    number: int = 1


def _from_texts(given: Given, hypothesis: str | None, segment: int | None) -> _Asked:
    from treescore.io.values import make_testset

    if segment is not None:
        raise UsageError("--segment is one of a file; give the file: -s FILE")
    if hypothesis is None:
        raise UsageError(
            "no translation; give it as text, or explain a segment of files: "
            "-r FILE -s FILE --segment N"
        )
    if not given.references:
        raise UsageError('no reference; give one: -r "reference"')
    return _Asked(
        make_testset(
            {SYSTEM: [_clean(hypothesis)]},
            [[_clean(text) for text in given.references]],
            lang=given.lang,
            sources=None if given.source is None else [_clean(given.source)],
        )
    )


def _from_files(given: Given, choice: ParserChoice, segment: int | None) -> _Asked:
    from treescore.cli.inputs import Inputs

    testset = Inputs(given, choice).load([], {})
    size = testset.size or 0
    if segment is None and size > 1:
        raise UsageError(f"which segment? give --segment N, from 1 to {size}")
    number = segment or 1
    if number > size:
        raise UsageError(f"--segment {number}: the files have {size} segments")
    return _Asked(testset.segment(number), testset, number)


def _errors(explained: Explained, *, cached: bool) -> list[Error]:
    """What is wrong, by the trees; where there are none, nothing is loaded to look for it."""
    sentences = (explained.hypothesis, *explained.references)
    if not all(sentence.parses for sentence in sentences):
        return []
    from treescore.engine.diagnosing import errors_of

    return errors_of(explained.hypothesis, explained.references, cached=cached)


def _clean(text: str) -> str:
    """An argument need not be UTF-8, nor one line; the name of a file is no translation."""
    if is_file_name(text):
        raise UsageError(
            f"{text}: looks like the name of a file, where a text is expected; to explain a "
            "segment of files: treescore explain -r FILE -s FILE --segment N"
        )
    return " ".join(text.encode("utf-8", "replace").decode().splitlines())
