"""Candidates, pairs and journals out of any bytes."""

from __future__ import annotations

import json
import math
import struct
import zlib
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import mutated
from tests.fuzz.outcome import Refusal, found, outcome
from tests.fuzz.samples import CANDIDATES
from treescore.errors import TreescoreError
from treescore.io.candidates import read_candidates
from treescore.io.files import is_text
from treescore.io.journal import FRAME, MAGIC, open_journal
from treescore.io.pairs import open_pairs
from treescore.io.records import pack, unpack

PAIRS = (
    b"hypothesis\treference\tsystem\tdoc\tid\nIt rain\tIt rains\tA\td\t1\n\tx\tB\td\t2\n",
    b"reference\thypothesis\na\tb\n",
)
IDENTITY = {"metric": "wer", "version": "1"}


@pytest.mark.parametrize("name", CANDIDATES)
@given(data=st.data(), scored=st.booleans())
def test_candidates(name: str, folder: Path, data: st.DataObject, scored: bool):
    file = folder / name
    file.write_bytes(data.draw(CANDIDATES[name]))
    lists = outcome(str(file), lambda: list(read_candidates(str(file), scored=scored)))
    for each in found(lists):
        assert each.texts
        assert all(map(is_text, each.texts))
        assert len(each.scores) == (len(each.texts) if scored else 0)
        assert all(map(math.isfinite, each.scores))


def check_pairs(file: Path) -> None:
    opened = outcome(str(file), lambda: open_pairs(str(file)))
    if isinstance(opened, Refusal):
        return
    batches = outcome(str(file), lambda: list(opened.batches(2)))
    texts = outcome(str(file), lambda: list(opened.texts()))
    if not isinstance(batches, Refusal):
        assert texts == [references for batch in batches for references in batch.references]
        for batch in batches:
            assert all(map(is_text, batch.hypotheses))
            assert all(references for references in batch.references)
            columns = (batch.references, batch.systems, batch.docs, *batch.others.values())
            assert {len(column) for column in columns if column is not None} == {
                len(batch.hypotheses)
            }


@given(content=mutated(PAIRS))
def test_pairs(folder: Path, content: bytes):
    file = folder / "pairs.tsv"
    file.write_bytes(content)
    check_pairs(file)


@pytest.fixture(scope="module")
def parquet(folder: Path) -> Path:
    if find_spec("pyarrow") is None:
        pytest.skip("needs pyarrow: pip install 'treescore[parquet]'")
    import pyarrow as pa
    from pyarrow.parquet import write_table

    columns = {"hypothesis": ["a", "b", "c"], "reference": ["a", "x", ""], "n": [1, 2, 3]}
    write_table(pa.table(columns), folder / "good.parquet", write_page_checksum=True)
    return folder / "good.parquet"


@given(data=st.data())
def test_parquet(folder: Path, parquet: Path, data: st.DataObject):
    content = bytearray(parquet.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(content) - 1))
        new = data.draw(st.binary(min_size=1, max_size=8))
        content[start : start + len(new)] = new
    file = folder / "damaged.parquet"
    file.write_bytes(content[: data.draw(st.sampled_from((None, None, -1, 100, 5)))])
    check_pairs(file)


def framed(number: int, payload: bytes) -> bytes:
    check = zlib.crc32(payload, zlib.crc32(struct.pack("<QQ", number, len(payload))))
    return FRAME.pack(len(payload), check) + payload


HEAD = MAGIC + framed(0, json.dumps(IDENTITY, sort_keys=True).encode())
RECORDS = (b"first", b"", b"third" * 20)
JOURNAL = HEAD + b"".join(framed(number, each) for number, each in enumerate(RECORDS, 1))


@given(content=mutated((JOURNAL, HEAD, MAGIC, b""), (b"\0" * 12, b"\xff" * 8)))
def test_journals(folder: Path, content: bytes):
    """What is read are records that were written, in order, and others can be added."""
    file = folder / "run.journal"
    file.write_bytes(content)

    def read() -> list[bytes]:
        with open_journal(str(file), IDENTITY) as journal:
            before = list(journal.records())
            journal.append(b"new")
            assert list(journal.records()) == [*before, b"new"]
            return before

    before = outcome(str(file), read)
    if isinstance(before, Refusal):
        assert file.read_bytes() == content, "what is no journal is left alone"
    else:
        assert tuple(before) == RECORDS[: len(before)]


@given(payload=st.binary(max_size=40) | mutated((b"{}", b'{"a": "b"}', b"[1]", b"null")))
def test_journals_of_anybody(folder: Path, payload: bytes):
    """The checksum fits, whatever stands there."""
    file = folder / "odd.journal"
    file.write_bytes(MAGIC + framed(0, payload) + framed(1, b"x"))

    def read() -> None:
        with open_journal(str(file), IDENTITY):
            pass

    outcome(str(file), read)


@given(data=mutated((pack([np.ones((2, 3)), np.zeros(0)], {"a": 1}), pack([], {}))))
def test_records(data: bytes):
    try:
        arrays, info = unpack(data)
    except TreescoreError as error:
        assert len(str(error).splitlines()) == 1
        return
    again, same = unpack(pack(arrays, info))
    assert [each.tobytes() for each in again] == [each.tobytes() for each in arrays]
    assert [each.shape for each in again] == [each.shape for each in arrays]
    assert json.dumps(same) == json.dumps(info)
