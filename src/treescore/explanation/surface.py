"""BLEU, chrF and TER by their n-grams and edits; tokens are the words that sacreBLEU counts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from treescore.explanation.base import (
    Explanation,
    Part,
    Patterns,
    Remainder,
    beyond_rounding,
    clipped_parts,
    ngrams_at,
    rank_references,
)
from treescore.explanation.edits import MATCH, edit_parts
from treescore.metrics.sentence import Sentence
from treescore.metrics.surface import BLEU, CHRF, TER, BleuCounts, SacreMetric


def _words(metric: SacreMetric, sentence: Sentence) -> tuple[str, ...]:
    return tuple(metric.text_of(sentence).split())


def _ngrams(words: Sequence[str], size: int) -> Patterns:
    return ngrams_at(words, [(i,) for i in range(len(words))], size)


def explain_bleu(metric: BLEU, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """n-grams, order by order."""
    row = metric.statistics(hypothesis, metric.prepare(references))
    counts = metric.read(row)
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    ranking = rank_references(words, others)
    orders = _bleu_orders(counts)
    parts: list[Part] = []
    for size, total in enumerate(counts.totals, 1):
        share = 100 / (total * orders) if total else 0.0
        own, *allowed = (_ngrams(each, size) for each in (words, *others))
        parts += clipped_parts(f"{size}-gram", own, allowed, ranking, share, " ".join)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(parts),
        _bleu_remainders(metric, counts) if any(counts.matches) else (),
    )


def _bleu_orders(counts: BleuCounts) -> int:
    """How many there are: orders beyond the translation do not count."""
    return sum(total > 0 for total in counts.totals)


def _bleu_remainders(metric: BLEU, counts: BleuCounts) -> tuple[Remainder, ...]:
    """What smoothing, the geometric mean and the brevity penalty make of the precisions."""
    orders = _bleu_orders(counts)
    as_long = counts._replace(reference_words=counts.words)  # which knows no brevity
    unpenalised = metric.result(as_long, effective_order=True)
    precisions = unpenalised.precisions[:orders]
    lifted = [p for p, matched in zip(precisions, counts.matches, strict=False) if not matched]
    score = metric.result(counts, effective_order=True).score
    return beyond_rounding(
        Remainder("orders without a match count a fraction of one match", sum(lifted) / orders),
        Remainder(
            "the geometric mean is below the arithmetic mean",
            unpenalised.score - sum(precisions) / orders,
        ),
        Remainder(
            "brevity: the translation is shorter than the closest reference",
            score - unpenalised.score,
        ),
    )


def explain_chrf(metric: CHRF, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """n-grams of characters and words, in the reference that gives the best score."""
    alone = [metric.statistics(hypothesis, metric.prepare([each])) for each in references]
    scores = [metric.segment_score(each) for each in alone]
    number = scores.index(max(scores))
    row = metric.statistics(hypothesis, metric.prepare(references))
    orders, score = metric.read(row), metric.segment_score(row)
    weights = metric.match_weights(orders)
    arithmetic = sum(order.overlap * share for order, share in zip(orders, weights, strict=True))
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    parts: list[Part] = []
    for (kind, glue), mine, theirs, share in zip(
        _chrf_kinds(metric),
        _chrf_runs(metric, words),
        _chrf_runs(metric, others[number]),
        weights,
        strict=True,
    ):
        found = clipped_parts(kind, mine, [theirs], [0], share, glue.join)
        parts += [replace(part, reference_number=number) for part in found]
    reason = "the harmonic mean is below the arithmetic mean"
    return Explanation(
        score,
        words,
        tuple(others),
        tuple(parts),
        beyond_rounding(Remainder(reason, score - arithmetic)),
    )


def _chrf_kinds(metric: CHRF) -> Iterator[tuple[str, str]]:
    """What the n-grams are called, and what stands between their members."""
    for size in range(1, metric.order + 1):
        yield f"{size} character{'s' * (size > 1)}", ""
    for size in range(1, metric.words + 1):
        yield f"{size}-gram", " "


def _chrf_runs(metric: CHRF, words: Sequence[str]) -> Iterator[Patterns]:
    """The n-grams of the letters without blanks, and of the words without their marks."""
    stripped = map(metric.split_marks, words)
    for order, cut in ((metric.order, words), (metric.words, stripped)):
        owned = [(item, (owner,)) for owner, items in enumerate(cut) for item in items]
        items, owners = [item for item, _ in owned], [owner for _, owner in owned]
        for size in range(1, order + 1):
            yield ngrams_at(items, owners, size)


def explain_ter(metric: TER, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """Edits; sacreBLEU does not tell where it shifted words."""
    row = metric.statistics(hypothesis, metric.prepare(references))
    score = metric.segment_score(row)
    edits, length = row
    number = _nearest(metric, hypothesis, references)
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    share = metric.segment_score((1, length)) if length else 0.0
    parts = tuple(edit_parts(words, others[number], share, number))
    saved = edits - sum(part.kind != MATCH for part in parts)
    return Explanation(
        score,
        words,
        tuple(others),
        parts,
        beyond_rounding(
            Remainder("shifts of phrases replace edits", min(saved, 0) * share),
            Remainder("edits far from the diagonal are not looked for", max(saved, 0) * share),
            Remainder(
                "no reference has a word to divide by: any edit counts 100",
                0.0 if length else score,
            ),
        ),
    )


def _nearest(metric: TER, hypothesis: Sentence, references: Sequence[Sentence]) -> int:
    """The first reference with the fewest edits."""
    if len(references) == 1:  # to search for them again may take minutes
        return 0
    alone = [metric.statistics(hypothesis, metric.prepare([each]))[0] for each in references]
    return alone.index(min(alone))
