"""How much memory scoring a large test set takes when its parses are in the cache.

    python benchmarks/memory.py [PAIRS]

The texts are made from the bundled sample, each with numbers in it that no other has; a stand-in
for a parser fills a cache of its own first. Then a process that starts afresh scores them. Vectors
for sdpm come from a stand-in, too; their cache is empty first, and there are more than it keeps.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from treescore.cli.demo import load_sample
from treescore.encoder import encoder
from treescore.encoder.vectors import NAME, VectorCache
from treescore.encoder.weights import Floats
from treescore.engine.evaluating import evaluate
from treescore.io.testset import Stream, Testset
from treescore.metrics.registry import make_metric
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.spacy import open_parser
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, single

TARGET = 1.5 * 2**30
METRICS = ("dpm", "hwcm", "stm", "bleu", "sdpm")
SIZE = 128
"""Numbers of a vector."""
ONE = np.ones(1, np.float32)


class Numbered:
    """Gives a text like `17 It rains.` the tree of `It rains.`, with the number in front."""

    name = "numbered"
    signature = "numbered"

    def __init__(self) -> None:
        texts = sample_texts()
        trees = [parses.best for parses in open_parser("", "en").parse(texts)]
        self.trees = dict(zip(texts, trees, strict=True))

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[DependencyTree]]:
        assert nbest == 1
        for text in texts:
            number, _, rest = text.partition(" ")
            yield single(_with_number(number, self.trees[rest]))


def _with_number(number: str, tree: DependencyTree) -> DependencyTree:
    return replace(
        tree,
        words=(number, *tree.words),
        heads=(tree.roots[0] + 1, *(head + 1 if head >= 0 else head for head in tree.heads)),
        relations=("nummod", *tree.relations),
        tags=("CD", *tree.tags),
        upos=("NUM", *tree.upos),
        lemmas=(number, *tree.lemmas),
    )


class Unused:
    """Must not be asked: everything is in the cache."""

    name = "numbered"
    signature = "numbered"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[DependencyTree]]:
        raise AssertionError(f"not in the cache: {next(iter(texts))} ({nbest})")


def sample_texts() -> list[str]:
    streams = load_sample().streams
    return list(dict.fromkeys(text for each in streams for text in each.texts or () if text))


def large_testset(pairs: int) -> Testset:
    texts = sample_texts()
    hypotheses = tuple(f"{2 * i} {texts[i % len(texts)]}" for i in range(pairs))
    references = tuple(f"{2 * i + 1} {texts[(i + 1) % len(texts)]}" for i in range(pairs))
    return Testset((Stream("reference", references),), {"system": Stream("system", hypotheses)})


def fill(folder: str, pairs: int) -> None:
    parser = CachedParser(Numbered(), ParseCache(Path(folder) / "parses.sqlite"))
    for stream in large_testset(pairs).streams:
        for _ in parser.parse(text or "" for text in stream.texts or ()):
            pass


class Network:
    """Gives vectors that mean nothing, at once."""

    def encode(self, sentences: Sequence[Sequence[str]]) -> list[tuple[Floats, Floats]]:
        chance = np.random.default_rng(0)
        return [
            (chance.random((len(each), SIZE), np.float32), ONE.repeat(len(each)))
            for each in sentences
        ]


def measure(folder: str, pairs: int) -> None:
    parser = CachedParser(Unused(), ParseCache(Path(folder) / "parses.sqlite"))
    start = time.perf_counter()
    metrics = {spec: make_metric(spec) for spec in METRICS}
    encoder.bundled_network = Network  # type: ignore[assignment]
    evaluation = evaluate(large_testset(pairs), metrics, parser)
    seconds = time.perf_counter() - start
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
    scores = ", ".join(f"{name} {evaluation.score('system', name).score:.4f}" for name in metrics)
    print(f"{pairs} pairs, {scores}: {seconds:.0f} s, {pairs / seconds:.0f} pairs/s")
    vectors = VectorCache(Path(folder) / NAME)
    print(f"{len(vectors)} sentences as vectors kept, {vectors.size() / 2**30:.2f} GiB")
    verdict = "ok" if peak < TARGET else "MISSED"
    print(f"peak memory {peak / 2**30:.2f} GiB (target: under {TARGET / 2**30:g} GiB), {verdict}")


def main() -> None:
    if len(sys.argv) == 4:
        _, step, folder, count = sys.argv
        {"fill": fill, "measure": measure}[step](folder, int(count))
        return
    count = sys.argv[1] if len(sys.argv) > 1 else "200000"
    with tempfile.TemporaryDirectory() as folder:
        for step in ("fill", "measure"):
            command = [sys.executable, __file__, step, folder, count]
            subprocess.run(command, check=True, env=os.environ | {"TREESCORE_CACHE": folder})


if __name__ == "__main__":
    main()
