"""Words of a parsed text with the blanks between them, and what can take a word's place."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random

from treescore.lexicon.synonyms import Synonyms, load_synonyms
from treescore.trees.dependency import DependencyTree


@dataclass(frozen=True)
class Token:
    """A word as it stands in a text."""

    word: str
    blank: bool
    """Whether a blank follows."""
    tag: str = ""
    lemma: str = ""
    relation: str = ""
    head: int = -1


def tokens_of(text: str, tree: DependencyTree) -> list[Token]:
    """The words of a text, in their places."""
    text = " ".join(text.split())
    found: list[Token] = []
    at = 0
    for number, word in enumerate(tree.words):
        at = text.index(word, at) + len(word)
        found.append(
            Token(
                word,
                text[at : at + 1] == " ",
                tree.tags[number],
                tree.lemmas[number],
                tree.relations[number],
                tree.heads[number],
            )
        )
    return found


def text_of(tokens: Sequence[Token]) -> str:
    """The text again."""
    return " ".join("".join(t.word + " " * t.blank for t in tokens).split())


def subtree(tokens: Sequence[Token], top: int) -> list[int]:
    """A word and all that hang on it, in order."""
    inside = {top}
    for _ in tokens:
        more = {i for i, token in enumerate(tokens) if token.head in inside} - inside
        if not more:
            break
        inside |= more
    return sorted(inside)


def with_word(token: Token, word: str) -> Token:
    """Another word in a word's place, with its capital."""
    if token.word[:1].isupper() and not word[:1].isupper():
        word = word[:1].upper() + word[1:]
    return replace(token, word=word)


class Forms:
    """What a corpus has of forms: those of each lemma, and words that are used alike."""

    def __init__(self, sentences: Iterable[Sequence[Token]]) -> None:
        self._forms: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
        self._tags: dict[str, Counter[str]] = defaultdict(Counter)
        self._stems: dict[str, set[str]] = defaultdict(set)
        for sentence in sentences:
            for token in sentence:
                word = token.word if token.tag.startswith("NNP") else token.word.lower()
                if word.isalpha():
                    self._forms[token.lemma.lower(), token.tag][word] += 1
                    self._tags[token.tag][word] += 1
        for tag in ("NN", "NNS", "VB", "VBG", "VBN", "JJ", "RB"):
            for word in self.frequent(tag):
                if len(word) > 4:
                    self._stems[word[:5]].add(word)

    def form(self, lemma: str, tag: str) -> str:
        """The usual form of a lemma; empty if it never came."""
        forms = self._forms.get((lemma.lower(), tag))
        return forms.most_common(1)[0][0] if forms else ""

    def frequent(self, tag: str, least: int = 3) -> list[str]:
        """The words of a tag that came so often at least, each once."""
        return [word for word, count in self._tags[tag].items() if count >= least]

    @cached_property
    def _drawn(self) -> dict[str, list[str]]:
        return {tag: self.frequent(tag) for tag in self._tags}

    def another(self, tag: str, random: Random) -> str:
        """Any word of a tag."""
        words = self._drawn.get(tag)
        return random.choice(words) if words else ""

    def cousins(self, word: str) -> list[str]:
        """Words that begin alike: *compare* for *comparison*."""
        return sorted(self._stems.get(word.lower()[:5], set()) - {word.lower()})


class Thesaurus:
    """Synonyms by word."""

    def __init__(self) -> None:
        self._synonyms: Synonyms = load_synonyms("auto", "en")
        self._members: dict[int, list[str]] = defaultdict(list)
        for word, synsets in self._synonyms.synsets.items():
            for synset in synsets:
                self._members[synset].append(word)

    def of(self, lemma: str) -> set[str]:
        """All that share a meaning with a lemma, the lemma too."""
        return {word for synset in self._synonyms.of(lemma) for word in self._members[synset]} | {
            lemma.lower()
        }
