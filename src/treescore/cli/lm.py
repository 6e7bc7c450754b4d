"""treescore lm: a language model from text."""

from __future__ import annotations

from typing import Annotated

import typer

from treescore.cli.max_length import USUAL_LENGTH, MaxLength
from treescore.cli.options import Quiet, check_distinct
from treescore.cli.progress import track
from treescore.errors import UsageError
from treescore.report.escape import cell
from treescore.tracking import silent

EXAMPLES = """\
treescore lm corpus.en --order 3 -o en.arpa
"""


def lm(
    files: Annotated[list[str], typer.Argument(help="One sentence a line; - for standard input.")],
    output: Annotated[
        str, typer.Option("-o", "--output", help="FILE.arpa, or - for standard output.")
    ],
    order: Annotated[int, typer.Option(min=1, max=6, help="The longest n-grams.")] = 3,
    max_length: MaxLength = USUAL_LENGTH,
    quiet: Quiet = False,
) -> None:
    """Train a language model: modified Kneser-Ney, words lower-cased, no punctuation."""
    if not output.endswith(".arpa") and output != "-":
        raise UsageError(f"{output}: expected a name that ends in .arpa")
    from treescore.learning.language_models import train_language_model
    from treescore.resources.arpa import read_counts

    check_distinct([output], files)
    train_language_model(files, output, order, silent if quiet else track, max_length)
    if output != "-":
        sizes = [f"{size} {n}-grams" for n, size in enumerate(read_counts(output), 1)]
        print(cell(f"{output}: {', '.join(sizes)}"))
