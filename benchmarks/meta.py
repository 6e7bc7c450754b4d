"""How long agreement with people takes to measure: python benchmarks/meta.py [PROTOCOL ...]

Prints the processor seconds of every protocol, with intervals and with PERM-BOTH, on made-up scores
of 1,000 segments by 7 systems by 10 metrics; human scores are whole numbers, so that many are tied.
The target is 30 s for PERM-BOTH of a correlation, acc-eq and SPA together.
"""

from __future__ import annotations

import os
import sys
import time

import numpy as np

from treescore.judgements.base import Against, Judgements, Output
from treescore.meta.agreement import Plan, measure
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.scores import Mean, Scores

SEGMENTS, SYSTEMS, METRICS = 1000, 7, 10
WANTED = ("seg-kendall", "acc-eq", "spa")
TARGET = 30.0


def made_up() -> tuple[Judgements, dict[str, Scores]]:
    """Outputs that are good or bad for what they are and who made them, as people and metrics see
    it: the metrics are ever better, the last three about equally good."""
    rng = np.random.default_rng(1)
    shape = (SEGMENTS, SYSTEMS)
    quality = rng.normal(size=shape) + np.linspace(0, 1, SYSTEMS) + rng.normal(size=(SEGMENTS, 1))
    human = np.round(quality * 2 + rng.normal(size=shape))
    noise = np.linspace(4, 1.5, METRICS)
    noise[-3:] = 1.5
    scores = {
        f"metric{number}": np.round(quality + size * rng.normal(size=shape), 3)
        for number, size in enumerate(noise)
    }
    outputs = {
        (str(segment), chr(65 + system)): Output(
            "a b c", ("a b c",), float(human[segment, system]), {Against.hter: 0.1 * (system + 1)}
        )
        for segment in range(SEGMENTS)
        for system in range(SYSTEMS)
    }
    rows = {
        name: Scores(name, Mean(), np.column_stack([each.ravel(), np.ones(each.size)]))
        for name, each in scores.items()
    }
    return Judgements("set", outputs, testset="set", lp="de-en"), rows


def main() -> None:
    if "OPENBLAS_NUM_THREADS" not in os.environ:  # one core; numpy asks when it is imported
        os.environ["OPENBLAS_NUM_THREADS"] = "1"
        os.execv(sys.executable, [sys.executable, *sys.argv])
    judged, scores = made_up()
    taken = {}
    for name in sys.argv[1:] or PROTOCOLS:
        plan = Plan([PROTOCOLS[name]])
        start = time.process_time()
        (column,) = measure(judged, list(judged.outputs), scores, plan)
        taken[name] = time.process_time() - start
        ranks = [figure.rank for figure in column.figures.values()]
        print(f"{name:20}{taken[name]:8.2f} s   n {column.n}, ranks {ranks}")
    if set(WANTED) <= set(taken):
        whole = sum(taken[name] for name in WANTED)
        print(f"{' + '.join(WANTED)}: {whole:.1f} s (target: {TARGET:g} s)")


if __name__ == "__main__":
    main()
