from __future__ import annotations

import pickle
import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.resources.tables import CONTENT, DER, HUND, META, Content, write
from treescore.io.errors import InputError
from treescore.resources.phrase_table import open_phrase_table


@pytest.fixture
def table(tmp_path: Path) -> Path:
    write(tmp_path / "de.phrases", CONTENT)
    return tmp_path / "de.phrases"


def test_what_is_written_is_read_back(table: Path):
    opened = open_phrase_table(str(table))
    assert (opened.target_lang, opened.pivot_lang, opened.tagger) == ("en", "de", "t")
    assert (opened.tagged, opened.pairs, opened.total) == (True, 7, 8)
    assert opened.alternatives == 2
    assert opened.count(("the",)) == 5
    assert opened.pivots(("the", "dog")) == ((0.5, (DER, HUND)), (0.5, (HUND,)))


def test_what_is_kept_shares_the_whole(table: Path):
    """Of five occurrences of *the* one is left out; the phrase keeps its count."""
    opened = open_phrase_table(str(table))
    assert opened.pivots(("the",)) == ((1.0, (DER,)),)
    write(table.with_name("more"), CONTENT | {("the",): (100, [(30, (DER,)), (10, (HUND,))])})
    opened = open_phrase_table(str(table.with_name("more")))
    assert opened.pivots(("the",)) == ((0.75, (DER,)), (0.25, (HUND,)))
    assert opened.count(("the",)) == 100


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE phrases SET count = -5",
        "UPDATE phrases SET count = 'many'",
        "UPDATE phrases SET pivots = '-' || pivots",
        "UPDATE phrases SET pivots = X'00'",
        "UPDATE phrases SET pivots = '1' || char(9) || ' '",
        "UPDATE meta SET value = X'31' WHERE key = 'pairs'",
        "UPDATE meta SET value = printf('9%0400d', 0) WHERE key = 'total'",
        "UPDATE target_words SET word = X'74'",
        "UPDATE pivot_words SET lemma = 5.5; UPDATE pivot_words SET lemma = X'00'",
        "CREATE VIEW more AS SELECT 1",
        "ALTER TABLE target_words RENAME TO words; CREATE VIEW target_words (id, word) AS "
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) SELECT 1, 'a' FROM n",
    ],
)
def test_a_table_that_somebody_forged(table: Path, statement: str):
    """The last one has rows without end."""
    with sqlite3.connect(table) as connection:
        connection.executescript(statement)
    connection.close()
    with pytest.raises(InputError, match=r"damaged phrase table .*; make it again"):
        open_phrase_table(str(table)).count(("the",))


@pytest.mark.parametrize("phrase", [("cat",), ("dog",), ("the", "house"), ("the", "cat"), ()])
def test_an_unknown_phrase_has_no_pivots(table: Path, phrase: tuple[str, ...]):
    opened = open_phrase_table(str(table))
    assert opened.count(phrase) == 0
    assert opened.pivots(phrase) == ()


WORDS = st.text(min_size=1, max_size=3)
PHRASES = st.lists(WORDS, min_size=1, max_size=4).map(tuple)
TAGGED = st.lists(st.tuples(WORDS, st.text(max_size=3), st.booleans()), min_size=1, max_size=4)
PIVOTS = st.lists(st.tuples(st.integers(1, 10**9), TAGGED.map(tuple)), min_size=1, max_size=4)


@settings(max_examples=30)
@given(st.dictionaries(PHRASES, PIVOTS, min_size=1, max_size=6))
def test_any_words_can_be_stored(pivots: dict[tuple[str, ...], Sequence[tuple[int, object]]]):
    totals = {phrase: sum(count for count, _ in each) + 3 for phrase, each in pivots.items()}
    with TemporaryDirectory() as folder:
        path = Path(folder) / "table"
        write(path, {phrase: (totals[phrase], list(each)) for phrase, each in pivots.items()})  # type: ignore[arg-type]
        opened = open_phrase_table(str(path))
    assert opened.total == sum(totals.values())
    for phrase, each in pivots.items():
        assert opened.count(phrase) == totals[phrase]
        kept = sum(n for n, _ in each)
        assert opened.pivots(phrase) == tuple((n / kept, words) for n, words in each)


def test_the_digest_is_of_the_content(table: Path, tmp_path: Path):
    def digest(content: Content, meta: dict[str, str] = META) -> str:
        path = tmp_path / "other"
        path.unlink(missing_ok=True)
        write(path, content, meta)
        return open_phrase_table(str(path)).digest

    same = open_phrase_table(str(table)).digest
    assert digest(CONTENT) == same
    others = {
        digest(CONTENT | {("the",): (6, [(4, (DER,))])}),
        digest(CONTENT | {("the",): (5, [(3, (DER,))])}),
        digest(CONTENT | {("the",): (5, [(4, (("der", "DET", False),))])}),
        digest(CONTENT | {("a",): (1, [(1, (DER,))])}),
        digest(CONTENT, META | {"tagger": "u"}),
    }
    assert len(others | {same}) == 6


def test_reading_leaves_no_trace(table: Path):
    before = table.read_bytes()
    table.chmod(0o444)
    open_phrase_table(str(table)).count(("the",))
    assert table.read_bytes() == before
    assert list(table.parent.iterdir()) == [table]


def test_strange_names_can_be_opened(table: Path):
    strange = table.with_name("a?b#c%20 d.phrases")
    shutil.move(table, strange)
    assert open_phrase_table(str(strange)).count(("the",)) == 5


def refused(path: Path) -> str:
    with pytest.raises(InputError) as caught:
        open_phrase_table(str(path)).count(("the",))
    text = str(caught.value)
    assert text.startswith(f"{path}: ")
    assert "\n" not in text
    return text


def test_a_missing_file_or_a_folder_is_refused(tmp_path: Path):
    for path in (tmp_path / "none", tmp_path):
        assert "cannot be read" in refused(path)


@pytest.mark.parametrize("content", [b"", b"SQLite", b"some text\n" * 100, b"\x1f\x8b\0\0"])
def test_another_file_is_refused(tmp_path: Path, content: bytes):
    (tmp_path / "a").write_bytes(content)
    assert "is no phrase table; make one with: treescore align" in refused(tmp_path / "a")


def test_another_database_is_refused(tmp_path: Path):
    connection = sqlite3.connect(tmp_path / "a")
    connection.execute("CREATE TABLE phrases (phrase TEXT)")
    connection.close()
    assert "is no phrase table" in refused(tmp_path / "a")


@pytest.mark.parametrize("version", [1, 99])
def test_another_version_is_refused(table: Path, version: int):
    """Tables of version 1 had other shares."""
    connection = sqlite3.connect(table)
    connection.execute(f"PRAGMA user_version = {version}")
    connection.close()
    assert refused(table).endswith(
        f"is a phrase table of version {version}, expected 2; make it again with: treescore align"
    )


@pytest.mark.parametrize("share", [0.01, 0.3, 0.6, 0.99])
def test_a_truncated_table_is_refused(table: Path, share: float):
    content = table.read_bytes()
    table.write_bytes(content[: int(len(content) * share)])
    assert "damaged phrase table" in refused(table)


@pytest.mark.parametrize("name", ["meta", "phrases", "target_words"])
def test_an_overwritten_table_is_refused(table: Path, name: str):
    connection = sqlite3.connect(table)
    query = "SELECT rootpage FROM sqlite_master WHERE name = ?"
    (page,) = connection.execute(query, (name,)).fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    connection.close()
    with table.open("r+b") as stream:
        stream.seek((page - 1) * size)
        stream.write(b"\xff" * size)
    assert "damaged phrase table" in refused(table)


@pytest.mark.parametrize("fact", ["total", "alternatives"])
def test_a_table_without_its_facts_is_refused(table: Path, fact: str):
    connection = sqlite3.connect(table)
    connection.execute("DELETE FROM meta WHERE key = ?", (fact,))
    connection.commit()
    connection.close()
    assert "damaged phrase table" in refused(table)


def test_a_copy_for_another_process_reads_the_same_file(table: Path):
    opened = open_phrase_table(str(table))
    packed = pickle.dumps(opened)
    copy = pickle.loads(packed)
    assert (copy.path, copy.digest) == (opened.path, opened.digest)
    assert copy.pivots(("the",)) == opened.pivots(("the",)) != ()
    table.unlink()
    write(table, dict([*CONTENT.items()][:1]))
    with pytest.raises(InputError, match="is another table here"):
        pickle.loads(packed)
