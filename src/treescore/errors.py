"""What treescore says when it cannot go on: one line, never a traceback."""

from __future__ import annotations


class TreescoreError(Exception):
    """A fault the user can mend; its text is one line that says how."""


class Interrupted(TreescoreError):
    """The user stopped the run."""


class UsageError(TreescoreError):
    """A command that asks for something that does not exist."""
