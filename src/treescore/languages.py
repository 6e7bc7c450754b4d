"""The codes of languages: alone, with a country, or as a pair of languages."""

from __future__ import annotations

import re

from treescore.errors import UsageError

ENCODING = re.compile(r"[.@].*")
"""What a system's locale may have at its end, like de_DE.UTF-8."""
LANGUAGES = frozenset(
    "af am ar az be bg bn bs ca cs cy da de el en eo es et eu fa fi fr ga gl gu ha he hi hr hu hy "
    "id ig is it ja jv ka kk km kn ko ku ky lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl ps "
    "pt ro ru si sk sl so sq sr sv sw ta te th tl tr uk ur uz vi xh yi yo zh zu".split()
)
"""Languages that texts are often translated into."""
NO_COUNTRIES = frozenset(
    "cs da el en eo eu fa ha he hi ig ja jv ka kk km ko ku lo nb nn sq sw ta te ur vi xh yi yo "
    "zh zu".split()
)
"""Those of them that are no country's code."""
SPOKEN = {
    "am": "hy",
    "ar": "es",
    "be": "de fr nl",
    "ca": "en fr",
    "cy": "el tr",
    "es": "ca eu gl",
    "et": "am",
    "fi": "sv",
    "ga": "fr",
    "mk": "sq",
    "ml": "fr",
    "mt": "en",
    "my": "en ms ta zh",
    "ne": "fr",
    "no": "nb nn",
    "ps": "ar",
    "si": "sl",
    "uk": "en",
}
"""Countries whose code is also a language's, and what is spoken there: es-ar may mean two things.

UK is no country's code, but many take it for one.
"""


def language(code: str) -> str:
    """The language of a code, in small letters: of a pair the target, else without the country.

    It is de for DE, de-AT and en-de; a code that can be read in two ways is refused.
    """
    text = ENCODING.sub("", str(code).strip())
    source, _, target = text.partition("-")
    if "_" in text and target:  # a pair whose languages have countries: en-de_DE, en_US-de_DE
        is_language = target.partition("_")[0].lower() in LANGUAGES
        text = target if is_language else source  # unless it is a script: zh-Hans_CN
    parts = re.split("[-_]", text)
    if not _is_code(parts[0]) or sum(len(part) == 2 for part in parts) > 2:
        raise UsageError(
            f"the language {str(code)[:40]!r}: expected a code of two or three letters, "
            "like en or de; of a pair like de-en, the target counts"
        )
    return _of_two(*parts) if len(parts) == 2 else parts[0].lower()


def target_of(pair: str) -> str:
    """The language that a pair like de-en translates into."""
    return language(pair.rpartition("-")[2])


def _is_code(text: str) -> bool:
    return text.isascii() and text.isalpha() and len(text) in (2, 3)


def _of_two(first: str, second: str) -> str:
    """The language where a country, a script or another language follows."""
    lang, other = first.lower(), second.lower()
    if len(other) == 3 and _is_code(other):  # no country has three letters here: deu-eng
        return other
    if other not in LANGUAGES or other == lang:
        return lang
    if other in NO_COUNTRIES:
        return other
    if second.isupper() and not first.isupper():  # as countries are written: de-BE
        return lang
    if lang in SPOKEN.get(other, "").split():
        raise UsageError(
            f"the language {first}-{second}: is it {lang} as in {other.upper()}, or a pair with "
            f"the target {other}? Give {lang} or {other}"
        )
    return other
