"""The plain command over four systems, cold, against bare spaCy: python benchmarks/default_score.py

    python benchmarks/default_score.py [SEGMENTS]

Takes the time of whole programs, from their start to their end: one process of bare spaCy that
parses the different sentences of four systems and their reference, and `treescore score` over the
same files with an empty cache and as many processes as it likes. All take turns; a ratio is the
median over the turns. Above 1, scoring is faster than parsing alone.
"""

from __future__ import annotations

import csv
import gzip
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

TRANSLATIONS = Path(__file__).parents[2] / "shared/data/judgements/wmt13.de-en.segs.tsv.gz"
SYSTEMS = 4
TURNS = 3
RUNS = {
    "the usual metrics": [],
    "dpm, hwcm, stm and bleu": ["-m", "dpm", "-m", "hwcm", "-m", "stm", "-m", "bleu"],
}
TARGETS = {"dpm, hwcm, stm and bleu": 2.8}
"""What ratios should at least be; among the usual metrics, one has a network to compute."""
BARE = """
import sys
from pathlib import Path
import spacy
file, package, *unused = sys.argv[1:]
lines = Path(file).read_text("utf-8").removesuffix("\\n").split("\\n")
for _ in spacy.load(package, exclude=unused).pipe(lines):
    pass
"""

Texts = dict[str, list[str]]


def texts(limit: int) -> tuple[str, Texts]:
    """Parallel texts, the reference first, and where they are from."""
    if not TRANSLATIONS.is_file():
        from treescore.cli.demo import load_sample

        sample = load_sample()
        streams = [sample.references[0], *sample.systems.values()]
        return "the bundled sample", {
            each.name: [text or "" for text in each.texts or ()][:limit] for each in streams
        }
    with gzip.open(TRANSLATIONS, "rt", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE))
    systems = list(dict.fromkeys(row["system"] for row in rows))[:SYSTEMS]
    by_system = {name: [row for row in rows if row["system"] == name] for name in systems}
    found = {name: [row["hyp"] for row in each][:limit] for name, each in by_system.items()}
    reference = [row["ref"] for row in by_system[systems[0]]][:limit]
    return "WMT13 de-en", {"reference": reference, **found}


def write(folder: Path, given: Texts) -> tuple[list[str], int]:
    """Write the files; return how the command names them, and how many sentences differ."""
    names = []
    for number, lines in enumerate(given.values()):
        names.append(f"{number}.txt")
        (folder / names[-1]).write_text("\n".join(lines) + "\n", "utf-8")
    different = list(dict.fromkeys(line for lines in given.values() for line in lines))
    (folder / "different.txt").write_text("\n".join(different) + "\n", "utf-8")
    options = ["-r", names[0]]
    for name in names[1:]:
        options += ["-s", name]
    return options, len(different)


def seconds(folder: Path, *command: str) -> float:
    """The time of a program that finds nothing in its cache."""
    with tempfile.TemporaryDirectory() as cache:
        start = time.perf_counter()
        subprocess.run(
            [sys.executable, *command],
            cwd=folder,
            env=os.environ | {"TREESCORE_CACHE": cache},
            stdout=subprocess.DEVNULL,
            check=True,
        )
        return time.perf_counter() - start


def measure(folder: Path, options: list[str]) -> dict[str, list[float]]:
    from treescore.parsing.models import model_for
    from treescore.parsing.spacy import UNUSED

    bare = ["-c", BARE, "different.txt", model_for("en").package, *UNUSED]
    times: dict[str, list[float]] = {"bare spaCy": [], **{name: [] for name in RUNS}}
    for _ in range(TURNS):  # all take turns, so that they meet the same weather
        times["bare spaCy"].append(seconds(folder, *bare))
        for name, metrics in RUNS.items():
            times[name].append(seconds(folder, "-m", "treescore", "score", *options, *metrics))
    return times


def main() -> None:
    from treescore.engine.cores import usable_cores

    source, given = texts(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
    with tempfile.TemporaryDirectory() as name:
        options, different = write(Path(name), given)
        times = measure(Path(name), options)
    segments = len(next(iter(given.values())))
    print(
        f"{len(given) - 1} systems x {segments} segments of {source}, {different} different "
        f"sentences, {usable_cores()} cores, {TURNS} turns"
    )
    for name, each in times.items():
        print(f"{name}: {median(each):.1f} s (of {', '.join(f'{one:.1f}' for one in each)} s)")
    for name in RUNS:
        turns = zip(times["bare spaCy"], times[name], strict=True)
        ratio = median(bare / scoring for bare, scoring in turns)
        target = TARGETS.get(name)
        verdict = "ok" if target is None or ratio >= target else "MISSED"
        told = f" (target: at least {target}), {verdict}" if target else ""
        print(f"bare spaCy / {name} {ratio:.2f}{told}")


if __name__ == "__main__":
    main()
