from __future__ import annotations

import math
import pickle
import sys
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.lexicon import lemmas
from treescore.lexicon.compounds import CompoundSplitter, load_splitter
from treescore.lexicon.frequencies import shipped_frequencies

# Koehn & Knight (2003), section 4.1.
ACTION_PLAN = {"aktionsplan": 852, "aktion": 960, "aktions": 5, "akt": 224, "ion": 1, "plan": 710}
FRIDAY = {"freitag": 556, "frei": 885, "tag": 1864}

PARTS = st.text("abes", min_size=1, max_size=5)
FREQUENCIES = st.dictionaries(PARTS, st.integers(0, 50), max_size=12)


def all_splits(word: str, known: Mapping[str, int]) -> Iterator[tuple[str, ...]]:
    """Every way to write a word as known parts of three letters or more, with fillers between."""
    for end in range(3, len(word) + 1):
        part = word[:end]
        if known.get(part, 0) > 0:
            if end == len(word):
                yield (part,)
            for filler in ("", "s", "es"):
                if word[end:].startswith(filler):
                    rest = word[end + len(filler) :]
                    yield from ((part, *parts) for parts in all_splits(rest, known))


def geometric_mean(parts: tuple[str, ...], known: Mapping[str, int]) -> float:
    return float(math.prod(known[part] for part in parts) ** (1 / len(parts)))


@st.composite
def words_and_frequencies(draw: st.DrawFn) -> tuple[str, dict[str, int]]:
    """A word that is mostly made of known parts and fillers."""
    known = draw(FREQUENCIES)
    pieces = st.sampled_from([*known, "s", "es"]) | PARTS
    return "".join(draw(st.lists(pieces, min_size=1, max_size=5))), known


@given(words_and_frequencies())
def test_no_split_has_a_higher_geometric_mean(drawn: tuple[str, dict[str, int]]):
    word, known = drawn
    found = CompoundSplitter(known).split(word)
    splits = list(all_splits(word, known))
    if not splits:
        assert found == (word,)
    else:
        assert found in splits
        best = max(geometric_mean(parts, known) for parts in splits)
        assert geometric_mean(found, known) == pytest.approx(best, rel=1e-9)


def test_the_examples_of_the_paper():
    assert geometric_mean(("aktion", "plan"), ACTION_PLAN) == pytest.approx(825.6, abs=0.05)
    assert geometric_mean(("aktions", "plan"), ACTION_PLAN) == pytest.approx(59.6, abs=0.05)
    assert geometric_mean(("akt", "ion", "plan"), ACTION_PLAN) == pytest.approx(54.2, abs=0.05)
    assert CompoundSplitter(ACTION_PLAN).split("Aktionsplan") == ("Aktionsplan",)
    rarer = ACTION_PLAN | {"aktionsplan": 825}
    assert CompoundSplitter(rarer).split("Aktionsplan") == ("Aktion", "Plan")
    assert CompoundSplitter(FRIDAY).split("Freitag") == ("Frei", "Tag")


def test_a_word_wins_a_tie_with_its_parts():
    assert CompoundSplitter({"abc": 7, "abcabc": 7}).split("abcabc") == ("abcabc",)
    assert CompoundSplitter({"abc": 7, "abcabc": 6}).split("abcabc") == ("abc", "abc")


def test_parts_are_written_like_the_word():
    splitter = CompoundSplitter({"haus": 5, "tür": 5})
    assert splitter.split("Haustür") == ("Haus", "Tür")
    assert splitter.split("haustür") == ("haus", "tür")
    assert splitter.split("HAUSTÜR") == ("Haus", "Tür")
    assert splitter.split("Fenster") == ("Fenster",)
    assert splitter.split("") == ("",)


def test_fillers_stand_between_parts_only():
    splitter = CompoundSplitter({"meer": 5, "boden": 5})
    assert splitter.split("Meeresboden") == ("Meer", "Boden")
    assert splitter.split("Meersboden") == ("Meer", "Boden")
    assert splitter.split("Meerbodens") == ("Meerbodens",)
    assert splitter.split("sMeerboden") == ("sMeerboden",)
    assert splitter.split("Meerssboden") == ("Meerssboden",)


def test_a_word_of_5000_letters():
    assert CompoundSplitter({"haus": 7, "aus": 3}).split("haus" * 1250) == ("haus",) * 1250
    known = {"a" * size: size for size in range(3, 31)}
    parts = CompoundSplitter(known).split("a" * 5000)
    assert "".join(parts) == "a" * 5000
    assert geometric_mean(parts[:9], known) > 29, "nearly all parts are the best one"


def test_the_shipped_frequencies():
    splitter = CompoundSplitter(shipped_frequencies())
    assert splitter.split("Wirtschaftspolitik") == ("Wirtschaft", "Politik")
    assert splitter.split("Ministerrat") == ("Minister", "Rat")
    assert splitter.split("Parlament") == ("Parlament",)


def test_lemmas_of_parts():
    splitter = CompoundSplitter({"plan": 1})
    assert splitter.lemma("Pläne") == "Plan"
    assert splitter.lemma("Besten")[0].isupper(), "though its lemma is an adjective"


def test_without_simplemma_parts_keep_their_form(monkeypatch: pytest.MonkeyPatch):
    with_lemmas = CompoundSplitter({"plan": 1}).name
    monkeypatch.setitem(sys.modules, "simplemma", None)
    lemmas.load_lemmatizer.cache_clear()
    lemmas.load_part_lemmatizer.cache_clear()
    splitter = CompoundSplitter({"plan": 1})
    monkeypatch.undo()
    lemmas.load_part_lemmatizer.cache_clear()
    assert splitter.lemma("Pläne") == "Pläne"
    assert splitter.name != with_lemmas, "the signature tells"


def test_the_name_changes_with_the_frequencies():
    one, same, other = ({"ab": 1, "cd": 2}, {"cd": 2, "ab": 1}, {"ab": 1, "cd": 3})
    assert CompoundSplitter(one).name == CompoundSplitter(same).name
    assert CompoundSplitter(one).name != CompoundSplitter(other).name


def test_loading_by_choice():
    assert load_splitter("none", "de") is None
    assert load_splitter("auto", "en") is None
    shipped = load_splitter("auto", "de")
    assert shipped is not None
    assert shipped.frequencies == shipped_frequencies()


def test_a_copy_for_another_process_splits_alike():
    splitter = CompoundSplitter(ACTION_PLAN)
    copy = pickle.loads(pickle.dumps(splitter))
    assert copy.name == splitter.name
    assert copy.split("Aktionsplan") == splitter.split("Aktionsplan")
