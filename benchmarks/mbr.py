"""How fast minimum-Bayes-risk reranking is, beside sacreBLEU's sentence scores in the same run.

    python benchmarks/mbr.py [METRIC ...]

100 lists of 100 different candidates, made of the bundled sample by deleting, swapping and
replacing words: 1,000,000 pairs. Parsing is timed apart. Everything runs on one core. The time of
sacreBLEU is that of calling it for every pair of some candidates.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sacrebleu.metrics.bleu import BLEU
from sacrebleu.metrics.chrf import CHRF

from treescore.cli.demo import load_sample
from treescore.engine.reranking import rerank
from treescore.io.candidates import CandidateList
from treescore.metrics.registry import make_metric
from treescore.parsing.registry import load_parser
from treescore.trees.nbest import Parses

SEGMENTS, CANDIDATES = 100, 100
COMPARED = 30
"""Candidates of a list that sacreBLEU compares."""
LISTS_COMPARED = 3
MOST_EDITS = 4
TARGETS = {"hwcm": 20.0, "dpm": 20.0}
"""Seconds that a metric may take."""

Result = TypeVar("Result")


def varied(words: list[str], others: list[str], chance: random.Random) -> str:
    """A sentence with a few words deleted, swapped or replaced."""
    words = list(words)
    for _ in range(chance.randint(1, MOST_EDITS)):
        place = chance.randrange(len(words) - 1)
        edit = chance.choice(("delete", "swap", "replace", "replace"))
        if edit == "delete" and len(words) > 2:
            del words[place]
        elif edit == "swap":
            words[place], words[place + 1] = words[place + 1], words[place]
        else:
            words[place] = chance.choice(others)
    return " ".join(words)


def make_lists() -> list[CandidateList]:
    sample, chance = load_sample(), random.Random(1)
    references = list(sample.reference_texts())
    versions = list(zip(*(stream.texts or () for stream in sample.streams), strict=True))
    lists = []
    for number in range(SEGMENTS):
        segment = number % len(references)
        words = references[segment][number // len(references)].split()
        others = [word for text in versions[segment] for word in (text or "").split()]
        texts = {" ".join(words): None}
        while len(texts) < CANDIDATES:
            texts[varied(words, others, chance)] = None
        lists.append(CandidateList(str(number), tuple(texts)))
    return lists


@dataclass(frozen=True)
class Known:
    """A parser that has parsed everything."""

    parses: Mapping[str, Parses]
    name: str = "known"
    signature: str = "known"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:  # noqa: ARG002
        return (self.parses[text] for text in texts)


def timed(work: Callable[[], Result]) -> tuple[float, Result]:
    start = time.process_time()
    result = work()
    return time.process_time() - start, result


def parse_all(lists: list[CandidateList], nbest: int) -> dict[str, Parses]:
    texts = [text for each in lists for text in each.texts]
    taken, parses = timed(lambda: list(load_parser().parse(texts, nbest)))
    print(f"parsing, {nbest} a sentence: {taken:.1f} s")
    return dict(zip(texts, parses, strict=True))


def sacrebleu_time(name: str, metric: Any, lists: list[CandidateList]) -> float:
    """The time that all pairs would take, by some of them."""
    some = [each.texts[:COMPARED] for each in lists[:LISTS_COMPARED]]
    pairs = [(one, other) for texts in some for one in texts for other in texts]
    taken, _ = timed(lambda: [metric.sentence_score(one, [other]) for one, other in pairs])
    taken *= SEGMENTS * CANDIDATES**2 / len(pairs)
    print(f"sacreBLEU's sentence {name}: {taken:.0f} s, by {len(pairs):,} of the pairs")
    return taken


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    lists = make_lists()
    print(f"{SEGMENTS} lists of {CANDIDATES} candidates: {SEGMENTS * CANDIDATES**2:,} pairs\n")
    bleu = sacrebleu_time("BLEU", BLEU(effective_order=True), lists)
    chrf = sacrebleu_time("chrF", CHRF(), lists)
    parses: dict[int, dict[str, Parses]] = {}
    for spec in sys.argv[1:] or TARGETS:
        metric = make_metric(spec)
        if metric.nbest not in parses:
            parses[metric.nbest] = parse_all(lists, metric.nbest) if metric.nbest else {}
        parser = Known(parses[metric.nbest])
        taken, _ = timed(lambda m=metric, p=parser: list(rerank(lists, m, p, "en")))  # type: ignore[misc]
        line = (
            f"{spec}: {taken:.1f} s, {bleu / taken:.1f} times BLEU, {chrf / taken:.1f} times chrF"
        )
        if spec in TARGETS:
            verdict = "ok" if taken < TARGETS[spec] else "MISSED"
            line += f"; target: {TARGETS[spec]:g} s, {verdict}"
        print(line)


if __name__ == "__main__":
    main()
