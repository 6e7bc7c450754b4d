"""The sentences of a test set with their parses, a few segments at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count, islice

from treescore.errors import UsageError
from treescore.io.errors import LineCountMismatch, TextMismatch
from treescore.io.testset import Stream, Testset
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.trees.dependency import DependencyTree, universal_root
from treescore.trees.nbest import NBest, Parses

BATCH = 64
"""Segments parsed together: enough to keep a parser busy, few enough to hold."""
KEPT = 10_000
"""Sentences held because they come again; of more than that, some are parsed again."""

HINT = 60
"""How much of a text a message shows."""

Entry = tuple[str | None, Parses | None]
"""A text and its parses, of which at least one is known."""


@dataclass(frozen=True)
class ParsedSegment:
    """A segment's references, and what every system made of it, in their orders."""

    references: list[Sentence]
    hypotheses: list[Sentence]


def parsed_segments(
    testset: Testset, sizes: Sequence[int], parser: Parser | None, batch: int = BATCH
) -> Iterator[ParsedSegment]:
    """The segments one by one; every different text is parsed once."""
    cut = len(testset.references)
    store = _Store(parser, sizes, testset.lang, _occurrences(testset))
    sources = [_entries(stream, 0 < i < cut) for i, stream in enumerate(testset.streams)]
    for done in count(0, batch):
        columns = [list(islice(source, batch)) for source in sources]
        _check_parallel(testset.streams, columns, done)
        if not columns[0]:
            return
        store.parse(
            [entry[0] for column in columns for entry in column if entry and entry[1] is None]
        )
        for row in zip(*columns, strict=True):
            sentences = [entry and store.sentence(*entry) for entry in row]
            yield ParsedSegment(
                [sentence for sentence in sentences[:cut] if sentence],
                [sentence for sentence in sentences[cut:] if sentence],
            )
        store.forget()


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


def _is_empty(parses: Parses) -> bool:
    tree = parses.best
    return not (tree.words if isinstance(tree, DependencyTree) else tree.leaves)


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
            raise TextMismatch(
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


def _check_parallel(
    streams: Sequence[Stream], columns: Sequence[Sequence[object]], done: int
) -> None:
    longest = max(range(len(columns)), key=lambda i: len(columns[i]))
    for stream, column in zip(streams, columns, strict=True):
        if len(column) != len(columns[longest]):
            raise LineCountMismatch(
                stream.name,
                None,
                f"ends after segment {done + len(column)}, but {streams[longest].name} goes on; "
                "give files that run in parallel",
            )


def _occurrences(testset: Testset) -> Counter[str]:
    """How often every text that must be parsed occurs."""
    return Counter(
        text
        for stream in testset.streams
        if stream.parses is None
        for text in stream.texts or ()
        if text is not None
    )


def _with_universal_roots(parses: Parses) -> Parses:
    """Given trees with their roots named as the parsers name them here."""
    trees = [tree for tree in parses.trees if isinstance(tree, DependencyTree)]
    return NBest(tuple(map(universal_root, trees)), parses.logprobs) if trees else parses


@dataclass
class _Store:
    """Parsed sentences, held as long as they are needed."""

    parser: Parser | None
    sizes: Sequence[int]
    lang: str
    remaining: Counter[str]
    sentences: dict[str, Sentence] = field(default_factory=dict)

    def parse(self, texts: Sequence[str | None]) -> None:
        new = [text for text in dict.fromkeys(texts) if text is not None]
        new = [text for text in new if text not in self.sentences]
        self.remaining.subtract(text for text in texts if text is not None)
        if self.sizes and self.parser is None and new:
            raise UsageError("these metrics compare trees: give a parser")
        lists = [list(self.parser.parse(new, size)) for size in self.sizes] if self.parser else []
        for text, *parses in zip(new, *lists, strict=True):
            found = dict(zip(self.sizes, parses, strict=True))
            self.sentences[text] = Sentence(text, found, self.lang)

    def sentence(self, text: str | None, parses: Parses | None) -> Sentence:
        if parses is None:
            return self.sentences[text or ""]
        if self.lang != "en":
            parses = _with_universal_roots(parses)
        return Sentence(text, {size: parses.first(size) for size in self.sizes}, self.lang)

    def forget(self) -> None:
        again = [text for text in self.sentences if self.remaining[text] > 0]
        self.sentences = {text: self.sentences[text] for text in again[-KEPT:]}
