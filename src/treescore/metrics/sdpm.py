"""SDPM, soft dependency pair match: DPM's words and arcs, compared by likeness."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NamedTuple, Self

from treescore.errors import UsageError
from treescore.metrics.base import Metric, Reads, Signature
from treescore.metrics.dpm import harmonic_mean
from treescore.metrics.sentence import Sentence
from treescore.metrics.usual import ENGLISH
from treescore.parsing.tokens import tokens_signature

if TYPE_CHECKING:  # numpy and the network are loaded when sentences are compared
    from treescore.encoder.encoder import Encoder
    from treescore.encoder.weights import Settings
    from treescore.kernels.arrays import Vector
    from treescore.kernels.likeness import Best, Words

COMPONENTS = ("words", "arcs", "chars")
SOFT = ("words", "arcs")
"""Components that are compared by likeness."""


@dataclass(frozen=True)
class Side:
    """A sentence as it is compared."""

    words: Words
    weights: Vector
    text: str


class Match(NamedTuple):
    """What the words or the arcs of both sides find on the other one."""

    forth: Best
    back: Best


def settings() -> Settings:
    """What the bundled network says of itself."""
    from treescore.encoder.weights import settings as bundled

    return bundled()


def weighted_mean(values: Vector, weights: Vector) -> float:
    """At most 1 if all values are: numerator and denominator are rounded alike."""
    return float((values * weights).sum() / weights.sum())


@dataclass(frozen=True)
class SDPM(Metric[list[Side]]):
    """Soft dependency pair match: words and arcs by likeness of meaning, learned; English only.

    Statistics: the score and the parts that it is the weighted mean of, then the number of
    segments.
    """

    name: ClassVar[str] = "sdpm"
    reads: ClassVar[Reads] = "dependencies"
    head_rules = "charniak"
    only_language: ClassVar[str] = ENGLISH
    paper = (
        "treescore's own: after Jeremy G. Kahn, Matthew Snover and Mari Ostendorf (2009), Expected "
        "Dependency Pair Match: Predicting translation quality with expected syntactic structure, "
        "Machine Translation 23"
    )

    components: str = "+".join(COMPONENTS)
    refs: Literal["max", "union"] = "max"
    cached: bool = field(default=True, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        names = self.components.split("+")
        self.require(
            set(names) <= set(COMPONENTS) and len(set(names)) == len(names),
            "components",
            f"{', '.join(COMPONENTS)} or some of them, joined by +, each once",
        )
        ordered = "+".join(name for name in COMPONENTS if name in names)
        object.__setattr__(self, "components", ordered)
        if "arcs" not in names:
            object.__setattr__(self, "reads", "text")

    @cached_property
    def component_names(self) -> list[str]:
        """The components."""
        return self.components.split("+")

    @property
    def columns(self) -> tuple[str, ...]:
        return ("score", *self.component_names, "segments")

    @property
    def shares(self) -> list[float]:
        """What the components weigh, as was learned; if none of them weighs anything, the same."""
        found = [settings().shares[name] for name in self.component_names]
        return found if any(found) else [1.0] * len(found)

    @property
    def encoder(self) -> Encoder | None:
        if self.components == "chars":
            return None
        from treescore.encoder.encoder import Encoder

        return Encoder("text" if self.reads == "text" else "trees", self.cached)

    def uncached(self) -> Self:
        copy = replace(self)
        object.__setattr__(copy, "cached", False)
        return copy

    def fit(self, lang: str, references: Iterable[Sequence[str]]) -> Self:  # noqa: ARG002
        if lang != self.only_language:
            raise UsageError(
                f"sdpm is for English ({self.only_language}), not for {lang!r}; take dpm, which "
                "compares words and arcs as they are, or chrf"
            )
        settings()  # what is missing shows before the work
        return self

    def without_text(self) -> Self:
        """Characters are then left out, and the signature says so."""
        if self.reads == "text":
            return super().without_text()
        soft = [name for name in self.component_names if name in SOFT]
        without = replace(self, components="+".join(soft))
        return without if self.cached else without.uncached()

    def signature(
        self, nrefs: str, trees: str = "", parser: str = "", docs: str = "1"
    ) -> Signature:
        """With the weights, and with what made the words if that was no parser."""
        *pairs, version = super().signature(nrefs, trees, parser, docs).pairs
        pairs.append(("weights", settings().signature))
        if self.encoder and self.encoder.source == "text":
            pairs.append(("tokens", tokens_signature()))
        return Signature(self.name, (*pairs, version))

    def side(self, sentence: Sentence) -> Side:
        """A sentence as it is compared."""
        import numpy as np

        from treescore.encoder.vectors import NO_WORDS
        from treescore.kernels.likeness import make_words

        vectors = sentence.vectors[self.encoder.source] if self.encoder else NO_WORDS
        heads = () if self.reads == "text" else sentence.labelled_dependencies(1).best.heads
        words = make_words(vectors.directions, np.array(heads, np.intp))
        return Side(words, vectors.weights.astype(np.float64), sentence.text or "")

    def prepare(self, references: Sequence[Sentence]) -> list[Side]:
        return [self.side(reference) for reference in references]

    def statistics(self, hypothesis: Sentence, references: list[Side]) -> list[float]:
        return self._row(self.side(hypothesis), references)

    def pairwise(self, sentences: Sequence[Sentence]) -> Iterator[list[Sequence[float]]]:
        sides = self.prepare(sentences)
        for mine in sides:
            yield [self._row(mine, [theirs]) for theirs in sides]

    def _row(self, mine: Side, references: list[Side]) -> list[float]:
        values = self.values(mine, references)
        return [self.combine(values), *values, 1.0]

    def values(self, mine: Side, references: Sequence[Side]) -> list[float]:
        """The parts of the score: those with the best reference, or with all of them."""
        if self.refs == "union":
            return self._values(mine, references)
        return max((self._values(mine, [theirs]) for theirs in references), key=self.combine)

    def combine(self, values: Sequence[float]) -> float:
        """The score that parts make: exactly 1 if all of them are 1."""
        weighed = sum(share * value for share, value in zip(self.shares, values, strict=True))
        return weighed / sum(self.shares)

    def _values(self, mine: Side, references: Sequence[Side]) -> list[float]:
        return [
            max(chrf(mine, theirs) for theirs in references)
            if name == "chars"
            else harmonic_mean(
                [*precision_recall(mine, references, matches(name, mine, references))]
            )
            for name in self.component_names
        ]

    def total_score(self, total: Sequence[float]) -> float:
        return total[0] / total[-1]


def matches(component: str, mine: Side, references: Sequence[Side]) -> list[Match]:
    """What is found on both sides, reference by reference."""
    from treescore.kernels.likeness import best_partners

    arcs = component == "arcs"
    return [Match(*best_partners(mine.words, each.words, arcs=arcs)) for each in references]


def precision_recall(
    mine: Side, references: Sequence[Side], found: Sequence[Match]
) -> tuple[float, float]:
    """Each word's best of all references; of the references' recalls, the highest."""
    import numpy as np

    if not len(mine.words):
        same = float(any(not len(each.words) for each in references))
        return same, same
    best = np.max([match.forth.values for match in found], axis=0)
    recalls = [
        weighted_mean(match.back.values, each.weights)
        for match, each in zip(found, references, strict=True)
        if len(each.words)
    ]
    return weighted_mean(best, mine.weights), max(recalls, default=0.0)


@cache
def _sacrebleu() -> Any:
    from sacrebleu.metrics.chrf import CHRF as SacreCHRF  # takes its time to load

    return SacreCHRF(whitespace=True)


def chrf(mine: Side, theirs: Side) -> float:
    """sacreBLEU's chrF of two texts, blanks counted, from 0 to 1; two empty texts are equal."""
    from treescore.kernels.characters import common_ngrams

    if not mine.text.strip() or not theirs.text.strip():
        return float(not mine.text.strip() and not theirs.text.strip())
    counts: list[int] = []
    for before, common in enumerate(common_ngrams(mine.text, theirs.text)):
        sizes = [max(len(side.text) - before, 0) for side in (mine, theirs)]
        counts += (*sizes, common)
    score: float = _sacrebleu()._compute_f_score(counts)
    return score / 100
