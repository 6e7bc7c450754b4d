"""TESLA-M and MaxSim by the n-grams that they match, TESLA by the features that it weighs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any, NamedTuple

from treescore.explanation.base import (
    Explanation,
    Part,
    Patterns,
    Remainder,
    ngrams_at,
    paired_parts,
)
from treescore.kernels.ngram_matching import SAME, NgramBag, match_ngrams, synonyms
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla import ORDERS, Bags, NgramMatch, f_divisor
from treescore.metrics.trained import Tesla

Item = tuple[str, ...]
"""A lemma and a tag, or a tag alone."""
Ngram = tuple[Item, ...]


Pairs = dict[tuple[Ngram, Ngram], tuple[float, float]]
"""n-grams that are matched, with how similar they are, and with how much of their weight."""


class Order(NamedTuple):
    """The n-grams of one size and kind on both sides, and which of them are matched."""

    kind: str
    hypothesis: Patterns
    reference: Patterns
    pairs: Pairs


def explain_ngram_match(
    metric: NgramMatch, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """TESLA-M and MaxSim: pairs of similar n-grams."""
    bags, prepared = metric.bags(hypothesis), metric.prepare(references)
    counted = list(range(len(prepared)))
    if metric.refs == "max":
        scores = [metric.compare(hypothesis, [reference]) for reference in prepared]
        counted = [scores.index(max(scores))]
    parts: list[Part] = []
    wordless = 0
    for number in counted:
        orders = _orders(bags, prepared[number])
        wordless += not orders
        for order in orders:
            parts += _parts(order, 1 / (len(orders) * len(counted)), number)
    rule = Remainder("neither side has a word, which counts 1", wordless / len(counted))
    return Explanation(
        metric.segment_score(metric.statistics(hypothesis, prepared)),
        hypothesis.dependency.words,
        tuple(reference.dependency.words for reference in references),
        tuple(parts),
        (rule,) if wordless else (),
    )


def _orders(hypothesis: Bags, reference: Bags) -> list[Order]:
    """What the F's are made of: by words and by tags, as far as a side has such n-grams."""
    similar = synonyms(hypothesis.compared, reference.compared)
    orders = []
    for place, size in enumerate(ORDERS):
        by_words = hypothesis.by_words[place], reference.by_words[place]
        by_tags = hypothesis.by_tags[place], reference.by_tags[place]
        if not any(bag.weights for bag in by_words):
            continue
        mine = _ngrams(hypothesis, by_words[0].weights, size, 0)
        theirs = _ngrams(reference, by_words[1].weights, size, 0)
        pairs = _similar(mine, theirs, *by_words, similar)
        orders.append(Order(f"{size}-gram (words)", mine, theirs, pairs))
        mine = _ngrams(hypothesis, by_tags[0], size, 1)
        theirs = _ngrams(reference, by_tags[1], size, 1)
        orders.append(Order(f"{size}-gram (tags)", mine, theirs, _equal(mine, theirs)))
    return orders


def _ngrams(
    bags: Bags, weights: Mapping[tuple[Any, ...], float], size: int, first: int
) -> Patterns:
    """The n-grams of a bag with their places; of a word its lemma and tag, or from `first` on."""
    items = [bags.words[number][first:] for number in bags.sequence]
    owners = [(position,) for position in bags.positions]
    places = ngrams_at(items, owners, size).places
    # A bag has its n-grams in the order in which they first come up, and so have the places.
    return Patterns(dict(zip(places, weights.values(), strict=True)), places)


def _similar(
    mine: Patterns,
    theirs: Patterns,
    bag: NgramBag,
    other: NgramBag,
    similar: Mapping[int, set[int]],
) -> Pairs:
    """The best matching by s_ms."""
    own, others = list(mine.counts), list(theirs.counts)
    pairs: Pairs = {}
    for each in match_ngrams(bag, other, similar):
        ngrams = own[each.row], others[each.column]
        _, before = pairs.get(ngrams, (0, 0.0))
        similarity = each.similarity / (SAME * len(ngrams[0]))
        pairs[ngrams] = similarity, before + each.weight
    return pairs


def _equal(mine: Patterns, theirs: Patterns) -> Pairs:
    """The matching by s_pos, where n-grams are equal or not."""
    return {
        (ngram, ngram): (1.0, min(weight, theirs.counts[ngram]))
        for ngram, weight in mine.counts.items()
        if ngram in theirs.counts
    }


def _parts(order: Order, share: float, number: int) -> list[Part]:
    """The pairs, then what is left on either side; F counts `share`, and is linear in them."""
    mine, theirs = order.hypothesis, order.reference
    whole = f_divisor(fsum(mine.counts.values()), fsum(theirs.counts.values()))
    pairs = {
        ngrams: (weight, similarity * weight / whole * share)
        for ngrams, (similarity, weight) in order.pairs.items()
    }
    return paired_parts(order.kind, mine, theirs, number, pairs, _show)


def _show(ngram: Ngram) -> str:
    return " ".join("/".join(item) for item in ngram)


def explain_tesla(
    metric: Tesla, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """The features of the model, as it weighs them."""
    prepared = metric.prepare(references)
    model, values = metric.trained.model, metric.trained.features.values(hypothesis, prepared)
    constant = Remainder("the model's constant", model.intercept)
    return Explanation(
        metric.segment_score(metric.statistics(hypothesis, prepared)),
        hypothesis.dependency.words,
        tuple(reference.dependency.words for reference in references),
        tuple(
            Part("feature", feature.name, feature.name, value, value, value, share, (), ())
            for feature, value, share in zip(
                model.features, values, model.shares(values), strict=True
            )
        ),
        (constant,) if constant.share else (),
    )
