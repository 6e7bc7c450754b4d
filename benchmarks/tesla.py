"""TESLA trained on WMT08 and tested on WMT09 into English, beside the paper's Table 1.

    python benchmarks/tesla.py FOLDER [--features SPECS]

Phrase tables and language models are made from the bitext in ../shared and kept in the folder,
where a later run finds them; so is the model. Prints sentence consistency and system Spearman
for every language pair; these run on all cores. It takes an hour or two when nothing is there yet.
"""

from __future__ import annotations

import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path

from treescore.cli.align import align
from treescore.cli.lm import lm
from treescore.cli.train import Model, train
from treescore.engine.preparing import ParserChoice
from treescore.meta.agreement import Plan
from treescore.meta.outcome import bring_together
from treescore.meta.protocols import find_protocol
from treescore.meta.run import SetReport, Sources, measure_all, read_judged
from treescore.metrics.registry import make_metric
from treescore.report.agreement import print_agreement

SHARED = Path(__file__).parents[2] / "shared/data"
PIVOTS = {"de": "europarl", "fr": "europarl", "es": "europarl", "cs": "mixed"}
PAPER = {"maxsim": (0.62, 0.80), "tesla-m": (0.6097, 0.8718), "tesla": (0.6324, 0.8993)}
"""Its sentence consistency and system Spearman, on all of WMT09's systems."""
PLAN = Plan([find_protocol("consistency"), find_protocol("sys-spearman")])


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
        train(sets, str(model), Model.tesla, tables, models, [features] if features else None)
    return str(model)


def examine_pair(pivot: str, model: str) -> SetReport:
    """All metrics on one language pair."""
    specs = ("bleu", "chrf", "maxsim", "tesla-m", f"tesla:model={model}")
    metrics = {spec.partition(":")[0]: make_metric(spec) for spec in specs}
    (judged,) = read_judged([judgements("wmt09", pivot)])
    (report,) = measure_all([judged], PLAN, Sources(metrics), ParserChoice())
    for left_out in report.left_out:
        print(left_out, flush=True)
    return report


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--features", default="", help="further metrics, joined by +")
    given = arguments.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    model = train_model(given.folder, given.features)
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        reports = list(pool.map(examine_pair, PIVOTS, repeat(model)))
    print_agreement(bring_together(PLAN, reports))
    for name, (consistency, spearman) in PAPER.items():
        print(f"the paper's {name}: consistency {consistency}, sys-spearman {spearman}")


if __name__ == "__main__":
    main()
