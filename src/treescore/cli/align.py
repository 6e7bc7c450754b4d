"""treescore align: a phrase table out of translated sentences."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import Lang, Quiet, check_distinct
from treescore.cli.progress import track
from treescore.errors import UsageError
from treescore.languages import language
from treescore.report.escape import cell
from treescore.tracking import silent

EXAMPLES = """\
treescore align corpus.en corpus.de --pivot-lang de -o de.phrases
"""


def align(
    target: Annotated[
        str,
        typer.Argument(
            help="Sentences in the language of the translations to be scored, one a line."
        ),
    ],
    pivot: Annotated[
        str, typer.Argument(help="The same sentences in the pivot language, line by line.")
    ],
    pivot_lang: Annotated[str, typer.Option("--pivot-lang", help="Language of PIVOT.")],
    output: Annotated[str, typer.Option("-o", "--output", help="The phrase table to write.")],
    lang: Lang = "en",
    max_length: MaxLength = USUAL_LENGTH,
    quiet: Quiet = False,
) -> None:
    """Align the words of a bitext and write a phrase table for TESLA."""
    pivot_lang = language(pivot_lang)
    check_distinct([output], [target, pivot])
    if pivot_lang == lang:
        raise UsageError(
            f"--pivot-lang and -l are both {lang!r}; the pivot is another language than that of "
            "the translations"
        )
    if output == "-":
        raise UsageError("a phrase table is no text to be shown; name a file: -o FILE")
    from treescore.learning.bitext import MOST_WORDS
    from treescore.learning.phrase_building import build_phrase_table
    from treescore.resources.taggers import pivot_tagger

    tagger = pivot_tagger(pivot_lang)
    summary = build_phrase_table(
        target, pivot, output, lang, pivot_lang, tagger, silent if quiet else track, max_length
    )
    print(
        cell(
            f"{output}: {summary.pairs} sentence pairs, {summary.empty + summary.long} skipped "
            f"({summary.empty} empty, {summary.long} of more than {MOST_WORDS} words), "
            f"{summary.phrases} phrases, {Path(output).stat().st_size / 1e6:.1f} MB, "
            f"{pivot_lang} {'tagged' if tagger.tagged else 'without tags'} by {tagger.name}"
        )
    )
