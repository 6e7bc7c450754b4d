"""How good and how fast the diagnosis is: python benchmarks/diagnosis.py DATA TOOLS

DATA holds `demetr/`, `spans/` and `judgements/`, TOOLS the programs that judge: which known errors
get their names, what is reported of translations in which translators found no error, and how far
marked words are those that they marked. Then 2,000 segments of four systems are diagnosed, parses
and vectors in the cache, against the time that bare spaCy takes to parse the same sentences in one
process.
"""

from __future__ import annotations

import csv
import gzip
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

KEPT_APART = ("talk.5", "talk.7")
"""Talks of TED, as in `models/doubts/examples.py`."""
SEGMENTS, SYSTEMS = 2000, 4
SECONDS = 30
"""What that may take."""


def diagnose(folder: Path, references: str, systems: list[str], errors: str) -> float:
    """The seconds that the command takes."""
    command = [sys.executable, "-m", "treescore", "diagnose", "-r", str(folder / references)]
    for name in systems:
        command += ["-s", f"{name}={folder / name}.txt"]
    begun = time.perf_counter()
    subprocess.run(
        [*command, "--errors", str(folder / errors), "--quiet", "-f", "tsv"],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    return time.perf_counter() - begun


def judge(program: Path, *arguments: Path | str) -> None:
    subprocess.run([sys.executable, str(program), *map(str, arguments)], check=True)


def known_errors(data: Path, tools: Path, folder: Path) -> None:
    items, program = data / "demetr" / "demetr-even.tsv.gz", tools / "demetr_types.py"
    judge(program, "texts", items, folder)
    diagnose(folder, "ref.txt", ["mt", "perturbed"], "errors.tsv")
    judge(program, "score", items, folder / "errors.tsv")
    false_alarms(folder)


def false_alarms(folder: Path) -> None:
    """What is reported of the good translations: more than a reader minds."""
    pairs = zip(*(lines_of(folder / name) for name in ("ref.txt", "mt.txt")), strict=True)
    segments = {pair: number for number, pair in enumerate(pairs, 1)}
    chosen = set(segments.values())
    with (folder / "errors.tsv").open(encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        found = sum(row["system"] == "mt" and int(row["seg"]) in chosen for row in rows)
    print(f"{100 * found / len(chosen):.0f} errors per 100 of {len(chosen)} good translations")


def lines_of(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").split("\n")


def faultless(data: Path, _: Path, folder: Path) -> None:
    """False alarms: outputs without an error, of talks that `models.doubts` did not learn from."""
    path = data / "judgements" / "tedmqm.zh-en.segs.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        pairs = {
            (row["ref"], row["hyp"]): None
            for row in rows
            if row["doc_id"] in KEPT_APART
            and row["human_score"]
            and float(row["human_score"]) == 0
            and row["hyp"] != row["ref"]
        }
    for name, column in zip(("ref", "mt"), zip(*pairs, strict=True), strict=True):
        (folder / f"{name}.txt").write_text("".join(f"{line}\n" for line in column), "utf-8")
    diagnose(folder, "ref.txt", ["mt"], "errors.tsv")
    with (folder / "errors.tsv").open(encoding="utf-8", newline="") as stream:
        found = [
            row["type"] for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        ]
    types = Counter(each.partition(":")[0] for each in found)
    shown = " ".join(f"{name} {100 * n / len(pairs):.1f}" for name, n in types.most_common())
    print(f"{100 * len(found) / len(pairs):.0f} errors per 100 of {len(pairs)} faultless: {shown}")


def marked_words(data: Path, tools: Path, folder: Path) -> None:
    spans, program = data / "spans" / "tedmqm.zh-en.spans.tsv.gz", tools / "spans_f1.py"
    judge(program, "baseline", spans)
    judge(program, "texts", spans, folder)
    systems = sorted(path.stem for path in folder.glob("*.txt") if path.stem != "ref")
    diagnose(folder, "ref.txt", systems, "errors.tsv")
    judge(program, "score", spans, folder, folder / "errors.tsv")


def write_systems(data: Path, folder: Path) -> list[str]:
    """The first segments that the first systems all have."""
    texts: dict[str, dict[str, str]] = {}
    references: dict[str, str] = {}
    path = data / "judgements" / "wmt13.de-en.segs.tsv.gz"
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        for row in csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE):
            texts.setdefault(row["system"], {})[row["seg_id"]] = row["hyp"]
            references[row["seg_id"]] = row["ref"]
    names = sorted(texts, key=lambda name: (-len(texts[name]), name))[:SYSTEMS]
    common = [seg for seg in references if all(seg in texts[name] for name in names)][:SEGMENTS]
    columns = {"ref": references, **{f"s{i}": texts[name] for i, name in enumerate(names)}}
    for name, column in columns.items():
        lines = "".join(f"{column[seg]}\n" for seg in common)
        (folder / f"{name}.txt").write_text(lines, encoding="utf-8")
    return [f"s{i}" for i in range(len(names))]


def bare_parser(folder: Path) -> float:
    """The seconds that spaCy takes for all different sentences."""
    import spacy

    from treescore.parsing.models import model_for
    from treescore.parsing.spacy import UNUSED

    lines = {line for path in folder.glob("*.txt") for line in path.read_text("utf-8").split("\n")}
    model = spacy.load(model_for("en").package, exclude=list(UNUSED))
    begun = time.perf_counter()
    for _ in model.pipe(sorted(lines)):
        pass
    return time.perf_counter() - begun


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    data, tools = map(Path, sys.argv[1:])
    for part in (known_errors, faultless, marked_words):
        with tempfile.TemporaryDirectory() as name:
            part(data, tools, Path(name))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        systems = write_systems(data, folder)
        diagnose(folder, "ref.txt", systems, "errors.tsv")
        seconds = diagnose(folder, "ref.txt", systems, "errors.tsv")
        print(f"{SYSTEMS} x {SEGMENTS} segments: {seconds:.1f} s (at most {SECONDS})")
        print(f"{bare_parser(folder) / seconds:.2f} x bare spaCy, which parses them in one process")


if __name__ == "__main__":
    main()
