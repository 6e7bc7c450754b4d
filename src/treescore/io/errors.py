"""What is wrong with an input file, and where."""

from __future__ import annotations

from treescore.errors import TreescoreError


class InputError(TreescoreError):
    """A file that cannot be used as it is."""

    def __init__(self, path: str, line: int | None, fault: str) -> None:
        self.path = path
        self.line = line
        self.fault = fault
        super().__init__(f"{path}:{line}: {fault}" if line else f"{path}: {fault}")
