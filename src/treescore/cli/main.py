"""How the program starts: nothing slow is loaded before Ctrl-C has its answer."""

from __future__ import annotations

from treescore.cli.interrupts import answer_signals


def main() -> None:
    """Run a command; a fault the user can mend is one line on standard error."""
    answer_signals()
    from treescore.cli.streams import open_missing

    open_missing()
    from treescore.cli.commands import run

    run()
