"""Spelling: tokens that are no words, and are near to one.

The best witness is the reference: a word of it that the translation lacks, one slip away. English
has a second one, its lexicon: what is no word, but one slip away from a frequent word, is that
word. Capitals make names, which no lexicon knows; only the reference speaks for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from treescore.diagnosis.english import COMMONEST, LONG, Sureness, is_rare, nearest, sureness
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules.untranslated import LITTLE
from treescore.diagnosis.view import View, without_accents
from treescore.kernels.edits import distance
from treescore.kernels.near import one_letter_more, one_slip, two_exchanged
from treescore.lexicon.lexical import FUNCTION_TAGS
from treescore.lexicon.relations import related_forms
from treescore.lexicon.synonyms import load_synonyms

WEIGHT = 0.1
MIDDLING = 5
"""Letters up to which a word with another letter in the place of one may well be foreign."""
SHORTEST = 3
"""Letters of a word that is looked for in the whole reference."""
EXCHANGED_LITTLE = frozenset({("he", "the"), ("an", "and"), ("is", "his"), ("as", "was")})
"""Little words that are written for others, but never stand for them. Of other pairs of little
words, either may be meant: he and she, or and for, no and not."""
NEVER_MEANT = frozenset(
    {
        *(("re", "are"), ("ad", "had"), ("ad", "and"), ("wit", "with"), ("hat", "that")),
        *(("bee", "been"), ("ill", "will"), ("ore", "more"), ("hey", "they"), ("hen", "when")),
        *(("hen", "then"), ("ay", "may"), ("e", "be"), ("hem", "them"), ("i", "is"), ("i", "in")),
    }
)
"""Rare words for frequent ones: one neighbour that fits is enough."""
FINAL_VOWELS = ("a", "i", "o")
"""Other languages have many words of English with a vowel behind; a pen has not."""
FOREIGN_ENDINGS = (
    *("zione", "zioni", "mente", "aggio", "idad", "dad", "amos", "iendo", "ando", "ungen", "keit"),
    *("heit", "lich", "isch", "ischen", "lichen", "eux", "euse", "eurs", "aient", "owie", "ego"),
    *("ych", "ami", "enie", "anie", "ovat", "ista", "ieren", "ierte", "iert"),
)
"""Endings of other languages: what has one was not meant to be English."""
SOUNDS = (
    *(("ye", "e"), ("yo", "o"), ("ks", "x"), ("ph", "f"), ("kh", "h"), ("ou", "u"), ("oo", "u")),
    *(("y", "i"), ("j", "i"), ("w", "v"), ("c", "k"), ("q", "k"), ("z", "s"), ("ee", "i")),
)
"""Ways of writing names from other scripts that are as good as others."""
ALONE = frozenset("bcdefghjklmnpqrtuvw")
"""Letters that are no words; the others may be names of things."""


def spelling(pair: Pair) -> Iterator[Finding]:
    """Words with wrong letters."""
    words = _Words(pair)
    for word in range(len(pair.mine)):
        if word in pair.explained or not pair.mine.tree.words[word].isalpha():
            continue
        form = pair.mine.forms[word]
        if form in words.theirs or (words.english and _is_foreign(form)):
            continue
        if _is_contracted(pair.mine, word):
            continue
        meant = words.meant(word)
        if meant is not None:
            yield Finding("spelling", (word,), (meant,), WEIGHT)
        elif words.is_slip(word):
            partner = pair.alignment.forth[word]
            theirs = () if partner < 0 or partner in pair.explained_theirs else (partner,)
            yield Finding("spelling", (word,), theirs, WEIGHT)


class _Words:
    """What both sides know of words."""

    def __init__(self, pair: Pair) -> None:
        self.pair = pair
        self.english = pair.mine.lang == "en"
        self.theirs = frozenset(pair.theirs.forms)
        self.alone = [word for word in range(len(pair.theirs)) if self._is_alone(word)]
        self.first = _first_word(pair.mine)

    def _is_alone(self, word: int) -> bool:
        """Whether a word of the reference is one that the translation does not have."""
        partner = self.pair.alignment.back[word]
        if word in self.pair.explained_theirs or not self.pair.theirs.tree.words[word].isalpha():
            return False
        return partner < 0 or self.pair.mine.forms[partner] != self.pair.theirs.forms[word]

    def meant(self, word: int) -> int | None:
        """The word of the reference that a token was to be."""
        sure = self.sureness(word)
        if sure == Sureness.SURE:
            return self._between_neighbours(word)
        form, forms = self.pair.mine.forms[word], self.pair.theirs.forms
        name = self._is_name(word)
        if self._is_other_word(word):
            return self._between_neighbours(word)
        slips = 2 if sure == Sureness.UNKNOWN and len(form) >= LONG and not name else 1
        for other in self.alone:
            if len(forms[other]) < SHORTEST or name != self._is_name(other, True):
                continue
            if _near(form, forms[other], slips) and not self._same_word(word, other):
                return other
        return self._between_neighbours(word) if sure == Sureness.UNKNOWN else None

    def _is_other_word(self, word: int) -> bool:
        """Whether a token is a word, though a rare one, or letters that stand for words."""
        form, written = self.pair.mine.forms[word], self.pair.mine.tree.words[word]
        rare = self.english and bool(load_synonyms("auto", "en").of(form)) and written.islower()
        return rare or (written.isupper() and len(written) <= MIDDLING)

    def sureness(self, word: int) -> Sureness:
        """Of other languages nothing is known: then only the reference may speak."""
        form = self.pair.mine.forms[word]
        if self.english and form.isascii():
            return sureness(form)
        return Sureness.DOUBTFUL

    def is_slip(self, word: int) -> bool:
        """Whether an English token is no word, but near to a frequent one."""
        form, written = self.pair.mine.forms[word], self.pair.mine.tree.words[word]
        if not self.english:
            return False
        if len(form) == 1:
            return written in ALONE and self._among_words(word)
        if self.sureness(word) != Sureness.UNKNOWN or self._glued(word):
            return False
        if not written.islower() and not self._begins(word):
            return False
        near = nearest(form)
        if near is None or any(form == near + vowel for vowel in FINAL_VOWELS):
            return False
        if len(form) > MIDDLING or len(near) != len(form) or two_exchanged(form, near):
            return True
        return not is_rare(near, COMMONEST)

    def _begins(self, word: int) -> bool:
        """Whether a token has a capital because it is the first, and is too long for a name."""
        written = self.pair.mine.tree.words[word]
        return word == self.first and written[1:].islower() and len(written) > MIDDLING

    def _glued(self, word: int) -> bool:
        """Whether a token is part of a compound, or of something else without blanks."""
        extents = self.pair.mine.extents
        start, end = extents[word]
        around = self.pair.mine.text[max(start - 1, 0) : start] + self.pair.mine.text[end : end + 1]
        return any(sign in "-–/'’" for sign in around)  # noqa: RUF001

    def _among_words(self, word: int) -> bool:
        """Whether a token has words of small letters on both sides, and blanks between."""
        mine = self.pair.mine
        around = [at for at in (word - 1, word + 1) if 0 <= at < len(mine)]
        return len(around) == 2 and all(
            mine.tree.words[at].islower()
            and len(mine.forms[at]) > 2
            and mine.extents[max(at, word)][0] > mine.extents[min(at, word)][1]
            for at in around
        )

    def _between_neighbours(self, word: int) -> int | None:
        """The word of the reference that stands between the partners of a token's neighbours.

        There a frequent word may be a slip as well: *form* for *from*. Another letter in the place
        of one makes too many pairs that both are meant: *in* and *on*.
        """
        forth = (-1, *self.pair.alignment.forth, len(self.pair.theirs))
        before, behind = forth[word], forth[word + 2]
        little = [
            other
            for other in (before + 1, behind - 1)
            if other in self.alone
            and self.pair.theirs.tree.words[other].islower()
            and self.pair.mine.tree.words[word].islower()
            and (self.pair.mine.forms[word], self.pair.theirs.forms[other]) in NEVER_MEANT
        ]
        if little:
            return little[0]
        other = before + 1
        if behind != other + 1 or other not in self.alone or (word and before < 0):
            return None
        one, two = self.pair.mine.forms[word], self.pair.theirs.forms[other]
        if min(len(one), len(two)) + 1 < SHORTEST or self._same_word(word, other):
            return None
        exchanged = two_exchanged(one, two) and not self.pair.mine.tree.words[word].isupper()
        if not (exchanged or one_letter_more(one, two) or one_letter_more(two, one)):
            return None
        return other if exchanged or self._never_meant(word, other) else None

    def _never_meant(self, word: int, other: int) -> bool:
        mine, theirs = self.pair.mine, self.pair.theirs
        one, two = mine.tree.upos[word], theirs.tree.upos[other]
        if one in FUNCTION_TAGS and two in FUNCTION_TAGS:
            return (mine.forms[word], theirs.forms[other]) in EXCHANGED_LITTLE
        return one != two

    def _is_name(self, word: int, theirs: bool = False) -> bool:
        view = self.pair.theirs if theirs else self.pair.mine
        return word != _first_word(view) and not view.tree.words[word].islower()

    def _same_word(self, word: int, other: int) -> bool:
        """Whether two words are forms, or ways of writing, of one."""
        mine, theirs = self.pair.mine, self.pair.theirs
        one, two = mine.forms[word], theirs.forms[other]
        if mine.lemmas[word] == theirs.lemmas[other] and self.sureness(word):
            return True
        if one.removesuffix("s") == two.removesuffix("s"):
            return True
        known = self.english and sureness(two) == Sureness.SURE
        if self._is_name(word) and not known and _sounds(one) == _sounds(two):
            return True
        if without_accents(one) == without_accents(two):
            return True
        if not self.english or not self.sureness(word):
            return False
        synonyms = load_synonyms("auto", "en")
        lemmas = mine.lemmas[word], theirs.lemmas[other]
        return (
            bool(set(synonyms.of(lemmas[0])) & set(synonyms.of(lemmas[1])))
            or lemmas[1] in related_forms(lemmas[0])
            or (one.replace("is", "iz") == two.replace("is", "iz"))
        )


def _near(form: str, other: str, slips: int) -> bool:
    if abs(len(form) - len(other)) > slips:
        return False
    if one_slip(form, other):
        return not any(form == other + vowel for vowel in FINAL_VOWELS)
    if slips < 2 or len(other) < LONG or other.startswith(form):
        return False
    return form[0] == other[0] and distance(form, other) == 2


def _sounds(name: str) -> str:
    """A name as it sounds, whoever wrote it in Latin letters."""
    plain = without_accents(name)
    for written, spoken in SOUNDS:
        plain = plain.replace(written, spoken)
    return "".join(letter for letter, _ in groupby(plain))


def _is_foreign(form: str) -> bool:
    return form in LITTLE or (form.endswith(FOREIGN_ENDINGS) and not sureness(form))


def _first_word(view: View) -> int:
    return next((at for at, mark in enumerate(view.marks) if not mark), 0)


def _is_contracted(view: View, word: int) -> bool:
    """Whether a token is the first part of `won't` or `gonna`."""
    if word + 1 >= len(view) or view.extents[word][1] != view.extents[word + 1][0]:
        return False
    return any(letter.isalpha() for letter in view.forms[word + 1])
