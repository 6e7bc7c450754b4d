"""Phrase tables: for phrases of the target language, how often they occur and what they are in the
pivot language.

A table is one SQLite file, which is only read once it is written. Words are stored as single
characters (see `alphabet.py`), so that a phrase is a short string, in a row with all its pivot
phrases: `count<TAB>words`, one a line, the most frequent first.
"""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from treescore.io.errors import InputError
from treescore.resources.alphabet import Alphabet
from treescore.text.mteval import tokenize
from treescore.trees.punctuation import is_punctuation

PivotWord = tuple[str, str, bool]
"""Lemma, tag, and whether it is a function word."""
Pivots = tuple[tuple[float, tuple[PivotWord, ...]], ...]
"""Shares and phrases, the largest share first."""

APPLICATION = int.from_bytes(b"TSpt", "big")
VERSION = 2
"""Since 2, the pivot phrases that are kept share the whole of a phrase."""
CACHED = 2**14
"""Phrases kept decoded: some 50 MB if all have many pivot phrases."""
TABLES = (
    "CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE target_words (id INTEGER PRIMARY KEY, word TEXT NOT NULL)",
    """CREATE TABLE pivot_words (
    id INTEGER PRIMARY KEY, lemma TEXT NOT NULL, tag TEXT NOT NULL, function INTEGER NOT NULL
)""",
    """CREATE TABLE phrases (
    phrase TEXT PRIMARY KEY, count INTEGER NOT NULL, pivots TEXT NOT NULL
) WITHOUT ROWID""",
)


@dataclass(frozen=True)
class Row:
    """A phrase with its count and its pivot phrases, words as characters."""

    phrase: str
    count: int
    pivots: tuple[tuple[int, str], ...]


class PhraseTable:
    """Look-up of phrases, which are tuples of lower-cased words without punctuation."""

    def __init__(self, path: str, digest: str, connection: sqlite3.Connection) -> None:
        self.path = path
        self.digest = digest
        """The sha256 of the file."""
        self._connection = connection
        rows = connection.execute("SELECT key, value FROM meta")
        meta = {key: _text(value) for key, value in rows}
        self.target_lang: str = meta["target_lang"]
        self.pivot_lang: str = meta["pivot_lang"]
        self.tagger: str = meta["tagger"]
        self.tagged = meta["tagged"] == "1"
        """Whether the tags mean anything."""
        self.alternatives = int(meta["alternatives"])
        """The pivot phrases of a phrase that were kept, at most."""
        self.pairs = int(meta["pairs"])
        """The sentence pairs that it was made from."""
        self.total = int(meta["total"])
        """The counts of all phrases together."""
        words = connection.execute("SELECT word FROM target_words ORDER BY id")
        self._target = Alphabet(_text(word) for (word,) in words)
        self._pivot = Alphabet(
            (_text(lemma), _text(tag), bool(function))
            for lemma, tag, function in connection.execute(
                "SELECT lemma, tag, function FROM pivot_words ORDER BY id"
            )
        )
        self._look_up = lru_cache(CACHED)(self._select)

    def __reduce__(self) -> tuple[Callable[..., PhraseTable], tuple[str, str]]:
        return _open_again, (self.path, self.digest)

    def count(self, phrase: tuple[str, ...]) -> int:
        """How often the phrase occurs among the phrase pairs; 0 if it is unknown."""
        return self._look_up(phrase)[0]

    def pivots(self, phrase: tuple[str, ...]) -> Pivots:
        """What it is in the pivot language, with shares that sum to 1.

        Rare pivot phrases of a phrase that has many are left out. What they had is shared out
        among the others: else a sentence of frequent phrases would weigh less than one of rare
        phrases.
        """
        return self._look_up(phrase)[1]

    def _select(self, phrase: tuple[str, ...]) -> tuple[int, Pivots]:
        try:
            characters = "".join([self._target.characters[word] for word in phrase])
        except KeyError:
            return 0, ()
        try:
            row = self._connection.execute(
                "SELECT count, pivots FROM phrases WHERE phrase = ?", (characters,)
            ).fetchone()
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
            raise _damaged(self.path, error) from None
        if row is None:
            return 0, ()
        try:
            total, lines = row
            options = [line.split("\t") for line in _text(lines).split("\n")]
            counts = [_count(int(count)) for count, _ in options]
            kept = sum(counts)
            return _count(total), tuple(
                (count / kept, self._pivot.read(words))
                for count, (_, words) in zip(counts, options, strict=True)
            )
        except (ValueError, IndexError, TypeError, ArithmeticError):
            raise _damaged(self.path, f"the row of {' '.join(phrase)!r}") from None


def _open_again(path: str, digest: str) -> PhraseTable:
    """The same table in another process."""
    table = open_phrase_table(path)
    if table.digest != digest:
        raise InputError(path, None, "is another table here; give all machines the same files")
    return table


def _text(value: object) -> str:
    """A value that must be text: SQLite keeps any kind in any column."""
    if not isinstance(value, str):
        raise TypeError(f"{value!r} where text was expected")
    return value


def _count(value: object) -> int:
    if not isinstance(value, int) or value < 1:
        raise TypeError(f"{value!r} where a count was expected")
    return value


def split_target(text: str) -> list[str]:
    """The words of the target language as a phrase table has them."""
    return [word.lower() for word in tokenize(text) if not is_punctuation(word)]


def open_phrase_table(path: str) -> PhraseTable:
    """Open a table that `treescore align` wrote."""
    try:
        with Path(path).open("rb") as stream:
            start = stream.read(16)
            stream.seek(0)
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError as error:
        raise InputError(
            path, None, f"cannot be read ({error.strerror}); check the name and the permissions"
        ) from None
    if start != b"SQLite format 3\0":
        raise InputError(path, None, "is no phrase table; make one with: treescore align")
    address = f"{Path(path).absolute().as_uri()}?mode=ro&immutable=1"
    connection = sqlite3.connect(address, uri=True, check_same_thread=False)
    connection.execute("PRAGMA trusted_schema = OFF")  # anybody may have made the file
    try:
        _check_kind(path, connection)
        table = PhraseTable(path, digest, connection)
        if not 0 < table.total < 2**63:
            raise ValueError("no phrases")
        return table
    except (sqlite3.DatabaseError, KeyError, ValueError, TypeError) as error:
        connection.close()
        raise _damaged(path, error) from None


def _check_kind(path: str, connection: sqlite3.Connection) -> None:
    def pragma(name: str) -> int:
        return int(connection.execute(f"PRAGMA {name}").fetchone()[0])

    if pragma("application_id") != APPLICATION:
        raise InputError(path, None, "is no phrase table; make one with: treescore align")
    version = pragma("user_version")
    if version != VERSION:
        raise InputError(
            path,
            None,
            f"is a phrase table of version {version}, expected {VERSION}; "
            "make it again with: treescore align",
        )
    made = connection.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
    if sorted(sql for (sql,) in made) != sorted(TABLES):  # a view might never end
        raise _damaged(path, "other tables than expected")
    if pragma("page_count") * pragma("page_size") != Path(path).stat().st_size:
        raise _damaged(path, "it is cut off")  # in its last page, which SQLite does not mind


def _damaged(path: str, reason: object) -> InputError:
    return InputError(
        path, None, f"damaged phrase table ({reason}); make it again with: treescore align"
    )


def write_phrase_table(
    path: Path,
    meta: Mapping[str, str],
    target_words: Iterable[str],
    pivot_words: Iterable[PivotWord],
    rows: Iterable[Row],
) -> int:
    """Write a table to a new file; say how many phrases it has.

    Rows come in the order of their phrases: the file is then quick to write and has no gaps.
    """
    phrases = total = 0

    def stored_rows() -> Iterator[tuple[str, int, str]]:
        nonlocal phrases, total
        for row in rows:
            phrases += 1
            total += row.count
            pivots = "\n".join([f"{count}\t{words}" for count, words in row.pivots])
            yield row.phrase, row.count, pivots

    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {VERSION}")
        connection.execute("PRAGMA synchronous = OFF")  # an unfinished file is of no use
        connection.executescript(";".join(TABLES))
        connection.execute("BEGIN")
        fill = connection.executemany
        fill("INSERT INTO target_words (word) VALUES (?)", zip(target_words, strict=True))
        fill("INSERT INTO pivot_words (lemma, tag, function) VALUES (?, ?, ?)", pivot_words)
        fill("INSERT INTO phrases VALUES (?, ?, ?)", stored_rows())
        fill("INSERT INTO meta VALUES (?, ?)", [*sorted(meta.items()), ("total", str(total))])
        connection.execute("COMMIT")
        connection.execute("VACUUM")  # saves a tenth
    return phrases
