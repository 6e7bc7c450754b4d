"""NIST and WER by their definitions."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

Words = Sequence[str]
TEXTS = st.lists(st.sampled_from("a b c A".split()), max_size=8).map(" ".join)


def ngrams(words: Words, size: int) -> list[tuple[str, ...]]:
    return [tuple(words[i : i + size]) for i in range(len(words) - size + 1)]


def nist(
    segments: Sequence[tuple[Words, Sequence[Words]]],
    everything: Sequence[Words],
    order: int = 5,
) -> float:
    """The score of segments; information comes from all references of the test set."""

    @cache
    def occurrences(ngram: tuple[str, ...]) -> int:
        if not ngram:
            return sum(len(words) for words in everything)
        return sum(ngrams(words, len(ngram)).count(ngram) for words in everything)

    score = 0.0
    for size in range(1, order + 1):
        gained, total = 0.0, 0
        for hypothesis, references in segments:
            ours = ngrams(hypothesis, size)
            total += len(ours)
            for ngram in set(ours):
                most = max(ngrams(reference, size).count(ngram) for reference in references)
                if most:
                    info = math.log2(occurrences(ngram[:-1]) / occurrences(ngram))
                    gained += min(ours.count(ngram), most) * info
        score += gained / max(total, 1)
    length = sum(len(hypothesis) for hypothesis, _ in segments)
    mean = sum(sum(map(len, refs)) / len(refs) for _, refs in segments)
    return score * penalty(length / mean)


def mteval(hypotheses: Sequence[str], references: Sequence[Sequence[str]], case: str) -> float:
    """The NIST score of texts by the rules of mteval-v13a, with `-c` if the case is mixed.

    n-grams are texts there, and a text that begins an n-gram is none if Perl finds it false: one
    that is empty, or "0". Every segment has the same number of references.
    """
    tokenizer = Tokenizer13a()

    def words(text: str) -> list[str]:
        if case == "lower":
            text = re.sub("[A-Z]", lambda letter: chr(ord(letter[0]) + 32), text)
        return str(tokenizer(text)).split()

    def counted(text: str) -> Counter[str]:
        found = words(text)
        return Counter(" ".join(ngram) for size in range(1, 6) for ngram in ngrams(found, size))

    everything = sum((counted(text) for texts in references for text in texts), Counter())
    all_words = sum(count for ngram, count in everything.items() if " " not in ngram)
    gained, totals, reference_words = [0.0] * 6, [0] * 6, 0
    for hypothesis, texts in zip(hypotheses, references, strict=True):
        most: Counter[str] = Counter()
        for text in texts:
            most |= counted(text)
            reference_words += len(words(text))
        for ngram, count in counted(hypothesis).items():
            size = len(ngram.split())
            totals[size] += count
            if most[ngram]:
                start = ngram.rpartition(" ")[0]
                before = all_words if start in ("", "0") else everything[start]
                gained[size] -= (
                    min(count, most[ngram]) * math.log(everything[ngram] / before) / math.log(2)
                )
    score = sum(gained[size] / max(totals[size], 1) for size in range(1, 6))
    return score * penalty(totals[1] / (reference_words / len(references[0])))


def penalty(ratio: float) -> float:
    if ratio >= 1:
        return 1
    if ratio <= 0:
        return 0
    beta = -math.log(0.5) / math.log(1.5) ** 2
    return math.exp(-beta * math.log(ratio) ** 2)


def edits(hypothesis: Words, reference: Words) -> int:
    """The matrix of Levenshtein (1966): insertions, deletions and substitutions cost 1."""
    matrix = [[0] * (len(reference) + 1) for _ in range(len(hypothesis) + 1)]
    for i in range(len(hypothesis) + 1):
        for j in range(len(reference) + 1):
            if not i or not j:
                matrix[i][j] = i + j
                continue
            matrix[i][j] = min(
                matrix[i - 1][j] + 1,
                matrix[i][j - 1] + 1,
                matrix[i - 1][j - 1] + (hypothesis[i - 1] != reference[j - 1]),
            )
    return matrix[-1][-1]
