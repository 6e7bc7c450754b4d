from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from HanTa import HanoverTagger as hanta  # type: ignore[import-untyped]
from hypothesis import given, settings
from hypothesis import strategies as st

from treescore.lexicon.hanta import MODEL, german

SENTENCES = [
    "Der alte Mann sitzt am Ufer und wartet auf seine Enkelkinder .",
    "Die Bäckereifachverkäuferinnen haben gestern nicht mehr geöffnet , weil es schneite .",
    "Das Gesehene ließ ihn das Laufen vergessen !",
    "Wer kommt denn heute mit , und wann fahrt ihr los ?",
    "2019 kostete ein Liter 1,39 € im Supermarkt um die Ecke .",
    "JA , DAS IST ALLES GROSS GESCHRIEBEN",
    "ohne jeden satzanfang und ohne großbuchstaben geht es auch",
    "Xylqz frumpelt die Wobbelkratze ` und '' schweigt .",
]
PIECES = "ver ent haus tür ung en er lich keit zu ge t s es st groß un geh kind bau -".split()
WORDS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=4).map("".join) | st.text(
    "abdeghiklnorstuzäöüß-9", min_size=1, max_size=14
)

AMBIGUOUS = "die das der zu wie als sein seit ab an aber liebe weiß alle eine ihr was um so laut"


@cache
def slow() -> Any:
    """HanTa as it is."""
    return hanta.HanoverTagger(str(MODEL))


@pytest.mark.parametrize("sentence", SENTENCES)
def test_sentences_are_tagged_as_by_hanta(sentence: str):
    words = sentence.split()
    assert german().tag_sent(words) == slow().tag_sent(words)


@settings(max_examples=30)
@given(st.lists(WORDS.flatmap(lambda word: st.sampled_from([word, word.capitalize()])), max_size=6))
def test_any_words_are_tagged_as_by_hanta(words: list[str]):
    assert german().tag_sent(words) == slow().tag_sent(words)


@given(st.lists(st.sampled_from(AMBIGUOUS.split()), min_size=8, max_size=16))
def test_ambiguous_words_are_tagged_as_by_hanta(words: list[str]):
    assert german().tag_sent(words) == slow().tag_sent(words)


@settings(max_examples=50)
@given(WORDS)
def test_words_are_analysed_as_by_hanta(word: str):
    fast = dict(german().analyze_forward(word))
    expected = dict(slow().analyze_forward(word))
    assert fast == pytest.approx(expected)
    for tag in expected:
        assert german().analyze_viterbi(word, -tag) == slow().analyze_viterbi(word, -tag)


def test_tags_are_stts():
    tags, lemmas = german().tag("Die Häuser wurden das Gesehene , das Laufen geliebt .".split())
    assert tags == "ART NN VAFIN ART NN $, ART NN VVPP $.".split()
    assert lemmas[1] == "Haus"
    assert lemmas[2] == "werden"


def test_odd_sentences():
    assert german().tag([]) == ([], [])
    tags, lemmas = german().tag(["Ein", "Haus" * 1000, "", "steht"])
    assert len(tags) == 4
    assert lemmas[1:3] == ["haus" * 1000, ""]
    assert len(german().tag(["Wobbelkratze"] * 60_000)[0]) == 60_000
