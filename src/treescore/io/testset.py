"""A test set: source, references, and the systems, segment by segment in parallel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.lengths import LONGEST
from treescore.io.names import named_apart
from treescore.io.segments import (
    Segments,
    read_references,
    read_segments,
    read_sources,
    read_systems,
)
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import Parses

if TYPE_CHECKING:
    from treescore.io.parses import ParseFile

Input = str | DependencyTree | ConstituencyTree | Parses
"""A translation or a reference given from Python: its text, its tree, or its n-best list."""


@dataclass(frozen=True)
class Stream:
    """One translation of the whole test set: a reference, or what a system made of it."""

    name: str
    """Where it comes from, for messages."""
    texts: tuple[str | None, ...] | None
    """None where only trees are known; a None inside: there is no such reference here."""
    parses: ParseFile | Sequence[tuple[str | None, Parses] | None] | None = None
    """Trees with the text they are of, if that is known; None where a parser is to make them."""


@dataclass(frozen=True)
class Testset:
    """References and systems that run in parallel."""

    references: tuple[Stream, ...]
    systems: Mapping[str, Stream]
    docs: tuple[str, ...] | None = None
    """For every segment its document, where that is known."""
    lang: str = "en"
    sources: tuple[str, ...] | None = None
    """For every segment what was translated, where that is known: to be shown, never scored."""
    source_file: str = ""
    """Where the sources come from, if they have a file of their own."""

    @property
    def streams(self) -> list[Stream]:
        return [*self.references, *self.systems.values()]

    @property
    def has_text(self) -> bool:
        return all(stream.texts is not None for stream in self.streams)

    def reference_texts(self) -> list[list[str]]:
        """For every segment the texts of its references."""
        columns = [stream.texts or () for stream in self.references]
        return [[text for text in row if text is not None] for row in zip(*columns, strict=True)]

    def segment(self, number: int) -> Testset:
        """One segment alone, counted from 1, of a test set of texts."""
        one = slice(number - 1, number)

        def cut(stream: Stream) -> Stream:
            return Stream(stream.name, stream.texts[one] if stream.texts else None)

        return replace(
            self,
            references=tuple(map(cut, self.references)),
            systems={name: cut(stream) for name, stream in self.systems.items()},
            docs=self.docs and self.docs[one],
            sources=self.sources and self.sources[one],
        )

    @property
    def size(self) -> int | None:
        """The number of segments; None if that shows only when the trees are read."""
        return next((len(stream.texts) for stream in self.streams if stream.texts), None)


def load_testset(
    references: Sequence[str],
    systems: Sequence[tuple[str | None, str]],
    docs: str | None = None,
    *,
    source: str | None = None,
    reference_parses: Sequence[str] = (),
    system_parses: Sequence[tuple[str | None, str]] = (),
    lang: str = "en",
    longest: int = LONGEST,
) -> Testset:
    """Read reference and system files, and check that they run in parallel.

    An empty line in the first reference is an empty reference; in a further one it means that this
    segment has no such reference. A system without a name is called as its file calls it, or like
    its file (`names.py`). No segment may have more than `longest` characters. Without a `source`,
    it is that of the first file that has one.
    """
    found = [segments for path in references for segments in read_references(path, longest)]
    outputs = named_apart(each for name, path in systems for each in _outputs(name, path, longest))
    first = next(iter([*found, *outputs.values()]), None)
    doc_ids = sources = None
    reference_streams: list[Stream] = []
    system_streams: dict[str, Stream] = {}
    if first is not None:
        doc_ids = _parallel(read_segments(docs, longest), first) if docs else first.docs
        if source:
            sources = _complete("the source", read_sources(source, longest), first)
        else:
            sources = _known_sources([*found, *outputs.values()], first)
        reference_streams = [_reference(segments, first) for segments in found]
        system_streams = {
            name: Stream(output.path, _complete(f"the system {name!r}", output, first))
            for name, output in outputs.items()
        }
    else:
        doc_ids = read_segments(docs, longest).texts if docs else None
        sources = read_sources(source, longest).texts if source else None
    from treescore.io.parses import ParseFile  # readers of trees, which few test sets have

    reference_trees = [ParseFile(path, longest) for path in reference_parses]
    system_trees = named_apart(
        (name, path, ParseFile(path, longest)) for name, path in system_parses
    )
    return Testset(
        tuple(_add_reference_parses(reference_streams, reference_trees)),
        _add_system_parses(system_streams, system_trees),
        doc_ids,
        lang,
        sources,
        source or "",
    )


def _outputs(name: str | None, path: str, longest: int) -> list[tuple[str | None, str, Segments]]:
    outputs = read_systems(path, longest)
    if len(outputs) == 1:
        return [(name or outputs[0].name or None, path, outputs[0])]
    if name:
        raise UsageError(
            f"-s {name}={path}: the file has the systems {', '.join(o.name for o in outputs)}; "
            f"choose one ({name}={path}#{outputs[0].name}), or take all (-s {path})"
        )
    return [(output.name, path, output) for output in outputs]


def _reference(segments: Segments, first: Segments) -> Stream:
    texts = _by_id(segments, first) if first.ids and segments.ids else _parallel(segments, first)
    if segments is not first:
        texts = tuple(text or None for text in texts)
    return Stream(segments.path, texts)


def _complete(name: str, found: Segments, first: Segments) -> tuple[str, ...]:
    """The texts of a stream that must have every segment."""
    if not first.ids or not found.ids:
        return _parallel(found, first)
    texts = []
    for (doc, seg), text in zip(first.ids, _by_id(found, first), strict=True):
        if text is None:
            raise InputError(
                found.path,
                None,
                f"{name} lacks the segment {seg} of the document {doc!r}, which {first.path} has",
            )
        texts.append(text)
    return tuple(texts)


def _known_sources(files: Sequence[Segments], first: Segments) -> tuple[str, ...] | None:
    """The source that stands beside references or translations, if it does."""
    for each in files:
        if each.sources is not None:
            beside = replace(each, texts=each.sources)
            texts = _by_id(beside, first) if first.ids and each.ids else _parallel(beside, first)
            return tuple(text or "" for text in texts)
    return None


def _by_id(segments: Segments, first: Segments) -> tuple[str | None, ...]:
    found = dict(zip(segments.ids or (), segments.texts, strict=True))
    known = set(first.ids or ())
    for doc, seg in (key for key in found if key not in known):
        raise InputError(
            segments.path,
            None,
            f"the segment {seg} of the document {doc!r} is not in {first.path}; "
            "give files of the same test set",
        )
    return tuple(found.get(key) for key in first.ids or ())


def _parallel(segments: Segments, first: Segments) -> tuple[str, ...]:
    texts = segments.texts
    if len(texts) != len(first.texts):
        raise InputError(
            segments.path,
            min(len(texts), len(first.texts)) + 1,
            f"{len(texts)} segments, but {first.path} has {len(first.texts)}; "
            "give files that run in parallel, one segment a line",
        )
    return texts


def _add_reference_parses(streams: list[Stream], files: Sequence[ParseFile]) -> list[Stream]:
    if not streams:
        return [Stream(file.path, None, file) for file in files]
    if not files:
        return streams
    if len(files) != len(streams):
        raise UsageError(
            f"{len(files)} --ref-parses for {len(streams)} references; "
            "give one for every reference, in the same order"
        )
    return [
        replace(stream, name=file.path, parses=file)
        for stream, file in zip(streams, files, strict=True)
    ]


def _add_system_parses(
    streams: Mapping[str, Stream], files: Mapping[str, ParseFile]
) -> dict[str, Stream]:
    if not streams:
        return {name: Stream(file.path, None, file) for name, file in files.items()}
    for name in files.keys() - streams.keys():
        raise UsageError(
            f"--sys-parses {name}=...: there is no such system; there are {', '.join(streams)}"
        )
    parsed = {
        name: replace(streams[name], name=file.path, parses=file) for name, file in files.items()
    }
    return {name: parsed.get(name, stream) for name, stream in streams.items()}
