"""What TESLA sees of a sentence: lemmas, tags, and which words are function words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress

from treescore.errors import TreescoreError
from treescore.lexicon.compounds import CompoundSplitter
from treescore.lexicon.lemmas import load_lemmatizer
from treescore.trees.dependency import DependencyTree
from treescore.trees.punctuation import is_punctuation
from treescore.trees.tagsets import universal

FUNCTION_TAGS = frozenset("ADP AUX CCONJ DET PART PRON SCONJ".split())
"""The universal tags of function words."""


@dataclass(frozen=True)
class Words:
    """The words of a sentence without punctuation; all fields run parallel."""

    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    function: tuple[bool, ...]
    positions: tuple[int, ...]
    """The tokens of the tree that they are, or are parts of."""


def lexical_words(
    tree: DependencyTree, lang: str, splitter: CompoundSplitter | None = None
) -> Words:
    """The words of a tree; with a splitter, its nouns are replaced by their parts."""
    lemmas, tags, upos = tree.lemmas, tree.tags, tree.upos
    if not (all(lemmas) and all(tags) and all(upos)):
        lemmas, tags, upos = _complete(tree, lang)
    kept = word_mask(tree.words)
    if splitter is not None:
        columns = (range(len(kept)), tree.words, lemmas, tags, upos)
        return _split(zip(*(compress(column, kept) for column in columns), strict=True), splitter)
    return Words(
        tuple(compress(lemmas, kept)),
        tuple(compress(tags, kept)),
        tuple([tag in FUNCTION_TAGS for tag in compress(upos, kept)]),
        tuple(compress(range(len(kept)), kept)),
    )


def word_mask(words: Sequence[str]) -> list[bool]:
    """For every token whether it is a word, that is has a letter or a digit."""
    return [word.isalnum() or not is_punctuation(word) for word in words]


def _complete(
    tree: DependencyTree, lang: str
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Lemmas, tags and universal tags, with those filled in that the tree lacks."""
    kept = word_mask(tree.words)
    tags = tuple(tag or other for tag, other in zip(tree.tags, tree.upos, strict=True))
    lemmas = tree.lemmas
    tagged, lemmatised = all(compress(tags, kept)), all(compress(lemmas, kept))
    if lang == "de" and not (tagged and lemmatised):
        from treescore.lexicon.hanta import german

        guessed_tags, guessed_lemmas = german().tag(tree.words)
        tags = tuple(tag or guess for tag, guess in zip(tags, guessed_tags, strict=True))
        lemmas = tuple(lemma or guess for lemma, guess in zip(lemmas, guessed_lemmas, strict=True))
    elif not tagged:
        raise TreescoreError(
            "function words are known by their part of speech, but these trees lack tags; "
            "use a parser that tags, or give trees with tags"
        )
    elif not lemmatised:
        lemmatize = load_lemmatizer(lang).lemma
        lemmas = tuple(
            lemma or (lemmatize(word).lower() if is_word else "")
            for word, lemma, is_word in zip(tree.words, lemmas, kept, strict=True)
        )
    return lemmas, tags, _universal(tree, tags, lang)


def _universal(tree: DependencyTree, tags: Iterable[str], lang: str) -> tuple[str, ...]:
    found = []
    for word, tag, upos in zip(tree.words, tags, tree.upos, strict=True):
        known = upos or universal(tag, word, lang)
        if known is None and not is_punctuation(word):
            raise TreescoreError(
                f"function words are known by their universal part of speech, but these trees "
                f"have only tags like {tag[:20]!r}; give trees with universal tags (UPOS)"
            )
        found.append(known or "")
    return tuple(found)


def _split(rows: Iterable[tuple[int, str, str, str, str]], splitter: CompoundSplitter) -> Words:
    split: list[tuple[str, str, bool, int]] = []
    for position, word, lemma, tag, upos in rows:
        parts = splitter.split(word) if upos == "NOUN" else (word,)
        if len(parts) == 1:
            split.append((lemma, tag, upos in FUNCTION_TAGS, position))
        else:
            split.extend((splitter.lemma(part), tag, False, position) for part in parts)
    return Words(*zip(*split, strict=True)) if split else Words((), (), (), ())
