"""Judgements as folders, in the layout of mt-metrics-eval.

The folder of a test set holds, for each direction of translation LP:

    system-outputs/LP/SYSTEM.txt
    references/LP.NAME.txt
    documents/LP.docs               domain and document a line; may be missing
    human-scores/LP.KIND.seg.score  system and score a line, a system's segments in their order
    human-scores/LP.KIND.sys.score  system and score a line; one of the two may be missing

Texts have one segment a line. A hash picks a direction, and a kind of score: `wmt22#en-de.mqm`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from treescore.errors import UnknownName
from treescore.io.errors import InputError
from treescore.io.files import finds
from treescore.io.lengths import LONGEST
from treescore.io.score_files import read_by_system
from treescore.io.segments import Segments, read_segments
from treescore.judgements.base import Judgements, LeftOut, Output, OutputId
from treescore.judgements.tables import add_system_scores

KINDS = ("mqm", "esa", "da-sqm", "wmt-appraise-z", "wmt-z", "wmt-raw", "wmt")
"""Of several kinds of scores the first of these is taken."""
SEG, SYS = ".seg.score", ".sys.score"
TEXT = ".txt"


@dataclass(frozen=True)
class _Files:
    """The files of one direction, by their names and in the order of these."""

    outputs: Mapping[str, Path]
    references: Mapping[str, Path]
    segs: Mapping[str, Path]
    systems: Mapping[str, Path]
    docs: Path


def read_folder(path: str, by: str = "", longest: int = LONGEST) -> list[Judgements]:
    """Read the directions of a folder; by: doc, domain or system, to break figures down by."""
    folder, wanted = _split(path)
    lp, _, kind = wanted.partition(".")
    found = _find(folder)
    if not found:
        fault = "holds no test set" if folder.is_dir() else "is no folder"
        raise InputError(
            str(folder),
            None,
            f"{fault}; expected system-outputs/LP/SYSTEM{TEXT}, references/LP.NAME{TEXT}, "
            f"and human-scores/LP.KIND{SEG} or LP.KIND{SYS}, with the same LP, like de-en",
        )
    if wanted and lp not in found:
        whole = "outputs, references and human scores"
        raise UnknownName(f"direction with {whole} in {folder}:", lp, found)
    chosen = [lp] if lp else list(found)
    sets = [_read(folder, each, found[each], kind, by, longest) for each in chosen]
    return sets if lp else [_with_others(folder, sets[0], found), *sets[1:]]


def _with_others(folder: Path, first: Judgements, found: Mapping[str, object]) -> Judgements:
    """The first set, which also tells of directions that lack something."""
    outputs = sorted(each.name for each in (folder / "system-outputs").iterdir() if each.is_dir())
    others = [name for name in outputs if name not in found]
    if not others:
        return first
    what = f"directions without references or human scores ({', '.join(others)})"
    return replace(first, left_out=(*first.left_out, LeftOut(what, len(others), str(folder))))


def _split(path: str) -> tuple[Path, str]:
    """The folder and what stands behind a hash, which may also be part of the name."""
    if "#" not in path or finds(Path(path).exists):
        return Path(path), ""
    folder, _, wanted = path.rpartition("#")
    return Path(folder), wanted


def _find(folder: Path) -> dict[str, _Files]:
    """The directions that have outputs, references and scores."""
    references = _named(folder / "references", TEXT)
    segs, systems = (_named(folder / "human-scores", suffix) for suffix in (SEG, SYS))
    found = {}
    for lp in sorted(references.keys() & (segs.keys() | systems.keys())):
        outputs = _files(folder / "system-outputs" / lp, TEXT)
        if outputs:
            docs = folder / "documents" / f"{lp}.docs"
            found[lp] = _Files(outputs, references[lp], segs.get(lp, {}), systems.get(lp, {}), docs)
    return found


def _named(folder: Path, suffix: str) -> dict[str, dict[str, Path]]:
    """For every direction its files by name."""
    found: dict[str, dict[str, Path]] = defaultdict(dict)
    for stem, file in _files(folder, suffix).items():
        lp, dot, name = stem.partition(".")
        if dot:
            found[lp][name] = file
    return dict(found)


def _files(folder: Path, suffix: str) -> dict[str, Path]:
    """The files with this suffix in the order of their names; none if there is no folder."""
    visible = (file for file in folder.glob(f"*{suffix}") if not file.name.startswith("."))
    return dict(sorted((file.name.removesuffix(suffix), file) for file in visible))


def _read(folder: Path, lp: str, files: _Files, kind: str, by: str, longest: int) -> Judgements:
    kind = _kind(files, kind, f"{lp} in {folder}:")
    references, systems = (
        {name: read_segments(str(file), longest) for name, file in named.items()}
        for named in (files.references, files.outputs)
    )
    first, *others = [*references.values(), *systems.values()]
    for segments in others:
        _check_parallel(segments, first)
    parts = _read_parts(files.docs, first, longest)
    known = (*parts[0], "system")
    if by and by not in known:
        raise UnknownName(f"part to break figures down by for {lp} in {folder}:", by, known)
    human: Mapping[OutputId, float | None] = {}
    left_out: list[LeftOut] = []
    if kind in files.segs:
        human, left_out = _segment_scores(str(files.segs[kind]), systems, first)
    outputs = _outputs(references, systems, parts, human, by)
    left_out += _without_reference(outputs, first.path)
    name = folder.resolve().name
    judged = Judgements(f"{name}.{lp}", outputs, testset=name, lp=lp, left_out=tuple(left_out))
    return _add_systems(judged, kind, str(files.systems[kind])) if kind in files.systems else judged


def _kind(files: _Files, wanted: str, where: str) -> str:
    """The kind of scores that is wanted, or the best there is, if possible of segments."""
    kinds = sorted({*files.segs, *files.systems})
    if wanted and wanted not in kinds:
        raise UnknownName(f"kind of human scores for {where}", wanted, kinds)
    ranks = {kind: rank for rank, kind in enumerate(KINDS)}
    best = min(kinds, key=lambda kind: (kind not in files.segs, ranks.get(kind, len(ranks)), kind))
    return wanted or best


def _check_parallel(segments: Segments, first: Segments) -> None:
    count, expected = len(segments.texts), len(first.texts)
    if count != expected:
        raise InputError(
            segments.path,
            min(count, expected) + 1,
            f"{count} segments, but {first.path} has {expected}; "
            "give files that run in parallel, one segment a line",
        )


def _read_parts(file: Path, first: Segments, longest: int) -> list[dict[str, str]]:
    """For every segment its domain and its document, where there is a file of them."""
    if not file.exists():
        return [{}] * len(first.texts)
    lines = read_segments(str(file), longest)
    _check_parallel(lines, first)
    parts = []
    for number, line in enumerate(lines.texts, 1):
        columns = line.split(maxsplit=1)
        if len(columns) != 2:
            raise InputError(str(file), number, f"{line[:20]!r}; expected a domain and a document")
        parts.append({"doc": columns[1].rstrip(), "domain": columns[0]})
    return parts


def _segment_scores(
    path: str, systems: Collection[str], first: Segments
) -> tuple[dict[OutputId, float | None], list[LeftOut]]:
    """The scores of the outputs of some systems, and the systems that have no outputs."""
    scores: dict[OutputId, float | None] = {}
    strange = {}
    size = len(first.texts)
    for system, rows in read_by_system(path).items():
        if system not in systems:
            strange[system] = rows[0][0]
            continue
        if len(rows) != size:
            raise InputError(
                path,
                rows[min(len(rows) - 1, size)][0],
                f"{len(rows)} scores of the system {system!r}, but {first.path} has {size} "
                "segments; expected a score for each, None where there is none",
            )
        scores |= {(str(place), system): score for place, (_, score) in enumerate(rows, 1)}
    left_out = [
        LeftOut(f"systems without outputs (the first: {system})", len(strange), path, line)
        for system, line in list(strange.items())[:1]
    ]
    return scores, left_out


def _outputs(
    references: Mapping[str, Segments],
    systems: Mapping[str, Segments],
    parts: Sequence[Mapping[str, str]],
    human: Mapping[OutputId, float | None],
    by: str,
) -> dict[OutputId, Output]:
    """The outputs of all segments; a system that is called like a reference is no machine."""
    outputs = {}
    for place, part in enumerate(parts):
        texts = tuple(t for each in references.values() if (t := each.texts[place]).strip())
        for system, segments in systems.items():
            key = str(place + 1), system
            outputs[key] = Output(
                segments.texts[place],
                texts,
                human.get(key),
                doc=part.get("doc", ""),
                machine=system not in references,
                by={**part, "system": system}.get(by, ""),
            )
    return outputs


def _without_reference(outputs: Mapping[OutputId, Output], path: str) -> Iterator[LeftOut]:
    bare = [segment for (segment, _), output in outputs.items() if not output.references]
    if bare:
        yield LeftOut("outputs without a reference", len(bare), path, int(bare[0]))


def _add_systems(judged: Judgements, kind: str, path: str) -> Judgements:
    scores = {}
    lines = {}
    for system, ((line, score), *more) in read_by_system(path).items():
        if more:
            raise InputError(path, more[0][0], f"the system {system!r} has a score above")
        lines[system] = line
        if score is not None:
            scores[system] = score
    return add_system_scores(judged, scores, kind, path, lines)
