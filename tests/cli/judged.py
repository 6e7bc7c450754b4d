"""A small set of judgements that has all that a set can have, and how it is written."""

from __future__ import annotations

import csv
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from scipy import stats

from tests.conftest import called

Row = dict[str, str]
Record = dict[str, Any]
"""A figure as `-f json` has it."""

REFERENCES = (
    "The baker opens her shop before dawn.",
    "We missed the last ferry to the island.",
    "A grey heron stood still in the reeds.",
    "Nobody told the children about the storm.",
    "The old bridge was closed for repairs.",
    "He keeps his tools in a wooden chest.",
    "Fresh snow covered all the roads.",
    "They sang until the lamps went out.",
)
OUTPUTS = {
    "north": (
        "The baker opens her shop before dawn.",
        "We missed the last boat to the island.",
        "A grey heron was still in the reeds.",
        "Nobody told children about the storm.",
        "The old bridge was closed for repair.",
        "He has his tools in a chest of wood.",
        "New snow covered all roads.",
        "They sang until the lamps went out.",
    ),
    "east": (
        "Baker her shop opens before the dawn.",
        "We have the last ferry to island missed.",
        "A heron grey stood silent in reeds.",
        "The children were not told of the storm.",
        "The old bridge was for repairs closed.",
        "He keeps his tools in a wooden box.",
        "Fresh snow covered the roads.",
        "They sing until lamps went off.",
    ),
    "south": (
        "Bread man opens early.",
        "Ferry lost, the island we.",
        "A grey bird stood still in the grass.",
        "Nobody speaks children storm.",
        "The bridge is old and repaired.",
        "Tools he in chest wood keeps.",
        "The snow all road was covering.",
        "Song was until the light out.",
    ),
}
JUDGED: dict[str, dict[str, tuple[float, ...]]] = {
    "human_score": {
        "north": (95, 80, 70, 85, 90, 55, 60, 98),
        "east": (50, 45, 62, 75, 66, 88, 81, 58),
        "south": (20, 15, 64, 10, 35, 12, 30, 25),
    },
    "h_adequacy": {
        "north": (5, 5, 3, 4, 5, 4, 2, 5),
        "east": (4, 5, 3, 5, 3, 4, 5, 3),
        "south": (1, 2, 4, 1, 2, 2, 3, 1),
    },
    "h_fluency": {
        "north": (5, 4, 4, 3, 5, 3, 3, 5),
        "east": (2, 1, 3, 5, 2, 5, 4, 2),
        "south": (2, 1, 5, 1, 4, 1, 2, 1),
    },
    "mqm_grammar": {
        "north": (0, 0, -1, -2, 0, -1, -3, 0),
        "east": (-5, -6, -2, 0, -4, 0, -1, -3),
        "south": (-4, -7, 0, -8, -1, -9, -5, -6),
    },
    "hter": {
        "north": (0.0, 0.13, 0.2, 0.17, 0.14, 0.5, 0.33, 0.0),
        "east": (0.6, 0.4, 0.35, 0.3, 0.28, 0.1, 0.16, 0.45),
        "south": (0.8, 0.9, 0.25, 0.85, 0.7, 1.1, 0.75, 0.65),
    },
}
"""What humans said, by column and system; no two systems of a segment have the same HTER."""
DOCS = ("quay", "quay", "quay", "town", "town", "town", "hill", "hill")
DOMAINS = ("news", "talk", "news", "news", "talk", "news", "news", "talk")
PAIRS = (
    ("1", "north", "south", "1"),
    ("2", "south", "north", "-1"),
    ("3", "south", "east", "1"),
    ("4", "east", "south", "1"),
    ("5", "north", "east", "0"),
    ("6", "east", "north", "1"),
    ("7", "north", "east", "-1"),
    ("8", "south", "north", "-1"),
    ("8", "east", "south", "0"),
)
SYSTEMS = {"north": 0.9, "east": 0.55, "south": 0.2}
OUTPUT_COUNT = 24
SIZES = {
    "seg-pearson": OUTPUT_COUNT,
    "seg-spearman": OUTPUT_COUNT,
    "seg-kendall": OUTPUT_COUNT,
    "wmt12-tau": 7,  # pairs, without two ties
    "wmt13-tau": 7,
    "wmt14-tau": 7,
    "consistency": 7,
    "sys-pearson": 3,
    "sys-spearman": 3,
    "pairwise-accuracy": 3,  # pairs of systems
    "spa": 3,
    "acc-eq": 8 * 3,  # pairs of outputs of one segment
    "delta-hter-seg": 8 * 3,
    "delta-hter-doc": 3 * 3,  # documents, and pairs of systems
}
"""From what the figure of every protocol is made."""
META = "meta news.de-en.segs.tsv"


def segs(segments: int = len(REFERENCES)) -> list[Row]:
    """The rows of the table of outputs, segment by segment."""
    return [
        {
            "seg_id": str(n + 1),
            "doc_id": DOCS[n],
            "domain": DOMAINS[n],
            "system": system,
            "ref": REFERENCES[n],
            "hyp": texts[n],
            **{column: str(values[system][n]) for column, values in JUDGED.items()},
        }
        for n in range(segments)
        for system, texts in OUTPUTS.items()
    ]


def pairs() -> list[Row]:
    return [dict(zip(("seg_id", "sys_a", "sys_b", "pref"), pair, strict=True)) for pair in PAIRS]


def systems() -> list[Row]:
    return [{"system": name, "human_sys": str(score)} for name, score in SYSTEMS.items()]


def write_table(path: Path, rows: Sequence[Mapping[str, str]]) -> None:
    """A table of rows that have the same columns; packed if its name says so."""
    lines = ["\t".join(rows[0]), *("\t".join(row.values()) for row in rows)]
    text = "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())


def write_set(folder: Path) -> None:
    """All tables of the set."""
    for kind, rows in {"segs": segs(), "pairs": pairs(), "sys": systems()}.items():
        write_table(folder / f"news.de-en.{kind}.tsv", rows)


def write_two(folder: Path) -> None:
    """The set, and another of its first five segments, without pairs and systems."""
    write_set(folder)
    write_table(folder / "web.fr-en.segs.tsv", segs(5))


def write_scores(path: Path, rows: Iterable[Mapping[str, str]], column: str) -> None:
    """A column of a table as a file of scores."""
    path.write_text("".join(f"{row['system']}\t{row[column]}\n" for row in rows))


def treescore(folder: Path, *arguments: str) -> str:
    """What the program prints, for what many tests share."""
    done = called(folder, *arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def figures(folder: Path, arguments: str) -> list[Record]:
    """What treescore meta finds, with few resamples."""
    told = treescore(folder, *arguments.split(), "--resamples", "20", "-f", "json")
    found: list[Record] = json.loads(told)
    return found


def read_tsv(text: str) -> list[Row]:
    return list(csv.DictReader(text.splitlines(), delimiter="\t", quoting=csv.QUOTE_NONE))


class Scored:
    """What `treescore score` says of the texts of the set, the higher the better."""

    def __init__(self, folder: Path, signs: Mapping[str, int]) -> None:
        for name, texts in {"ref": REFERENCES, **OUTPUTS}.items():
            (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in texts))
        names = " ".join(f"-s {name}={name}.txt" for name in OUTPUTS)
        metrics = " ".join(f"-m {metric}" for metric in signs)
        arguments = f"score -r ref.txt {names} {metrics} -f json --segments seg.tsv"
        told = json.loads(treescore(folder, *arguments.split()))
        self.systems = {
            (metric, name): sign * scores[metric]["score"]
            for name, scores in told["systems"].items()
            for metric, sign in signs.items()
        }
        self.outputs = {
            (row["metric"], row["seg"], row["system"]): signs[row["metric"]] * float(row["score"])
            for row in read_tsv((folder / "seg.tsv").read_text())
        }

    def of(self, metric: str, rows: Iterable[Row]) -> list[float]:
        return [self.outputs[metric, row["seg_id"], row["system"]] for row in rows]

    def pearson(self, metric: str, rows: Sequence[Row], column: str = "human_score") -> float:
        """What seg-pearson should be on these outputs."""
        return pearson(self.of(metric, rows), human(rows, column))


def human(rows: Iterable[Row], column: str = "human_score") -> list[float]:
    return [float(row[column]) for row in rows]


def pearson(x: Sequence[float], y: Sequence[float]) -> float:
    return float(stats.pearsonr(x, y).statistic)


def spearman(x: Sequence[float], y: Sequence[float]) -> float:
    return float(stats.spearmanr(x, y).statistic)


def kendall(x: Sequence[float], y: Sequence[float]) -> float:
    return float(stats.kendalltau(x, y).statistic)
