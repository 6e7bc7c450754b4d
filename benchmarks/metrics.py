"""How fast the metrics are, as ratios to sacreBLEU's sentence scores in the same run.

    python benchmarks/metrics.py [PAIRS]

Pairs are parsed beforehand, constituents included; the time is that of preparing the reference,
counting the hypothesis and scoring the segment. Every number is the median of three turns, in each
of which all metrics and sacreBLEU run one after the other.
"""

from __future__ import annotations

import csv
import gzip
import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF
from sacrebleu.metrics.ter import TER
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from treescore.cli.demo import load_sample
from treescore.encoder.encoder import Encoder
from treescore.engine.evaluation import Evaluation
from treescore.engine.results import make_results
from treescore.metrics.base import Metric
from treescore.metrics.registry import METRICS
from treescore.metrics.sentence import Sentence
from treescore.parsing.named import open_named
from treescore.stats.choices import Test
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.project import project

TRANSLATIONS = Path(__file__).parents[2] / "shared/data/judgements/wmt13.de-en.segs.tsv.gz"
TURNS = 3
SYSTEMS, SEGMENTS_A_DOCUMENT = 10, 20
TARGETS = {
    **dict.fromkeys(("hwcm", "stm", "dstm", "sepia", "dpm"), ("sentence BLEU", 1.0)),
    **dict.fromkeys(("tkm", "dtkm", "tesla-m"), ("sentence chrF", 1.0)),
    "cesm": ("sentence TER", 5.0),
    "edpm": ("sentence chrF", 0.25),
}
"""What the ratio to one of sacreBLEU's should at least be."""

Pair = tuple[Sentence, Sentence]


def texts(limit: int) -> tuple[str, list[tuple[str, str]]]:
    """Pairs of translation and reference, and where they are from."""
    if not TRANSLATIONS.is_file():
        sample = load_sample()
        references = list(sample.reference_texts())
        outputs = [system.texts or () for system in sample.systems.values()]
        found = [(h or "", r[0]) for each in outputs for h, r in zip(each, references, strict=True)]
        return "the bundled sample", found[:limit]
    with gzip.open(TRANSLATIONS, "rt", encoding="utf-8") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        found = [(row["hyp"], row["ref"]) for row in rows]
    return "WMT13 de-en", found[:: max(1, len(found) // limit)][:limit]


def parsed(pairs: list[tuple[str, str]]) -> list[Pair]:
    """The pairs with their parses, constituents included, and with the vectors of their words."""
    parser = open_named("spacy", "en")
    unique = list(dict.fromkeys(text for pair in pairs for text in pair))
    lists = [parser.parse(unique, size) for size in (1, 50)]
    sentences = {
        text: Sentence(text, {1: one, 50: many})
        for text, one, many in zip(unique, *lists, strict=True)
    }
    vectors = Encoder("trees").encode([each.words("trees") for each in sentences.values()])
    for sentence, found in zip(sentences.values(), vectors, strict=True):
        assert isinstance(sentence.constituency, ConstituencyTree)
        sentence.vectors["trees"] = found
    return [(sentences[hypothesis], sentences[reference]) for hypothesis, reference in pairs]


def seconds(work: Callable[[], object]) -> float:
    # Both sides tokenize by the same functions, which remember what they saw.
    Tokenizer13a.__call__.cache_clear()
    TokenizerRegexp.__call__.cache_clear()
    start = time.process_time()
    work()
    return time.process_time() - start


def score_all(metric: Metric[Any], pairs: list[Pair]) -> list[list[float]]:
    """The statistics of all pairs; their scores are computed, too."""
    rows = []
    for hypothesis, reference in pairs:
        row = metric.statistics(hypothesis, metric.prepare([reference]))
        metric.segment_score(row)
        rows.append(list(row))
    return rows


def sacrebleu_all(metric: Any, pairs: list[Pair]) -> None:
    for hypothesis, reference in pairs:
        metric.sentence_score(hypothesis.text, [reference.text])


def print_speeds(pairs: list[Pair], metrics: dict[str, Metric[Any]]) -> None:
    theirs = {
        "sentence BLEU": BLEU(effective_order=True),
        "sentence chrF": CHRF(),
        "sentence TER": TER(),
    }
    turns: dict[str, list[float]] = {name: [] for name in (*theirs, *metrics, "projection")}
    for _ in range(TURNS):
        for name, their in theirs.items():
            turns[name].append(seconds(lambda their=their: sacrebleu_all(their, pairs)))  # type: ignore[misc]
        for name, metric in metrics.items():
            turns[name].append(seconds(lambda metric=metric: score_all(metric, pairs)))  # type: ignore[misc]
        trees = [sentence.dependency for pair in pairs for sentence in pair]
        turns["projection"].append(seconds(lambda trees=trees: list(map(project, trees))))  # type: ignore[misc]
    print(f"{'':14}{'pairs/s':>9}" + "".join(f"{'/ ' + name:>17}" for name in theirs))
    for name in turns:
        ratios = {
            other: statistics.median(map(float.__truediv__, turns[other], turns[name]))
            for other in theirs
        }
        line = f"{name:14}{len(pairs) / statistics.median(turns[name]):9.0f}"
        line += "".join(f"{ratio:17.2f}" for ratio in ratios.values())
        if name in TARGETS:
            other, least = TARGETS[name]
            verdict = "ok" if ratios[other] >= least else "MISSED"
            line += f"   target: {least:g} x {other}, {verdict}"
        print(line)
    print("projection: making the constituents of both sides, which stm and tkm need besides")


def print_resampling(pairs: list[Pair], metrics: dict[str, Metric[Any]]) -> None:
    rng = np.random.default_rng(1)
    matrices = {name: np.array(score_all(metric, pairs)) for name, metric in metrics.items()}
    evaluation = Evaluation(
        tuple(str(i // SEGMENTS_A_DOCUMENT) for i in range(len(pairs))),
        metrics,
        {(str(n), name): "" for n in range(SYSTEMS) for name in metrics},
        {
            (str(n), name): matrix[rng.integers(len(matrix), size=len(matrix))]
            for n in range(SYSTEMS)
            for name, matrix in matrices.items()
        },
    )
    taken = seconds(lambda: make_results(evaluation, ci=True, test=Test.bs))
    print(
        f"\n{SYSTEMS} systems x {len(pairs)} segments x {len(metrics)} metrics, scores with 1,000 "
        f"bootstrap resamples and paired tests: {taken:.2f} s (target: under 3 s)"
    )


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    source, found = texts(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    pairs = parsed(found)
    words = statistics.mean(len(sentence.dependency) for pair in pairs for sentence in pair)
    print(f"{len(pairs)} pairs from {source}, {words:.0f} words a sentence, one core\n")
    metrics = {name: metric() for name, metric in METRICS.items() if name != "tesla"}
    references = [[reference.text or ""] for _, reference in pairs]
    metrics = {name: metric.fit("en", references) for name, metric in metrics.items()}
    print_speeds(pairs, metrics)
    print_resampling(pairs, metrics)


if __name__ == "__main__":
    main()
