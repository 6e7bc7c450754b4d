"""What the matching of n-grams costs: against the parser, on long lines, and against POT.

    python benchmarks/matching.py [PROBLEMS]

First `tesla-m` and `maxsim` on the sentences of the demo, from trees to scores, as a part of the
processor time that the parser takes for the same sentences in the same run. Then one line of 3,000
words against another, made of the demo's sentences in different orders. Last the solver alone on
random problems (25 entries a side and 60 similar pairs): its answers are compared with those of
POT's exact solver, which is compiled. Medians of several turns.
"""

from __future__ import annotations

import random
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from itertools import cycle, islice
from typing import Any

import numpy as np
import ot
from numpy.typing import NDArray

from treescore.cli.demo import load_sample
from treescore.kernels.matching import best_matching
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.parsing.registry import load_parser
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single

METRICS = ("tesla-m", "maxsim")
SHARE = 0.25
"""What may be added to the parser's time."""
LONG, LONGEST = 3000, 10.0
"""Words of a line, and seconds that it may take."""
SIDE, EDGES, TURNS = 25, 60, 5
WEIGHTS = (1.0, 0.1, 0.01, 2.0)

Problem = tuple[list[float], list[float], dict[tuple[int, int], int]]


def seconds(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def compare(metric: Metric[Any], pairs: Sequence[tuple[Sentence, Sentence]]) -> list[float]:
    return [
        metric.segment_score(metric.statistics(mine, metric.prepare([theirs])))
        for mine, theirs in pairs
    ]


def against_the_parser() -> list[DependencyTree]:
    """Print what metrics add to parsing; the trees."""
    sample = load_sample()
    parser = load_parser("spacy", "en")
    references = [text or "" for text in sample.references[0].texts or ()]
    systems = [[text or "" for text in each.texts or ()] for each in sample.systems.values()]
    texts = [*references, *(text for system in systems for text in system)]
    list(parser.parse(texts[:8]))
    parsing, trees = [], []
    for _ in range(TURNS):
        start = time.process_time()
        trees = [parses.best for parses in parser.parse(texts)]
        parsing.append(time.process_time() - start)
    dependencies = [tree for tree in trees if isinstance(tree, DependencyTree)]
    each = statistics.median(parsing) / len(texts)
    print(f"parsing: {each * 1e3:.2f} ms a sentence")
    sentences = [
        Sentence(text, {1: single(tree)}) for text, tree in zip(texts, dependencies, strict=True)
    ]
    pairs = list(
        zip(sentences[len(references) :], cycle(sentences[: len(references)]), strict=False)
    )
    for name in METRICS:
        metric = make_metric(name).fit("en", [])
        turns = [seconds(lambda: compare(metric, pairs)) for _ in range(TURNS)]  # noqa: B023
        mine = statistics.median(turns) / len(pairs)
        share = mine / (2 * each)
        print(
            f"{name}: {mine * 1e3:.2f} ms a pair of sentences, {share:.2f} of the time to parse it "
            f"(target: {SHARE}, {'ok' if share <= SHARE else 'MISSED'})"
        )
    return dependencies


def long_line(trees: Sequence[DependencyTree], seed: int) -> Sentence:
    """Sentences in some order, as if they were one."""
    order = random.Random(seed).sample(trees, len(trees))
    tokens = [
        token
        for tree in order
        for token in zip(tree.words, tree.lemmas, tree.tags, tree.upos, strict=True)
    ]
    words, lemmas, tags, upos = zip(*islice(cycle(tokens), LONG), strict=True)
    relations = ("root", *["dep"] * (LONG - 1))
    heads = (-1, *[0] * (LONG - 1))
    tree = DependencyTree(words, heads, relations, tags=tags, lemmas=lemmas, upos=upos)
    return Sentence(" ".join(words), {1: single(tree)})


def long_lines(trees: Sequence[DependencyTree]) -> None:
    half = len(trees) // 2
    pair = (long_line(trees[:half], 1), long_line(trees[half:], 2))
    for name in METRICS:
        metric = make_metric(name).fit("en", [])
        taken = seconds(lambda: compare(metric, [pair]))  # noqa: B023
        print(
            f"{name}: {taken:.2f} s for {LONG} words against {LONG} "
            f"(target: {LONGEST:g}, {'ok' if taken <= LONGEST else 'MISSED'})"
        )


def problem(rng: np.random.Generator) -> Problem:
    cells = rng.choice(SIDE * SIDE, EDGES, replace=False).tolist()
    similarities = rng.integers(3, 7, EDGES).tolist()  # sixths, as trigrams have them
    pairs = {divmod(cell, SIDE): value for cell, value in zip(cells, similarities, strict=True)}
    return rng.choice(WEIGHTS, SIDE).tolist(), rng.choice(WEIGHTS, SIDE).tolist(), pairs


def dense(rows: list[float], columns: list[float], pairs: dict[tuple[int, int], int]) -> Any:
    """As POT takes it: an entry more on each side takes what stays unmatched."""
    costs: NDArray[np.float64] = np.zeros((SIDE + 1, SIDE + 1))
    for place, similarity in pairs.items():
        costs[place] = -similarity
    return np.array([*rows, sum(columns)]), np.array([*columns, sum(rows)]), costs


def against_pot(size: int) -> None:
    rng = np.random.default_rng(1)
    problems = [problem(rng) for _ in range(size)]
    matrices = [dense(*each) for each in problems]
    ours = [
        sum(pair.similarity * pair.weight for pair in best_matching(*each)) for each in problems
    ]
    theirs = [-float(ot.emd2(*each)) for each in matrices]
    worst = max(abs(one - other) / 6 for one, other in zip(ours, theirs, strict=True))
    mine = seconds(lambda: [best_matching(*each) for each in problems]) / size
    other = seconds(lambda: [ot.emd2(*each) for each in matrices]) / size
    print(
        f"solver: {mine * 1e6:.0f} us a random problem, POT {other * 1e6:.0f} us; "
        f"largest difference {worst:.1e}"
    )


def main() -> None:
    trees = against_the_parser()
    long_lines(trees)
    against_pot(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)


if __name__ == "__main__":
    main()
