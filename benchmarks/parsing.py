"""Speed of parsing against bare spaCy, in one run, process and thread: python benchmarks/parsing.py

Prints the time of the bare pipeline over N different sentences, and that of treescore with an empty
cache, with a full one, and (a few) with n-best lists; then ratios, the median of several turns.
The first turn stands apart: there both meet all words for the first time. Last, whether trees, tags
and lemmas are those of spaCy's components as they are, over `--same` sentences.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
import sys
import tempfile
import time
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from statistics import median

import spacy
from spacy.language import Language

from treescore.cli.demo import load_sample
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED, SpacyParser, open_parser

TRANSLATIONS = Path(__file__).parents[2] / "shared/data/judgements/wmt13.de-en.segs.tsv.gz"
NBEST = 50
N_BEST_SENTENCES = 200
THREADS = "OPENBLAS_NUM_THREADS"


def sentences(limit: int) -> tuple[str, list[str]]:
    """Different sentences, and where they are from."""
    if TRANSLATIONS.is_file():
        with gzip.open(TRANSLATIONS, "rt", encoding="utf-8") as stream:
            rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
            texts = list(islice(dict.fromkeys(row["hyp"] for row in rows if row["hyp"]), limit))
        return "WMT13 de-en", texts
    sample = load_sample()
    found = (text for system in sample.systems.values() for text in system.texts or () if text)
    return "the bundled sample", list(islice(dict.fromkeys(found), limit))


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def same_heads(parser: SpacyParser, texts: list[str]) -> float:
    """The share of sentences whose best parse in the list has the ordinary parse's heads."""
    pairs = zip(parser.parse(texts), parser.parse(texts, NBEST), strict=True)
    return sum(one.best.heads == many.best.heads for one, many in pairs) / len(texts)


def same_parses(parser: SpacyParser, bare: Language, texts: list[str]) -> int:
    """How many sentences have the same words, heads, relations, tags and lemmas as bare spaCy's."""
    plain = SpacyParser(parser.model)
    plain.__dict__["_nlp"] = bare  # in the place of the pipeline that treescore makes quicker
    pairs = zip(parser.parse(texts), plain.parse(texts), strict=True)
    return sum(one == other for one, other in pairs)


def measure(
    texts: list[str], turns: int, parser: SpacyParser, bare: Language
) -> dict[str, list[float]]:
    """The seconds of every kind of run, a list each; all kinds take turns, so that they meet the
    same weather."""
    few = texts[:: max(1, len(texts) // N_BEST_SENTENCES)]
    for warm_up in (bare.pipe, parser.parse):  # a few words: most are new in the first turn
        list(warm_up(["This loads all that is loaded late ."]))
    times: dict[str, list[float]] = {
        name: [] for name in ("bare", "cold", "warm", "bare, few", "nbest")
    }
    with tempfile.TemporaryDirectory() as folder:
        for turn in range(turns):
            cached = CachedParser(parser, ParseCache(Path(folder) / f"{turn}.sqlite"))
            times["bare"].append(seconds(lambda: list(bare.pipe(texts))))
            for name in ("cold", "warm"):
                times[name].append(seconds(lambda c=cached: list(c.parse(texts))))  # type: ignore[misc]
            times["bare, few"].append(seconds(lambda: list(bare.pipe(few))))
            times["nbest"].append(seconds(lambda: list(parser.parse(few, NBEST))))
    return times


def main() -> None:
    if THREADS not in os.environ:  # numpy asks when it is imported
        os.environ[THREADS] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--sentences", type=int, default=1500)
    arguments.add_argument("--turns", type=int, default=4)
    arguments.add_argument("--same", type=int, default=5000)
    options = arguments.parse_args()
    source, texts = sentences(options.sentences)
    parser = open_parser("", "en")
    bare = spacy.load(model_for("en").package, exclude=list(UNUSED))
    times = measure(texts, options.turns, parser, bare)
    tokens = sum(len(parses.best) for parses in parser.parse(texts))

    print(f"{len(texts)} different sentences ({tokens} tokens) from {source}; {parser.signature}")
    for name, what in (("bare", "bare nlp.pipe"), ("cold", "empty cache"), ("warm", "full cache")):
        taken = median(times[name][1:])
        print(f"{what:30} {taken:8.3f} s {tokens / taken:10.0f} tokens/s")
    first = times["bare"][0] / times["cold"][0]
    print(f"{'bare / cold, first turn':30} {first:8.2f}   (at least 1.6)")
    for over, under, target in (
        ("bare", "cold", "at least 1.6"),
        ("bare", "warm", "at least 50"),
        ("nbest", "bare, few", "at most 15"),
    ):
        ratios = [a / b for a, b in zip(times[over][1:], times[under][1:], strict=True)]
        spread = f"{min(ratios):.2f} to {max(ratios):.2f}"
        print(f"{over + ' / ' + under:30} {median(ratios):8.2f}   {spread}  ({target})")
    share = same_heads(parser, texts)
    print(f"best of {NBEST} = ordinary parse     {share:8.1%}  (at least 75 %)")
    _, many = sentences(options.same)
    print(f"same parses as bare spaCy      {same_parses(parser, bare, many)} of {len(many)}")


if __name__ == "__main__":
    main()
