"""A sentence as rules look at it: tokens with their places in the text, and who hangs on whom."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree
from treescore.trees.punctuation import is_punctuation
from treescore.trees.tagsets import universal

if TYPE_CHECKING:
    from treescore.encoder.vectors import WordVectors

Extent = tuple[int, int]
PLAIN = str.maketrans({"ı": "i", "ł": "l", "ø": "o", "đ": "d", "ß": "ss"})  # noqa: RUF001 - meant
"""Letters that Unicode does not take apart."""

SUBJECTS = frozenset({"nsubj", "nsubjpass", "nsubj:pass", "sb"})
OBJECTS = frozenset({"dobj", "obj", "oa"})
"""Relations of subjects and of direct objects, whatever the scheme."""
SIGNS = {
    "€": "euro",
    "$": "dollar",
    "us$": "dollar",
    "£": "pound",
    "¥": "yen",
    "%": "percent",
    "&": "and",
}
"""Signs that are read as words."""
PREDICATES = frozenset("acomp attr advmod amod oprd".split())
"""Relations of what is said of the subject of a verb, or of a noun."""
CONTENT = frozenset("NOUN PROPN VERB ADJ ADV NUM".split())


@dataclass(frozen=True)
class View:
    """A text with its best tree."""

    text: str
    tree: DependencyTree
    extents: tuple[Extent, ...]
    """For every token where it stands in the text, ends exclusive."""
    vectors: WordVectors | None
    """The tokens as they are meant here."""
    alone: WordVectors | None
    """The tokens as they are understood without any others beside them."""
    lang: str

    def __len__(self) -> int:
        return len(self.tree.words)

    @cached_property
    def forms(self) -> tuple[str, ...]:
        """The tokens in small letters."""
        return tuple(word.lower() for word in self.tree.words)

    @cached_property
    def plain(self) -> tuple[str, ...]:
        """The tokens in small letters without accents, which names lose on their way."""
        return tuple(map(without_accents, self.forms))

    @cached_property
    def lemmas(self) -> tuple[str, ...]:
        """Lemmas in small letters; a token's form where the tree has none."""
        pairs = zip(self.tree.lemmas, self.forms, strict=True)
        return tuple(SIGNS.get(form) or lemma.lower() or form for lemma, form in pairs)

    @cached_property
    def marks(self) -> tuple[bool, ...]:
        """Which tokens are punctuation."""
        return tuple(is_punctuation(word) for word in self.tree.words)

    @cached_property
    def content(self) -> tuple[bool, ...]:
        """Which tokens mean something alone."""
        pairs = zip(self.tree.upos, self.marks, strict=True)
        return tuple(tag in CONTENT and not mark for tag, mark in pairs)

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For every token those that hang on it, in order."""
        found: list[list[int]] = [[] for _ in self.tree.words]
        for word, head in enumerate(self.tree.heads):
            if head >= 0:
                found[head].append(word)
        return tuple(map(tuple, found))

    def is_number(self, word: int) -> bool:
        """Whether a token is a number, in digits or in words."""
        return self.tree.upos[word] == "NUM" or self.forms[word][:1].isdigit()

    @cached_property
    def first_conjuncts(self) -> tuple[int, ...]:
        """For every token the first of those that it is joined to; itself where it is to none."""
        found = list(range(len(self)))
        waiting = [word for word, head in enumerate(self.tree.heads) if head < 0]
        while waiting:
            word = waiting.pop()
            for child in self.children[word]:
                if self.tree.relations[child] == "conj":
                    found[child] = found[word]
            waiting.extend(self.children[word])
        return tuple(found)

    def conjuncts(self, word: int) -> set[int]:
        """A token, and all that are joined to it."""
        firsts = self.first_conjuncts
        return {each for each, first in enumerate(firsts) if first == firsts[word]}

    def subtree(self, word: int) -> list[int]:
        """A token and all that hangs on it, in order."""
        found, waiting = [], [word]
        while waiting:
            each = waiting.pop()
            found.append(each)
            waiting.extend(self.children[each])
        return sorted(found)

    def extent(self, tokens: Sequence[int]) -> Extent:
        """From the first of some tokens to the last."""
        return self.extents[min(tokens)][0], self.extents[max(tokens)][1]


def without_accents(form: str) -> str:
    """A word in small letters, in the plain letters of its script."""
    if form.isascii():
        return form
    apart = unicodedata.normalize("NFKD", form.translate(PLAIN))
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


def view(sentence: Sentence) -> View:
    """What rules see of a sentence."""
    tree = _with_tags(sentence.labelled_dependencies(1).best, sentence.lang)
    text = " ".join(tree.words) if sentence.text is None else sentence.text
    vectors, alone = sentence.vectors.get("trees"), sentence.vectors.get("alone")
    return View(text, tree, find_extents(text, tree.words), vectors, alone, sentence.lang)


def _with_tags(tree: DependencyTree, lang: str) -> DependencyTree:
    """The tree with universal tags: trees made of constituents have none."""
    if all(tree.upos):
        return tree
    rows = zip(tree.upos, tree.tags, tree.words, strict=True)
    upos = tuple(known or universal(tag, word, lang) or "" for known, tag, word in rows)
    return replace(tree, upos=upos)


def find_extents(text: str, words: Sequence[str]) -> tuple[Extent, ...]:
    """Where tokens stand in their text; one that it lacks stands, without extent, where it would.

    Trees from elsewhere may write brackets and quotes otherwise than the text does.
    """
    found, at = [], 0
    for word in words:
        start = text.find(word, at)
        if start < 0:
            found.append((at, at))
        else:
            at = start + len(word)
            found.append((start, at))
    return tuple(found)
