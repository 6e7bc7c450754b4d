"""How the program starts: nothing slow is loaded before Ctrl-C has its answer."""

from __future__ import annotations

import os

from treescore.cli.interrupts import answer_signals


def main() -> None:
    """Run a command; a fault the user can mend is one line on standard error."""
    answer_signals()
    # numpy asks when it is loaded. Its threads wait for each other in a loop: where there are fewer
    # cores than it believes, they are several times slower than one. --jobs uses several.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from treescore.cli.streams import open_missing

    open_missing()
    from treescore.cli.commands import run

    run()
