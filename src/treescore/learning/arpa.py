"""Writing back-off language models as ARPA files, whose format is told in `resources/arpa.py`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from treescore.io.files import open_output
from treescore.learning.kneser_ney import BackoffModel, Ngrams

NOTHING = Ngrams(np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0), None)


def write_arpa(model: BackoffModel, path: str) -> None:
    """Write a model; the same model always gives the same bytes."""
    orders = model.orders
    if len(orders) == 1:
        orders = (*orders, NOTHING)  # kenlm takes no file of a single order
    with open_output(path) as stream:
        stream.write("\\data\\\n")
        for order, ngrams in enumerate(orders, 1):
            stream.write(f"ngram {order}={len(ngrams.words)}\n")
        texts: Sequence[str] = model.vocabulary
        for order, ngrams in enumerate(orders, 1):
            if order > 1:
                texts = _texts(texts, model.vocabulary, ngrams)
            stream.write(f"\n\\{order}-grams:\n")
            stream.writelines(_lines(texts, ngrams))
        stream.write("\n\\end\\\n")


def _texts(contexts: Sequence[str], vocabulary: Sequence[str], ngrams: Ngrams) -> list[str]:
    """The n-grams of an order, from those of the order below."""
    return [
        f"{contexts[context]} {vocabulary[word]}"
        for context, word in zip(ngrams.contexts.tolist(), ngrams.words.tolist(), strict=True)
    ]


def _lines(texts: Sequence[str], ngrams: Ngrams) -> Iterator[str]:
    rows = zip(ngrams.probabilities.tolist(), texts, strict=True)
    if ngrams.backoffs is None:
        return (f"{probability:.7g}\t{text}\n" for probability, text in rows)
    return (
        f"{probability:.7g}\t{text}\t{backoff:.7g}\n"
        for (probability, text), backoff in zip(rows, ngrams.backoffs.tolist(), strict=True)
    )
