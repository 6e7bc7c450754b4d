"""TESLA trained on WMT08 and tested on WMT09 into English, beside the paper's Table 1.

    python benchmarks/tesla.py FOLDER [--features SPECS]

Phrase tables and language models are made from the bitext in ../shared and kept in the folder,
where a later run finds them; so is the model. Prints sentence consistency and system Spearman
for every language pair, which run on all cores. It takes an hour or two when nothing is there yet.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import os
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from scipy.stats import spearmanr

from treescore.cli.align import align
from treescore.cli.lm import lm
from treescore.cli.train import Model, train
from treescore.engine.evaluation import Evaluation
from treescore.engine.local import evaluate
from treescore.io.testset import Stream, Testset
from treescore.meta.judgements import Judgements
from treescore.meta.tables import read_judgements
from treescore.metrics.registry import make_metric
from treescore.parsing.registry import cached_parser

SHARED = Path(__file__).parents[2] / "shared/data"
PIVOTS = {"de": "europarl", "fr": "europarl", "es": "europarl", "cs": "mixed"}
PAPER = {"maxsim": (0.62, 0.80), "tesla-m": (0.6097, 0.8718), "tesla": (0.6324, 0.8993)}
"""Its sentence consistency and system Spearman, on all of WMT09's systems."""
HUMAN = ">=others"

Outcome = dict[str, tuple[int, int, float]]
"""By metric: pairs in the right order, pairs, and Spearman's rho of the systems."""


def bitext(pivot: str, side: str) -> str:
    return str(SHARED / f"bitext/en-{pivot}.{PIVOTS[pivot]}.{side}.gz")


def judgements(year: str, pivot: str) -> str:
    return str(SHARED / f"judgements/{year}.{pivot}-en.segs.tsv.gz")


def train_model(folder: Path, features: str) -> str:
    """The model, and all that it needs, unless it is there."""
    model = folder / f"{features or 'tesla'}.json"
    tables, models = [], []
    for pivot in PIVOTS:
        tables.append(str(folder / f"{pivot}.phrases"))
        if not Path(tables[-1]).exists():
            align(bitext(pivot, "en"), bitext(pivot, pivot), pivot_lang=pivot, output=tables[-1])
    for pivot in ("cs", "fr"):  # two kinds of text: talk and captions, and parliament
        models.append(str(folder / f"{PIVOTS[pivot]}.arpa"))
        if not Path(models[-1]).exists():
            lm([bitext(pivot, "en")], output=models[-1])
    if not model.exists():
        sets = [judgements("wmt08", pivot) for pivot in PIVOTS]
        train(sets, str(model), Model.tesla, tables, models, features)
    return str(model)


def testset(judged: Judgements) -> Testset:
    """All that all systems made of the set; a segment that a system lacks would be an error."""
    segments = list(dict.fromkeys(segment for segment, _ in judged.outputs))
    systems = list(dict.fromkeys(system for _, system in judged.outputs))
    references = tuple(judged.outputs[segment, systems[0]].references[0] for segment in segments)
    return Testset(
        (Stream("reference", references),),
        {
            system: Stream(
                system, tuple(judged.outputs[segment, system].hypothesis for segment in segments)
            )
            for system in systems
        },
    )


def consistency(judged: Judgements, evaluation: Evaluation, metric: str) -> tuple[int, int]:
    """How many pairs a metric orders as humans did, and of how many."""
    segments = list(dict.fromkeys(segment for segment, _ in judged.outputs))
    scores = {
        (segment, system): score
        for system in evaluation.systems
        for segment, score in zip(segments, evaluation.segment_scores(system, metric), strict=True)
    }
    right = sum(scores[better] > scores[worse] for better, worse in judged.preferences)
    return right, len(judged.preferences)


def human_scores(pivot: str) -> dict[str, float]:
    with gzip.open(SHARED / f"judgements/wmt09.{pivot}-en.sys.tsv.gz", "rt") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {
            row["system"]: float(row["human_sys"]) for row in rows if row["human_sys_kind"] == HUMAN
        }


def system_spearman(evaluation: Evaluation, metric: str, human: Mapping[str, float]) -> float:
    systems = [system for system in evaluation.systems if system in human]
    scores = [evaluation.score(system, metric).score for system in systems]
    return float(spearmanr(scores, [human[system] for system in systems]).statistic)


def examine(pivot: str, model: str) -> Outcome:
    """All metrics on one language pair."""
    specs = {name: name for name in ("bleu", "chrf", "maxsim", "tesla-m")}
    specs["tesla"] = f"tesla:model={model}"
    metrics = {name: make_metric(spec) for name, spec in specs.items()}
    judged = read_judgements(judgements("wmt09", pivot))
    evaluation = evaluate(testset(judged), metrics, cached_parser())
    human = human_scores(pivot)
    print(
        f"wmt09 {pivot}-en: {len(evaluation.systems)} systems, {len(judged.preferences)} pairs "
        f"({judged.ties} ties and {judged.unknown} pairs of unknown outputs left out)",
        flush=True,
    )
    return {
        name: (*consistency(judged, evaluation, name), system_spearman(evaluation, name, human))
        for name in metrics
    }


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--features", default="", help="further metrics, joined by +")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    model = train_model(given.folder, given.features)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        outcomes = list(pool.map(examine, PIVOTS, repeat(model)))
    header = "".join(f"{pivot + '-en':>9}" for pivot in PIVOTS)
    print(f"\n{'sentence consistency':22}{header}{'all pairs':>11}{'paper':>9}")
    for name in outcomes[0]:
        found = [outcome[name] for outcome in outcomes]
        shares = "".join(f"{right / size:9.4f}" for right, size, _ in found)
        total = sum(right for right, _, _ in found) / sum(size for _, size, _ in found)
        paper = f"{PAPER[name][0]:9.4f}" if name in PAPER else ""
        print(f"{name:22}{shares}{total:11.4f}{paper}")
    print(f"\n{'system Spearman':22}{header}{'mean':>11}{'paper':>9}")
    for name in outcomes[0]:
        values = [outcome[name][2] for outcome in outcomes]
        columns = "".join(f"{value:9.4f}" for value in values)
        paper = f"{PAPER[name][1]:9.4f}" if name in PAPER else ""
        print(f"{name:22}{columns}{sum(values) / len(values):11.4f}{paper}")


if __name__ == "__main__":
    main()
