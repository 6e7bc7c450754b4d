from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from tests.systems import posix
from treescore.errors import TreescoreError
from treescore.io import journal as module
from treescore.io.errors import InputError
from treescore.io.journal import open_journal
from treescore.io.records import pack, unpack

IDENTITY = {"metrics": "wer|case:mixed", "rows": "512"}
PAYLOADS = [b"one", b"", b"\x00" * 12, b"treescore journal 1\n", b"\xff" * 30]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "scores.parquet.partial"


def fill(path: Path, payloads: list[bytes], identity: dict[str, str] = IDENTITY) -> bytes:
    with open_journal(str(path), identity) as journal:
        for payload in payloads:
            journal.append(payload)
    return path.read_bytes()


def content(path: Path) -> list[bytes]:
    with open_journal(str(path), IDENTITY) as journal:
        found = list(journal.records())
        assert journal.count == len(found)
        return found


def start(code: str, *arguments: str) -> subprocess.Popen[str]:
    """Python that has opened the journal and says what it does."""
    code = f"import os, sys\nfrom treescore.io.journal import open_journal\n{code}"
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


@given(st.lists(st.lists(st.binary(max_size=40), max_size=3), max_size=4))
@settings(max_examples=30)
def test_records_are_kept_over_several_openings(
    tmp_path_factory: pytest.TempPathFactory, runs: list[list[bytes]]
):
    path = tmp_path_factory.mktemp("journal") / "file"
    known: list[bytes] = []
    for payloads in runs:
        with open_journal(str(path), dict(reversed(IDENTITY.items()))) as journal:
            assert list(journal.records()) == known
            for payload in payloads:
                journal.append(payload)
                known.append(payload)
            assert list(journal.records()) == list(journal.records()) == known
    assert path.exists() == bool(known)


def test_records_are_read_one_by_one(path: Path):
    fill(path, PAYLOADS)
    with open_journal(str(path), IDENTITY) as journal:
        records = journal.records()
        assert next(records) == PAYLOADS[0]
        journal.append(b"more")
        assert list(records) == PAYLOADS[1:]
        assert list(journal.records()) == [*PAYLOADS, b"more"]


def test_what_the_file_holds(path: Path):
    """The format is what the module says it is, so that later versions can read it."""

    def record(number: int, payload: bytes) -> bytes:
        length = len(payload).to_bytes(8, "little")
        check = zlib.crc32(number.to_bytes(8, "little") + length + payload)
        return length + check.to_bytes(4, "little") + payload

    identity = json.dumps(IDENTITY, sort_keys=True).encode()
    records = [record(number, each) for number, each in enumerate([identity, *PAYLOADS])]
    assert fill(path, PAYLOADS) == b"treescore journal 1\n" + b"".join(records)


def test_cut_at_every_byte(path: Path):
    whole = fill(path, PAYLOADS)
    ends = [len(fill(path.with_name(f"{n}"), PAYLOADS[:n])) for n in range(1, len(PAYLOADS) + 1)]
    for size in range(len(whole)):
        path.write_bytes(whole[:size])
        complete = sum(end <= size for end in ends)
        with open_journal(str(path), IDENTITY) as journal:
            assert list(journal.records()) == PAYLOADS[:complete]
            for payload in PAYLOADS[complete:]:
                journal.append(payload)
        assert path.read_bytes() == whole


def test_any_byte_changed(path: Path):
    """What stands before the damage is kept; a damaged beginning is refused and left alone."""
    whole = fill(path, PAYLOADS)
    ends = [len(fill(path.with_name(f"{n}"), PAYLOADS[:n])) for n in range(1, len(PAYLOADS) + 1)]
    head = ends[0] - len(PAYLOADS[0]) - module.FRAME.size
    for place in range(len(whole)):
        damaged = bytearray(whole)
        damaged[place] ^= 1 << place % 8
        path.write_bytes(damaged)
        if place < head:
            with pytest.raises(InputError, match=r"is (no|a damaged) journal"):
                content(path)
            assert path.read_bytes() == damaged
        else:
            assert content(path) == PAYLOADS[: sum(end <= place for end in ends)]


def test_a_length_beyond_all_memory(path: Path):
    whole = fill(path, [b"one"])
    path.write_bytes(whole + b"\xff" * 40)
    assert content(path) == [b"one"]


def test_records_out_of_order_do_not_count(path: Path):
    """The number of a record is part of its checksum."""
    whole = fill(path, [b"a", b"b"])
    size = module.FRAME.size + 1
    head, first, second = whole[: -2 * size], whole[-2 * size : -size], whole[-size:]
    for order in (second + first, second + second):
        path.write_bytes(head + order)
        assert content(path) == []
    path.write_bytes(head + first + first)
    assert content(path) == [b"a"]


def test_other_settings(path: Path):
    before = fill(path, PAYLOADS)
    with (
        pytest.raises(InputError) as caught,
        open_journal(str(path), {"metrics": "nist", "rows": "512", "lang": "de"}),
    ):
        pass
    assert str(caught.value) == (
        f"{path}: belongs to another run (lang was None, now 'de'; metrics was 'wer|case:mixed', "
        "now 'nist'); remove it to start again, or choose another output"
    )
    assert path.read_bytes() == before


@pytest.mark.parametrize("other", [b"x", b"PAR1" * 40, b"treescore journal 2\n" + b"x" * 90])
def test_what_is_no_journal_is_left_alone(path: Path, other: bytes):
    path.write_bytes(other)
    with pytest.raises(InputError, match="is no journal of treescore; move it away"):
        content(path)
    assert path.read_bytes() == other


@posix
def test_where_no_journal_can_be(tmp_path: Path):
    with pytest.raises(TreescoreError, match="No such file or directory"):
        content(tmp_path / "none" / "file")
    with pytest.raises(TreescoreError, match="Is a directory"):
        content(tmp_path)
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(InputError, match="is no ordinary file"):
        content(tmp_path / "pipe")


def test_without_a_record_nothing_stays(path: Path):
    with pytest.raises(RuntimeError), open_journal(str(path), IDENTITY):
        assert path.exists()
        raise RuntimeError
    assert not path.exists()


def test_a_finished_journal_is_removed_once(path: Path):
    with open_journal(str(path), IDENTITY) as journal:
        journal.append(b"one")
        journal.remove()
        assert not path.exists()
        path.write_text("of another run")
        journal.remove()
    assert path.read_text() == "of another run"


def test_damage_during_the_run_is_seen(path: Path):
    with open_journal(str(path), IDENTITY) as journal:
        journal.append(b"one")
        path.write_bytes(path.read_bytes()[:-1] + b"?")
        with pytest.raises(InputError, match="was damaged while in use"):
            list(journal.records())


WAIT = """
with open_journal(sys.argv[1], {"a": "b"}) as journal:
    journal.append(b"mine")
    if "fork" in sys.argv and not os.fork():
        os.setsid()
    os.write(1, b"%d\\n" % os.getpid())  # in one piece: two processes write
    sys.stdin.read()
"""


@posix
def test_a_second_run_is_refused(path: Path):
    with start(WAIT, str(path)) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        before = path.read_bytes()
        for identity in ({"a": "b"}, IDENTITY):
            with (
                pytest.raises(InputError, match="another run is writing it"),
                open_journal(str(path), identity),
            ):
                pass
        assert path.read_bytes() == before
        process.kill()
    with open_journal(str(path), {"a": "b"}) as journal:
        assert list(journal.records()) == [b"mine"]


@posix
def test_a_process_that_outlives_the_run_holds_no_lock(path: Path):
    with start(WAIT, str(path), "fork") as process:
        assert process.stdout is not None
        pids = {int(process.stdout.readline()) for _ in range(2)}
        (orphan,) = pids - {process.pid}
        process.kill()
        process.wait()
        try:
            with open_journal(str(path), {"a": "b"}) as journal:
                assert list(journal.records()) == [b"mine"]
            os.kill(orphan, 0)  # it was still there
        finally:
            os.kill(orphan, signal.SIGKILL)


@posix
def test_a_journal_that_is_removed_while_it_is_opened(path: Path, monkeypatch: pytest.MonkeyPatch):
    """A run that ends takes its file with it; the next one must not write to what nobody finds."""
    fill(path, [b"of the run that ends"])
    lock = module._lock

    def remove_then_lock(*arguments: object) -> None:
        monkeypatch.setattr(module, "_lock", lock)
        path.unlink()

    monkeypatch.setattr(module, "_lock", remove_then_lock)
    fill(path, [b"mine"])
    assert content(path) == [b"mine"]


@posix
def test_a_file_system_without_locks(path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*arguments: object) -> None:
        raise OSError(37, "No locks available")

    monkeypatch.setattr("fcntl.lockf", refuse)
    fill(path, PAYLOADS)
    assert content(path) == PAYLOADS


APPEND = """
with open_journal(sys.argv[1], {"a": "b"}) as journal:
    print(journal.count, flush=True)
    while True:
        journal.append(bytes([journal.count % 251]) * (journal.count * 37 % 5000))
        if journal.count % 20 == 0:
            print(journal.count, flush=True)
"""


@pytest.mark.slow
def test_killed_runs_go_on_where_they_were(path: Path):
    for kill in range(4):
        with start(APPEND, str(path)) as process:
            assert process.stdout is not None
            told = [int(process.stdout.readline()) for _ in range(2 + 3 * kill)]
            process.kill()
        with open_journal(str(path), {"a": "b"}) as journal:
            assert journal.count >= told[-1]
            for number, payload in enumerate(journal.records()):
                assert payload == bytes([number % 251]) * (number * 37 % 5000)


FULL = """
import resource
from treescore.errors import TreescoreError
with open_journal(sys.argv[1], {"a": "b"}) as journal:
    journal.append(b"one")
    size = os.path.getsize(sys.argv[1])
    resource.setrlimit(resource.RLIMIT_FSIZE, (size + 20, resource.RLIM_INFINITY))
    try:
        journal.append(b"too long for the disk")
    except TreescoreError as error:
        print(error)
    print(os.path.getsize(sys.argv[1]) - size)
    if "again" in sys.argv:
        journal.append(b"two")
    print(list(journal.records()))
"""


@posix
@pytest.mark.parametrize("more", [[], [b"two"]])
def test_a_full_disk(path: Path, more: list[bytes]):
    """The record that did not fit is not there, for this run and for the next one."""
    with start(FULL, str(path), *["again"] * len(more)) as process:
        said, _ = process.communicate()
    fault, torn, records = said.splitlines()
    assert fault == f"{path}: cannot be written (File too large); check the disk and the name"
    assert torn == "20"
    assert records == str([b"one", *more])
    with open_journal(str(path), {"a": "b"}) as journal:
        assert list(journal.records()) == [b"one", *more]
        journal.append(b"three")
        assert list(journal.records()) == [b"one", *more, b"three"]


ARRAYS = st.lists(
    hnp.arrays(np.uint64, hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=4)),
    max_size=3,
)
VALUES = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()


@given(ARRAYS, st.dictionaries(st.text(), VALUES, max_size=3))
@example([np.array([np.nan, -np.nan, np.inf, -0.0]).view(np.uint64)], {"nrefs": [1, 2]})
def test_arrays_come_back_bit_by_bit(bits: list[np.ndarray], info: dict[str, object]):
    arrays, known = unpack(pack([each.view(np.float64) for each in bits], info))
    assert known == info
    assert [each.shape for each in arrays] == [each.shape for each in bits]
    for found, expected in zip(arrays, bits, strict=True):
        assert found.dtype == np.float64
        assert (found.view(np.uint64) == expected).all()


def test_transposed_arrays_are_packed_as_they_look():
    array = np.arange(6.0).reshape(2, 3).T
    (found,), _ = unpack(pack([array], {}))
    assert found.tolist() == array.tolist()


def record(head: object, numbers: bytes = b"") -> bytes:
    text = json.dumps(head).encode()
    return len(text).to_bytes(4, "little") + text + numbers


@pytest.mark.parametrize(
    "nonsense",
    [
        b"",
        b"\x01",
        b"\xff\xff\xff\xff{}",
        b"\x02\x00\x00\x00\xff\xff",
        record([]),
        record({}),
        record({"info": {}}),
        record({"info": [], "shapes": []}),
        record({"info": {}, "shapes": 3}),
        record({"info": {}, "shapes": [""]}),
        record({"info": {}, "shapes": [[-1]]}),
        record({"info": {}, "shapes": [[1.0]]}),
        record({"info": {}, "shapes": [[True]]}, bytes(8)),
        record({"info": {}, "shapes": [[0, 10**40]]}),
        record({"info": {}, "shapes": [[1] * 100]}, bytes(8)),
        record({"info": {}, "shapes": [[2]]}, bytes(8)),
        record({"info": {}, "shapes": [[1]]}, bytes(7)),
        record({"info": {}, "shapes": []}, bytes(8)),
    ],
)
def test_what_holds_no_arrays_is_refused(nonsense: bytes):
    with pytest.raises(TreescoreError, match="remove the journal and start again"):
        unpack(nonsense)


@pytest.mark.parametrize("identity", [b"", b"[1]", b"null", b"\xff", b"[" * 100_000])
def test_an_identity_that_is_none(path: Path, identity: bytes):
    """The checksum fits, but no version of treescore wrote that."""
    path.write_bytes(module.MAGIC + module._framed(0, identity))
    before = path.read_bytes()
    with pytest.raises(InputError, match="damaged journal"):
        content(path)
    assert path.read_bytes() == before
