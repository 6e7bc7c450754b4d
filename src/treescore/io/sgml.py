"""Test sets in markup: the SGML and XML of NIST's mteval, and the XML of WMT.

Only the tags that make up a test set count. Everything else is ignored outside of a segment
(declarations, `<p>`, `<hl>`), and text inside of one; comments are dropped everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from treescore.io.errors import InputError
from treescore.io.files import BOM, decode, open_binary
from treescore.io.lengths import LONGEST, check_text

MAX_BYTES = 512 * 1024**2
SET, DOC, SIDE, SEG = 1, 2, 3, 4  # how deep an element stands
LEVELS = {"mteval": 0, "srcset": SET, "refset": SET, "tstset": SET, "dataset": SET}
LEVELS |= {"doc": DOC, "src": SIDE, "ref": SIDE, "hyp": SIDE, "seg": SEG}
Kind = Literal["src", "ref", "hyp"]
KINDS: dict[str, Kind] = {"srcset": "src", "refset": "ref", "tstset": "hyp"}
KINDS |= {"src": "src", "ref": "ref", "hyp": "hyp"}
NAMED_BY: dict[Kind, tuple[str, ...]] = {"ref": ("translator", "sysid", "refid")}
NAMED_BY |= {"hyp": ("system", "sysid"), "src": ()}
ATTRIBUTES = {"id", "docid", "translator", "system", "sysid", "refid"}

# A scanner of our own, because SGML is not XML: bare `&`, unquoted values, tags in any case.
# No value may hold a `<` and nothing is given back, so that any input takes linear time.
FLAGS = re.ASCII | re.IGNORECASE
TOKEN = re.compile(rf"<(?:!--|!\[CDATA\[|!ENTITY|(/?(?:{'|'.join(LEVELS)}))(?![^\s/>]))", FLAGS)
TAG_REST = re.compile(r"""((?:[^<>"']++|"[^"<]*+"|'[^'<]*+')*+)>""")
ATTRIBUTE = re.compile(r"""([\w.:-]++)(?:\s*+=\s*+(?:"([^"]*+)"|'([^']*+)'|([^\s"']++)))?""", FLAGS)
REFERENCE = re.compile(r"&(?:#0*+([0-9]{1,7})|#[xX]0*+([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));")
PREDEFINED = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}
BLANKS = re.compile(r"[ \t\r\n]+")  # those of markup; a no-break space is text
HEAD = re.compile(rf"\ufeff?\s*<(?:!--|(?:\?xml|!doctype|{'|'.join(LEVELS)})(?![^\s/>]))", FLAGS)


@dataclass(frozen=True)
class Translation:
    """The source, one reference or one system's output: the texts by document and segment id."""

    kind: Kind
    name: str
    segments: Mapping[tuple[str, str], str]


def is_markup(first: str) -> bool:
    """Whether a file with this first line that is not blank looks like a test set in markup."""
    return HEAD.match(first) is not None


def read_markup(path: str, longest: int = LONGEST) -> list[Translation]:
    """The source, the references and the systems of a file, in its order."""
    builder = _Builder(path, longest)
    for line, tag, body in _tokens(path, _read_text(path)):
        if not tag:
            builder.add_text(body)
        elif tag.startswith("/"):
            builder.close_tag(tag[1:], line)
        else:
            builder.open_tag(tag, _attributes(body), line)
            if body.endswith("/"):
                builder.close_tag(tag, line)
    return builder.finish()


def _read_text(path: str) -> str:
    data = bytearray()
    with open_binary(path) as stream:
        while piece := stream.read(1024**2):  # a small gzip file may unpack to very much
            data += piece
            if len(data) > MAX_BYTES:
                size = f"{MAX_BYTES / 1024**2:g} MiB"
                raise InputError(path, None, f"more than {size} of text; split it by documents")
    if not data or data.isspace():
        raise InputError(
            path, None, "is empty; expected a <refset>, <tstset>, <srcset> or <dataset>"
        )
    if data.startswith(BOM):
        del data[: len(BOM)]
    return decode(data, path)


def _tokens(path: str, text: str) -> Iterator[tuple[int, str, str]]:
    """Line, tag in lower case (`doc`, `/doc`) and the rest of it; for text the tag is empty."""
    line, counted, position = 1, 0, 0
    while token := TOKEN.search(text, position):
        start, end = token.span()
        line += text.count("\n", counted, start)
        counted = start
        yield line, "", _resolve(text[position:start])
        if token[0].lower() == "<!entity":
            fault = "<!ENTITY declares an entity, and none is ever expanded; write its text out"
            raise InputError(path, line, fault)
        if token[1]:
            rest = TAG_REST.match(text, end)
            if not rest:
                raise InputError(
                    path, line, f"{token[0]} lacks its '>' or a quote; correct the tag"
                )
            yield line, token[1].lower(), rest[1]
            position = rest.end()
            continue
        closing = "-->" if token[0] == "<!--" else "]]>"
        stop = text.find(closing, end)
        if stop < 0:
            raise InputError(path, line, f"{token[0]} without its {closing}; add it")
        if closing == "]]>":
            yield line, "", text[end:stop]
        position = stop + len(closing)


def _attributes(body: str) -> dict[str, str]:
    found = ((name.lower(), values) for name, *values in ATTRIBUTE.findall(body.removesuffix("/")))
    return {name: _tidy(_resolve("".join(values))) for name, values in found if name in ATTRIBUTES}


def _tidy(text: str) -> str:
    return BLANKS.sub(" ", text).strip(" ")


def _resolve(text: str) -> str:
    return REFERENCE.sub(_character, text)


def _character(reference: re.Match[str]) -> str:
    decimal, hexadecimal, name = reference.groups()
    if name:
        return PREDEFINED[name]
    code = int(decimal) if decimal else int(hexadecimal, 16)
    valid = 0 < code < 0xD800 or 0xDFFF < code < 0x110000
    return chr(code) if valid else reference[0]


@dataclass(frozen=True)
class _Element:
    name: str
    line: int
    level: int
    kind: Kind | None  # none in a WMT document until its src, ref or hyp
    attributes: Mapping[str, str]  # also those around it: a set may give its documents a sysid


class _Builder:
    """Takes the tags one by one; the open elements stand on a list, so depth costs no recursion."""

    def __init__(self, path: str, longest: int) -> None:
        self.path = path
        self.longest = longest
        self.open = [_Element("", 0, -1, None, {})]
        self.found: dict[tuple[Kind, str], dict[tuple[str, str], str]] = {}
        self.texts: dict[tuple[str, str], str] = {}
        self.pieces: list[str] = []
        self.doc = self.seg = ""
        self.docs = self.position = 0
        self.has_set = self.has_id = False
        self.without_id = self.without_docid = 0  # the line of the first, if any

    def add_text(self, text: str) -> None:
        if self.open[-1].level == SEG:
            self.pieces.append(text)

    def open_tag(self, name: str, own: dict[str, str], line: int) -> None:
        parent, level = self.open[-1], LEVELS[name]
        self._check_place(parent, name, line)
        attributes = {**parent.attributes, **own}
        kind = KINDS.get(name, parent.kind)
        self.open.append(_Element(name, line, level, kind, attributes))
        self.has_set |= level == SET
        if level == SEG:
            self._start_segment(own.get("id", ""), line)
        elif level == DOC:
            self._start_document(own.get("docid") or own.get("id", ""), line)
        if level in (DOC, SIDE):
            self.position = 0
            if kind:
                given = filter(None, map(attributes.get, NAMED_BY[kind]))
                self.texts = self.found.setdefault((kind, next(given, "")), {})

    def close_tag(self, name: str, line: int) -> None:
        if all(element.name != name for element in self.open):
            raise InputError(self.path, line, f"</{name}> without its <{name}>; remove it")
        element = self.open.pop()
        if element.name != name:
            raise self._unclosed(element, f"</{name}> in line {line}")
        if name == "seg":
            text = _tidy("".join(self.pieces))
            check_text(text, self.path, element.line, self.longest)
            self.texts[self.doc, self.seg] = text

    def finish(self) -> list[Translation]:
        if self.open[-1].name:
            raise self._unclosed(self.open[-1], "the end of the file")
        if not self.has_set:
            fault = "not a test set; expected a <refset>, <tstset>, <srcset> or <dataset>"
            raise InputError(self.path, None, fault)
        if not any(self.found.values()):
            raise InputError(self.path, None, "has no <seg>; add some")
        return [Translation(*key, segments) for key, segments in self.found.items()]

    def _unclosed(self, element: _Element, before: str) -> InputError:
        hint = ", or write &lt; for a '<' of the text" if element.name == "seg" else ""
        fault = f"<{element.name}> is not closed before {before}; add </{element.name}>{hint}"
        return InputError(self.path, element.line, fault)

    def _check_place(self, parent: _Element, name: str, line: int) -> None:
        level = LEVELS[name]
        if name == "seg" and parent.level == SEG:
            fault = f"<seg> inside of the <seg> of line {parent.line}; close that one first"
            raise InputError(self.path, line, fault)
        if parent.level >= level:
            raise self._unclosed(parent, f"<{name}> in line {line}")
        if level == SEG and (parent.level < DOC or not parent.kind):
            place = "<src>, <ref> or <hyp>" if parent.level == DOC else "<doc>"
            raise InputError(self.path, line, f"<seg> outside of a {place}; move it into one")
        if level == DOC and parent.level != SET:
            fault = "<doc> outside of a <refset>, <tstset> or <dataset>; move it into one"
            raise InputError(self.path, line, fault)
        if level == SIDE and (parent.level != DOC or parent.kind):
            fault = f"<{name}> outside of a <doc> of a <dataset>; move it into one"
            raise InputError(self.path, line, fault)

    def _start_document(self, doc: str, line: int) -> None:
        self.doc = doc
        self.docs += 1
        self.without_docid = self.without_docid or (0 if doc else line)
        if self.without_docid and self.docs > 1:
            fault = "<doc> without an id in a file of several; give each one"
            raise InputError(self.path, self.without_docid, fault)

    def _start_segment(self, seg: str, line: int) -> None:
        self.has_id |= bool(seg)
        self.without_id = self.without_id or (0 if seg else line)
        if self.has_id and self.without_id:
            fault = "<seg> without an id, but others have one; give each one, or none"
            raise InputError(self.path, self.without_id, fault)
        self.position += 1
        self.seg = seg or str(self.position)
        self.pieces = []
        if (self.doc, self.seg) in self.texts:
            fault = f"segment {self.seg!r} of document {self.doc!r} for the second time; "
            fault += "remove it, or tell the translations apart by their sysid"
            raise InputError(self.path, line, fault)
