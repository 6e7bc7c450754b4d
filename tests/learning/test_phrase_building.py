from __future__ import annotations

import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.learning.boxes import consistent_boxes
from treescore.errors import MissingResource, TreescoreError
from treescore.io.temporary import PREFIX
from treescore.learning import phrase_building
from treescore.learning.alignment import Links
from treescore.learning.bitext import Bitext
from treescore.learning.phrase_building import build_phrase_table, phrase_rows
from treescore.learning.sorted_counts import SortedCounts
from treescore.resources.phrase_table import PivotWord, open_phrase_table, split_target
from treescore.resources.taggers import TaggedWords

Phrase = tuple[str, ...]
Tagging = tuple[PivotWord, ...]
Sentence = tuple[list[str], list[tuple[str, PivotWord]], Links]
"""Target words, pivot words with their taggings, links."""


def tagged_words(words: Iterable[tuple[str, PivotWord]]) -> TaggedWords:
    pairs = list(words)
    return TaggedWords(
        words=tuple(word for word, _ in pairs),
        lemmas=tuple(lemma for _, (lemma, _, _) in pairs),
        tags=tuple(tag for _, (_, tag, _) in pairs),
        function=tuple(function for _, (_, _, function) in pairs),
    )


class Shout:
    """A tagger that tells words in capitals from others, and lemmas by their first letter."""

    name = "shout"
    tagged = True

    def words(self, texts: Iterable[str]) -> Iterator[TaggedWords]:
        for text in texts:
            yield tagged_words(
                (word.lower(), (word[0].lower(), "UP" if word.isupper() else "LOW", word == "x"))
                for word in text.split()
            )


@st.composite
def sentences(draw: st.DrawFn) -> Sentence:
    targets = draw(st.lists(st.sampled_from("abc"), min_size=1, max_size=6))
    tagging = st.tuples(st.sampled_from("lm"), st.sampled_from("NV"), st.booleans())
    word = st.tuples(st.sampled_from("xyz"), tagging)
    pivots = draw(st.lists(word, min_size=1, max_size=6))
    cells = [(i, j) for i in range(len(targets)) for j in range(len(pivots))]
    return targets, pivots, draw(st.sets(st.sampled_from(cells), max_size=8))


def slow_table(pairs: list[Sentence]) -> dict[Phrase, Counter[Tagging]]:
    """Everything in memory, from the definitions."""
    taggings: dict[Phrase, Counter[Tagging]] = {}
    for _, pivots, _ in pairs:
        for start in range(len(pivots)):
            for end in range(start + 1, min(start + 4, len(pivots)) + 1):
                words, tagging = zip(*pivots[start:end], strict=True)
                taggings.setdefault(words, Counter())[tagging] += 1
    table: dict[Phrase, Counter[Tagging]] = {}
    for targets, pivots, links in pairs:
        for t0, t1, p0, p1 in consistent_boxes(len(targets), len(pivots), links):
            if t1 - t0 <= 4 and p1 - p0 <= 4:
                options = taggings[tuple(word for word, _ in pivots[p0:p1])]
                most = max(options.values())
                tagging = min(each for each, count in options.items() if count == most)
                table.setdefault(tuple(targets[t0:t1]), Counter())[tagging] += 1
    return table


@given(st.lists(sentences(), min_size=1, max_size=5), st.integers(1, 30), st.integers(1, 4))
def test_tables_follow_the_definition(pairs: list[Sentence], limit: int, alternatives: int):
    bitext = Bitext()
    for targets, pivots, _ in pairs:
        bitext.add(targets, tagged_words(pivots))
    links = [bytes(chain.from_iterable(each)) for _, _, each in pairs]
    with TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as patch:
        patch.setattr(phrase_building, "SortedCounts", partial(SortedCounts, limit=limit))
        patch.setattr(phrase_building, "ALTERNATIVES", alternatives)
        rows = list(phrase_rows(bitext, links, Path(folder)))
    assert [row.phrase for row in rows] == sorted({row.phrase for row in rows})
    found = {
        bitext.target_words.read(row.phrase): (
            row.count,
            [(count, bitext.tagged_words.read(words)) for count, words in row.pivots],
        )
        for row in rows
    }
    assert found == {
        phrase: (
            options.total(),
            sorted(((n, each) for each, n in options.items()), key=lambda o: (-o[0], o[1]))[
                :alternatives
            ],
        )
        for phrase, options in slow_table(pairs).items()
    }


def test_target_words_are_small_and_without_punctuation():
    assert split_target('The Dog\'s "bone", U.S. 3.5 -- &') == [
        "the",
        "dog's",
        "bone",
        "u",
        "s",
        "3.5",
    ]


def one_to_one(
    targets: Iterable[str], pivots: Iterable[list[str]]
) -> Iterator[set[tuple[int, int]]]:
    for target, pivot in zip(targets, pivots, strict=True):
        yield {(place, place) for place in range(min(len(target), len(pivot)))}


Build = partial[phrase_building.TableSummary]


@pytest.fixture
def build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Build:
    """Builds `t` from the files `a` and `b`, with a simple aligner."""
    monkeypatch.setattr(phrase_building, "load_aligner", lambda: None)
    monkeypatch.setattr(phrase_building, "align", one_to_one)
    (tmp_path / "temporary" / f"{PREFIX}abcd1234").mkdir(parents=True)  # a killed run's
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "temporary"))
    monkeypatch.chdir(tmp_path)
    return partial(build_phrase_table, "a", "b", "t", "en", "de", Shout())


def files_left(folder: Path) -> set[str]:
    assert list((folder / "temporary").iterdir()) == [], "temporary files are gone"
    return {path.name for path in folder.iterdir() if path.is_file()}


def test_files_become_a_table(build: Build, tmp_path: Path):
    Path("a").write_text(f"The dog!\n...\nA dog\nThe dog\n{'word ' * 101}\nyes\n")
    Path("b").write_text("der HUND\nx\nein Hund\nder HUND\nx\n\n")
    summary = build()
    assert (summary.pairs, summary.empty, summary.long) == (3, 2, 1)
    table = open_phrase_table("t")
    assert (table.target_lang, table.pivot_lang, table.pairs) == ("en", "de", 3)
    assert (table.tagger, table.tagged) == ("shout", True)
    assert table.alternatives == phrase_building.ALTERNATIVES
    # "hund" is in capitals twice, in small letters once; "ein hund" only in small letters
    assert table.pivots(("dog",)) == ((1.0, (("h", "UP", False),)),)
    assert table.pivots(("a", "dog")) == ((1.0, (("e", "LOW", False), ("h", "LOW", False))),)
    phrases = [("the",), ("dog",), ("a",), ("the", "dog"), ("a", "dog")]
    assert [table.count(phrase) for phrase in phrases] == [2, 3, 1, 2, 1]
    assert (summary.phrases, table.total) == (5, 9)
    assert files_left(tmp_path) == {"a", "b", "t"}


def test_rare_pivot_phrases_are_left_out(build: Build, monkeypatch: pytest.MonkeyPatch):
    """What they had goes to the others; the phrase counts as often as it occurs."""
    monkeypatch.setattr(phrase_building, "ALTERNATIVES", 2)
    Path("a").write_text("one\n" * 7)
    Path("b").write_text("eins\n" * 3 + "uns\n" + "zwei\n" * 2 + "drei\n")
    build()
    table = open_phrase_table("t")
    assert (table.alternatives, table.count(("one",))) == (2, 7)
    assert table.pivots(("one",)) == (
        (3 / 5, (("e", "LOW", False),)),
        (2 / 5, (("z", "LOW", False),)),
    )


def test_the_same_links_make_the_same_table(build: Build):
    Path("a").write_text("one two\ntwo one three\n")
    Path("b").write_text("EINS zwei\nZWEI eins drei\n")
    build()
    first = Path("t").read_bytes()
    build()
    assert Path("t").read_bytes() == first


def test_stages_are_shown(build: Build):
    Path("a").write_text("one\ntwo\n")
    Path("b").write_text("eins\nzwei\n")
    seen: list[tuple[str, int]] = []

    def track(items: Iterable[object], what: str, total: int | None) -> Iterator[object]:
        passed = list(items)
        seen.append((what, len(passed)))
        assert total in (None, len(passed))
        yield from passed

    build(track=track)
    stages = ["Tagging", "Aligning", "Extracting", "Sorting", "Writing"]
    assert seen == [(stage, 2) for stage in stages]


@pytest.mark.parametrize(
    ("target", "pivot", "says"),
    [
        ("", "eins\n", "a: is empty"),
        ("one\n", "", "b: is empty"),
        ("one\ntwo\n", "eins\n", "b: 1 lines, but a has 2;"),
        (None, "eins\n", "a: cannot be read"),
        ("one\n\n", "\nzwei\n", "a, b: no sentence pair has words"),
    ],
)
def test_a_bad_bitext_is_one_line(
    build: Build,
    tmp_path: Path,
    target: str | None,
    pivot: str,
    says: str,
):
    if target is not None:
        Path("a").write_text(target)
    Path("b").write_text(pivot)
    with pytest.raises(TreescoreError) as caught:
        build()
    assert str(caught.value).startswith(says)
    assert "\n" not in str(caught.value)
    assert files_left(tmp_path) <= {"a", "b"}


def test_a_folder_that_is_not_there_is_found_before_the_work(build: Build):
    with pytest.raises(TreescoreError, match="nowhere/t: cannot be written"):
        build_phrase_table("a", "b", "nowhere/t", "en", "de", Shout())


def test_without_the_aligner_nothing_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "eflomal", None)
    with pytest.raises(MissingResource):
        build_phrase_table("a", "b", str(tmp_path / "t"), "en", "de", Shout())
    assert list(tmp_path.iterdir()) == []
