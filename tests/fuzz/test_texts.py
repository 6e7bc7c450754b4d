"""Segments out of any bytes: plain text, TSV, JSONL, markup, each packed or not."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.mutations import mutated
from tests.fuzz.outcome import Refusal, found, outcome
from treescore.io.files import GZIP_MAGIC, is_text, read_start
from treescore.io.segments import Segments, read_references, read_systems
from treescore.io.sgml import is_markup
from treescore.io.testset import load_testset
from treescore.web.uploads import load_upload

PLAIN = (b"It rains.\nWe stay.\n", "Ça va ?\r\n\r\n好".encode(), b"")
TABLES = (b"text\tdoc\nIt rains.\td1\nWe stay.\td1\n", b"doc\ttext\td\n1\t2\t3\n")
LINES = (
    b'{"text": "It rains.", "doc": "a"}\n{"doc": 1, "text": "We \\u00e9"}\n',
    b'{"text": "a", "doc": null}\n{"text": "b", "x": [1, {"y": 2.5}]}\n',
)
MARKUP = (
    b'<refset setid="t"><doc docid="w" sysid="p">\n<seg id=1> It rains. </seg>\n'
    b"<seg id=2>Rain &amp; &#x41; snow</seg></doc></refset>\n",
    b'<?xml version="1.0"?>\n<dataset id="t"><doc id="w"><src lang="de"><p><seg id="1">A</seg></p>'
    b'</src><ref translator="A"><seg id="1">B</seg></ref><hyp system="X"><seg id="1"><![CDATA[C]]>'
    b"</seg></hyp><!-- no --></doc></dataset>\n",
    b"<tstset><doc docid=a><seg>x</seg><seg>y</seg></doc></tstset>",
)
TAGS = (
    *(b"<seg>", b"</seg>", b"<seg id=1>", b"<doc>", b"</doc>", b"<hyp>", b"<refset>", b"</refset>"),
    *(
        b"<dataset>",
        b"<!--",
        b"-->",
        b"<![CDATA[",
        b"]]>",
        b"<!ENTITY",
        b"&#xd800;",
        b"&#99999999;",
    ),
    *(b"id=", b"sysid='", b"<SEG/>", b"<mteval>", b"<src>", b"&lt;"),
)
FORMATS = {
    "a.txt": mutated(PLAIN),
    "a.tsv": mutated(TABLES),
    "a.jsonl": mutated(LINES, (b'{"text": "x"}\n', b'"doc": 2', b"[" * 2000, b"1" * 5000)),
    "a.sgm": mutated(MARKUP, TAGS),
}


@pytest.mark.parametrize("name", FORMATS)
@given(data=st.data())
def test_segments(name: str, folder: Path, data: st.DataObject):
    file = folder / name
    content = data.draw(FORMATS[name])
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


@given(first=st.sampled_from([*FORMATS]), second=st.sampled_from([*FORMATS]), data=st.data())
def test_two_files_run_in_parallel_or_not(
    folder: Path, first: str, second: str, data: st.DataObject
):
    names = [folder / f"one-{first}", folder / f"two-{second}"]
    for name, kind in zip(names, (first, second), strict=True):
        name.write_bytes(data.draw(FORMATS[kind]))
    one, two = map(str, names)
    testset = outcome(str(folder), lambda: load_testset([one], [(None, two)]))
    if not isinstance(testset, Refusal):
        sizes = {len(stream.texts or ()) for stream in testset.streams}
        assert sizes == {testset.size}
        assert testset.docs is None or len(testset.docs) == testset.size
    uploaded = outcome("", lambda: load_upload(str(folder), [one], [two], "en"))
    assert isinstance(uploaded, Refusal) == isinstance(testset, Refusal)
