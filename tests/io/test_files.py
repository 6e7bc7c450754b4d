from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest

from tests.systems import posix, proc
from treescore.errors import TreescoreError
from treescore.io.errors import InputError
from treescore.io.files import nonempty, open_output, read_lines


def test_only_lf_and_crlf_end_a_line(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_bytes("one\r\ntwo\u2028still two\x0c\n\nlast".encode())
    assert list(read_lines(str(file))) == ["one", "two\u2028still two\x0c", "", "last"]


def test_gzip_is_known_by_its_content(tmp_path: Path):
    file = tmp_path / "looks-plain.txt"
    file.write_bytes(gzip.compress(b"a\nb\n"))
    assert list(read_lines(str(file))) == ["a", "b"]


def test_a_byte_order_mark_is_no_text(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_bytes(b"\xef\xbb\xbfa\n")
    assert list(read_lines(str(file))) == ["a"]


def test_bad_utf8_names_line_and_byte(tmp_path: Path):
    file = tmp_path / "a.txt"
    file.write_bytes(b"fine\nab\xff\n")
    with pytest.raises(InputError, match="is not UTF-8") as caught:
        list(read_lines(str(file)))
    assert caught.value.line == 2
    assert "0xff at column 3" in str(caught.value)


def test_missing_file_and_folder(tmp_path: Path):
    for path in (tmp_path / "none.txt", tmp_path):
        with pytest.raises(InputError, match="cannot be read"):
            list(read_lines(str(path)))


@proc
def test_a_disk_that_fails_while_it_is_read():
    with pytest.raises(InputError, match=r"/proc/self/mem: cannot be read \(Input/output"):
        list(read_lines("/proc/self/mem"))


def test_a_name_that_no_file_can_have():
    with pytest.raises(InputError, match="null byte"):
        list(read_lines("a\0b"))


def test_cut_off_gzip(tmp_path: Path):
    file = tmp_path / "a.gz"
    file.write_bytes(gzip.compress(b"a\n" * 1000)[:-12])
    with pytest.raises(InputError, match="damaged gzip data"):
        list(read_lines(str(file)))


def test_empty_file():
    with pytest.raises(InputError, match="is empty; expected one segment a line"):
        list(nonempty("x", iter([])))


def test_output_appears_only_when_complete(tmp_path: Path):
    file = tmp_path / "out.tsv"
    file.write_text("old")
    with pytest.raises(RuntimeError), open_output(str(file)) as stream:
        stream.write("half")
        raise RuntimeError
    assert file.read_text() == "old"
    with open_output(str(file)) as stream:
        stream.write("new")
    assert file.read_text() == "new"
    assert list(tmp_path.iterdir()) == [file]


@posix
def test_a_device_or_a_link_stays_what_it_is(tmp_path: Path):
    pipe, link, target = tmp_path / "pipe", tmp_path / "link", tmp_path / "target"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    with open_output(str(pipe)) as stream:
        stream.write("through")
    assert os.read(reader, 100) == b"through"
    os.close(reader)
    assert pipe.is_fifo()
    target.write_text("old")
    link.symlink_to(target)
    with open_output(str(link)) as stream:
        stream.write("new")
    assert link.is_symlink()
    assert target.read_text() == "new"


def test_output_into_a_missing_folder(tmp_path: Path):
    with (
        pytest.raises(TreescoreError, match="cannot be written"),
        open_output(str(tmp_path / "none" / "out.tsv")),
    ):
        pass
