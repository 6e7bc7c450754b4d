"""F's in the pivot language against all segmentations and all choices of pivot phrases."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction
from itertools import chain, product
from math import prod
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tests.resources.tables import DER, HAUS, HUND, META, Content, write
from tests.strategies import make
from treescore.metrics import TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.resources.phrase_table import PivotWord, open_phrase_table
from treescore.trees.nbest import single

Words = tuple[PivotWord, ...]
Bag = dict[tuple[str, ...], float]
Bags = list[list[Bag]]
"""By lemmas and by tags, each for n-grams of 1, 2 and 3 words."""
TARGET = TeslaM(synonyms=FileName("none")).fit("en", [])
NO_TREE = single(make(""))

PHRASES = st.lists(st.sampled_from("abc"), min_size=1, max_size=4).map(tuple)
PIVOT_WORDS = st.sampled_from(
    [
        ("u", "N", False),
        ("u", "V", False),
        ("v", "N", False),
        ("v", "N", True),
        ("w", "D", True),
        ("a", "N", False),
    ]
)
PIVOT_PHRASES = st.lists(PIVOT_WORDS, min_size=1, max_size=3).map(tuple)


@st.composite
def rows(draw: st.DrawFn) -> tuple[int, list[tuple[int, Words]]]:
    """Pivot phrases with counts; the phrase itself may be more frequent than all of them."""
    pivots = draw(st.lists(st.tuples(st.integers(1, 4), PIVOT_PHRASES), min_size=1, max_size=3))
    return sum(count for count, _ in pivots) + draw(st.integers(0, 2)), pivots


SENTENCES = st.lists(st.sampled_from("abcde"), max_size=6)


@st.composite
def tables_and_sentences(draw: st.DrawFn) -> tuple[Content, list[str], list[str]]:
    """Phrases that overlap, and two sentences most of which are phrases."""
    content = draw(st.dictionaries(PHRASES, rows(), min_size=3, max_size=8))
    phrases = st.sampled_from(sorted(content)) | st.tuples(st.sampled_from("abcd"))
    one, other = (draw(st.lists(phrases, max_size=3)) for _ in range(2))
    return content, list(chain(*one)), list(chain(*other))


class Table:
    """The features that a phrase table gives."""

    def __init__(self, content: Content, folder: Path, **meta: str) -> None:
        path = folder / "table"
        path.unlink(missing_ok=True)
        write(path, content, META | meta)
        self.features = TeslaFeatures(TARGET, [open_phrase_table(str(path))])

    def f(self, hypothesis: str, reference: str) -> dict[str, float]:
        """By the names of features, but for those of the target language, which sees no words."""
        one, other = (Sentence(text, {1: NO_TREE}) for text in (hypothesis, reference))
        values = self.features.values(one, self.features.prepare([other]))
        named = dict(zip(self.features.names, values, strict=True))
        return {name: value for name, value in named.items() if name.startswith("de.")}


def segmentations(words: list[str]) -> Iterator[list[tuple[str, ...]]]:
    if not words:
        yield []
    for size in range(1, min(4, len(words)) + 1):
        for rest in segmentations(words[size:]):
            yield [tuple(words[:size]), *rest]


def most_probable(words: list[str], content: Content) -> list[list[tuple[str, ...]]]:
    """Those of the highest product of N(p) / sum of N; an unknown word has N = 1/2."""
    total = sum(count for count, _ in content.values())

    def probability(phrases: list[tuple[str, ...]]) -> Fraction:
        unknown = [Fraction(1, 2) if len(phrase) == 1 else Fraction(0) for phrase in phrases]
        counts = [
            Fraction(content[phrase][0]) if phrase in content else half
            for phrase, half in zip(phrases, unknown, strict=True)
        ]
        return prod((count / total for count in counts), start=Fraction(1))

    ways = list(segmentations(words))
    best = max(map(probability, ways))
    return [way for way in ways if probability(way) == best]


def alternatives(phrase: tuple[str, ...], content: Content) -> list[tuple[Fraction, Words]]:
    if phrase not in content:
        return [(Fraction(1), ((phrase[0], "", False),))]
    _, pivots = content[phrase]
    kept = sum(count for count, _ in pivots)
    return [(Fraction(count, kept), words) for count, words in pivots]


def by_choosing(phrases: list[tuple[str, ...]], content: Content) -> Bags:
    """The n-grams of every sentence that the phrases may be, times its probability."""
    found: Bags = [[defaultdict(float) for _ in range(3)] for _ in range(2)]
    for choice in product(*(alternatives(phrase, content) for phrase in phrases)):
        probability = prod((share for share, _ in choice), start=Fraction(1))
        words = [word for _, each in choice for word in each]
        for order, start in product((1, 2, 3), range(len(words))):
            ngram = words[start : start + order]
            if len(ngram) == order:
                weight = float(probability) * 0.1 ** sum(function for _, _, function in ngram)
                found[0][order - 1][tuple(lemma for lemma, _, _ in ngram)] += weight
                found[1][order - 1][tuple(tag for _, tag, _ in ngram)] += weight
    return found


def closed_form(hypothesis: Bags, reference: Bags) -> dict[str, float]:
    """What both share, over 0.8 x reference + 0.2 x hypothesis (sec. 3.2 and 3.4).

    Where neither has n-grams of a size, F is that of the size below.
    """
    found = {}
    for kind, ours, theirs in zip(("lem", "pos"), hypothesis, reference, strict=True):
        f = 1.0
        for n, (one, other) in enumerate(zip(ours, theirs, strict=True), 1):
            if one or other:
                shared = sum(min(one[ngram], other[ngram]) for ngram in one.keys() & other.keys())
                f = shared / (0.8 * sum(other.values()) + 0.2 * sum(one.values()))
            found[f"de.{kind}.{n}"] = f
    return found


# The unknown word a counts less than the known word c.
OVERLAP: Content = {
    ("a", "b"): (1, [(1, (HUND,))]),
    ("b", "c"): (1, [(1, (HAUS,))]),
    ("c",): (1, [(1, (DER,))]),
}


@settings(max_examples=150)
@given(tables_and_sentences())
@example((OVERLAP, ["a", "b", "c"], ["c"]))
def test_against_all_segmentations_and_all_choices(
    tmp_path_factory: pytest.TempPathFactory, drawn: tuple[Content, list[str], list[str]]
):
    content, *sentences = drawn
    found = Table(content, tmp_path_factory.getbasetemp()).f(*map(" ".join, sentences))
    one, other = (
        [by_choosing(way, content) for way in most_probable(words, content)] for words in sentences
    )
    # Of several segmentations of the same probability, any will do.
    assert any(found == pytest.approx(closed_form(*bags)) for bags in product(one, other))


def test_phrases_by_hand(tmp_path: Path):
    """The dog is half the time with its article, which leaves a tenth; nobody knows Querrien.

    Hypothesis: der 0.05, Hund 1, querrien 1; der Hund 0.05, Hund querrien 1; all three 0.05.
    Reference: Haus 1, querrien 1; Haus querrien 1.
    """
    content: Content = {
        ("the",): (5, [(4, (DER,))]),
        ("the", "dog"): (2, [(1, (DER, HUND)), (1, (HUND,))]),
        ("house",): (1, [(1, (HAUS,))]),
    }
    found = Table(content, tmp_path).f("The dog, Querrien!", "House Querrien")
    unigrams, bigrams = 0.8 * 2 + 0.2 * 2.05, 0.8 * 1 + 0.2 * 1.05
    assert found == pytest.approx(
        {
            "de.lem.1": 1 / unigrams,
            "de.pos.1": 2 / unigrams,
            "de.lem.2": 0,
            "de.pos.2": 1 / bigrams,
            "de.lem.3": 0,
            "de.pos.3": 0,
        }
    )


@given(SENTENCES, SENTENCES, st.integers(0, 5))
def test_capitals_and_punctuation_do_not_matter(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], other: list[str], place: int
):
    table = Table(OVERLAP, tmp_path_factory.getbasetemp())
    marked = " ".join([*map(str.upper, words[:place]), '"', *words[place:], "..."])
    text, reference = " ".join(words), " ".join(other)
    assert table.f(marked, reference) == table.f(text, reference)
    assert table.f(reference, marked) == table.f(reference, text)


def test_without_a_tagger_there_are_no_tags(tmp_path: Path):
    content: Content = {("the", "dog"): (1, [(1, (DER, HUND))]), ("dog",): (1, [(1, (HUND,))])}
    tagged = Table(content, tmp_path).f("the dog", "a dog")
    untagged = Table(content, tmp_path, tagged="0").f("the dog", "a dog")
    assert untagged == {name: tagged[name] for name in ("de.lem.1", "de.lem.2", "de.lem.3")}


def test_a_text_without_words(tmp_path: Path):
    table = Table(OVERLAP, tmp_path)
    for text in ("", "  ", "...", "?!"):
        assert set(table.f(text, "").values()) == {1.0}
        assert set(table.f(text, "a b").values()) == {0.0}
        assert set(table.f("a b", text).values()) == {0.0}
