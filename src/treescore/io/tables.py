"""Tables: TSV with a header, no quoting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from treescore.io.errors import InputError
from treescore.io.files import nonempty, read_lines


def read_table(
    path: str, columns: Sequence[str], remedy: str, longest: int | None = None
) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with the numbers of their lines; the remedy is for a table without the columns.

    Where cells hold segments, `longest` says how long these may be.
    """
    lines = nonempty(path, read_lines(path, longest), "a line with the names of the columns")
    header = next(lines).split("\t")
    twice = next((column for column, count in Counter(header).items() if count > 1), None)
    if twice is not None:
        raise InputError(path, 1, f"the column {twice!r} stands there twice; expected it once")
    for column in columns:
        if column not in header:
            raise InputError(
                path, 1, f"no column {column!r}; the header has {', '.join(header)}; {remedy}"
            )
    for number, line in enumerate(lines, 2):
        cells = line.split("\t")
        if len(cells) != len(header):
            raise InputError(
                path, number, f"{len(cells)} columns; expected {len(header)} as in the header"
            )
        yield number, dict(zip(header, cells, strict=True))
