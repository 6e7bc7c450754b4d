from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from treescore.io.conllu import read_conllu
from treescore.lexicon.lexical import FUNCTION_TAGS, lexical_words
from treescore.trees.tagsets import universal


def function_words(text: str, lang: str) -> list[str]:
    """The function words among `word/TAG` pairs."""
    pairs = [pair.rsplit("/", 1) for pair in text.split()]
    return [word for word, tag in pairs if universal(tag, word, lang) in FUNCTION_TAGS]


def test_penn_tags():
    text = (
        "When/WRB there/EX was/VBD all/PDT the/DT time/NN to/TO give/VB up/RP Tom/NNP 's/POS "
        "old/JJ ones/NNS ,/, we/PRP did/VBD n't/RB really/RB care/VB whose/WP$ they/PRP were/VBD"
    )
    assert function_words(text, "en") == (
        "there was all the to up 's we n't whose they were".split()
    )


def test_stts_tags():
    text = (
        "Wann/PWAV hat/VAFIN er/PPER sich/PRF zum/APPRART Lesen/NN hingesetzt/VVPP ,/$, weil/KOUS "
        "das/PDS nicht/PTKNEG so/ADV einfach/ADJD zu/PTKZU lernen/VVINF ist/VAFIN wie/KOKOM "
        "jenes/PDAT Buch/NN"
    )
    assert function_words(text, "de") == ("hat er sich zum weil das nicht zu ist wie jenes".split())


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_universal_tags_stay(lang: str):
    assert [universal(tag, "x", lang) for tag in ("ADP", "NOUN", "AUX")] == ["ADP", "NOUN", "AUX"]


def test_tags_of_other_languages_are_unknown():
    assert universal("NOM", "chien", "fr") is None


@pytest.mark.parametrize(("lang", "treebank"), [("en", "en_ewt-dev"), ("de", "de_gsd-dev")])
def test_agreement_with_treebanks(shared: Path, lang: str, treebank: str):
    """The claim of docs/lexicon.md: 98 words in 100."""
    path = shared / "data" / "treebanks" / "ud" / f"{treebank}.conllu.gz"
    if not path.is_file():
        pytest.skip(f"needs {path.name} of the development data")
    agreed = words = 0
    for sentence in read_conllu(str(path)):
        gold = lexical_words(sentence.tree, lang)
        bare = replace(sentence.tree, upos=("",) * len(sentence.tree))
        derived = lexical_words(bare, lang)
        agreed += sum(a == b for a, b in zip(gold.function, derived.function, strict=True))
        words += len(gold.function)
    assert agreed / words > 0.975
