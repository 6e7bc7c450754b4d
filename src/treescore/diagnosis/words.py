"""Which words and patterns of a reference a translation has, as small counts that add up.

Words go by their lemmas. The first occurrence of a lemma on one side answers the first on the
other, and so on: a word is found if it has such a counterpart, wherever that stands. What is
counted of it goes by what it is on its own side.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT, DependencyTree

LENGTHS = (1, 11, 21, 31, 41)
DEPTHS = (1, 4, 6, 8)
DISTANCES = (1, 2, 3, 6, 11)
"""Where classes begin."""

Key = tuple[str, str]
"""A way to divide words or a kind of pattern, and a class or the pattern."""
Cell = tuple[int, int, int, int]
"""Words of the translation that are found, all of its words, the same of the reference."""


@dataclass(frozen=True)
class Found:
    """What a translation has of a segment's reference."""

    words: dict[Key, Cell]
    """By relation, tag, constituent, length, depth, distance, and by the word itself."""
    patterns: Counter[Key]
    """Arcs and subtrees of the reference that the translation has."""


def find_words(hypothesis: Sentence, references: Sequence[Sentence]) -> Found:
    """What a translation has of the reference of which it has most."""
    mine = hypothesis.labelled_dependencies(1).best
    nearest = max(references, key=lambda each: _likeness(mine, each.labelled_dependencies(1).best))
    theirs = nearest.labelled_dependencies(1).best
    found, answered = _matched(lemmas(mine), lemmas(theirs))
    common = {"length": class_of(len(theirs), LENGTHS), "depth": class_of(_depth(theirs), DEPTHS)}
    words: dict[Key, list[int]] = {}
    for place, sentence, tree, hits in (
        (0, hypothesis, mine, found),
        (2, nearest, theirs, answered),
    ):
        for keys, hit in zip(_classes(sentence, tree), hits, strict=True):
            for key in (*keys, *common.items()):
                cell = words.setdefault(key, [0, 0, 0, 0])
                cell[place] += hit
                cell[place + 1] += 1
    return Found(
        {key: (cell[0], cell[1], cell[2], cell[3]) for key, cell in words.items()},
        _patterns(mine) & _patterns(theirs),
    )


def lemmas(tree: DependencyTree) -> list[str]:
    """What words are compared by: lemmas in small letters, or the words where there are none."""
    pairs = zip(tree.lemmas, tree.words, strict=True)
    return [(lemma if lemma.strip("_ ") else word).lower() for lemma, word in pairs]


def _likeness(one: DependencyTree, other: DependencyTree) -> float:
    """The F1 of lemmas; 1 for two empty trees."""
    total = len(one) + len(other)
    return 2 * (Counter(lemmas(one)) & Counter(lemmas(other))).total() / total if total else 1.0


def _matched(mine: Sequence[str], theirs: Sequence[str]) -> tuple[list[bool], list[bool]]:
    """Which words have a counterpart, on both sides."""
    common = Counter(mine) & Counter(theirs)
    return _first(mine, common), _first(theirs, common)


def _first(words: Iterable[str], common: Counter[str]) -> list[bool]:
    left = common.copy()
    hits = []
    for word in words:
        hits.append(left[word] > 0)
        left[word] -= 1
    return hits


def _classes(sentence: Sentence, tree: DependencyTree) -> list[list[Key]]:
    """For every word the classes that it is in."""
    phrases = _phrases(sentence)
    found: list[list[Key]] = []
    for place, (lemma, head) in enumerate(zip(lemmas(tree), tree.heads, strict=True)):
        far = "root" if head == ROOT else class_of(abs(place - head), DISTANCES)
        keys = [
            ("relation", tree.relations[place]),
            ("tag", tree.upos[place] or tree.tags[place]),
            ("distance", far),
            ("word", lemma),
        ]
        if len(phrases) == len(tree):  # rules that make constituents may leave words out
            keys.append(("constituent", phrases[place]))
        found.append(keys)
    return found


def _phrases(sentence: Sentence) -> list[str]:
    """For every word the smallest constituent around it."""
    tree = sentence.constituency
    return [tree.labels[max(tree.parents[leaf], 0)] for leaf in tree.leaves]


def _depth(tree: DependencyTree) -> int:
    """How many words are on the longest way from a root to a word."""
    depths: dict[int, int] = {ROOT: 0}
    for start in range(len(tree)):
        way = []
        word = start
        while word not in depths:
            way.append(word)
            word = tree.heads[word]
        for each in reversed(way):
            depths[each] = depths[tree.heads[each]] + 1
    return max(depths.values())


def class_of(number: int, starts: Sequence[int]) -> str:
    """The class of a number, as `3-5` or `11+`; what is below all is in the first."""
    place = max(bisect_right(starts, number) - 1, 0)
    if place == len(starts) - 1:
        return f"{starts[place]}+"
    first, last = starts[place], starts[place + 1] - 1
    return str(first) if first == last else f"{first}-{last}"


def _patterns(tree: DependencyTree) -> Counter[Key]:
    """Labelled arcs between lemmas, and words with their dependents as tags, marks left out."""
    names = lemmas(tree)
    found: Counter[Key] = Counter()
    children: dict[int, list[int]] = {}
    for word, head in enumerate(tree.heads):
        if head != ROOT and tree.upos[word] != "PUNCT":
            found["arc", f"{names[head]} -{tree.relations[word]}-> {names[word]}"] += 1
            children.setdefault(head, []).append(word)
    for head, words in children.items():
        tags = [tree.upos[word] or tree.tags[word] for word in words]
        before = sum(word < head for word in words)
        shape = " ".join((*tags[:before], "_", *tags[before:]))
        found["subtree", f"{tree.upos[head] or tree.tags[head]}({shape})"] += 1
    return found
