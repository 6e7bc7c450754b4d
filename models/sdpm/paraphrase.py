"""References said in other words, by rules that keep the meaning."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from models.sdpm.edits import Means
from models.sdpm.tables import ALIKE, CONTRACTED, NUMBERS, SPELLED_OUT, SUBJECTS
from models.sdpm.words import Token, subtree, text_of, with_word

DIGITS = {word: str(number) for number, word in enumerate(NUMBERS[:12], 1)}
WORDS = {digits: word for word, digits in DIGITS.items()}


def paraphrased(tokens: Sequence[Token], random: Random, means: Means) -> list[str]:
    """Up to two texts that say the same."""
    made = [text for text in (_passive(tokens, means), _reworded(tokens, random)) if text]
    return [text for text in made if text != text_of(tokens)]


def _reworded(tokens: Sequence[Token], random: Random) -> str:
    """Contractions, numerals and a few words the other way."""
    new = list(tokens)
    for i, token in enumerate(tokens):
        if new[i] is not token:  # it is part of the word before already: *it's not*
            continue
        word = token.word.lower()
        following = tokens[i + 1].word.lower() if i + 1 < len(tokens) else ""
        if word in SPELLED_OUT and random.random() < 0.8:
            if i and not tokens[i - 1].blank:
                new[i - 1] = replace(new[i - 1], blank=True)
            new[i] = replace(token, word=SPELLED_OUT[word])
        elif f"{word} {following}" in CONTRACTED and token.blank:
            new[i] = with_word(replace(token, blank=False), CONTRACTED[f"{word} {following}"])
            new[i + 1] = replace(tokens[i + 1], word="")
        elif word in ALIKE and random.random() < 0.7:
            new[i] = with_word(token, ALIKE[word])
        elif word in DIGITS and token.tag == "CD":
            new[i] = replace(token, word=DIGITS[word])
        elif word in WORDS and token.tag == "CD":
            new[i] = replace(token, word=WORDS[word])
    return text_of(new)


def _passive(tokens: Sequence[Token], means: Means) -> str:
    """*The dog bit the man.* as *The man was bitten by the dog.*"""
    for place, token in enumerate(tokens):
        if token.relation != "ROOT" or token.tag not in ("VBD", "VBZ", "VBP"):
            continue
        children = [i for i, other in enumerate(tokens) if other.head == place]
        subject = [i for i in children if tokens[i].relation == SUBJECTS[0]]
        target = [i for i in children if tokens[i].relation == "dobj"]
        done = means.forms.form(token.lemma, "VBN")
        if len(subject) != 1 or len(target) != 1 or not done or token.lemma in ("have", "be"):
            return ""
        one, other = subtree(tokens, subject[0]), subtree(tokens, target[0])
        pronouns = tokens[subject[0]].tag == "PRP" or tokens[target[0]].tag == "PRP"
        if pronouns or one[0] != 0 or one[-1] + 1 != place or other[0] != place + 1:
            return ""
        plural = tokens[target[0]].tag in ("NNS", "NNPS")
        helper = (
            ("were" if plural else "was") if token.tag == "VBD" else ("are" if plural else "is")
        )
        first = [tokens[i] for i in other]
        first[0] = with_word(tokens[0], first[0].word)
        last = [tokens[i] for i in one]
        if not tokens[0].tag.startswith("NNP"):
            last[0] = replace(last[0], word=last[0].word[:1].lower() + last[0].word[1:])
        last[-1] = replace(last[-1], blank=tokens[other[-1]].blank)
        first[-1] = replace(first[-1], blank=True)
        middle = [Token(word, blank=True) for word in (helper, done, "by")]
        return text_of([*first, *middle, *last, *tokens[other[-1] + 1 :]])
    return ""
