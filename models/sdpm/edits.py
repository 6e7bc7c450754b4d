"""Changes of a text word by word: what all perturbations are made of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from models.sdpm.words import Forms, Token, with_word

Tokens = Sequence[Token]
Made = list[Token] | None
"""None where a change does not apply."""


class Means:
    """What perturbations draw from."""

    def __init__(self, forms: Forms, near: Mapping[str, list[str]], foreign: Sequence[str]) -> None:
        self.forms = forms
        self.near = near
        """Words that stand in the same places, but mean something else."""
        self.foreign = foreign


def pick(tokens: Tokens, random: Random, *tags: str) -> int | None:
    """The place of any word that has one of some tags."""
    places = [i for i, token in enumerate(tokens) if token.tag in tags and len(token.word) > 1]
    return random.choice(places) if places else None


def without(tokens: Tokens, places: Sequence[int]) -> Made:
    """The text without some words, the gap closed; a first word keeps its capital."""
    kept: list[Token] = []
    for place, token in enumerate(tokens):
        if place not in places:
            kept.append(token)
        elif kept:
            kept[-1] = replace(kept[-1], blank=token.blank)
    if not kept or len(kept) == len(tokens):
        return None
    if tokens[0].word[:1].isupper() and kept[0].word[:1].islower():
        first = kept[0]
        kept[0] = replace(first, word=first.word[:1].upper() + first.word[1:])
    return kept


def replaced(tokens: Tokens, place: int, *words: str) -> list[Token]:
    """Other words in a word's place."""
    first = with_word(tokens[place], words[0])
    new = [replace(first, blank=True)]
    new += [Token(word, blank=True) for word in words[1:]]
    new[-1] = replace(new[-1], blank=tokens[place].blank)
    return [*tokens[:place], *new, *tokens[place + 1 :]]


def exchanged(tokens: Tokens, one: Sequence[int], other: Sequence[int]) -> list[Token]:
    """Two parts in each other's place; a capital stays at the beginning."""
    first, second = (_moved(tokens, a, b) for a, b in ((other, one), (one, other)))
    made = [
        *tokens[: one[0]],
        *first,
        *tokens[one[-1] + 1 : other[0]],
        *second,
        *tokens[other[-1] + 1 :],
    ]
    if one[0] == 0:
        last = len(tokens) - (other[-1] + 1)
        start = len(made) - last - len(second)
        if tokens[0].tag not in ("NNP", "NNPS") and tokens[0].word != "I":
            made[start] = replace(
                made[start], word=made[start].word[:1].lower() + made[start].word[1:]
            )
        made[0] = with_word(tokens[0], made[0].word)
    return made


def _moved(tokens: Tokens, what: Sequence[int], where: Sequence[int]) -> list[Token]:
    """Some words, with the blank behind them that belongs to another place."""
    moved = [tokens[i] for i in what]
    moved[-1] = replace(moved[-1], blank=tokens[where[-1]].blank)
    return moved
