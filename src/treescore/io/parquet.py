"""Parquet, by pyarrow, which is an extra: pairs are read and scores written some rows at a time.

Imported only where a file is Parquet or is to become one.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, BinaryIO

from treescore.errors import MissingResource, how_to_install
from treescore.io.errors import InputError
from treescore.io.lengths import check_text
from treescore.io.pairs import REMEDY, Pairs, PairsFile, Roles, existing

try:
    import pyarrow as pa
    from pyarrow import parquet, types
except ImportError as error:
    raise MissingResource(
        f"Parquet needs pyarrow ({error}); install it with: {how_to_install('parquet')}"
    ) from None

READ = 1024
"""Rows read together."""
BUFFER = 2**16
"""Bytes of a column read together; without, the columns of a whole row group are."""
ROW_GROUP = 2**14
"""Rows written together, however they come."""
METADATA = "treescore"
"""The key under which the signatures of the metrics stand."""
TEXT = (types.is_string, types.is_large_string, types.is_string_view, types.is_null)
LISTS = (
    types.is_list,
    types.is_large_list,
    types.is_fixed_size_list,
    types.is_list_view,
    types.is_large_list_view,
)
BYTES = (
    types.is_binary,
    types.is_large_binary,
    types.is_binary_view,
    types.is_fixed_size_binary,
)


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """Say in one line what is wrong with a file."""
    try:
        yield
    except (pa.ArrowException, OSError, MemoryError, ValueError, OverflowError) as error:
        reason = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(
            path, None, f"damaged, or not such Parquet as can be read ({reason}); write it again"
        ) from None


def _open(path: str) -> Any:
    return parquet.ParquetFile(
        path, pre_buffer=False, buffer_size=BUFFER, page_checksum_verification=True
    )


def open_parquet(
    path: str, hypothesis: str, references: Sequence[str], longest: int
) -> ParquetPairs:
    """Open a Parquet file of pairs, given the names of its columns."""
    with _reading(path), _open(path) as file:
        schema, rows = file.schema_arrow, file.metadata.num_rows
        header = list(schema.names)
    for name in header:
        if header.count(name) > 1:
            raise InputError(
                path, None, f"the column {name!r} stands there twice; expected it once"
            )
    for name in (hypothesis, *references):
        if name not in header:
            raise InputError(
                path, None, f"no column {name!r}; there are {', '.join(header)}; {REMEDY}"
            )
    if not rows:
        raise InputError(path, None, "has no row; expected one translation a row")
    roles = Roles.of(header, hypothesis, references)
    for name in (hypothesis, *references, roles.system, roles.doc):
        if name is not None:
            numbers = name in {roles.system, roles.doc}
            _check_text(path, schema.field(name), lists=name in references, numbers=numbers)
    return ParquetPairs(path, roles, longest, schema, rows)


def _check_text(path: str, field: Any, *, lists: bool, numbers: bool) -> None:
    kind = field.type
    if numbers and types.is_integer(kind):
        return
    if lists and any(test(kind) for test in LISTS):
        kind = kind.value_type
    if not any(test(_decoded(kind)) for test in TEXT):
        expected = "text or lists of texts" if lists else "text"
        raise InputError(
            path, None, f"the column {field.name!r} holds {field.type}; expected {expected}"
        )


def _decoded(kind: Any) -> Any:
    """The type of the values, where a column numbers them."""
    return kind.value_type if types.is_dictionary(kind) else kind


class ParquetPairs(PairsFile):
    """A Parquet file of pairs."""

    def __init__(self, path: str, roles: Roles, longest: int, schema: Any, size: int) -> None:
        super().__init__(path, roles, longest)
        self.size = size
        self._stored = schema
        # Every batch has its own numbers of values: only the values can be put together.
        fields = [field.with_type(_decoded(field.type)) for field in schema]
        self._schema = pa.schema(fields)
        self.schema = pa.schema([self._schema.field(name) for name in roles.others])

    def batches(self, size: int) -> Iterator[Pairs]:
        first = 0
        for table in regroup(self._tables(self._stored.names), size):
            yield self._pairs(table, first)
            first += len(table)

    def texts(self) -> Iterator[list[str]]:
        first = 0
        for table in self._tables(self.roles.references):
            yield from self._references(table, first)
            first += len(table)

    def _tables(self, columns: Sequence[str]) -> Iterator[Any]:
        schema = pa.schema([self._schema.field(name) for name in columns])
        rows = 0
        with _reading(self.path), _open(self.path) as file:
            if file.schema_arrow != self._stored or file.metadata.num_rows != self.size:
                raise InputError(self.path, None, "has changed since it was opened; start again")
            for batch in file.iter_batches(READ, columns=columns, use_threads=False):
                _check_values(batch, rows)
                rows += len(batch)
                # A dot in a name is also a path: more columns may come than were asked for.
                yield pa.Table.from_batches([batch]).select(columns).cast(schema)
            if rows != self.size:
                raise ValueError(f"{rows} rows instead of {self.size}")

    def _pairs(self, table: Any, first: int) -> Pairs:
        def required(name: str, what: str) -> list[Any]:
            values: list[Any] = table.column(name).to_pylist()
            if None in values:
                raise self._missing(first + values.index(None), what)
            return values

        roles = self.roles
        hypotheses = required(roles.hypothesis, "hypothesis")
        for number, text in enumerate(hypotheses, first):
            self._check_lengths([text], number)
        return Pairs(
            hypotheses,
            self._references(table, first),
            list(map(str, required(roles.system, "system"))) if roles.system else None,
            list(map(str, required(roles.doc, "document"))) if roles.doc else None,
            {name: table.column(name) for name in roles.others},
        )

    def _references(self, table: Any, start: int) -> list[list[str]]:
        columns = [table.column(name).to_pylist() for name in self.roles.references]
        found = []
        for number, row in enumerate(zip(*columns, strict=True), start):
            first, *further = (text for cell in row for text in _listed(cell))
            if first is None:
                raise self._missing(number, "reference")
            found.append(existing(first, further))
            self._check_lengths(found[-1], number)
        return found

    def _check_lengths(self, texts: Iterable[str], row: int) -> None:
        for text in texts:
            check_text(text, f"{self.path}: row {row + 1}", None, self.longest)

    def _missing(self, row: int, what: str) -> InputError:
        return InputError(
            self.path, None, f"row {row + 1}: no {what}; give every row one (it may be empty)"
        )


def _check_values(batch: Any, first: int) -> None:
    """Look at everything that was read; Parquet itself does not see to it that text is UTF-8."""
    for name, column in zip(batch.schema.names, batch.columns, strict=True):
        try:
            column.validate(full=True)
        except pa.ArrowInvalid as error:
            rows = f"rows {first + 1} to {first + len(batch)}"
            raise ValueError(f"column {name!r}, {rows}: {error}") from None


def _listed(cell: str | list[str | None] | None) -> list[str | None]:
    """The references of a cell; an empty list is like none at all."""
    return (cell or [None]) if isinstance(cell, list) else [cell]


def regroup(tables: Iterable[Any], size: int) -> Iterator[Any]:
    """The same rows in tables of this size; the last may be smaller."""
    waiting: list[Any] = []
    rows = 0
    for table in tables:
        waiting.append(table)
        rows += len(table)
        while rows >= size:
            whole = pa.concat_tables(waiting)
            yield whole.slice(0, size)
            rows -= size
            waiting = [whole.slice(size)]
    if rows:
        yield pa.concat_tables(waiting)


def write_parquet(
    stream: BinaryIO,
    pairs: PairsFile,
    signatures: Mapping[str, str],
    rows: Iterable[tuple[Pairs, Sequence[Any]]],
) -> None:
    """Write the columns carried over and the scores of every metric; the same rows, the same bytes.

    The signatures of the metrics are JSON in the file's metadata.
    """
    carried = pairs.schema or [pa.field(name, pa.string()) for name in pairs.roles.others]
    schema = pa.schema(
        [*carried, *(pa.field(name, pa.float64()) for name in signatures)],
        {METADATA: json.dumps({"signatures": dict(signatures)})},
    )
    tables = (
        pa.Table.from_arrays([*batch.others.values(), *map(pa.array, scores)], schema=schema)
        for batch, scores in rows
    )
    with parquet.ParquetWriter(
        stream, schema, compression="zstd", write_page_checksum=True
    ) as writer:
        for table in regroup(tables, ROW_GROUP):
            writer.write_table(table.combine_chunks(), ROW_GROUP)


def is_writable_as_text(kind: Any) -> bool:
    """Whether the values of a type are texts, numbers, dates or the like."""
    bare = kind.storage_type if isinstance(kind, pa.BaseExtensionType) else kind
    if any(test(bare) for test in BYTES):
        return False
    try:
        pa.nulls(0, kind).cast(pa.string())
    except pa.ArrowNotImplementedError:
        return False
    return True


def as_texts(column: Any) -> list[str]:
    """The values of a column as text; nothing for those that are missing."""
    return [text or "" for text in column.cast(pa.string()).to_pylist()]
