"""spaCy's documents: from tokens to one unbroken sentence, and from its parse to a tree."""

from __future__ import annotations

import numpy as np
from spacy.tokens import Doc

from treescore.trees.dependency import Columns, DependencyTree, make_tree

# How spaCy's arrays write that a token starts a sentence, and that it does not (-1, unsigned).
SENTENCE_START = np.uint64(1)
NO_SENTENCE_START = np.uint64(2**64 - 1)

PLAIN = {
    "\N{LEFT DOUBLE QUOTATION MARK}": '"',
    "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
    "\N{LEFT SINGLE QUOTATION MARK}": "'",
    "\N{RIGHT SINGLE QUOTATION MARK}": "'",
    "\N{EM DASH}": "--",
    "\N{EN DASH}": "--",
    "[": "(",
    "]": ")",
}
GERMAN_QUOTES = {
    "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
    "\N{RIGHT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{LEFT-POINTING DOUBLE ANGLE QUOTATION MARK}": '"',
    "\N{SINGLE LOW-9 QUOTATION MARK}": "'",
}
TYPOGRAPHY = {"en": str.maketrans(PLAIN), "de": str.maketrans(PLAIN | GERMAN_QUOTES)}
"""By language, marks that spaCy's models hardly ever saw in training, and what they did see.

Parsing the plain forms raises the F1 of `benchmarks/projection.py` on GUM by half a point, and
gives two texts that differ in their quotation marks only the same tree.
"""
WORDS = "treescore.words"


def plain(doc: Doc, lang: str) -> Doc:
    """The document with plain quotes, dashes and brackets; it remembers the words as they were."""
    marks = TYPOGRAPHY.get(lang, {})
    text = doc.text
    if text.translate(marks) == text:
        return doc
    words = tuple([token.text for token in doc])
    typewritten = [word.translate(marks) for word in words]
    spaces = [bool(token.whitespace_) for token in doc]
    copy = Doc(doc.vocab, words=typewritten, spaces=spaces)
    for old, new in zip(doc, copy, strict=True):
        new.norm_ = old.norm_  # the tokenizer knows what n't and 'll stand for
    copy.user_data[WORDS] = words
    return copy


def unbroken(doc: Doc) -> Doc:
    """The document marked as one sentence, so that its parse is one tree."""
    if not len(doc):
        return doc
    starts = np.full((len(doc), 1), NO_SENTENCE_START)
    starts[0] = SENTENCE_START
    return doc.from_array(["SENT_START"], starts)  # type: ignore[arg-type]  # its stub wants int


def columns(doc: Doc) -> Columns:
    """Words, tags, universal tags and lemmas; a missing tag is replaced by the universal one."""
    words = tuple([token.text for token in doc])
    lemmas = tuple([token.lemma_ for token in doc])
    if WORDS in doc.user_data:
        original: tuple[str, ...] = doc.user_data[WORDS]
        # A lemma that is nothing but the plain form of a mark is the mark itself.
        lemmas = tuple(
            [
                old if lemma == new else lemma
                for old, new, lemma in zip(original, words, lemmas, strict=True)
            ]
        )
        words = original
    upos = tuple([token.pos_ for token in doc])
    tags = tuple([token.tag_ for token in doc])
    if not all(tags):
        tags = tuple([tag or universal for tag, universal in zip(tags, upos, strict=True)])
    return words, tags, upos, lemmas


def ordinary_tree(doc: Doc) -> DependencyTree:
    """The tree that spaCy's parser chose; of an empty document, an empty tree."""
    heads = tuple([token.head.i for token in doc])
    return make_tree(columns(doc), heads, tuple([token.dep_ for token in doc]))
