"""The outcome of a diagnosis: the errors of all systems, and what they amount to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Literal

from treescore.diagnosis.counting import Segments, count, distinct, kind_of, types_of
from treescore.diagnosis.errors import Error
from treescore.diagnosis.patterns import PatternTest, compare_patterns
from treescore.diagnosis.profiles import ClassTest, compare_words
from treescore.diagnosis.separating import (
    PER,
    SHOWN_TYPES,
    Example,
    TypeTest,
    by_separation,
    compare_types,
    examples,
    separators,
)
from treescore.diagnosis.types import not_looked_for
from treescore.diagnosis.words import Found
from treescore.errors import TreescoreError, UnknownName
from treescore.kernels.arrays import Matrix
from treescore.shown import Shown
from treescore.stats.choices import RESAMPLES, SEED, Test
from treescore.stats.counted import mean_intervals

if TYPE_CHECKING:
    from pandas import DataFrame

LEVELS = ("types", "errors")
LIKELY = "likely"
"""What the file of errors does not have: its columns are fixed."""
ERROR_FIELDS = tuple(each.name for each in fields(Error) if each.name != LIKELY)
ERROR_COLUMNS = ("system", "doc", "seg", *ERROR_FIELDS)
TYPE_COLUMNS = ("system", "type", "errors", "rate", "low", "high", "delta", "p", "corrected")


@dataclass(frozen=True)
class Rate:
    """How many errors of a type there are, and for 100 segments, with a 95 % interval."""

    errors: int
    rate: float
    low: float
    high: float


@dataclass(frozen=True)
class Profile:
    """Which words and patterns of the references a system has, and which the baseline has."""

    baseline: str
    system: str
    words: list[ClassTest]
    patterns: list[PatternTest]


@dataclass(frozen=True, repr=False)
class Diagnosis(Shown):
    """The errors of every system, segment by segment."""

    errors: Mapping[str, Segments]
    """By system."""
    docs: tuple[str, ...]
    """For every segment its document."""
    lang: str
    signature: str
    against: str
    """The system that the others are compared with."""
    texts: Mapping[str, Sequence[str | None] | None]
    """By system what it wrote, where texts are known."""
    references: Sequence[Sequence[str | None] | None]
    """Reference by reference, likewise."""
    words: Mapping[str, Sequence[Found]] = field(default_factory=dict)
    """By system which words and patterns of the references it has, segment by segment, if asked."""
    not_looked_at: tuple[int, ...] = ()
    """Places of segments with a text too long to be compared, or without a word in the reference;
    they have no errors here."""
    resamples: int | None = None
    """How many samples the intervals draw; None for the usual number."""
    seed: int = SEED
    sources: Sequence[str] | None = None
    """For every segment what was translated, where that is known."""

    def __repr__(self) -> str:
        found = ", ".join(
            f"{name}: {sum(map(len, segments))} errors" for name, segments in self.errors.items()
        )
        return f"Diagnosis({found}; {len(self.docs)} segments)"

    @property
    def systems(self) -> list[str]:
        return list(self.errors)

    def resampled(self, resamples: int | None, seed: int) -> Diagnosis:
        """The same with another way to draw samples."""
        return replace(self, resamples=resamples, seed=seed)

    @property
    def not_looked_for(self) -> list[str]:
        """The types that are not looked for in this language."""
        return not_looked_for(self.lang)

    @cached_property
    def types(self) -> list[str]:
        """All types that occur, with and without refinements, as they are listed."""
        return types_of(self.errors.values())

    @cached_property
    def _counts(self) -> dict[str, Matrix]:
        return {name: count(segments, self.types) for name, segments in self.errors.items()}

    @cached_property
    def rates(self) -> dict[str, dict[str, Rate]]:
        """By system and type; a system has all types that occur in any."""
        found: dict[str, dict[str, Rate]] = {}
        for system, counts in self._counts.items():
            low, high = mean_intervals(counts, self.samples, self.seed)
            totals = counts.sum(axis=0)
            found[system] = {
                name: Rate(
                    int(totals[column]),
                    PER * float(totals[column]) / len(counts),
                    PER * float(low[column]),
                    PER * float(high[column]),
                )
                for column, name in enumerate(self.types)
            }
        return found

    @property
    def all_errors(self) -> dict[str, float]:
        """By system how many errors there are for 100 segments."""
        return {
            system: PER * sum(map(len, segments)) / len(segments)
            for system, segments in self.errors.items()
        }

    @cached_property
    def likely_true(self) -> dict[str, float]:
        """By system how many errors for 100 segments are likely true; none where nobody judges."""
        judged = any(error.likely < 1 for found in self.errors.values() for error in chain(*found))
        if not judged:
            return {}
        return {
            system: PER * sum(error.likely for error in chain(*segments)) / len(segments)
            for system, segments in self.errors.items()
        }

    @property
    def samples(self) -> int:
        """How many samples the intervals draw."""
        return self.resamples or RESAMPLES[Test.bs]

    @property
    def trials(self) -> int:
        """How many samples the tests of words draw."""
        return self.resamples or RESAMPLES[Test.ar]

    @cached_property
    def tests(self) -> list[TypeTest]:
        """Every system against the baseline, in every type that `rows` has."""
        rows = distinct(self.types, self.errors.values())
        columns = [self.types.index(name) for name in rows]
        counts = {name: matrix[:, columns] for name, matrix in self._counts.items()}
        return compare_types(counts, rows, self.against)

    def test(self, system: str, name: str) -> TypeTest | None:
        """A system's test in a type, if there was one."""
        return self._tests.get((system, name))

    @cached_property
    def _tests(self) -> dict[tuple[str, str], TypeTest]:
        return {(each.system, each.type): each for each in self.tests}

    @cached_property
    def rows(self) -> list[str]:
        """The types of the table: what separates the systems most comes first.

        With one system, what is most frequent does. Refinements follow their type, where a type
        occurs in more than one.
        """
        names = distinct(self.types, self.errors.values())
        if len(self.systems) > 1:
            return by_separation(names, self.tests)
        (rates,) = self.rates.values()
        kinds = {name: kind_of(name) for name in names}
        return sorted(
            names,
            key=lambda name: (
                -rates[kinds[name]].errors,
                names.index(kinds[name]),
                name != kinds[name],
                -rates[name].errors,
            ),
        )

    @cached_property
    def examples(self) -> list[Example]:
        """The segments that show the largest separators best; of one system, its main types."""
        if len(self.systems) == 1:
            (system,) = self.systems
            kinds = [name for name in self.rows if ":" not in name][:SHOWN_TYPES]
            return [each for name in kinds for each in examples(name, system, "", self.errors)]
        found = []
        for test in separators(self.rows, self.tests):
            pair = test.system, test.baseline
            more, less = pair if test.delta > 0 else pair[::-1]
            found += examples(test.type, more, less, self.errors)
        return found

    @cached_property
    def profiles(self) -> list[Profile]:
        """For every system but the baseline what it finds and lacks, if that was asked for."""
        return [
            Profile(
                self.against,
                system,
                compare_words(self.words[self.against], self.words[system], self.trials, self.seed),
                compare_patterns(self.words[self.against], self.words[system]),
            )
            for system in self.words
            if system != self.against
        ]

    def first_reference(self, segment: int) -> str:
        """The text of a segment's first reference; nothing where only trees are known."""
        return next((text for text in self._references(segment) if text), "")

    def reference_of(self, segment: int, error: Error) -> str:
        """The reference that an error was found against, as far as that shows; or the first."""
        for text in self._references(segment):
            if text[error.ref_start : error.ref_end] == error.ref_text:
                return text
        return self.first_reference(segment)

    def _references(self, segment: int) -> list[str]:
        known = [column[segment] for column in self.references if column is not None]
        return [text for text in known if text is not None]

    def text_of(self, system: str, segment: int) -> str:
        """What a system wrote; nothing where only trees are known."""
        texts = self.texts[system]
        return "" if texts is None else texts[segment] or ""

    def source_of(self, segment: int) -> str | None:
        """What was translated; None where that is not known."""
        return None if self.sources is None else self.sources[segment]

    def to_pandas(self, level: Literal["types", "errors"] = "types") -> DataFrame:
        """A table: one row for every system and type, or for every error."""
        try:
            import pandas
        except ImportError:
            raise TreescoreError("to_pandas needs pandas; install it: pip install pandas") from None
        if level not in LEVELS:
            raise UnknownName("level", level, LEVELS)
        if level == "errors":
            return pandas.DataFrame(list(self.error_rows()), columns=list(ERROR_COLUMNS))
        return pandas.DataFrame(list(self.type_rows()), columns=list(TYPE_COLUMNS))

    def error_rows(self) -> Iterator[tuple[str | int | float, ...]]:
        """Every error, as `ERROR_COLUMNS` say; segments count from 1."""
        for system, segments in self.errors.items():
            for number, (doc, errors) in enumerate(zip(self.docs, segments, strict=True), 1):
                for error in errors:
                    yield system, doc, number, *(getattr(error, each) for each in ERROR_FIELDS)

    def type_rows(self) -> Iterator[tuple[str | int | float | None, ...]]:
        """Every system and type, as `TYPE_COLUMNS` say; None where nothing was tested."""
        for system, rates in self.rates.items():
            for name, rate in rates.items():
                test = self.test(system, name)
                tested = (test.delta, test.p, test.corrected) if test else (None, None, None)
                yield system, name, *astuple(rate), *tested
