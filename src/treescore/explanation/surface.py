"""BLEU, chrF and TER by their n-grams and edits; tokens are the words that sacreBLEU counts."""

from __future__ import annotations

import math
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
from treescore.metrics.surface import BLEU, CHRF, TER, SacreMetric


def _words(metric: SacreMetric, sentence: Sentence) -> tuple[str, ...]:
    return tuple(metric._sacrebleu._preprocess_segment(sentence.text).split())


def _ngrams(words: Sequence[str], size: int) -> Patterns:
    return ngrams_at(words, [(i,) for i in range(len(words))], size)


def explain_bleu(metric: BLEU, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    counts = row[2:]
    matches = counts[: metric.order]
    totals = [total for total in counts[metric.order :] if total]
    ranking = rank_references(words, others)
    parts: list[Part] = []
    for size in range(1, metric.order + 1):
        share = 100 / (totals[size - 1] * len(totals)) if size <= len(totals) else 0.0
        own, *allowed = (_ngrams(each, size) for each in (words, *others))
        parts += clipped_parts(f"{size}-gram", own, allowed, ranking, share, " ".join)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(parts),
        _bleu_remainders(matches, totals, row[0], row[1]) if any(matches) else (),
    )


def _bleu_remainders(
    matches: Sequence[float], totals: Sequence[float], words: float, reference_words: float
) -> tuple[Remainder, ...]:
    """What smoothing, the geometric mean and the brevity penalty make of the precisions."""
    pairs = list(zip(matches, totals, strict=False))  # orders beyond the translation do not count
    smoothed = []
    halved = 1.0
    for matched, total in pairs:
        halved *= 1 if matched else 0.5
        smoothed.append(100 * (matched or halved) / total)
    raw = sum(100 * matched / total for matched, total in pairs) / len(pairs)
    arithmetic = sum(smoothed) / len(smoothed)
    geometric = math.exp(sum(map(math.log, smoothed)) / len(smoothed))
    brevity = math.exp(min(1 - reference_words / words, 0))
    return beyond_rounding(
        Remainder("orders without a match count a fraction of one match", arithmetic - raw),
        Remainder("the geometric mean is below the arithmetic mean", geometric - arithmetic),
        Remainder(
            "brevity: the translation is shorter than the closest reference",
            geometric * (brevity - 1),
        ),
    )


def explain_chrf(metric: CHRF, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    alone = [metric.statistics(hypothesis, metric.prepare([each])) for each in references]
    scores = [metric.segment_score(each) for each in alone]
    number = scores.index(max(scores))
    row = metric.statistics(hypothesis, metric.prepare(references))
    counts = list(zip(row[::3], row[1::3], row[2::3], strict=True))
    counted = [each for each in counts if each[0] and each[1]]
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    parts: list[Part] = []
    for (kind, glue), mine, theirs, order in zip(
        _chrf_kinds(metric),
        _chrf_runs(metric, words),
        _chrf_runs(metric, others[number]),
        counts,
        strict=True,
    ):
        share = _chrf_share(metric, order) / len(counted) if all(order[:2]) else 0.0
        found = clipped_parts(kind, mine, [theirs], [0], share, glue.join)
        parts += [replace(part, reference_number=number) for part in found]
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        tuple(parts),
        _chrf_remainders(metric, counted),
    )


def _chrf_kinds(metric: CHRF) -> Iterator[tuple[str, str]]:
    """What the n-grams are called, and what stands between their members."""
    for size in range(1, metric.order + 1):
        yield f"{size} character{'s' * (size > 1)}", ""
    for size in range(1, metric.words + 1):
        yield f"{size}-gram", " "


def _chrf_runs(metric: CHRF, words: Sequence[str]) -> Iterator[Patterns]:
    """The n-grams of the letters without blanks, and of the words without their marks."""
    stripped = map(metric._sacrebleu._remove_punctuation, words)
    for order, cut in ((metric.order, words), (metric.words, stripped)):
        owned = [(item, (owner,)) for owner, items in enumerate(cut) for item in items]
        items, owners = [item for item, _ in owned], [owner for _, owner in owned]
        for size in range(1, order + 1):
            yield ngrams_at(items, owners, size)


def _chrf_share(metric: CHRF, counts: tuple[float, float, float]) -> float:
    """What a match adds to the weighted arithmetic mean of precision and recall."""
    factor = metric.beta**2
    hypothesis, reference, _ = counts
    return 100 / (1 + factor) * (1 / hypothesis + factor / reference)


def _chrf_remainders(
    metric: CHRF, counted: Sequence[tuple[float, float, float]]
) -> tuple[Remainder, ...]:
    if not any(matched for *_, matched in counted):
        return ()
    factor = metric.beta**2
    precision = 100 * sum(matched / own for own, _, matched in counted) / len(counted)
    recall = 100 * sum(matched / theirs for _, theirs, matched in counted) / len(counted)
    arithmetic = (precision + factor * recall) / (1 + factor)
    harmonic = (1 + factor) / (1 / precision + factor / recall)
    return beyond_rounding(
        Remainder("the harmonic mean is below the arithmetic mean", harmonic - arithmetic)
    )


def explain_ter(metric: TER, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    edits, length = row
    number = _nearest(metric, hypothesis, references)
    words = _words(metric, hypothesis)
    others = [_words(metric, reference) for reference in references]
    share = 100 / length if length else 0.0
    parts = tuple(edit_parts(words, others[number], share, number))
    saved = edits - sum(part.kind != MATCH for part in parts)
    return Explanation(
        metric.segment_score(row),
        words,
        tuple(others),
        parts,
        beyond_rounding(
            Remainder("shifts of phrases replace edits", min(saved, 0) * share),
            Remainder("edits far from the diagonal are not looked for", max(saved, 0) * share),
            Remainder(
                "no reference has a word to divide by: any edit counts 100",
                100.0 if edits and not length else 0.0,
            ),
        ),
    )


def _nearest(metric: TER, hypothesis: Sentence, references: Sequence[Sentence]) -> int:
    """The first reference with the fewest edits."""
    if len(references) == 1:  # to search for them again may take minutes
        return 0
    alone = [metric.statistics(hypothesis, metric.prepare([each]))[0] for each in references]
    return alone.index(min(alone))
