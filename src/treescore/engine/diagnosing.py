"""Diagnosing a test set: the errors of a few segments at a time, in whatever process."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import repeat
from typing import Any, TypeVar

from treescore.diagnosis.doubts import DIGEST as DOUBTS
from treescore.diagnosis.errors import Error
from treescore.diagnosis.result import Diagnosis
from treescore.diagnosis.segment import find_errors
from treescore.diagnosis.words import Found, find_words
from treescore.encoder.encoder import Encoder
from treescore.encoder.vectors import side_by_side
from treescore.engine.base import IN_PROCESS, Engine, doing
from treescore.engine.evaluating import documents, source_of
from treescore.engine.noticing import notice
from treescore.engine.scorer import check_kinds, tree_kinds
from treescore.engine.sentences import (
    CHUNK,
    ParsedSegment,
    Row,
    Sentences,
    give_vectors,
    in_chunks,
    rows_of,
    unparsed,
)
from treescore.errors import UnknownName
from treescore.io.testset import Testset
from treescore.lexicon.synonyms import load_synonyms
from treescore.metrics.base import Signature
from treescore.metrics.sdpm import SDPM, settings
from treescore.metrics.sentence import Sentence
from treescore.parsing.base import Parser
from treescore.tracking import Track, silent
from treescore.trees.punctuation import is_punctuation
from treescore.version import VERSION

ENGLISH = SDPM.only_language
"""The language whose words have vectors."""
LONGEST = 1000
"""Words of a text up to which errors are looked for: every word of one side is compared with every
word of the other."""
NO_REFERENCE = "the reference is empty"
Finding = TypeVar("Finding")

log = logging.getLogger("treescore")


@dataclass(frozen=True)
class Diagnosed:
    """What is known of a few segments once they are diagnosed."""

    errors: Sequence[Sequence[Sequence[Error]]]
    """Segments x systems."""
    references: frozenset[int]
    """The numbers of references that segments have."""
    kinds: frozenset[str]
    """The kinds of trees that were compared."""
    words: Sequence[Sequence[Found]] = ()
    """Segments x systems, if they are wanted."""
    long: Sequence[bool] = ()
    """For every segment whether it has a text that is too long to be looked at."""
    alone: Sequence[bool] = ()
    """For every segment whether it has translations, but no word of a reference."""


@dataclass(frozen=True)
class Diagnoser:
    """Parses and finds errors; a copy in another process opens its own parser, once."""

    parser: Parser | None
    lang: str
    cached: bool = True
    """Whether the user's cache keeps the words' vectors."""
    profiled: bool = False
    """Whether it is wanted which words and patterns of the references systems have, too."""

    @cached_property
    def _sentences(self) -> Sentences:
        return Sentences(self.parser, (1,), self.lang, self.encoders)

    @property
    def encoders(self) -> list[Encoder]:
        """What gives words the vectors that are compared."""
        return [Encoder("trees", self.cached)] if self.lang == ENGLISH else []

    def unparsed(self, chunk: Sequence[Row]) -> int:
        """How many parses it is known to need."""
        return unparsed(self.parser, (1,), chunk)

    def __call__(self, chunk: Sequence[Row]) -> Diagnosed:
        return self.look(list(self._sentences.parsed(chunk)))

    def look(self, segments: Sequence[ParsedSegment]) -> Diagnosed:
        """The errors of segments that have their parses and vectors already."""
        if self.lang == ENGLISH:
            give_alone(
                [each for part in segments for each in (*part.hypotheses, *part.references)],
                self.cached,
            )
        kinds = {kind for segment in segments for kind in tree_kinds(segment)}
        check_kinds(kinds, ())
        references = frozenset(len(segment.references) for segment in segments)
        long = [is_too_long((*each.hypotheses, *each.references)) for each in segments]
        errors = _each_pair(_find_errors, segments)
        words = _each_pair(find_words, segments) if self.profiled else ()
        alone = [is_alone(each.hypotheses, each.references) for each in segments]
        return Diagnosed(errors, references, frozenset(kinds), words, long, alone)


def give_alone(sentences: Sequence[Sentence], cached: bool) -> None:
    """Give English sentences the vectors that their words have by themselves."""
    new = [each for each in sentences if "alone" not in each.vectors]
    words = list({word: None for each in new for word in each.words("trees")})
    found = Encoder("trees", cached).encode([(word,) for word in words])
    known = dict(zip(words, found, strict=True))
    for each in new:
        each.vectors["alone"] = side_by_side([known[word] for word in each.words("trees")])


def is_too_long(sentences: Iterable[Sentence]) -> bool:
    """Whether one of some sentences has more words than can be compared."""
    return any(len(each.words("trees")) > LONGEST for each in sentences)


def is_alone(hypotheses: Iterable[Sentence], references: Iterable[Sentence]) -> bool:
    """Whether translations have words, and their references none: nothing is to be compared."""
    return any(map(_has_words, hypotheses)) and not any(map(_has_words, references))


def _has_words(sentence: Sentence) -> bool:
    return not all(map(is_punctuation, sentence.words("trees")))


def _find_errors(hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
    if is_too_long((hypothesis, *references)) or is_alone((hypothesis,), references):
        return []
    return find_errors(hypothesis, references)


def _each_pair(
    find: Callable[[Sentence, Sequence[Sentence]], Finding], segments: Iterable[ParsedSegment]
) -> list[list[Finding]]:
    """What is found of every translation; what comes again is not looked at again.

    The same text is the same sentence as long as a chunk is held, so sentences go by identity.
    """
    known: dict[tuple[int, ...], Finding] = {}
    found = []
    for segment in segments:
        row = []
        for hypothesis in segment.hypotheses:
            key = (id(hypothesis), *map(id, segment.references))
            if key not in known:
                known[key] = find(hypothesis, segment.references)
            row.append(known[key])
        found.append(row)
    return found


def diagnose(
    testset: Testset,
    parser: Parser | None,
    *,
    against: str | None = None,
    cached: bool = True,
    track: Track[Any] = silent,
    engine: Engine = IN_PROCESS,
    chunk: int = CHUNK,
) -> Diagnosis:
    """The errors of all systems of a test set, compared with the first or another one.

    If another one is named, it is also told which words and patterns systems find.
    """
    notice(testset)
    systems = list(testset.systems)
    profiled = against is not None and len(systems) > 1
    against = check_against(against, systems)
    if testset.size:
        documents(testset, testset.size)
    if testset.lang == ENGLISH:
        settings()  # what is missing shows before the work
    diagnoser = Diagnoser(parser, testset.lang, cached, profiled)
    found: list[Diagnosed] = []
    kinds: set[str] = set()
    results = engine.map(diagnoser, in_chunks(rows_of(testset), chunk), testset.size)
    for each in track(_each_segment(results), doing("Diagnosing", engine), testset.size):
        if each:
            found.append(each)
            kinds |= each.kinds
            check_kinds(kinds, ())
    return gather(testset, parser, found, against)


def gather(
    testset: Testset, parser: Parser | None, found: Sequence[Diagnosed], against: str
) -> Diagnosis:
    """What was found of all segments of a test set, a few after the other."""
    long = [each for chunk in found for each in chunk.long]
    alone = [each for chunk in found for each in chunk.alone]
    for left, why in ((long, f"a text has more than {LONGEST} words"), (alone, NO_REFERENCE)):
        if any(left):
            log.warning(
                "in %d segment%s errors are not looked for: %s",
                sum(left),
                "s" if sum(left) > 1 else "",
                why,
            )
    rows = [row for each in found for row in each.errors]
    words = [row for each in found for row in each.words]
    references = {number for each in found for number in each.references}
    kinds = {kind for each in found for kind in each.kinds}
    return Diagnosis(
        {name: [row[number] for row in rows] for number, name in enumerate(testset.systems)},
        documents(testset, len(rows)),
        testset.lang,
        str(_sign(testset, parser, references, kinds, long)),
        against,
        {name: stream.texts for name, stream in testset.systems.items()},
        [stream.texts for stream in testset.references],
        {name: [row[number] for row in words] for number, name in enumerate(testset.systems)}
        if words
        else {},
        tuple(place for place, each in enumerate(zip(long, alone, strict=True)) if any(each)),
        sources=testset.sources,
    )


def errors_of(
    hypothesis: Sentence, references: Sequence[Sentence], *, cached: bool = True
) -> list[Error]:
    """The errors of one translation that is parsed already; none if trees cannot be compared."""
    segment = ParsedSegment(list(references), [hypothesis])
    sentences = (hypothesis, *references)
    kinds = tree_kinds(segment)
    if any(1 not in each.parses for each in sentences) or ("const" in kinds and len(kinds) > 1):
        return []
    if is_too_long(sentences):
        if hypothesis.text not in {each.text for each in references}:
            log.warning("errors are not looked for in texts of more than %d words", LONGEST)
        return []
    if is_alone((hypothesis,), references):
        log.warning("errors are not looked for: %s", NO_REFERENCE)
        return []
    if hypothesis.lang == ENGLISH:
        give_vectors(sentences, [Encoder("trees", cached)])
        give_alone(sentences, cached)
    return find_errors(hypothesis, references)


def check_against(against: str | None, systems: Sequence[str]) -> str:
    """The system that others are compared with, once it is known to be there."""
    if against is None:
        return systems[0]
    if against not in systems:
        raise UnknownName("system", against, systems)
    return against


def _each_segment(results: Iterable[Diagnosed]) -> Iterator[Diagnosed | None]:
    """A sign for every segment, so that progress can be shown: the results, and fillers."""
    for each in results:
        yield each
        yield from repeat(None, len(each.errors) - 1)


def _sign(
    testset: Testset, parser: Parser | None, counts: set[int], kinds: set[str], long: Sequence[bool]
) -> Signature:
    """All that the errors depend on; how many segments are left out only where some are."""
    pairs = [("lang", testset.lang), ("nrefs", str(*counts) if len(counts) == 1 else "var")]
    pairs.append(("trees", "const" if "const" in kinds else "dep"))
    if "const" in kinds:
        pairs.append(("heads", SDPM.head_rules))
    pairs.append(("parser", source_of(testset.streams, parser)))
    if testset.lang == ENGLISH:
        pairs.append(("weights", settings().signature))
        pairs.append(("doubts", DOUBTS[:8]))
    pairs.append(("synonyms", load_synonyms("auto", testset.lang).name))
    if any(long):
        pairs.append(("long", f"{sum(long)}-left-out"))
    return Signature("diagnosis", (*pairs, ("version", f"treescore-{VERSION}")))
