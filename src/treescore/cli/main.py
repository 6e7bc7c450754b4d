"""The command line: one subcommand a file, and what happens when one cannot go on."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from functools import wraps
from io import TextIOWrapper
from typing import Annotated

import typer

from treescore.cli.cache import cache
from treescore.cli.cite import print_citations
from treescore.cli.demo import demo
from treescore.cli.metrics import metrics
from treescore.cli.parse import parse
from treescore.cli.parsers import parsers
from treescore.cli.score import score
from treescore.errors import Interrupted, TreescoreError
from treescore.report.escape import printable
from treescore.version import VERSION

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Score machine translations by comparing parse trees.",
)


def _interruptible(command: Callable[..., None]) -> Callable[..., None]:
    """Keep Typer from answering Ctrl-C itself, with a word that helps nobody."""

    @wraps(command)
    def run(*arguments: object, **options: object) -> None:
        try:
            command(*arguments, **options)
        except KeyboardInterrupt:
            raise Interrupted(
                "interrupted; with the cache, the next run goes on from here"
            ) from None

    return run


for command in (demo, score, parse, metrics, parsers, cache):
    app.command()(_interruptible(command))


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"treescore {VERSION}")
        raise typer.Exit


def _print_citations(wanted: bool) -> None:
    if wanted:
        print_citations()
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_print_version, is_eager=True, help="Show the version."),
    ] = False,
    cite: Annotated[
        bool,
        typer.Option("--cite", callback=_print_citations, is_eager=True, help="What to cite."),
    ] = False,
) -> None:
    """Score machine translations by comparing parse trees."""


def main() -> None:
    """Run a command; a fault the user can mend is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character gets a "?"
            stream.reconfigure(errors="replace")
    logging.basicConfig(format="treescore: %(message)s", level=logging.WARNING)
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except TreescoreError as error:
        print(f"treescore: {printable(str(error))}", file=sys.stderr)
        sys.exit(error.exit_code)
    except OSError as error:
        # Keep Python from complaining once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):  # whose reader has seen enough
            print(f"treescore: cannot go on ({error.strerror})", file=sys.stderr)
        sys.exit(1)
