from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from scripts import build_wordnet
from treescore.lexicon import wordnet
from treescore.lexicon.relations import (
    antonyms,
    contrasts,
    hypernyms,
    related_forms,
    single_verbs,
)

DICTIONARY = Path("/usr/share/wordnet")
DATA = Path(wordnet.__file__).parent / "data"


@pytest.mark.parametrize(
    ("one", "other"), [("buy", "sell"), ("hot", "cold"), ("quickly", "slowly"), ("war", "peace")]
)
def test_opposites_hold_both_ways(one: str, other: str):
    assert other in antonyms(one)
    assert one in antonyms(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("compare", "comparison"), ("slow", "slowly"), ("decide", "decision"), ("music", "musical")],
)
def test_forms_of_one_stem_hold_both_ways(one: str, other: str):
    assert other in related_forms(one)
    assert one in related_forms(other)


def test_wider_words_are_of_the_first_senses_only():
    assert "vehicle" not in hypernyms("dog")
    assert "animal" in hypernyms("dog")
    assert "animal" in hypernyms("Dog")
    assert "dog" not in hypernyms("animal")


@pytest.mark.parametrize(("one", "other"), [("severe", "mild"), ("loud", "quiet")])
def test_contrasts_need_no_common_mention(one: str, other: str):
    assert other in contrasts(one)
    assert one in contrasts(other)
    assert other not in antonyms(one)


def test_verbs_of_two_words_have_single_ones():
    assert "abandon" in single_verbs("give", "up")
    assert "implement" in single_verbs("carry", "out")
    assert single_verbs("abandon", "up") == frozenset()


@pytest.mark.parametrize("word", ["", "of", "flibbertigibbetry", "hot dog", "! buy"])
def test_a_word_that_nothing_is_said_of_has_no_relatives(word: str):
    assert antonyms(word) == related_forms(word) == hypernyms(word) == frozenset()


def test_near_synonyms_are_no_opposites():
    assert "big" not in antonyms("large")
    assert "small" in antonyms("large")


SYNSETS = {
    "noun": (
        "00000001 04 n 02 sale 0 big_sale 0 002 + 00000003 v 0101 @ 00000002 n 0000 | a sale",
        "00000002 04 n 01 deed 0 000 | an act",
    ),
    "verb": (
        "00000003 41 v 01 sell 0 002 ! 00000004 v 0101 + 00000001 n 0102 01 + 08 00 | give away",
        "00000004 41 v 01 buy 0 001 ! 00000003 v 0101 | obtain",
    ),
    "adj": ("00000005 00 s 01 Glad(p) 0 000 | happy",),
    "adv": ("00000006 02 r 01 gladly 0 001 \\ 00000005 a 0101 | with joy",),
}
INDEX = {
    "noun": "sale n 1 2 + @ 1 1 00000001  \ndeed n 1 0 1 1 00000002  \n",
    "verb": "sell v 1 2 ! + 1 1 00000003  \nbuy v 1 1 ! 1 1 00000004  \n",
    "adj": "glad a 1 0 1 1 00000005  \n",
    "adv": "gladly r 1 0 1 1 00000006  \n",
}


def test_the_table_is_made_of_pointers_between_single_words(tmp_path: Path):
    for part, lines in SYNSETS.items():
        (tmp_path / f"data.{part}").write_text("  1 a licence  \n" + "\n".join(lines) + "\n")
    for part, line in INDEX.items():
        (tmp_path / f"index.{part}").write_text(f"  1 a licence  \n{line}")
    assert list(build_wordnet.relations(tmp_path)) == [
        "! buy sell",
        "! sell buy",
        "+ glad gladly",
        "+ gladly glad",
        "+ sale sell",
        "+ sell sale",
        "@ sale deed",
        "- buy sell",
        "- sell buy",
    ]


def test_the_shipped_table_is_that_of_the_dictionary():
    if not (DICTIONARY / "index.noun").is_file():
        pytest.skip("needs the dictionary of WordNet 3.0 in /usr/share/wordnet")
    shipped = gzip.decompress((DATA / "wordnet-3.0.relations.txt.gz").read_bytes()).decode()
    assert list(build_wordnet.relations(DICTIONARY)) == shipped.splitlines()
