"""From dependencies to constituents: the way that both projections go.

1. Punctuation that nothing hangs on is set aside.
2. The rest is made one projective tree with flat coordination; the scheme mends it on the way.
3. From the bottom up, every word makes a phrase of itself and its dependents' phrases. Which one
   it is, the rules of the scheme say.
4. The tree is written out, and every punctuation mark joins the lowest phrase around it.

Any input gives one tree over all words. Nothing is recursive, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass

from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.gaps import CITATION, pair_brackets
from treescore.trees.phrases import Node, phrase
from treescore.trees.projective import join_conjuncts, join_roots, lift
from treescore.trees.sketch import OpenParse, Sketch, sketch_of
from treescore.trees.writing import write


@dataclass(frozen=True)
class Scheme:
    """What the projections differ in."""

    tags_of: Callable[[DependencyTree], Sequence[str]]
    """The tags that the rules look at, which become the terminals."""
    mark_tags: Collection[str]
    """The tags of punctuation."""
    mark_words: Collection[str]
    """Words that are punctuation, whatever their tag."""
    gaps_of: Callable[[DependencyTree, Sequence[int]], list[str]]
    """The punctuation between the words that are kept; empty where no rule looks at it."""
    mend: Callable[[OpenParse], None]
    """Changes of heads and relations before the tree is made projective."""
    subjects: Collection[str]
    """The relations of subjects, once the parse is mended."""
    settle: Callable[[OpenParse, Sequence[int]], None]
    """Changes of relations after that; the words come from the bottom up."""
    phrase_of: Callable[[Sketch, int], Node]
    """The phrase of a word whose dependents have theirs."""


def constituents(tree: DependencyTree, scheme: Scheme) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    if not tree.words:
        return NOTHING
    tags = scheme.tags_of(tree)
    kept = _words_to_attach(tree, tags, scheme)
    parse = _parse_of(tree, tags, kept, scheme.gaps_of(tree, kept))
    root = join_roots(parse.heads, parse.relations, parse.tags, scheme.mark_tags)
    scheme.mend(parse)
    join_conjuncts(parse.heads, parse.relations, scheme.subjects)
    order = lift(parse.heads)
    scheme.settle(parse, order)

    sentence = sketch_of(parse)
    nodes, phrase_of = sentence.nodes, scheme.phrase_of
    for word in order:
        nodes[word] = phrase_of(sentence, word)
    top = nodes[root]
    if not top.children:
        top = phrase("X", [top])
    citations = {start for start in parse.brackets if parse.gaps[start][-1] == CITATION}
    return write(top, tree.words, tags, kept, parse.brackets, citations)


def _words_to_attach(tree: DependencyTree, tags: Sequence[str], scheme: Scheme) -> list[int]:
    """All words but punctuation that nothing hangs on; if that leaves none, all words."""
    heads, mark_tags, mark_words = set(tree.heads), scheme.mark_tags, scheme.mark_words
    columns = zip(tree.words, tags, tree.relations, strict=True)
    kept = [
        word
        for word, (text, tag, relation) in enumerate(columns)
        if not (relation == "punct" or tag in mark_tags or text in mark_words) or word in heads
    ]
    return kept or list(range(len(tree)))


def _parse_of(
    tree: DependencyTree, tags: Sequence[str], kept: Sequence[int], gaps: list[str]
) -> OpenParse:
    position = {word: index for index, word in enumerate(kept)}
    return OpenParse(
        words=[tree.words[word].lower() for word in kept],
        tags=[tags[word] for word in kept],
        relations=[tree.relations[word] for word in kept],
        heads=[position.get(tree.heads[word], ROOT) for word in kept],
        gaps=gaps,
        brackets=pair_brackets(gaps),
    )
