"""The command line: one subcommand a file, and what happens when one cannot go on."""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from functools import wraps
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from treescore.cli.align import align
from treescore.cli.cache import cache
from treescore.cli.cite import print_citations
from treescore.cli.demo import demo
from treescore.cli.explain import explain
from treescore.cli.lm import lm
from treescore.cli.meta import meta
from treescore.cli.metrics import metrics
from treescore.cli.parse import parse
from treescore.cli.parsers import parsers
from treescore.cli.report import report
from treescore.cli.rerank import rerank
from treescore.cli.score import score
from treescore.cli.serve import serve
from treescore.cli.train import train
from treescore.errors import Interrupted, TreescoreError
from treescore.report.escape import cell
from treescore.version import VERSION

BROKEN_PIPE = 141
"""What a shell reports of a program that SIGPIPE ended; not every system has that signal."""
WrongOption: Any = typer.BadParameter.__mro__[1]
"""What Typer raises for options it does not understand; the class has no public name of its own."""

PARSING = (demo, score, parse, explain, report, rerank, meta, train)
"""Commands that parse, and so find what they did in the cache."""

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
            hint = "; with the cache, the next run goes on from here" if command in PARSING else ""
            raise Interrupted(f"interrupted{hint}") from None

    return run


SCORING = (demo, score, explain, report, rerank, serve)
MORE = (parse, meta, align, lm, train, metrics, parsers, cache)
for command in (*SCORING, *MORE):
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


def _terminate(number: int, _: object) -> None:
    """Leave in good order, so that no unfinished file stays behind."""
    sys.exit(128 + number)


def main() -> None:
    """Run a command; a fault the user can mend is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character gets a "?"
            stream.reconfigure(errors="replace")
    for name in ("SIGTERM", "SIGHUP"):  # not every system has the second
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), _terminate)
    logging.basicConfig(format="treescore: %(message)s", level=logging.WARNING)
    try:
        try:
            app(standalone_mode=False)
        finally:
            sys.stdout.flush()
    except TreescoreError as error:
        print(f"treescore: {cell(str(error))}", file=sys.stderr)
        sys.exit(error.exit_code)
    except WrongOption as error:
        message = error.format_message().rstrip(".")
        if "extra argument" in message:
            message += "; repeat the option for each: -r A -r B, -m X -m Y"
        if message:  # without any command, the help was the answer
            print(f"treescore: {cell(message)} (see: --help)", file=sys.stderr)
        sys.exit(error.exit_code)
    except OSError as error:
        # Keep Python from complaining once more when it closes the stream.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # whose reader has seen enough
            sys.exit(BROKEN_PIPE)
        place = f"{error.filename}: " if error.filename else ""
        print(f"treescore: {cell(place)}cannot go on ({error.strerror})", file=sys.stderr)
        sys.exit(1)
