"""Speed of SDPM's encoder against bare spaCy, in one run on one core: python benchmarks/encoder.py

Prints the milliseconds a sentence of bare parsing, of the encoder with many sentences at a time and
with one, and of vectors that the cache has; each is the median of several turns.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median

TREEBANK = Path(__file__).parents[2] / "shared/data/treebanks/ud/en_pud.conllu.gz"
SENTENCES = 500
SINGLE = 50
TURNS = 5


def milliseconds(work: Callable[[], object], sentences: int) -> float:
    start = time.perf_counter()
    work()
    return 1000 * (time.perf_counter() - start) / sentences


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    import spacy

    from treescore.cli.demo import load_sample
    from treescore.encoder.encoder import Encoder
    from treescore.io.conllu import read_conllu
    from treescore.parsing.models import model_for
    from treescore.parsing.spacy import UNUSED
    from treescore.parsing.tokens import english_words

    if TREEBANK.is_file():
        found = [sentence.comment("text") or "" for sentence in read_conllu(str(TREEBANK))]
    else:
        found = [text or "" for each in load_sample().systems.values() for text in each.texts or ()]
    texts = list(dict.fromkeys(found))[:SENTENCES]
    words = [english_words(text) for text in texts]
    print(f"{len(texts)} sentences, {mean(map(len, words)):.0f} words each, one core")
    bare = spacy.load(model_for("en").package, exclude=list(UNUSED))
    encoder = Encoder("text", cached=False)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TREESCORE_CACHE"] = folder
        cached = Encoder("text")
        kinds: dict[str, tuple[Callable[[], object], int]] = {
            "bare spaCy": (lambda: list(bare.pipe(texts)), len(texts)),
            "encoder": (lambda: encoder.encode(words), len(words)),
            "one at a time": (lambda: [encoder.encode([each]) for each in words[:SINGLE]], SINGLE),
            "from the cache": (lambda: cached.encode(words), len(words)),
        }
        for work, _ in kinds.values():  # models are loaded, and the cache is filled
            work()
        taken = [{kind: milliseconds(*each) for kind, each in kinds.items()} for _ in range(TURNS)]
    for kind in kinds:
        print(f"{kind:14} {median(turn[kind] for turn in taken):7.2f} ms a sentence")


if __name__ == "__main__":
    main()
