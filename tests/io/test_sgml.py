from __future__ import annotations

import gzip
import random
import re
import zlib
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.io import sgml
from treescore.io.errors import InputError
from treescore.io.lengths import LONGEST
from treescore.io.sgml import Translation, is_markup, read_markup

NIST = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE mteval SYSTEM "mteval.dtd" [
  <!ELEMENT seg (#PCDATA)>
  <!-- <seg id="0"> is no segment here -->
]>
<mteval>
<srcset setid="harbour" srclang="Danish">
<doc docid="ferry"><p><seg id="1">Færgen sejler.</seg></p></doc>
</srcset>
<refset setid="harbour" srclang="Danish" trglang="English" refid="anna">
<doc docid="ferry" genre="news">
<hl> <seg id="1">The ferry
   sails. </seg> </hl>
<p><seg id="2"/></p>
</doc>
</refset>
<tstset setid="harbour" srclang="Danish" trglang="English">
<doc docid="ferry" sysid="one"><seg id="1">Ferry sails</seg><seg id="2">a</seg></doc>
<doc docid="quay" sysid="one"><seg id="1">b</seg></doc>
<doc docid="ferry" sysid="two"><seg id="1">c</seg></doc>
</tstset>
</mteval>
"""

WMT = """<dataset id="spring">
<collection id="general">
<doc id="d1" origlang="da">
<src lang="da"><p><seg id="1">En</seg><seg id="2">To</seg></p></src>
<ref lang="en" translator="A"><p><seg id="1">One</seg></p><p><seg id="2">Two</seg></p></ref>
<ref lang="en" translator="B"><p><seg id="1">1</seg><seg id="2">2</seg></p></ref>
<hyp system="X" lang="en"><p><seg id="1">A one</seg><seg id="2">A two</seg></p></hyp>
</doc>
<doc id="d2"><src><seg id="1">Tre</seg></src><ref translator="A"><seg id="1">Three</seg></ref></doc>
</collection>
</dataset>
"""


def read(folder: Path, text: str | bytes, longest: int = LONGEST) -> list[Translation]:
    file = folder / "set.sgm"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_markup(str(file), longest)


def read_one(folder: Path, text: str) -> str:
    """The text of a single segment."""
    (translation,) = read(folder, f"<refset><doc docid=d><seg id=1>{text}</seg></doc></refset>")
    return translation.segments["d", "1"]


def test_nist_xml(tmp_path: Path):
    assert read(tmp_path, NIST) == [
        Translation("src", "", {("ferry", "1"): "Færgen sejler."}),
        Translation("ref", "anna", {("ferry", "1"): "The ferry sails.", ("ferry", "2"): ""}),
        Translation(
            "hyp",
            "one",
            {("ferry", "1"): "Ferry sails", ("ferry", "2"): "a", ("quay", "1"): "b"},
        ),
        Translation("hyp", "two", {("ferry", "1"): "c"}),
    ]


def test_wmt_xml(tmp_path: Path):
    assert read(tmp_path, WMT) == [
        Translation("src", "", {("d1", "1"): "En", ("d1", "2"): "To", ("d2", "1"): "Tre"}),
        Translation("ref", "A", {("d1", "1"): "One", ("d1", "2"): "Two", ("d2", "1"): "Three"}),
        Translation("ref", "B", {("d1", "1"): "1", ("d1", "2"): "2"}),
        Translation("hyp", "X", {("d1", "1"): "A one", ("d1", "2"): "A two"}),
    ]


def test_sgml_in_capitals_with_values_of_every_kind(tmp_path: Path):
    text = "<TstSet SetID=x SYSID='it is > mine'>\n<DOC DocID = d.1\n GENRE=\"a'b\" new>"
    text += "<SEG\tID=07 >x</SEG ></DOC></TSTSET>"
    assert read(tmp_path, text) == [Translation("hyp", "it is > mine", {("d.1", "07"): "x"})]


@pytest.mark.parametrize(
    ("on_set", "on_doc", "name"),
    [
        ("refset", "doc", ""),
        ("refset refid=r", "doc", "r"),
        ("refset refid=r sysid=s", "doc", "s"),
        ("refset refid=r", "doc sysid=d", "d"),
        ("tstset sysid=s", "doc", "s"),
        ("tstset sysid=s", "doc sysid=d", "d"),
        ("tstset refid=r", "doc", ""),
    ],
)
def test_names(tmp_path: Path, on_set: str, on_doc: str, name: str):
    text = f"<{on_set}><{on_doc} docid=d><seg id=1>a</seg></doc></{on_set.split()[0]}>"
    assert [translation.name for translation in read(tmp_path, text)] == [name]


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ("AT&T & Søn", "AT&T & Søn"),
        ("&lt;b&gt; &quot;&apos;&amp;lt;", "<b> \"'&lt;"),
        ("&#65;&#x42;&#X43;&#0068;&#x1F600;", "ABCD\U0001f600"),
        ("&nbsp;&AMP;&lt &unknown;", "&nbsp;&AMP;&lt &unknown;"),
        ("&#0;&#xD800;&#x110000;&#99999999;&#;&#x;", "&#0;&#xD800;&#x110000;&#99999999;&#;&#x;"),
        ("a < b > c <b>d</b> <segment> <?x?>", "a < b > c <b>d</b> <segment> <?x?>"),
        ("a<!-- </seg> & -->b", "ab"),
        ("a <![CDATA[<seg id=2> &amp; <!ENTITY]]> b", "a <seg id=2> &amp; <!ENTITY b"),
        ("\r\n a \t\r\n b&#10;\n", "a b"),
        ("a\u00a0\u00a0b\u3000\u2028", "a\u00a0\u00a0b\u3000\u2028"),
    ],
)
def test_text(tmp_path: Path, written: str, text: str):
    assert read_one(tmp_path, written) == text


def test_ids_may_be_missing_throughout(tmp_path: Path):
    text = "<refset><doc><seg>a</seg><seg>b</seg></doc></refset>"
    assert read(tmp_path, text)[0].segments == {("", "1"): "a", ("", "2"): "b"}
    text = "<dataset><doc id=d><ref><seg>a</seg></ref><hyp><seg>b</seg></hyp></doc></dataset>"
    assert [dict(found.segments) for found in read(tmp_path, text)] == [
        {("d", "1"): "a"},
        {("d", "1"): "b"},
    ]


def test_a_system_without_segments_is_not_lost(tmp_path: Path):
    text = "<dataset><doc id=d><ref><seg id=1>a</seg></ref><hyp system=X></hyp></doc></dataset>"
    assert read(tmp_path, text)[1] == Translation("hyp", "X", {})


def test_gzip_and_byte_order_mark(tmp_path: Path):
    expected = read(tmp_path, WMT)
    assert read(tmp_path, gzip.compress(WMT.encode())) == expected
    assert read(tmp_path, b"\xef\xbb\xbf" + WMT.encode()) == expected


@pytest.mark.parametrize(
    "first",
    [
        "<refset setid=x>",
        "  <TSTSET",
        "<srcset>",
        "<mteval>",
        "<dataset>",
        '<?xml version="1.0"?>',
        "<!DOCTYPE mteval>",
        "<!-- made by hand -->",
        "\ufeff<doc>",
    ],
)
def test_markup_by_its_first_line(first: str):
    assert is_markup(first)


@pytest.mark.parametrize(
    "first", ["", "a <refset>", "<", "< refset>", "<b>Hello</b>", "<refsets>", "<3 you", "(S (NP"]
)
def test_other_files_by_their_first_line(first: str):
    assert not is_markup(first)


@pytest.mark.parametrize(
    ("text", "fault", "line"),
    [
        ('\n<!DOCTYPE x [\n<!ENTITY a "b">\n]>', "declares an entity", 3),
        (
            "<refset><doc>\n<seg><!entity % a SYSTEM 'b'></seg></doc></refset>",
            "declares an entity",
            2,
        ),
        ("<refset>\n<seg id=1>a</seg></refset>", "<seg> outside of a <doc>", 2),
        ("\n<seg id=1>a</seg>", "<seg> outside of a <doc>", 2),
        (
            "<dataset><doc id=d>\n<seg id=1>a</seg></doc></dataset>",
            "<seg> outside of a <src>, <ref> or <hyp>",
            2,
        ),
        (
            "<refset><doc>\n<seg id=1>a\n</doc></refset>",
            "<seg> is not closed before </doc> in line 3",
            2,
        ),
        ("<refset><doc>\n<seg id=1>a\n", "<seg> is not closed before the end", 2),
        (
            "<refset>\n<doc docid=a>\n<doc docid=b></doc></doc></refset>",
            "<doc> is not closed before <doc> in line 3",
            2,
        ),
        ("<refset>\n<doc docid=a>\n</refset>", "<doc> is not closed before </refset> in line 3", 2),
        ("\n<refset>\n<doc></doc>\n", "<refset> is not closed before the end", 2),
        (
            "<dataset><doc>\n<ref>\n<hyp></hyp></ref></doc></dataset>",
            "<ref> is not closed before <hyp> in line 3",
            2,
        ),
        ("<refset>\n<!-- a\n</refset>", "<!-- without its -->", 2),
        ("<refset>\n<![CDATA[ a\n</refset>", "<![CDATA[ without its ]]>", 2),
        (
            "<refset><doc>\n<seg id=1>a\n<seg id=2>b</seg></seg></doc></refset>",
            "<seg> inside of the <seg> of line 2",
            3,
        ),
        ("<refset><doc><seg id=1></seg>\n<seg>a</seg></doc></refset>", "<seg> without an id", 2),
        ("<refset><doc>\n<seg></seg>\n<seg id=1>a</seg></doc></refset>", "<seg> without an id", 2),
        ("<refset><doc>\n<seg></seg>\n<seg id=''></seg><seg id=1>", "<seg> without an id", 2),
        (
            "<refset><doc><seg id=1>a</seg>\n<seg id='1'>a</seg></doc></refset>",
            "segment '1' of document '' for the second time",
            2,
        ),
        (
            "<refset><doc docid=d><seg id=1>a</seg></doc>\n"
            "<doc docid=d><seg id=1>a</seg></doc></refset>",
            "segment '1' of document 'd' for the second time",
            2,
        ),
        ("<refset>\n<doc></doc>\n<doc docid=a></doc></refset>", "<doc> without an id", 2),
        ("<refset><doc docid=a></doc>\n<doc docid=''></doc></refset>", "<doc> without an id", 2),
        ("<refset>\n<doc docid='a></doc></refset>", "<doc lacks its '>' or a quote", 2),
        ("<refset>\n<doc docid=it's></doc></refset>", "<doc lacks its '>' or a quote", 2),
        ("<refset>\n<doc", "<doc lacks its '>' or a quote", 2),
        ("<refset>\n</doc></refset>", "</doc> without its <doc>", 2),
        ("<refset><doc>\n<ref></ref></doc></refset>", "<ref> outside of a <doc> of a <dataset>", 2),
        ("<dataset>\n<hyp></hyp></dataset>", "<hyp> outside of a <doc> of a <dataset>", 2),
        ("\n<doc></doc>", "<doc> outside of a <refset>", 2),
        ("<mteval>\n<doc></doc></mteval>", "<doc> outside of a <refset>", 2),
        ("<html>\n</html>", "not a test set", None),
        ("", "is empty", None),
        ("\n \n", "is empty", None),
        ("<refset><doc></doc></refset>", "has no <seg>", None),
        ("<dataset><doc><src></src></doc></dataset>", "has no <seg>", None),
        (b"\xef\xbb\xbf<refset>\n<doc>\xff", "byte 0xff at column 6 is not UTF-8", 2),
        (gzip.compress(b"<refset>" * 99, mtime=0)[:-9], "damaged gzip data", None),
    ],
)
def test_faults(tmp_path: Path, text: str | bytes, fault: str, line: int | None):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        read(tmp_path, text)
    assert caught.value.line == line


def test_a_bad_byte_is_named_as_in_plain_text(tmp_path: Path):
    with pytest.raises(InputError, match=r"sgm:1: byte 0xe6 at column 4 is not UTF-8"):
        read(tmp_path, b"\xef\xbb\xbfabc\xe6\n")


def test_missing_file(tmp_path: Path):
    with pytest.raises(InputError, match="cannot be read"):
        read_markup(str(tmp_path / "none.sgm"))


def test_the_size_counts_unpacked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sgml, "MAX_BYTES", len(WMT.encode()))
    assert read(tmp_path, gzip.compress(WMT.encode()))
    with pytest.raises(InputError, match="of text; split it by documents"):
        read(tmp_path, gzip.compress(WMT.encode() + b"\n"))


def test_a_gzip_bomb_is_given_up_early(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sgml, "MAX_BYTES", 3 * 1024**2)
    packer = zlib.compressobj(wbits=31)
    bomb = b"".join(packer.compress(b" " * 1024**2) for _ in range(64))
    # and not the missing end of the gzip data
    with pytest.raises(InputError, match="of text; split it by documents"):
        read(tmp_path, bomb + packer.flush(zlib.Z_SYNC_FLUSH))


OPEN = "<refset><doc docid=d><seg id=1>"
CLOSE = "</seg></doc></refset>"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "<" * 5_000_000,
        "<seg " * 1_000_000,
        "<seg" + " a=a" * 1_250_000,
        "<seg" + " a=a" * 1_250_000 + ">",
        "<seg " + "a" * 5_000_000 + ">",
        "<seg a" + " " * 5_000_000 + ">",
        "<seg " + "a= " * 1_500_000 + ">",
        "<seg " + '"a=\'" ' * 800_000 + ">",
        "<seg '" * 800_000,
        "<seg " + '"' * 5_000_001,
        "<!--" * 1_250_000,
        "<![CDATA[" * 500_000,
        "<!DOCTYPE [" * 500_000,
        "<refset>" * 600_000,
        "<mteval><refset><doc>" + "</seg>" * 800_000,
        OPEN + "<" * 5_000_000 + CLOSE,
        OPEN + "&" * 5_000_000 + CLOSE,
        OPEN + "&#" + "0" * 5_000_000 + CLOSE,
        OPEN + "&#0" * 1_500_000 + CLOSE,
        OPEN + " \n" * 2_500_000 + CLOSE,
        OPEN + "<!---->" * 700_000 + CLOSE,
    ],
    ids=lambda text: text[:40],
)
def test_hostile_input_ends(tmp_path: Path, text: str):
    try:
        read(tmp_path, text, 10**7)
    except InputError:
        assert not text.startswith(OPEN)


def test_many_attributes_are_not_carried_along(tmp_path: Path):
    unused = " ".join(f"a{number}=1" for number in range(100_000))
    segments = "".join(f"<seg id={number}>a</seg>" for number in range(100_000))
    (found,) = read(tmp_path, f"<refset {unused}><doc docid=d>{segments}</doc></refset>")
    assert len(found.segments) == 100_000


letters = st.one_of(st.sampled_from("<>&;#\"'=/ab-]"), st.characters(exclude_categories=["Cs"]))
words = st.text(letters, min_size=1).filter(lambda word: not set(word) & set(" \t\r\n"))
blanks = st.text(st.sampled_from(" \t\r\n"), min_size=1, max_size=3)


def escape(text: str, style: random.Random) -> str:
    ways = {"<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;", "'": "&apos;"}
    for_char = ((char, [f"&#{ord(char)};", f"&#x{ord(char):x};", ways[char]]) for char in ways)
    table = {ord(char): style.choice(options) for char, options in for_char}
    return text.translate(table)


@st.composite
def translations(draw: st.DrawFn) -> list[Translation]:
    names = draw(st.sets(st.tuples(st.sampled_from(["ref", "hyp"]), words), min_size=1, max_size=3))
    docs = draw(st.lists(words, min_size=1, max_size=3, unique=True))
    ids = draw(st.lists(words, min_size=1, max_size=3, unique=True))
    text = st.lists(words, max_size=4).map(" ".join)
    return [
        Translation(
            "ref" if kind == "ref" else "hyp", name, {key: draw(text) for key in product(docs, ids)}
        )
        for kind, name in sorted(names)
    ]


@given(translations(), st.randoms(use_true_random=False), blanks, st.booleans())
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    made: list[Translation],
    style: random.Random,
    blank: str,
    wmt: bool,
):
    lines = []
    for one in made:
        side, around = ("ref", "refset") if one.kind == "ref" else ("hyp", "tstset")
        name = escape(one.name, style)
        naming = {"refset": f"translator='{name}'", "tstset": f"system='{name}'"}[around]
        for (doc, seg), text in one.segments.items():
            written = blank + escape(text, style).replace(" ", blank) + blank
            body = f'<seg id="{escape(seg, style)}">{written}</seg>'
            if wmt:
                inner = f"<doc id='{escape(doc, style)}'><{side} {naming}>{body}</{side}></doc>"
                lines.append(f"<dataset>{inner}</dataset>")
            else:
                inner = f"<doc docid='{escape(doc, style)}'>{body}</doc>"
                lines.append(f'<{around} sysid="{name}">{inner}</{around}>')
    assert read(tmp_path_factory.mktemp("sgml"), "\n".join(lines)) == made
