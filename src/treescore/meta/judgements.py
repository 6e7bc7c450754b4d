"""What humans said of translations.

A set of judgements is a table `SET.segs.tsv` with a row for every output, and, where humans
compared outputs, a table `SET.pairs.tsv` beside it. Each may be packed with gzip.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import mean

from treescore.io.errors import BadJson, DuplicateSegment, EmptyFile, InputError, NotJudgements
from treescore.io.files import is_text
from treescore.io.numbers import finite
from treescore.io.tables import read_table

SEGS = ("seg_id", "system", "ref", "hyp")
PAIRS = ("seg_id", "sys_a", "sys_b", "pref")
LARGEST = 1e9
"""A score beyond that is a mistake, and its square might be too large to be a number."""
REMEDY = "expected a table of judgements (see: docs/formats.md)"


class BadScore(InputError):
    """A judgement that is not a number."""


class BadPreference(InputError):
    """A preference that is neither 1, -1 nor 0, or between a system and itself."""


@dataclass(frozen=True)
class Output:
    """A translation, its references, and the score that humans gave it, if they did."""

    hypothesis: str
    references: tuple[str, ...]
    """Those that are not empty."""
    human: float | None


OutputId = tuple[str, str]
"""Segment and system."""


@dataclass(frozen=True)
class Judgements:
    """One test set in one direction of translation."""

    name: str
    outputs: Mapping[OutputId, Output]
    preferences: tuple[tuple[OutputId, OutputId], ...]
    """The better output and the worse; ties are left out."""
    ties: int
    unknown: int
    """Preferences for or against outputs that are not among the outputs."""


def read_judgements(path: str) -> Judgements:
    """Read a table of outputs, and the pairs beside it."""
    if not _stem(path):
        raise NotJudgements(
            path, None, "expected a name that ends in .segs.tsv or .segs.tsv.gz; rename the table"
        )
    outputs = _read_outputs(path)
    pairs = pairs_beside(path)
    found = _read_pairs(str(pairs), outputs) if pairs else ((), 0, 0)
    return Judgements(_stem(path), outputs, *found)


def pairs_beside(path: str) -> Path | None:
    """The table of pairs that belongs to one of outputs, if there is one."""
    names = (f"{_stem(path)}{suffix}" for suffix in (".pairs.tsv.gz", ".pairs.tsv"))
    return next((file for name in names if (file := Path(path).with_name(name)).exists()), None)


def _stem(path: str) -> str:
    """The name of a set; empty if the file is no table of outputs by its name."""
    name = Path(path).name.removesuffix(".gz")
    stem = name.removesuffix(".segs.tsv")
    return stem if stem != name else ""


def _read_outputs(path: str) -> dict[OutputId, Output]:
    """The outputs; one that was judged in several rows has the mean of its scores."""
    outputs: dict[OutputId, Output] = {}
    scores: dict[OutputId, list[float]] = {}
    for line, row in read_table(path, SEGS, REMEDY):
        key = row["seg_id"], row["system"]
        further = _further_references(path, line, row.get("extra_refs", ""))
        references = tuple(filter(None, (row["ref"], *further)))
        output = Output(row["hyp"], references, _score(path, line, row.get("human_score", "")))
        if outputs.setdefault(key, output).hypothesis != output.hypothesis:
            raise DuplicateSegment(
                path, line, f"segment {key[0]} of system {key[1]} has another text above"
            )
        if output.human is not None:
            scores.setdefault(key, []).append(output.human)
    if not outputs:
        raise EmptyFile(path, None, "has a header only; expected one output a row")
    return outputs | {key: replace(outputs[key], human=mean(s)) for key, s in scores.items()}


def _further_references(path: str, line: int, text: str) -> list[str]:
    if not text:
        return []
    try:
        references = json.loads(text)
    except (ValueError, RecursionError):
        references = None
    if not isinstance(references, list) or not all(map(is_text, references)):
        raise BadJson(path, line, 'extra_refs: expected a JSON list of texts, like ["..."]')
    return references


def _score(path: str, line: int, text: str) -> float | None:
    try:
        score = finite(text) if text else None
        if score is None or abs(score) <= LARGEST:
            return score
        raise ValueError
    except ValueError:
        raise BadScore(
            path,
            line,
            f"human_score {text[:20]!r}; expected a number up to {LARGEST:g}, or nothing",
        ) from None


def _read_pairs(
    path: str, outputs: Mapping[OutputId, Output]
) -> tuple[tuple[tuple[OutputId, OutputId], ...], int, int]:
    preferences = []
    ties = unknown = 0
    for line, row in read_table(path, PAIRS, REMEDY):
        one, other = (row["seg_id"], row["sys_a"]), (row["seg_id"], row["sys_b"])
        if row["pref"] not in ("1", "-1", "0"):
            raise BadPreference(path, line, f"pref {row['pref']!r}; expected 1, -1 or 0")
        if one == other:
            raise BadPreference(path, line, f"{one[1]} against itself; expected two systems")
        if one not in outputs or other not in outputs:
            unknown += 1
        elif row["pref"] == "0":
            ties += 1
        else:
            preferences.append((one, other) if row["pref"] == "1" else (other, one))
    return tuple(preferences), ties, unknown
