"""What a metric is: a few small steps over additive statistics.

A metric turns a segment into a fixed row of numbers. Scores of segments, documents and systems are
all computed from sums of those rows, never by looking at the text again.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Literal,
    NewType,
    Protocol,
    Self,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from treescore import handed
from treescore.errors import UnknownName, UsageError
from treescore.metrics.score import Score
from treescore.metrics.sentence import Sentence
from treescore.metrics.spellings import PARAMETERS
from treescore.version import VERSION

if TYPE_CHECKING:
    from treescore.encoder.encoder import Encoder
    from treescore.io.testset import Input
    from treescore.kernels.arrays import Matrix, Vector
    from treescore.parsing.base import Parser

References = TypeVar("References")
Reads = Literal["text", "dependencies", "constituents"]
"""What a metric looks at."""
FileName = NewType("FileName", str)
"""A parameter that names a file, or a word that stands for one."""
EXPECTED = {int: "a whole number", float: "a number", str: "a text"}


@dataclass(frozen=True)
class Signature:
    """All that changes a number, as `key:value` pairs."""

    metric: str
    pairs: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        return "|".join((self.metric, *(f"{key}:{value}" for key, value in self.pairs)))


class TextScorer(Protocol):
    """Scores texts by a metric: checks them, has them parsed, and counts.

    That takes all floors above this one, so it is handed down.
    """

    def __call__(
        self,
        metric: Metric[Any],
        hypotheses: Sequence[Input],
        references: Sequence[Sequence[Input]],
        lang: str,
        parser: Parser | str,
        *,
        segment: bool = False,
        n_bootstrap: int = 1,
    ) -> Score:
        """The score of all texts together; of the only segment, if that is asked for."""


class Metric(ABC, Generic[References]):
    """The base of all metrics; a metric's parameters are the fields of its dataclass."""

    name: ClassVar[str]
    reads: ClassVar[Reads]
    """For all that the class can make; an object may look at less."""
    head_rules: ClassVar[str] = "collins"
    """The rules that make dependencies where constituents are given."""
    paper: ClassVar[str] = ""
    """What to cite."""
    higher_is_better: ClassVar[bool] = True
    by_document: ClassVar[bool] = False
    """Whether a system's score is the mean of its documents', weighted by their segments."""
    digits: ClassVar[int] = 4
    """Digits after the point that a table shows."""
    only_language: ClassVar[str] = ""
    """The language that it is for, if there is but one."""
    learns: ClassVar[bool] = False
    """Whether `fit` makes use of the references' texts."""

    def __new__(cls, *_: object, **given: object) -> Self:
        """Answer sacreBLEU's words for parameters with ours, as the command does."""
        for word in given:
            if meant := PARAMETERS.get((cls.name, word)):
                raise UnknownName(f"parameter of {cls.name}", word, parameter_names(cls), meant)
        return super().__new__(cls)

    def __post_init__(self) -> None:
        """Refuse a value of another type, or one that is not among a parameter's choices."""
        hints = get_type_hints(type(self))
        for name in parameter_names(type(self)):
            value, kind = getattr(self, name), hints[name]
            if get_origin(kind) is Literal:
                self.require(value in get_args(kind), name, f"one of {', '.join(get_args(kind))}")
            elif kind is FileName:
                self.require(bool(value), name, "a file name")
            elif kind in EXPECTED:
                fits = isinstance(value, kind | int if kind is float else kind)
                self.require(fits and not isinstance(value, bool), name, EXPECTED[kind])
                if kind is str:
                    self.require(re.search(r"[\s_]", value) is None, name, "no blanks and no _")

    def require(self, holds: bool, parameter: str, expected: str) -> None:
        """Refuse a parameter out of its range; for `__post_init__`."""
        if not holds:
            value = getattr(self, parameter)
            raise UsageError(f"{self.name}:{parameter}={value}: expected {expected}")

    @property
    def nbest(self) -> int:
        """The size of the n-best lists it needs; 0 if it looks at the text alone."""
        return 0 if self.reads == "text" else 1

    @property
    def encoder(self) -> Encoder | None:
        """What gives the vectors of words, if it compares such; sentences then come with them."""
        return None

    def uncached(self) -> Self:
        """The metric for a run that neither reads nor fills the user's cache."""
        return self

    def parts(self) -> Iterable[Metric[Any]]:
        """The metric itself, and others that it is made of."""
        return (self,)

    @property
    @abstractmethod
    def columns(self) -> tuple[str, ...]:
        """The names of the statistics."""

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:  # noqa: ARG002
        """The metric, with what it must know of the language and of all reference texts."""
        return self

    def without_text(self) -> Self:
        """The metric for sentences of which only the trees are known."""
        if self.reads == "text":
            raise UsageError(
                f"{self.name} compares texts, but only trees are given; add the texts, "
                "or choose metrics that compare trees"
            )
        return self

    @abstractmethod
    def prepare(self, references: Sequence[Sentence]) -> References:
        """What is worth keeping of a segment's references while systems are scored against them."""

    @abstractmethod
    def statistics(self, hypothesis: Sentence, references: References) -> Sequence[float]:
        """The segment's row of numbers."""

    def pairwise(self, sentences: Sequence[Sentence]) -> Iterator[list[Sequence[float]]]:
        """For every sentence its rows against each of them, itself too, as the only reference."""
        prepared = [self.prepare([sentence]) for sentence in sentences]
        for hypothesis in sentences:
            yield [self.statistics(hypothesis, reference) for reference in prepared]

    def bound(self, sentence: Sentence) -> str:  # noqa: ARG002
        """What is not done for a sentence that is too long, as signatures say it; else nothing."""
        return ""

    @abstractmethod
    def total_score(self, total: Sequence[float]) -> float:
        """The score of summed rows."""

    def total_scores(self, totals: Matrix) -> Vector:
        """The scores of many sums."""
        import numpy as np  # here, as metrics are known by name long before anything is counted

        return np.array([self.total_score(total) for total in totals.tolist()])

    def segment_score(self, row: Sequence[float]) -> float:
        """The score of a single row."""
        return self.total_score(row)

    def parameters(self) -> dict[str, str]:
        """The parameters by name."""
        return {name: str(getattr(self, name)) for name in parameter_names(type(self))}

    def files(self) -> list[str]:
        """The files that its parameters name, or words that stand for one."""
        hints = get_type_hints(type(self))
        names = (name for name in parameter_names(type(self)) if hints[name] is FileName)
        return [getattr(self, name) for name in names]

    @property
    def spec(self) -> str:
        """What the command line calls it: the name, and the parameters that are not the usual."""
        usual = type(self)().parameters()
        changed = [f"{k}={v}" for k, v in self.parameters().items() if v != usual[k]]
        return f"{self.name}:{','.join(changed)}" if changed else self.name

    def signature(
        self, nrefs: str, trees: str = "", parser: str = "", docs: str = "1"
    ) -> Signature:
        """What the numbers depend on: parameters, references, kind of trees, parser, version.

        The kind is that of constituents: given (`const`), or by which rules they are made.
        """
        pairs = {**self.parameters(), "nrefs": nrefs}
        if self.by_document:
            pairs["docs"] = docs
        if self.reads == "constituents":
            pairs["trees"] = trees
        elif self.reads == "dependencies":
            pairs["trees"] = "const" if trees == "const" else "dep"
            if trees == "const":
                pairs["heads"] = self.head_rules
        if self.reads != "text":
            pairs["parser"] = parser
        return Signature(self.name, (*pairs.items(), ("version", f"treescore-{VERSION}")))

    def segment_signature(self, signature: str) -> str:
        """That of a segment's score: it may be smoothed where a corpus is not."""
        return f"{signature}|level:segment"

    def corpus_score(
        self,
        hypotheses: Sequence[Input],
        references: Sequence[Sequence[Input]],
        lang: str = "en",
        parser: Parser | str = "spacy",
        *,
        n_bootstrap: int = 1,
    ) -> Score:
        """The score of a system's texts or trees; references are `[segment][reference]`.

        From 2 samples on, `n_bootstrap` gives it a 95 % interval.
        """
        score_texts: TextScorer = handed.score_texts
        score = score_texts(self, hypotheses, references, lang, parser, n_bootstrap=n_bootstrap)
        return self._signed(score)

    def sentence_score(
        self,
        hypothesis: Input,
        references: Sequence[Input],
        lang: str = "en",
        parser: Parser | str = "spacy",
    ) -> Score:
        """The score of one segment."""
        score_texts: TextScorer = handed.score_texts
        score = score_texts(self, [hypothesis], [references], lang, parser, segment=True)
        return self._signed(score)

    def _signed(self, score: Score) -> Score:
        # What was scored last is no part of the value that a metric is, nor compared with others.
        object.__setattr__(self, "_last", score.signature)
        return score

    def get_signature(self) -> str:
        """The signature of what was scored last, by `corpus_score` or `sentence_score`."""
        signature: str = getattr(self, "_last", "")
        if not signature:
            raise UsageError(
                f"{self.name}: nothing was scored yet, and a signature tells the references and "
                "the parser; score something first"
            )
        return signature


def parameter_names(metric: type[Metric[Any]]) -> list[str]:
    """What can be set when the metric is made."""
    return [field.name for field in fields(metric) if field.init]  # type: ignore[arg-type]


class MeanMetric(Metric[References]):
    """A metric whose corpus score is the mean of its segments' scores."""

    columns: ClassVar[tuple[str, ...]] = ("score", "segments")

    @abstractmethod
    def compare(self, hypothesis: Sentence, references: References) -> float:
        """The score of one segment."""

    def statistics(self, hypothesis: Sentence, references: References) -> Sequence[float]:
        return self.compare(hypothesis, references), 1.0

    def total_score(self, total: Sequence[float]) -> float:
        score, segments = total
        return score / segments
