"""The sentences of a test set with parses and vectors, a few segments at a time."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, zip_longest
from typing import NamedTuple

from treescore.encoder.encoder import Encoder
from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.testset import Stream, Testset
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.parsing.named import NamedParser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, universal_root
from treescore.trees.nbest import NBest, Parses

CHUNK = 128
"""Different sentences parsed together: enough to keep a parser busy, few enough to hold."""
ROWS = 4096
"""Segments in a chunk at most, where texts come again and again."""
KEPT = 250_000
"""Words in the trees and vectors of sentences that are held because they may come again."""

LETTERS = 6
"""Characters of a text for every word, roughly."""

HINT = 60
"""How much of a text a message shows."""
END = object()
"""Stands where a stream has ended."""

Entry = tuple[str | None, Parses | None]
"""A text and its parses, of which at least one is known."""


class Row(NamedTuple):
    """A segment: its references, of which some may be missing, and what every system made of it."""

    references: tuple[Entry | None, ...]
    systems: tuple[Entry, ...]


@dataclass(frozen=True)
class ParsedSegment:
    """A segment's references, and what every system made of it, in their orders."""

    references: list[Sentence]
    hypotheses: list[Sentence]


def rows_of(testset: Testset) -> Iterator[Row]:
    """The segments of a test set, once it is sure that all streams have them."""
    cut = len(testset.references)
    sources = [_entries(stream, 0 < i < cut) for i, stream in enumerate(testset.streams)]
    for done, row in enumerate(zip_longest(*sources, fillvalue=END)):
        if any(entry is END for entry in row):
            raise _not_parallel(testset.streams, row, done)
        yield Row(row[:cut], row[cut:])  # type: ignore[arg-type]


def in_chunks(rows: Iterable[Row], most: int = CHUNK) -> Iterator[list[Row]]:
    """Rows that are parsed together: as many as there are so many different texts in."""
    chunk: list[Row] = []
    texts: set[str | None] = set()
    given = 0
    for row in rows:
        chunk.append(row)
        known = [entry for part in row for entry in part if entry is not None]
        texts.update(text for text, parses in known if parses is None)
        given += sum(parses is not None for _, parses in known)
        if len(texts) + given >= most or len(chunk) == ROWS:
            yield chunk
            chunk, texts, given = [], set(), 0
    if chunk:
        yield chunk


def unparsed(parser: Parser | None, sizes: Sequence[int], rows: Iterable[Row]) -> int:
    """How many parses some rows are known to need."""
    if not isinstance(parser, NamedParser):
        return 0
    entries = (entry for row in rows for part in row for entry in part)
    texts = {entry[0] or "" for entry in entries if entry and entry[1] is None}
    return sum(parser.unknown(texts, size) for size in sizes)


def parsed_segments(
    testset: Testset,
    sizes: Sequence[int],
    parser: Parser | None,
    encoders: Collection[Encoder] = (),
) -> Iterator[ParsedSegment]:
    """The segments one by one, with their parses, and the vectors that encoders give."""
    sentences = Sentences(parser, sizes, testset.lang, encoders)
    for chunk in in_chunks(rows_of(testset)):
        yield from sentences.parsed(chunk)


def _entries(stream: Stream, further_reference: bool) -> Iterator[Entry | None]:
    """Text and parses of every segment; None where there is no such reference."""
    if stream.parses is None:
        return (None if text is None else (text, None) for text in stream.texts or ())
    if stream.texts is None:
        return (
            None
            if entry is None or (further_reference and _is_empty(entry[1]))
            else (None, entry[1])
            for entry in stream.parses
        )
    return _pairs(stream, stream.texts, iter(stream.parses))


def _size(tree: DependencyTree | ConstituencyTree) -> int:
    return len(tree.words if isinstance(tree, DependencyTree) else tree.leaves)


def _is_empty(parses: Parses) -> bool:
    return _size(parses.best) == 0


def _pairs(
    stream: Stream,
    texts: Sequence[str | None],
    parses: Iterator[tuple[str | None, Parses] | None],
) -> Iterator[Entry | None]:
    """Texts with their parses; a missing parse ends it, and an extra one makes it longer."""
    for number, text in enumerate(texts, 1):
        found = next(parses, None)
        if found is None:
            return
        known, trees = found
        if text is not None and not _is_parse_of(text, known, trees):
            raise InputError(
                stream.name,
                None,
                f"the parse of segment {number} is not that of its text, {text[:HINT]!r}; "
                "give parses of the texts, in their order",
            )
        yield None if text is None else (text, trees)
    yield from ((None, extra[1]) for extra in islice(parses, 1) if extra)


def _is_parse_of(text: str, known: str | None, parses: Parses) -> bool:
    """Whether a parse may be one of a text, by the text that its file gives, if it gives one."""
    same = known is None or known.split() == text.split()
    return same and _is_empty(parses) == (not text.strip())


def _not_parallel(streams: Sequence[Stream], row: Sequence[object], done: int) -> InputError:
    ended = next(i for i, entry in enumerate(row) if entry is END)
    longer = next(i for i, entry in enumerate(row) if entry is not END)
    return InputError(
        streams[ended].name,
        None,
        f"ends after segment {done}, but {streams[longer].name} goes on; "
        "give files that run in parallel",
    )


def _with_universal_roots(parses: Parses) -> Parses:
    """Given trees with their roots named as the parsers name them here."""
    trees = [tree for tree in parses.trees if isinstance(tree, DependencyTree)]
    return NBest(tuple(map(universal_root, trees)), parses.logprobs) if trees else parses


def give_vectors(sentences: Iterable[Sentence], encoders: Collection[Encoder]) -> None:
    """Give sentences the vectors that they lack, all together."""
    different = list({id(each): each for each in sentences}.values()) if encoders else []
    for encoder in encoders:
        new = [each for each in different if encoder.source not in each.vectors]
        found = encoder.encode([each.words(encoder.source) for each in new])
        for sentence, vectors in zip(new, found, strict=True):
            sentence.vectors[encoder.source] = vectors


class Sentences:
    """Parsed sentences; the last ones are kept, and not parsed again if they come again soon."""

    def __init__(
        self,
        parser: Parser | None,
        sizes: Sequence[int],
        lang: str,
        encoders: Collection[Encoder] = (),
    ) -> None:
        self.parser = parser
        self.sizes = sizes
        self.lang = lang
        self.encoders = encoders
        self._known: dict[str, Sentence] = {}
        """The last used ones at the end."""
        self._words = 0

    def parsed(self, chunk: Sequence[Row]) -> Iterator[ParsedSegment]:
        """The segments of a chunk."""
        entries = (entry for row in chunk for part in row for entry in part)
        new = self._parse(entry[0] or "" for entry in entries if entry and entry[1] is None)
        segments = [
            ParsedSegment(
                [self._sentence(*entry) for entry in row.references if entry],
                [self._sentence(*entry) for entry in row.systems],
            )
            for row in chunk
        ]
        give_vectors(
            (each for part in segments for each in (*part.references, *part.hypotheses)),
            self.encoders,
        )
        self._words += sum(map(_weight, new))
        yield from segments
        self._forget()

    def _parse(self, texts: Iterable[str]) -> list[Sentence]:
        """The sentences that are new."""
        known = self._known
        wanted = dict.fromkeys(texts)
        new = [text for text in wanted if text not in known]
        if self.sizes and self.parser is None and new:
            raise UsageError("these metrics compare trees: give a parser")
        lists = [list(self.parser.parse(new, size)) for size in self.sizes] if self.parser else []
        for text in wanted:
            if text in known:
                known[text] = known.pop(text)
        for text, *parses in zip(new, *lists, strict=True):
            known[text] = Sentence(text, dict(zip(self.sizes, parses, strict=True)), self.lang)
        return [known[text] for text in new]

    def _sentence(self, text: str | None, parses: Parses | None) -> Sentence:
        if parses is None:
            return self._known[text or ""]
        if self.lang != "en":
            parses = _with_universal_roots(parses)
        return Sentence(text, {size: parses.first(size) for size in self.sizes}, self.lang)

    def _forget(self) -> None:
        while self._words > KEPT:
            oldest = next(iter(self._known))
            self._words -= _weight(self._known.pop(oldest))


def _weight(sentence: Sentence) -> int:
    """About how much a sentence takes: the words in all of its trees, vectors, and its text."""
    return (
        1
        + len(sentence.text or "") // LETTERS
        + sum(len(parses.trees) * _size(parses.best) for parses in sentence.parses.values())
        + sum(map(len, sentence.vectors.values()))
    )
