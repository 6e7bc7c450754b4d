"""Segments out of any bytes: plain text, TSV, JSONL, markup, each packed or not."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.outcome import Refusal, found, outcome
from tests.fuzz.samples import TEXT_FORMATS
from treescore.io.files import GZIP_MAGIC, is_text, read_start
from treescore.io.segments import Segments, read_references, read_systems
from treescore.io.sgml import is_markup
from treescore.io.testset import load_testset
from treescore.web.uploads import load_upload


@pytest.mark.parametrize("name", TEXT_FORMATS)
@given(data=st.data())
def test_segments(name: str, folder: Path, data: st.DataObject):
    file = folder / name
    content = data.draw(TEXT_FORMATS[name])
    file.write_bytes(content)
    references = outcome(str(file), lambda: read_references(str(file)))
    systems = outcome(str(file), lambda: read_systems(str(file)))
    for segments in (*found(references), *found(systems)):
        check(segments)
    if not content.startswith(GZIP_MAGIC):  # packing changes nothing
        file.write_bytes(gzip.compress(content, compresslevel=1))
        assert outcome(str(file), lambda: read_references(str(file))) == references


def check(segments: Segments) -> None:
    """All that later stages rely on."""
    assert segments.texts
    assert all(map(is_text, segments.texts))
    for column in (segments.docs, segments.ids):
        assert column is None or len(column) == len(segments.texts)
    assert segments.ids is None or len(set(segments.ids)) == len(segments.ids)


@given(texts=st.lists(st.text(st.characters(codec="utf-8"), max_size=20), min_size=1, max_size=4))
def test_any_text_survives(folder: Path, texts: list[str]):
    lines = folder / "kept.jsonl"
    lines.write_text("".join(json.dumps({"text": text}) + "\n" for text in texts))
    assert list(read_references(str(lines))[0].texts) == texts
    plain = folder / "kept.txt"
    flat = [text.replace("\n", " ").removesuffix("\r") for text in texts]
    plain.write_bytes("".join(f"{text}\n" for text in flat).encode())
    if not is_markup(read_start(str(plain))) and not flat[0].startswith("\ufeff"):
        assert list(read_references(str(plain))[0].texts) == flat


@given(
    first=st.sampled_from([*TEXT_FORMATS]), second=st.sampled_from([*TEXT_FORMATS]), data=st.data()
)
def test_two_files_run_in_parallel_or_not(
    folder: Path, first: str, second: str, data: st.DataObject
):
    names = [folder / f"one-{first}", folder / f"two-{second}"]
    for name, kind in zip(names, (first, second), strict=True):
        name.write_bytes(data.draw(TEXT_FORMATS[kind]))
    one, two = map(str, names)
    testset = outcome(str(folder), lambda: load_testset([one], [(None, two)]))
    if not isinstance(testset, Refusal):
        sizes = {len(stream.texts or ()) for stream in testset.streams}
        assert sizes == {testset.size}
        assert testset.docs is None or len(testset.docs) == testset.size
    uploaded = outcome("", lambda: load_upload(str(folder), [one], [two], "en"))
    assert isinstance(uploaded, Refusal) == isinstance(testset, Refusal)
