"""Counting more different texts than fit into memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from heapq import merge
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from tempfile import mkstemp

LIMIT = 500_000
"""Different texts in memory: some 100 MB."""

TextCount = tuple[str, int]


class SortedCounts:
    """Counts of texts without line ends, given back in the order of the texts.

    What was counted goes to a file in `folder`, sorted, whenever `limit` different texts have come
    together; in the end the files are merged.
    """

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.folder = folder
        self.limit = limit
        self._counts: Counter[str] = Counter()
        self._runs: list[Path] = []

    def update(self, texts: Iterable[str] | Mapping[str, int]) -> None:
        """Count texts, once each or as often as the mapping says."""
        self._counts.update(texts)
        if len(self._counts) >= self.limit:
            self._spill()

    def _spill(self) -> None:
        handle, name = mkstemp(dir=self.folder)
        with open(handle, "w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(f"{text}\t{count}\n" for text, count in sorted(self._counts.items()))
        self._runs.append(Path(name))
        self._counts.clear()

    def items(self) -> Iterator[TextCount]:
        """Every text with its count, in order."""
        runs = [*map(_read, self._runs), iter(sorted(self._counts.items()))]
        for text, group in groupby(merge(*runs), key=itemgetter(0)):
            yield text, sum(count for _, count in group)


def _read(path: Path) -> Iterator[TextCount]:
    with path.open(encoding="utf-8", newline="\n") as stream:
        for line in stream:
            text, _, count = line.rpartition("\t")
            yield text, int(count)
