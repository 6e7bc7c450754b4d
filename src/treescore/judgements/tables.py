"""Judgements as tables.

A set is a table `SET.segs.tsv` with a row for every output; beside it may lie `SET.pairs.tsv`,
where humans compared outputs, and `SET.sys.tsv`, what they said of whole systems. Each may be
packed with gzip.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from statistics import mean

from treescore.io.errors import InputError
from treescore.io.files import finds, is_text
from treescore.io.lengths import LONGEST, check_text
from treescore.io.score_files import number
from treescore.io.tables import read_table
from treescore.judgements.base import PARTS, Against, Judgements, LeftOut, Output, OutputId

SEGS = ("seg_id", "system", "ref", "hyp")
PAIRS = ("seg_id", "sys_a", "sys_b", "pref")
SYSTEMS = ("system", "human_sys")
KIND = ">=others"
"""Of several measures of systems this one is taken, by which the workshops ranked them."""
REMEDY = "expected a table of judgements (see: docs/formats.md)"
PAIR = re.compile(r"(.+)\.([a-z]{2,3}-[a-z]{2,3}(?:_[A-Z]{2})?)")
HUMAN = "human"
NOTHING = "nothing"
EMPTY = "(empty)"
"""What a part is called whose cells are empty."""


def read_judgements(path: str, by: str = "", longest: int = LONGEST) -> Judgements:
    """Read a table of outputs, and those beside it; by: a column to break figures down by."""
    name = _stem(path)
    if not name and finds(lambda: not Path(path).exists()):
        raise InputError(path, None, "there is no such file or folder; check the name")
    if not name:
        raise InputError(
            path,
            None,
            "expected a name that ends in .segs.tsv or .segs.tsv.gz, or a folder; rename the table",
        )
    outputs, testset, lp, left_out = _read_outputs(path, "doc_id" if by == "doc" else by, longest)
    named = PAIR.fullmatch(name)
    judged = Judgements(
        name,
        outputs,
        testset=testset or (named[1] if named else name),
        lp=lp or (named[2] if named else ""),
        left_out=left_out,
    )
    pairs, systems = beside(path, "pairs"), beside(path, "sys")
    if pairs:
        judged = _add_pairs(judged, str(pairs))
    return _add_systems(judged, str(systems)) if systems else judged


def beside(path: str, kind: str) -> Path | None:
    """The table of pairs or systems that belongs to one of outputs, if there is one."""
    stem = _stem(path)
    names = (f"{stem}.{kind}{suffix}" for suffix in (".tsv.gz", ".tsv") if stem)
    return next((file for name in names if (file := Path(path).with_name(name)).exists()), None)


def _stem(path: str) -> str:
    """The name of a set; empty if the file is no table of outputs by its name."""
    name = Path(path).name.removesuffix(".gz")
    stem = name.removesuffix(".segs.tsv")
    return stem if stem != name else ""


def _read_outputs(
    path: str, by: str, longest: int
) -> tuple[dict[OutputId, Output], str, str, tuple[LeftOut, ...]]:
    """The outputs, set and direction; what was judged in several rows has the mean of them."""
    rows: dict[OutputId, list[Output]] = {}
    origin: tuple[str, str] | None = None
    lines: dict[OutputId, int] = {}
    references: dict[OutputId, tuple[str, ...]] = {}
    for line, row in read_table(path, (*SEGS, *filter(None, [by])), REMEDY, longest):
        key = row["seg_id"], row["system"]
        origin = origin or (row.get("testset", ""), row.get("lp", ""))
        if origin != (row.get("testset", ""), row.get("lp", "")):
            raise InputError(
                path, line, "another testset or lp than above; give every one a file of its own"
            )
        output = _output(path, line, row, by, longest)
        lines.setdefault(key, line)
        above = rows.setdefault(key, [])
        if above and above[0].hypothesis != output.hypothesis:
            raise InputError(
                path, line, f"segment {key[0]} of system {key[1]} has another text above"
            )
        above.append(output)
        if output.references and references.setdefault(key, output.references) != output.references:
            raise InputError(
                path, line, f"segment {key[0]} of system {key[1]} has other references above"
            )
    if origin is None:
        raise InputError(path, None, "has a header only; expected one output a row")
    outputs = {key: _mean(several) for key, several in rows.items()}
    bare = [lines[key] for key, output in outputs.items() if not output.references]
    left_out = tuple(
        LeftOut("outputs without a reference", len(bare), path, line) for line in bare[:1]
    )
    return outputs, *origin, left_out


def _output(path: str, line: int, row: Mapping[str, str], by: str, longest: int) -> Output:
    further = _further_references(path, line, row.get("extra_refs", ""))
    parts = {}
    for part, columns in PARTS.items():
        filled = next((column for column in columns if row.get(column)), None)
        if filled:
            parts[part] = number(path, line, filled, row[filled], NOTHING)
    human = row.get("human_score")
    hypothesis, *references = (
        check_text(text, path, line, longest) for text in (row["hyp"], row["ref"], *further)
    )
    return Output(
        hypothesis,
        tuple(text for text in references if text.strip()),
        number(path, line, "human_score", human, NOTHING) if human else None,
        parts,
        row.get("doc_id", ""),
        row.get("sys_kind") != HUMAN,
        (row[by] or EMPTY) if by else "",
    )


def _mean(several: list[Output]) -> Output:
    """One output out of its rows."""
    if len(several) == 1:
        return several[0]
    humans = [output.human for output in several if output.human is not None]
    parts = {part: [o.parts[part] for o in several if part in o.parts] for part in Against}
    return replace(
        several[0],
        references=next((o.references for o in several if o.references), ()),
        human=mean(humans) if humans else None,
        parts={part: mean(values) for part, values in parts.items() if values},
    )


def _further_references(path: str, line: int, text: str) -> list[str]:
    if not text:
        return []
    try:
        references = json.loads(text)
    except (ValueError, RecursionError):
        references = None
    if not isinstance(references, list) or not all(map(is_text, references)):
        raise InputError(path, line, 'extra_refs: expected a JSON list of texts, like ["..."]')
    return references


def _add_pairs(judged: Judgements, path: str) -> Judgements:
    preferences = []
    ties = 0
    unknown: list[tuple[int, str]] = []
    systems = {system for _, system in judged.outputs}
    for line, row in read_table(path, PAIRS, REMEDY):
        one, other = (row["seg_id"], row["sys_a"]), (row["seg_id"], row["sys_b"])
        if row["pref"] not in ("1", "-1", "0"):
            raise InputError(path, line, f"pref {row['pref']!r}; expected 1, -1 or 0")
        if one == other:
            raise InputError(path, line, f"{one[1]} against itself; expected two systems")
        missing = next((key for key in (one, other) if key not in judged.outputs), None)
        if missing:
            what = "segment" if missing[1] in systems else "system"
            unknown.append((line, f"{what} {missing[0 if what == 'segment' else 1]}"))
        elif row["pref"] == "0":
            ties += 1
        else:
            preferences.append((one, other) if row["pref"] == "1" else (other, one))
    left_out = [
        LeftOut(f"pairs of outputs that are not there (this one: {first})", len(unknown), path, at)
        for at, first in unknown[:1]
    ]
    return replace(
        judged,
        preferences=tuple(preferences),
        ties=ties,
        unknown=len(unknown),
        left_out=(*judged.left_out, *left_out),
    )


def _add_systems(judged: Judgements, path: str) -> Judgements:
    """What humans said of systems, by one measure."""
    kinds: dict[str, dict[str, float]] = {}
    lines: dict[str, int] = {}
    for line, row in read_table(path, SYSTEMS, REMEDY):
        if not row["human_sys"]:
            continue
        found = kinds.setdefault(row.get("human_sys_kind", ""), {})
        if row["system"] in found:
            raise InputError(path, line, f"the system {row['system']} has a score above")
        found[row["system"]] = number(path, line, "human_sys", row["human_sys"], NOTHING)
        lines.setdefault(row["system"], line)
    kind = KIND if KIND in kinds else next(iter(kinds), "")
    return add_system_scores(judged, kinds.get(kind, {}), kind, path, lines)


def add_system_scores(
    judged: Judgements,
    scores: Mapping[str, float],
    kind: str,
    path: str,
    lines: Mapping[str, int],
) -> Judgements:
    """The judgements with those of whole systems; systems without outputs are left out."""
    known = {system for _, system in judged.outputs}
    strange = [system for system in scores if system not in known]
    return replace(
        judged,
        systems={system: value for system, value in scores.items() if system in known},
        systems_kind=kind,
        left_out=(*judged.left_out, *_without_outputs(strange, path, lines)),
    )


def _without_outputs(systems: list[str], path: str, lines: Mapping[str, int]) -> Iterable[LeftOut]:
    if systems:
        first = systems[0]
        what = f"systems without outputs (the first: {first})"
        yield LeftOut(what, len(systems), path, lines.get(first))
