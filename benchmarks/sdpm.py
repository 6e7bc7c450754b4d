"""Speed of sdpm against bare spaCy, in one run on one core: python benchmarks/sdpm.py [PAIRS]

Prints how much of bare spaCy's speed is left when texts are scored, with and without arcs, cold and
from the cache; what the parts of the work take; and what a sentence encoded alone takes. Every
number is the median of several turns, in each of which all kinds run one after the other.
"""

from __future__ import annotations

import csv
import gzip
import os
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import mean, median

TRANSLATIONS = Path(__file__).parents[2] / "shared/data/judgements/wmt13.de-en.segs.tsv.gz"
SINGLE = 50
TURNS = 5
SPECS = {"with arcs": "sdpm", "without": "sdpm:components=words+chars"}
TARGETS = {"with arcs": 0.4, "without": 0.6}
"""What bare spaCy's time, divided by that of scoring, should at least be."""
PARTS = ("parsing", "encoder", "matching", "characters")
"""What makes up the work with arcs."""

Work = tuple[Callable[[], object], int]
"""What is done, and with how many sentences."""


def texts(limit: int) -> tuple[str, list[str], list[str]]:
    """Translations and their references, no text twice, and where they are from."""
    from treescore.cli.demo import load_sample

    if TRANSLATIONS.is_file():
        source = "WMT13 de-en"
        with gzip.open(TRANSLATIONS, "rt", encoding="utf-8") as stream:
            rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            found = [(row["hyp"], row["ref"]) for row in rows]
    else:
        source, sample = "the bundled sample", load_sample()
        references = [each[0] for each in sample.reference_texts()]
        outputs = sample.systems["fluent"].texts or ()
        found = [(h or "", r) for h, r in zip(outputs, references, strict=True)]
    pairs: dict[str, str] = {}
    seen: set[str] = set()
    for hypothesis, reference in found:
        if hypothesis != reference and not seen & {hypothesis, reference}:
            seen |= {hypothesis, reference}
            pairs[hypothesis] = reference
    chosen = list(pairs.items())[:: max(1, len(pairs) // limit)][:limit]
    return source, [one for one, _ in chosen], [other for _, other in chosen]


def whole(hypotheses: list[str], references: list[str], *, cached: bool) -> dict[str, Work]:
    """Scoring from texts to scores, by what is compared."""
    from treescore.engine.evaluating import evaluate
    from treescore.io.testset import Stream, Testset
    from treescore.metrics.registry import make_metric
    from treescore.parsing.named import open_named

    given = Stream("reference", tuple(references)), Stream("system", tuple(hypotheses))
    testset = Testset(given[:1], {"system": given[1]})
    parser = open_named("spacy", "en", cached=cached)

    def work(spec: str) -> Callable[[], object]:
        metric = make_metric(spec) if cached else make_metric(spec).uncached()
        return lambda: evaluate(testset, {spec: metric}, parser)

    return {name: (work(spec), 2 * len(hypotheses)) for name, spec in SPECS.items()}


def parts(hypotheses: list[str], references: list[str]) -> dict[str, Work]:
    """The parts of the work with arcs, each with what those before it have made."""
    from treescore.encoder.encoder import Encoder
    from treescore.metrics import SDPM
    from treescore.metrics.sentence import Sentence
    from treescore.parsing.named import open_named
    from treescore.parsing.tokens import english_words

    size = 2 * len(hypotheses)
    parser = open_named("spacy", "en", cached=False)
    encoder = Encoder("trees", cached=False)
    both = [*hypotheses, *references]
    parsed = zip(both, parser.parse(both), strict=True)
    sentences = [Sentence(text, {1: parses}) for text, parses in parsed]
    words = [each.words("trees") for each in sentences]
    for sentence, vectors in zip(sentences, encoder.encode(words), strict=True):
        sentence.vectors["trees"] = vectors
    pairs = list(zip(sentences, sentences[len(hypotheses) :], strict=False))

    def compare(metric: SDPM) -> Callable[[], object]:
        return lambda: [metric.statistics(one, metric.prepare([other])) for one, other in pairs]

    print(f"{mean(map(len, words)):.0f} words a sentence")
    return {
        "parsing": (lambda: list(parser.parse(both)), size),
        "tokens alone": (lambda: [*map(english_words, both)], size),
        "encoder": (lambda: encoder.encode(words), size),
        "matching": (compare(SDPM("words+arcs")), size),
        "characters": (compare(SDPM("chars")), size),
        "encoder, alone": (lambda: [encoder.encode([each]) for each in words[:SINGLE]], SINGLE),
    }


def milliseconds(work: Callable[[], object], sentences: int) -> float:
    start = time.process_time()
    work()
    return 1000 * (time.process_time() - start) / sentences


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    import spacy

    from treescore.parsing.models import model_for
    from treescore.parsing.spacy import UNUSED

    source, hypotheses, references = texts(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
    print(f"{2 * len(hypotheses)} different sentences from {source}, one core, ", end="")
    bare = spacy.load(model_for("en").package, exclude=list(UNUSED))
    both = [*hypotheses, *references]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TREESCORE_CACHE"] = folder
        kinds: dict[str, Work] = {
            **parts(hypotheses, references),
            "bare spaCy": (lambda: list(bare.pipe(both)), len(both)),
        }
        for cached in (False, True):
            found = whole(hypotheses, references, cached=cached)
            kinds |= {f"{kind}{', cached' * cached}": work for kind, work in found.items()}
        for work, _ in kinds.values():  # models are loaded, and the cache is filled
            work()
        taken = [{kind: milliseconds(*each) for kind, each in kinds.items()} for _ in range(TURNS)]
    for kind in kinds:
        print_line(kind, taken)


def print_line(kind: str, taken: list[dict[str, float]]) -> None:
    times = median(turn[kind] for turn in taken)
    speed = median(turn["bare spaCy"] / turn[kind] for turn in taken)
    share = median(turn[kind] / turn["with arcs"] for turn in taken)
    note = f"  {share:.0%} of the whole" if kind in PARTS else ""
    note += f"  (at least {TARGETS[kind]})" if kind in TARGETS else ""
    print(f"{kind:18} {times:7.3f} ms a sentence {speed:7.2f} x bare spaCy{note}")


if __name__ == "__main__":
    main()
