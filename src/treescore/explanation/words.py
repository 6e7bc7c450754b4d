"""Why NIST and WER score as they do: n-grams with their information, and edits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

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
from treescore.explanation.edits import edit_parts
from treescore.metrics.sentence import Sentence
from treescore.metrics.words import NIST, WER, Ngram, length_penalty, words_of


def explain_nist(metric: NIST, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    words = words_of(hypothesis.text, metric.case)
    others = tuple(words_of(reference.text, metric.case) for reference in references)
    return Explanation(
        metric.segment_score(row),
        words,
        others,
        tuple(_ngram_parts(metric, words, others)),
        _penalty(metric, row),
    )


def _penalty(metric: NIST, row: Sequence[float]) -> tuple[Remainder, ...]:
    *counts, reference_words = row
    gained, totals = counts[: metric.order], counts[metric.order :]
    if not reference_words:
        return ()
    before = sum(each / max(total, 1) for each, total in zip(gained, totals, strict=True))
    factor = length_penalty(totals[0] / reference_words)
    reason = "brevity: the translation is shorter than the mean of its references"
    return beyond_rounding(Remainder(reason, before * (factor - 1)))


def _ngram_parts(metric: NIST, words: Ngram, references: Sequence[Ngram]) -> Iterator[Part]:
    ranking = rank_references(words, references)
    for size in range(1, metric.order + 1):
        total = max(len(words) - size + 1, 1)

        def share(ngram: Ngram, total: int = total) -> float:
            return metric.information.get(ngram, 0.0) / total

        theirs = [_ngrams(each, size) for each in references]
        ours = _ngrams(words, size)
        yield from clipped_parts(f"{size}-gram", ours, theirs, ranking, share, " ".join)


def _ngrams(words: Ngram, size: int) -> Patterns:
    return ngrams_at(words, [(at,) for at in range(len(words))], size)


def explain_wer(metric: WER, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    prepared = metric.prepare(references)
    score = metric.segment_score(metric.statistics(hypothesis, prepared))
    scores = [metric.segment_score(metric.statistics(hypothesis, [each])) for each in prepared]
    number = scores.index(score)
    words, reference = words_of(hypothesis.text, metric.case), prepared[number]
    share = 1 / len(reference) if reference else 0.0
    rule = Remainder(
        "the reference has no word to divide by: any edit counts 1",
        float(not reference and len(words) > 0),
    )
    parts = tuple(edit_parts(words, reference, share, number))
    return Explanation(score, words, tuple(prepared), parts, beyond_rounding(rule))
