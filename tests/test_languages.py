from __future__ import annotations

import pytest

from treescore.errors import UsageError
from treescore.languages import LANGUAGES, NO_COUNTRIES, SPOKEN, language, target_of


@pytest.mark.parametrize(
    "code",
    ["de", "DE", "de-AT", "de_DE.UTF-8", " De-CH ", "de-de", "de-at", "de-BE", "de-1996"],
)
def test_a_country_is_no_other_language(code: str):
    assert language(code) == "de"


@pytest.mark.parametrize(
    "code",
    ["en-de", "en_de", "EN-DE", "cs-de", "en-de_DE", "en_US-de_AT", "zh_CN-de", "ca-de"],
)
def test_of_a_pair_the_target_counts(code: str):
    assert language(code) == "de"


@pytest.mark.parametrize(
    ("code", "lang"),
    [
        ("de-en", "en"),
        ("de-EN", "en"),
        ("de_en", "en"),
        ("zh-en", "en"),
        ("en-zh", "zh"),
        ("en-uk_UA", "uk"),
        ("deu-eng", "eng"),
        ("pt-br", "pt"),
        ("zh-tw", "zh"),
        ("zh-Hans", "zh"),
        ("zh-Hans_CN", "zh"),
        ("zh-Hans-CN", "zh"),
        ("fr-CA", "fr"),
        ("en-us", "en"),
        ("en-GB", "en"),
    ],
)
def test_pairs_and_countries_are_told_apart(code: str, lang: str):
    assert language(code) == lang


@pytest.mark.parametrize(
    ("code", "answer"),
    [("es-ar", "Give es or ar"), ("fr-ca", "Give fr or ca"), ("EN_UK", "Give en or uk")],
)
def test_what_can_be_read_in_two_ways_is_refused(code: str, answer: str):
    with pytest.raises(UsageError, match=answer):
        language(code)


@pytest.mark.parametrize(
    "code", ["German", "", "d", "d3", "-", "../de", None, "p", "de>en", "zh-cn-en"]
)
def test_what_is_no_code_is_refused(code: str):
    with pytest.raises(UsageError, match="two or three letters, like en or de"):
        language(code)


def test_the_target_of_a_pair_may_have_a_country():
    assert [target_of(pair) for pair in ("es-ar", "en-de", "en-pt_BR")] == ["ar", "de", "pt"]


def test_only_codes_that_mean_two_things_need_be_told_apart():
    assert LANGUAGES >= NO_COUNTRIES
    assert SPOKEN.keys() <= LANGUAGES - NO_COUNTRIES
    assert {lang for langs in SPOKEN.values() for lang in langs.split()} <= LANGUAGES
