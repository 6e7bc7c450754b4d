"""A test set: segments with their references, and the systems that translated them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from treescore.io.errors import LineCountMismatch
from treescore.io.segments import Segments, read_segments


@dataclass(frozen=True)
class Segment:
    """One thing that was translated: its references, and the document it belongs to."""

    references: tuple[str, ...]
    doc: str


@dataclass(frozen=True)
class Testset:
    """Segments, and for every system its translations in the same order."""

    segments: tuple[Segment, ...]
    systems: Mapping[str, tuple[str, ...]]


def load_testset(
    references: Sequence[str], systems: Mapping[str, str], docs: str | None = None
) -> Testset:
    """Read reference and system files, and check that they run in parallel.

    An empty line in the first reference is an empty reference; in a further one it means that this
    segment has no such reference.
    """
    first = read_segments(references[0])
    further = [_parallel(path, first) for path in references[1:]]
    rows = [
        (text, *(other[i] for other in further if other[i])) for i, text in enumerate(first.texts)
    ]
    doc_ids = _parallel(docs, first) if docs else first.docs or ("",) * len(rows)
    return Testset(
        tuple(map(Segment, rows, doc_ids)),
        {name: _parallel(path, first) for name, path in systems.items()},
    )


def _parallel(path: str, first: Segments) -> tuple[str, ...]:
    texts = read_segments(path).texts
    if len(texts) != len(first.texts):
        raise LineCountMismatch(
            path,
            min(len(texts), len(first.texts)) + 1,
            f"{len(texts)} segments, but {first.path} has {len(first.texts)}; "
            "give files that run in parallel, one segment a line",
        )
    return texts
