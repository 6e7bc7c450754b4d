from __future__ import annotations

import csv
import gzip
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest

from treescore.text.written_in import describe, looks_like, name_of

DEMO = files("treescore") / "data" / "demo"
RUSSIAN = ["Он сказал, что это не так, как они думали, но мы уже были там, и она тоже."]
CHINESE = ["我们昨天在公园里看到了那条狗。它很高兴。一直跑来跑去。"]
JAPANESE = ["昨日、公園でその犬を見ました。とても楽しそうに走っていました。"]
GREEK = ["Ο σκύλος δεν ήθελε να γυρίσει στο σπίτι του."]  # noqa: RUF001
FRENCH = ["Le chien n'est pas dans le jardin, mais il était avec nous dans la maison."]
DANISH = ["Han var ikke her, men vi kan også se at det er for dem om de har det."]


def sample(lang: str, name: str) -> list[str]:
    return (DEMO / lang / f"{name}.txt").read_text(encoding="utf-8").splitlines()


@pytest.mark.parametrize("name", ["ref1", "ref2", "fluent", "literal", "truncated", "salad"])
def test_the_bundled_samples_are_what_they_are(name: str):
    for lang, other in (("en", "de"), ("de", "en")):
        assert looks_like(sample(lang, name), lang) == ()
        assert looks_like(sample(lang, name), other) == (lang,)


@pytest.mark.parametrize(
    ("texts", "lang"),
    [(RUSSIAN, "ru"), (CHINESE, "zh"), (JAPANESE, "ja"), (GREEK, "el"), (FRENCH, "fr")],
)
def test_a_sentence_may_be_enough(texts: list[str], lang: str):
    assert looks_like(texts, lang) == ()
    for other in {"en", "de", "ru", "zh", "ar"} - {lang}:
        assert looks_like(texts, other) == (lang,)


def test_languages_that_are_hard_to_tell_apart_are_both_named():
    assert looks_like(DANISH, "en") == ("da", "nb")
    assert describe(("da", "nb")) == "Danish (da) or Norwegian (nb)"
    assert looks_like(DANISH, "no") == looks_like(DANISH, "nn") == ()


def test_a_script_of_several_languages_is_named_itself():
    serbian = ["Пас је био веома срећан и трчао је по врту цео дан."]  # noqa: RUF001
    assert looks_like(serbian, "sr") == ()
    assert looks_like(serbian, "en") == ("Cyrillic",)
    assert describe(("Cyrillic",)) == "a language in Cyrillic letters"
    assert looks_like(CHINESE * 4, "ja") == ("zh",), "there would be kana"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Der Spiegel",
        "Die Hard",
        "Oh la la, c'est la vie.",
        "12.5 % 2019-04-01 https://example.org/a/de/la",
        "u/eins, u/zwei, u/drei, u/vier, u/sechs, u/sieben und u/acht",
        "New York, Los Angeles, San Francisco, El Paso, La Jolla, Las Vegas",
        "a a a a a a a a a a a a a a a a",
        "日本 ок",
    ],
)
def test_little_and_odd_text_tells_nothing(text: str):
    for lang in ("en", "de", "is"):
        assert looks_like([text], lang) == ()


def test_of_a_language_that_is_unknown_only_what_is_clear_is_told():
    assert looks_like(sample("en", "ref1"), "sw") == ("en",)
    assert looks_like(["Hundurinn er í garðinum og hann vill ekki koma inn til mín."], "is") == ()
    assert name_of("is") == "is"
    assert name_of("de") == "German (de)"


def test_only_so_much_is_looked_at():
    english = sample("en", "ref1") * 4
    assert looks_like((*english[:200], *["x"] * 10**6), "de") == ("en",)


def test_real_sets_look_like_their_languages(shared: Path):
    """The references and translations of every set; with another language, each is told."""
    tables = sorted((shared / "data" / "judgements").glob("*.segs.tsv.gz"))
    assert tables
    for path in tables:
        lang = path.name.split(".")[1].partition("-")[2]
        with gzip.open(path, "rt", encoding="utf-8") as stream:
            rows = list(islice(csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE), 100))
        for column in ("ref", "hyp", "post_edit"):
            texts = [row[column] for row in rows if row[column]]
            if texts:
                assert looks_like(texts, lang) == (), (path.name, column)
                for other in ("de" if lang == "en" else "en",):
                    assert looks_like(texts, other) == (lang,), (path.name, column, other)
