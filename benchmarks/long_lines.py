"""How long every metric takes for one pair of very long lines: python benchmarks/long_lines.py

    python benchmarks/long_lines.py [--words 3000] [--limit 60] [METRIC ...]

The pairs are such that each of them is hard on some algorithm: similar texts, unrelated ones, words
that repeat, equal lines, halves that changed places. Prints processor seconds by metric and pair,
those of parsing and encoding the two lines first, and the slowest; the target is 10 s.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from itertools import cycle, islice
from pathlib import Path
from types import FrameType

from treescore.cli.demo import load_sample
from treescore.encoder.encoder import Encoder
from treescore.metrics.registry import METRICS
from treescore.metrics.sentence import Sentence
from treescore.parsing.spacy import open_parser
from treescore.trees.constituency import ConstituencyTree

TRANSLATIONS = Path(__file__).parents[2] / "shared/data/judgements/wmt13.de-en.segs.tsv.gz"
TARGET = 10.0
NEEDED = {"edpm": (1, 50)}
"""The n-best lists of metrics that need others than single parses."""


def texts() -> tuple[list[str], list[str]]:
    """Translations, and their references."""
    if not TRANSLATIONS.is_file():
        sample = load_sample()
        found = [text or "" for system in sample.systems.values() for text in system.texts or ()]
        references = [each[0] for each in sample.reference_texts()] * len(sample.systems)
        return found, references
    with gzip.open(TRANSLATIONS, "rt", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    # All translations of a segment stand together: a line of one system's has each once.
    one = [row for row in rows if row["system"] == rows[0]["system"]]
    return [row["hyp"] for row in one], [row["ref"] for row in one]


def pairs(words: int) -> dict[str, tuple[str, str]]:
    """The hard pairs, by name."""
    hypotheses, references = texts()
    hypothesis, reference = line(hypotheses, words), line(references, words)
    half = words // 2
    rng = random.Random(1)
    return {
        "similar": (hypothesis, reference),
        "unrelated": (hypothesis, line(references[::-1], words)),
        "equal": (reference, reference),
        "swapped": (reference, " ".join(reference.split()[half:] + reference.split()[:half])),
        "shuffled": (reference, " ".join(rng.sample(reference.split(), words))),
        "one word": (" ".join(["house"] * words), " ".join(["garden"] * words)),
        "the same": (" ".join(["house"] * words), " ".join(["house"] * (words - 1))),
        "two words": tuple(" ".join(rng.choices(["the", "house"], k=words)) for _ in "ab"),  # type: ignore[dict-item]
    }


def line(sentences: list[str], words: int) -> str:
    """So many words, from the first sentence on."""
    return " ".join(islice(cycle(" ".join(sentences).split()), words))


class TooLong(Exception):
    """The limit is reached."""


def seconds(work: Callable[[], object], limit: int) -> float:
    """The processor time of some work, infinite if that is over the limit."""

    def late(_: int, __: FrameType | None) -> None:
        raise TooLong

    signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, limit)
    start = time.process_time()
    try:
        work()
    except TooLong:
        return float("inf")
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    return time.process_time() - start


def measure(pair: tuple[str, str], names: list[str], limit: int) -> dict[str, float]:
    """The seconds of every step, and of every metric without them."""
    parser = open_parser("", "en")
    list(parser.parse(["It is loaded first."], 1))
    sentences = [Sentence(text, {}) for text in pair]
    parses: list[dict[int, object]] = [{}, {}]

    def parse(size: int) -> None:
        for found, one in zip(parses, parser.parse(pair, size), strict=True):
            found[size] = one

    taken = {"parsing": seconds(lambda: parse(1), limit)}
    if any(name in NEEDED for name in names):
        taken["50-best parsing"] = seconds(lambda: parse(50), limit)
    sentences = [Sentence(text, found) for text, found in zip(pair, parses, strict=True)]  # type: ignore[arg-type]
    if "sdpm" in names:
        encoder = Encoder("trees", cached=False)
        encoder.encode([("Loaded", "first")])
        words = [each.words("trees") for each in sentences]
        start = time.process_time()
        for sentence, vectors in zip(sentences, encoder.encode(words), strict=True):
            sentence.vectors["trees"] = vectors
        taken["encoding"] = time.process_time() - start

    def project() -> None:
        for each in sentences:
            assert isinstance(each.constituency, ConstituencyTree)

    taken["projection"] = seconds(project, limit)
    for name in names:
        if any(size not in parses[0] for size in NEEDED.get(name, ())):
            taken[name] = float("inf")
            continue
        metric = METRICS[name]().fit("en", [[pair[1]]])

        def score(metric: object = metric) -> None:
            metric.statistics(sentences[0], metric.prepare([sentences[1]]))  # type: ignore[attr-defined]

        taken[name] = seconds(score, limit)
    return taken


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--words", type=int, default=3000)
    arguments.add_argument("--limit", type=int, default=60, help="give up after so many seconds")
    arguments.add_argument("--pairs", nargs="*", help="some of the pairs")
    arguments.add_argument("metrics", nargs="*", default=[], metavar="METRIC")
    options = arguments.parse_args()
    names = options.metrics or [name for name in METRICS if name != "tesla"]
    columns = {
        kind: measure(pair, names, options.limit)
        for kind, pair in pairs(options.words).items()
        if not options.pairs or kind in options.pairs
    }
    print(f"processor seconds for one pair of {options.words} words")
    print(f"{'':16}" + "".join(f"{kind:>11}" for kind in columns))
    for row in next(iter(columns.values())):
        figures = [column[row] for column in columns.values()]
        late = "   over the target" if max(figures) > TARGET else ""
        print(f"{row:16}" + "".join(f"{each:11.2f}" for each in figures) + late)
    worst, kind, row = max(
        (taken, kind, row) for kind, column in columns.items() for row, taken in column.items()
    )
    print(f"the slowest: {row}, {kind}, {worst:.2f} s (target: {TARGET:g} s at most)")


if __name__ == "__main__":
    main()
