"""The commands, one a file, and what happens when one cannot go on."""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Callable
from functools import partial, wraps
from io import TextIOWrapper
from typing import Annotated, Any

import typer

from treescore.cli.align import align
from treescore.cli.cache import cache
from treescore.cli.cite import print_citations
from treescore.cli.demo import demo
from treescore.cli.explain import explain
from treescore.cli.interrupts import in_good_order
from treescore.cli.lm import lm
from treescore.cli.meta import meta
from treescore.cli.metrics import metrics
from treescore.cli.parse import parse
from treescore.cli.parsers import parsers
from treescore.cli.report import report
from treescore.cli.rerank import rerank
from treescore.cli.score import score
from treescore.cli.serve import serve
from treescore.cli.streams import complain, drop, settle_errors
from treescore.cli.train import train
from treescore.errors import Interrupted, TreescoreError
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
    def interruptible(*arguments: object, **options: object) -> None:
        try:
            in_good_order(partial(command, *arguments, **options))
        except KeyboardInterrupt:
            hint = "; with the cache, the next run goes on from here" if command in PARSING else ""
            raise Interrupted(f"interrupted{hint}") from None

    return interruptible


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


def run() -> None:
    """Run a command; a fault the user can mend is one line on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal that cannot show a character gets a "?"
            stream.reconfigure(errors="replace")
    logging.basicConfig(format="treescore: %(message)s", level=logging.WARNING)
    code = _run()
    settle_errors()
    if code:
        sys.exit(code)


def _run() -> int:
    """Run a command; its exit code."""
    try:
        try:
            app(standalone_mode=False)
        finally:
            sys.stdout.flush()
    except TreescoreError as error:
        complain(str(error))
        return error.exit_code
    except WrongOption as error:
        message = error.format_message().rstrip(".")
        if "extra argument" in message:
            message += "; repeat the option for each: -r A -r B, -m X -m Y"
        if message:  # without any command, the help was the answer
            complain(f"{message} (see: --help)")
        return int(error.exit_code)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # which Typer and rich make one of
            return _stopped_writing(end.__context__)
        raise
    except OSError as error:
        return _stopped_writing(error)
    return 0


def _stopped_writing(error: OSError) -> int:
    """What cannot be written to standard output is dropped; the exit code."""
    drop(sys.stdout)
    if isinstance(error, BrokenPipeError):  # whose reader has seen enough
        return BROKEN_PIPE
    if error.errno == errno.EBADF and not error.filename:
        complain("standard output is closed; let it go to a file, or to /dev/null")
    else:
        place = f"{error.filename}: " if error.filename else ""
        complain(f"{place}cannot go on ({error.strerror})")
    return 1
