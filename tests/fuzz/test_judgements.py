"""Human judgements and scores out of any bytes: tables, folders, score files."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import mutated
from tests.fuzz.outcome import Refusal, found, outcome
from tests.fuzz.samples import OUTPUTS, PAIRS, SCORES
from treescore.io.files import is_text
from treescore.io.score_files import LARGEST, read_scores
from treescore.judgements.base import Judgements
from treescore.judgements.folders import read_folder
from treescore.judgements.tables import read_judgements
from treescore.meta.given import read_given

SYSTEMS = (b"system\thuman_sys\thuman_sys_kind\nA\t1\t>=others\nB\t2\tz\nC\t3\tz\n",)
NUMBERS = (b"1e10", b"-0", b"1e-320", b".5", b"0x1", b"1,5", b'["', b'"]', b'[1, "x"]')
TEXTS = mutated((b"one\ntwo\n", b"eins\nzwei\n", b"\nx\n"))
DOCS = mutated((b"news d1\nnews d2\n", b"a b c\nd e\n"))
NAMES = st.sampled_from(["A", "ref.A", "en-de", "x#y", "a b", "l\nf", "\u202e", ".h", "\udcff"])


def check(judged: Judgements) -> None:
    """All that protocols rely on."""
    assert judged.outputs
    for output in judged.outputs.values():
        assert is_text(output.hypothesis)
        assert all(text.strip() and is_text(text) for text in output.references)
        numbers = [output.human, *output.parts.values()]
        assert all(number is None or abs(number) <= LARGEST for number in numbers)
    assert all(set(pair) <= judged.outputs.keys() for pair in judged.preferences)
    known = {system for _, system in judged.outputs}
    assert set(judged.systems) <= known
    assert set(judged.segments) == {segment for segment, _ in judged.outputs}
    assert all(len(str(each).splitlines()) >= 1 for each in judged.left_out)


@given(content=mutated(SCORES, NUMBERS))
def test_score_files(folder: Path, content: bytes):
    file = folder / "x.score"
    file.write_bytes(content)
    scores = outcome(str(file), lambda: list(read_scores(str(file))))
    for line, system, score in found(scores):
        assert line >= 1
        assert is_text(system)
        assert score is None or abs(score) <= LARGEST


@given(
    outputs=mutated(OUTPUTS, NUMBERS),
    pairs=st.none() | mutated(PAIRS),
    systems=st.none() | mutated(SYSTEMS, NUMBERS),
    scores=mutated(SCORES),
    by=st.sampled_from(["", "doc", "system", "lp", "nothing"]),
)
def test_tables(
    folder: Path,
    outputs: bytes,
    pairs: bytes | None,
    systems: bytes | None,
    scores: bytes,
    by: str,
):
    tables = {"segs": outputs, "pairs": pairs, "sys": systems}
    for name, content in tables.items():
        file = folder / f"set.de-en.{name}.tsv"
        file.unlink(missing_ok=True)
        if content is not None:
            file.write_bytes(content)
    path = str(folder / "set.de-en.segs.tsv")
    judged = outcome(str(folder), lambda: read_judgements(path, by))
    if not isinstance(judged, Refusal):
        check(judged)
        given_file = folder / "given.score"
        given_file.write_bytes(scores)
        given_scores = outcome(str(given_file), lambda: read_given("x", str(given_file), judged))
        if not isinstance(given_scores, Refusal):
            assert given_scores.outputs.keys() <= judged.outputs.keys()


@given(
    texts=st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=3),
    references=st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=2),
    docs=st.none() | DOCS,
    segs=st.none() | mutated(SCORES, NUMBERS),
    systems=st.none() | mutated(SCORES, NUMBERS),
    chosen=st.sampled_from(["", "#de-en", "#de-en.mqm", "#de-en.x", "#fr", "#"]),
    by=st.sampled_from(["", "doc", "domain", "system"]),
)
def test_folders(
    folder: Path,
    texts: list[tuple[str, bytes]],
    references: list[tuple[str, bytes]],
    docs: bytes | None,
    segs: bytes | None,
    systems: bytes | None,
    chosen: str,
    by: str,
):
    root = folder / "testset"
    shutil.rmtree(root, ignore_errors=True)
    files = {f"system-outputs/de-en/{name}.txt": text for name, text in texts}
    files |= {f"references/de-en.{name}.txt": text for name, text in references}
    for name, content in {
        "documents/de-en.docs": docs,
        "human-scores/de-en.mqm.seg.score": segs,
        "human-scores/de-en.mqm.sys.score": systems,
    }.items():
        files |= {} if content is None else {name: content}
    for name, content in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        Path(os.fsdecode(os.fsencode(root / name))).write_bytes(content)
    for judged in found(outcome(str(root), lambda: read_folder(f"{root}{chosen}", by))):
        check(judged)
