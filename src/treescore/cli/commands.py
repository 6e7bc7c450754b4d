"""The commands, one a file, and what happens when one cannot go on.

A file is loaded when its command is asked for: all of them together take longer than most answers.
"""

from __future__ import annotations

import errno
import logging
import sys
from collections.abc import Callable, Iterable
from functools import partial, wraps
from importlib import import_module
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from treescore.cli.interrupts import in_good_order
from treescore.cli.several import several
from treescore.cli.streams import complain, drop, settle_errors
from treescore.errors import Interrupted, TreescoreError
from treescore.metrics.spellings import OPTIONS

PROGRAM = "treescore"
BROKEN_PIPE = 141
"""What a shell reports of a program that SIGPIPE ended; not every system has that signal."""
WrongOption: Any = typer.BadParameter.__mro__[1]
"""What Typer raises for options it does not understand; the class has no public name of its own."""

EXAMPLES = """\
treescore demo
treescore score -r ref.txt -s A=a.txt B=b.txt --paired bs
treescore score -h
"""
COMMANDS = {
    "demo": "Score a bundled sample of four systems: nothing to prepare.",
    "score": "Score systems against references.",
    "explain": "Show both trees, what matched, what that adds to the score, and the errors.",
    "report": "Write a page: who wins and why, scores, errors, and every segment with its trees.",
    "diagnose": "Say what is wrong with translations, and what makes one system better.",
    "rerank": "Choose the best of each n-best list, by minimum Bayes risk or by references.",
    "serve": "Open the web application, for this machine only.",
    "parse": "Parse a file and write CoNLL-U, Penn trees or figures.",
    "meta": "Measure how far metrics agree with human judgements.",
    "align": "Align the words of a bitext and write a phrase table for TESLA.",
    "lm": "Train a language model: modified Kneser-Ney, words lower-cased, no punctuation.",
    "train": "Train a metric on human rankings or scores.",
    "metrics": "List the metrics with their parameters and defaults.",
    "parsers": "List the parsers and the installed models, or all there are for a language.",
    "cache": "Show where parses and words' vectors are kept and how much room they take, or clear "
    "them.",
}
"""Every command's name, which is also its file's and its function's, and what it says of itself."""
PANELS = {
    "Scores, and what is behind them": ("demo", "score", "report", "explain", "diagnose", "serve"),
    "Candidates and trees": ("rerank", "parse"),
    "Metrics and what people say": ("meta", "train", "align", "lm"),
    "What there is": ("metrics", "parsers", "cache"),
}
"""The commands as help shows them."""
BEHIND = {
    "references": "references go behind -r",
    "systems": "systems behind -s",
    "metrics": "metrics behind -m",
}
PARSING = ("demo", "score", "parse", "explain", "report", "diagnose", "rerank", "meta", "train")
"""Commands that parse, and so find what they did in the cache."""


class _Help:
    """Flags that mean no where they are not given, and help in plain words."""

    _shown: list[Any] | None = None
    """The parameters as help shows them, from when it is asked for."""

    def get_params(self, ctx: Any) -> list[Any]:
        if self._shown:
            return self._shown
        parameters: list[Any] = super().get_params(ctx)  # type: ignore[misc]
        for each in parameters:
            if getattr(each, "is_flag", False) and each.default is None:
                each.default = False  # to make a value of None, Typer loads pydantic
        return parameters

    def format_help(self, ctx: Any, formatter: Any) -> None:
        from treescore.cli.plain_help import make_plain

        self._shown = make_plain(self.get_params(ctx))
        super().format_help(ctx, formatter)  # type: ignore[misc]


class _Command(_Help, TyperCommand):
    """A command, whose options may have several values behind them."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        return super().parse_args(ctx, several(args, self.params))


class _Commands(_Help, TyperGroup):
    """Knows all commands by their names, and loads the one that is asked for."""

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        name, command, rest = super().resolve_command(ctx, args)
        return name, command and _load(command.name or ""), rest


def _load(name: str) -> Any:
    from treescore.cli.groups import spread

    alone = typer.Typer(add_completion=False)
    module = import_module(f"treescore.cli.{name}")
    work = getattr(module, name)
    alone.command(name, cls=_Command, epilog=f"Examples:\n{module.EXAMPLES}")(
        _interruptible(spread(work), parses=name in PARSING)
    )
    return get_command(alone)


def _interruptible(command: Callable[..., None], *, parses: bool) -> Callable[..., None]:
    """Keep Typer from answering Ctrl-C itself, with a word that helps nobody."""

    @wraps(command)
    def interruptible(*arguments: object, **options: object) -> None:
        try:
            in_good_order(partial(command, *arguments, **options))
        except KeyboardInterrupt:
            hint = "; with the cache, the next run goes on from here" if parses else ""
            raise Interrupted(f"interrupted{hint}") from None

    return interruptible


app = typer.Typer(
    cls=_Commands,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
    pretty_exceptions_enable=False,
    help="Score machine translations by comparing parse trees.",
    epilog=f"Examples:\n{EXAMPLES}",
)


def _not_loaded() -> None:
    """Stands for a command in the list of all."""


for _panel, _names in PANELS.items():
    for _name in _names:
        app.command(_name, help=COMMANDS[_name], rich_help_panel=_panel)(_not_loaded)


def _print_version(wanted: bool) -> None:
    if wanted:
        from treescore.version import VERSION

        print(f"treescore {VERSION}")
        raise typer.Exit


def _print_citations(wanted: bool) -> None:
    if wanted:
        from treescore.cli.cite import print_citations

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
            code = app(prog_name=PROGRAM, standalone_mode=False)
        finally:
            sys.stdout.flush()
    except TreescoreError as error:
        complain(str(error))
        return error.exit_code
    except WrongOption as error:
        message = error.format_message().rstrip(".")
        if "extra argument" in message and error.ctx:
            message += _where_to_put(error.ctx.command.params)
        if hasattr(error, "possibilities") and (option := _theirs(error.option_name)):
            message = f"No such option: {option}; did you mean {OPTIONS[option]}?"
        if message:  # without any command, the help was the answer
            complain(f"{message} (see: --help)")
        return int(error.exit_code)
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # which Typer and rich make one of
            return _stopped_writing(end.__context__)
        raise
    except OSError as error:
        return _stopped_writing(error)
    return code or 0


def _theirs(option: str) -> str:
    """The option as it was given, if sacreBLEU has it: of -tok, Typer looks at -t alone."""
    given = [word for word in sys.argv if word in OPTIONS and word.startswith(option)]
    return next(iter(given), option if option in OPTIONS else "")


def _where_to_put(parameters: Iterable[Any]) -> str:
    """Behind which option words may belong that stand behind none."""
    found = [BEHIND[each.name] for each in parameters if each.name in BEHIND]
    return f"; {', '.join(found)}" if found else ""


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
