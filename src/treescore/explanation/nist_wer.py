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
from treescore.metrics.nist_wer import NIST, WER, Ngram, mean_information, nist_words, words_of
from treescore.metrics.sentence import Sentence


def explain_nist(metric: NIST, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """n-grams with their information."""
    row = metric.statistics(hypothesis, metric.prepare(references))
    gained, totals, _ = metric.read(row)
    score = metric.segment_score(row)
    words = nist_words(hypothesis.text, metric.case)
    others = tuple(nist_words(reference.text, metric.case) for reference in references)
    reason = "brevity: the translation is shorter than the mean of its references"
    return Explanation(
        score,
        words,
        others,
        tuple(_ngram_parts(metric, words, others, totals)),
        beyond_rounding(Remainder(reason, score - mean_information(gained, totals))),
    )


def _ngram_parts(
    metric: NIST, words: Ngram, references: Sequence[Ngram], totals: Sequence[float]
) -> Iterator[Part]:
    ranking = rank_references(words, references)
    for size, total in enumerate(totals, 1):

        def share(ngram: Ngram, total: float = max(total, 1)) -> float:
            return metric.information.get(ngram, 0.0) / total

        theirs = [_ngrams(each, size) for each in references]
        ours = _ngrams(words, size)
        yield from clipped_parts(f"{size}-gram", ours, theirs, ranking, share, " ".join)


def _ngrams(words: Ngram, size: int) -> Patterns:
    return ngrams_at(words, [(at,) for at in range(len(words))], size)


def explain_wer(metric: WER, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """Edits."""
    prepared = metric.prepare(references)
    score = metric.segment_score(metric.statistics(hypothesis, prepared))
    scores = [metric.segment_score(metric.statistics(hypothesis, [each])) for each in prepared]
    number = scores.index(score)
    words, reference = words_of(hypothesis.text, metric.case), prepared[number]
    share = metric.segment_score((1, len(reference))) if reference else 0.0
    rule = Remainder(
        "the reference has no word to divide by: any edit counts 1", 0.0 if reference else score
    )
    parts = tuple(edit_parts(words, reference, share, number))
    return Explanation(score, words, tuple(prepared), parts, beyond_rounding(rule))
