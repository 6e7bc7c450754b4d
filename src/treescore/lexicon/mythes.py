"""MyThes thesauri, which LibreOffice and most Linux distributions have for many languages.

The first line names the encoding. An entry is a line `word|n` and n lines `(pos)|synonym|...`, one
for each meaning. A meaning and its word are one synset.
"""

from __future__ import annotations

import codecs
import glob
import os
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from treescore.io.errors import InputError
from treescore.io.files import BOM, open_binary
from treescore.io.lengths import bounded_lines
from treescore.io.numbers import whole

NOTE = re.compile(r"(?:^|\s)\(([^()]*)\)(?=\s|$)")
"""Remarks on a synonym, like (colloquial); brackets inside of a word are none."""
NO_SYNONYM = frozenset(
    "oberbegriff|unterbegriff|antonym|antónimo|generic term|similar term|related term".split("|")
)
"""Remarks of the German, Spanish and English thesauri that mark another relation than synonymy."""

FOLDERS = (
    "/usr/share/mythes",
    "/usr/share/myspell/dicts",
    "/usr/lib*/libreoffice/share/extensions/dict-*",
    "/opt/libreoffice*/share/extensions/dict-*",
    "/Applications/LibreOffice.app/Contents/Resources/extensions/dict-*",
    "C:/Program Files/LibreOffice/share/extensions/dict-*",
)


NO_CHARACTERS = frozenset("idna punycode raw-unicode-escape unicode-escape utf-7".split())
"""What Python calls encodings, too: ways to write names, and characters by their numbers."""


def find_thesaurus(lang: str) -> Path | None:
    """The thesaurus of a language on this system; of several, its own country's, like de_DE."""
    start = glob.escape(f"th_{lang}")
    for folder in _folders():
        named = sorted([*folder.glob(f"{start}_*.dat"), *folder.glob(f"{start}.dat")])
        usual = [path for path in named if path.name.startswith(f"th_{lang}_{lang.upper()}")]
        if named:
            return (usual or named)[0]
    return None


def _folders() -> Iterator[Path]:
    """Where thesauri are kept, a user's own folders first."""
    home = Path.home()
    roots = [os.environ.get("XDG_DATA_HOME") or str(home / ".local" / "share")]
    roots += (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(os.pathsep)
    yield from (Path(root) / "mythes" for root in roots)
    installed = home / ".config" / "libreoffice"
    yield from sorted(installed.glob("*/user/uno_packages/cache/uno_packages/*/*.oxt"))
    for pattern in map(Path, FOLDERS):
        if pattern.anchor:  # a drive of Windows is no anchor elsewhere
            yield from sorted(Path(pattern.anchor).glob(str(pattern.relative_to(pattern.anchor))))


def read_mythes(path: str) -> Iterator[frozenset[str]]:
    """The single words of every synset in lower case, each synset once."""
    # A synset stands in the file once for each of its words.
    meanings: dict[str, frozenset[str]] = {}
    seen: set[frozenset[str]] = set()
    for word, lines in _entries(path):
        own = _words([word])
        for line in lines:
            if line not in meanings:
                meanings[line] = _words(line.split("|")[1:])
            synset = meanings[line] | own
            if synset not in seen:
                seen.add(synset)
                yield synset


def _words(synonyms: list[str]) -> frozenset[str]:
    words = (_word(synonym) for synonym in synonyms)
    return frozenset(word for word in words if word)


def _word(synonym: str) -> str:
    """The word without remarks; nothing if it is none, not a single one, or no synonym."""
    if "(" in synonym:
        if any(note.strip().lower() in NO_SYNONYM for note in NOTE.findall(synonym)):
            return ""
        synonym = NOTE.sub("", synonym)
    word = synonym.strip().lower()
    return "" if "(" in word or len(word.split()) != 1 else word


def _entries(path: str) -> Iterator[tuple[str, list[str]]]:
    """Every word with the lines of its meanings."""
    lines = enumerate(_lines(path), 2)
    for number, line in lines:
        if not line.strip():
            continue
        word, _, count = line.rpartition("|")
        size = whole(count.strip())
        if size is None:
            raise InputError(
                path, number, f"{line[:40]!r}; expected a word, | and the number of its meanings"
            )
        meanings = list(islice(lines, size))
        for place, meaning in meanings:
            if "|" not in meaning:
                raise InputError(
                    path, place, f"{meaning[:40]!r}; expected a meaning of {word[:40]!r} with a |"
                )
        if len(meanings) < size:
            raise InputError(
                path,
                number,
                f"{size} meanings of {word[:40]!r} announced, {len(meanings)} found; "
                "get the whole file",
            )
        yield word, [meaning for _, meaning in meanings]


def _lines(path: str) -> Iterator[str]:
    """The lines below the first, read in the encoding that it names."""
    with open_binary(path) as stream:
        lines = bounded_lines(stream, path)
        first = next(lines, b"").removeprefix(BOM)
        if not first:
            raise InputError(path, None, "is empty; expected a MyThes thesaurus")
        encoding = _encoding(first.decode("ascii", "replace").strip(), path)
        for number, raw in enumerate(lines, 2):
            try:
                yield raw.decode(encoding).rstrip("\r\n")
            except UnicodeDecodeError as error:
                raise InputError(
                    path,
                    number,
                    f"byte 0x{raw[error.start]:02x} at column {error.start + 1} is not {encoding}, "
                    "which the first line names; correct that line",
                ) from None


def _encoding(name: str, path: str) -> str:
    known = name.lower().removeprefix("microsoft-")
    try:
        b"a".decode(known)
        if codecs.lookup(known).name in NO_CHARACTERS:
            raise LookupError
    except (LookupError, ValueError):
        raise InputError(
            path, 1, f"{name[:40]!r}; expected the name of an encoding, like UTF-8 or ISO8859-1"
        ) from None
    return known
