"""A sentence as metrics see it: its text, its parses and the vectors of its words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, cast

from treescore.parsing.tokens import english_words
from treescore.trees.constituency import ConstituencyTree, drop_top, strip_functions
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import CHARNIAK, COLLINS, to_dependencies
from treescore.trees.making import make_constituents
from treescore.trees.nbest import NBest, Parses

if TYPE_CHECKING:
    from treescore.encoder.encoder import Source, Words
    from treescore.encoder.vectors import WordVectors


@dataclass(frozen=True)
class Sentence:
    """A text, if it is known, with its parses: for every size that a metric asked for, a list."""

    text: str | None
    parses: Mapping[int, Parses]
    lang: str = "en"
    vectors: dict[Source, WordVectors] = field(default_factory=dict, compare=False)
    """Of its words, for every source of words that a metric asked for."""

    def __getstate__(self) -> dict[str, object]:
        """For another process: all but the vectors, which are large and have done their work."""
        return {**self.__dict__, "vectors": {}}

    def words(self, source: Source) -> Words:
        """The tokens of the best tree, or those of the text alone."""
        if source == "trees":
            return self.labelled_dependencies(1).best.words
        return english_words(self.text or "")

    @cached_property
    def dependency(self) -> DependencyTree:
        """The parser's tree, or the one that Collins' head rules make of its constituents."""
        tree = self.parses[1].best
        return tree if isinstance(tree, DependencyTree) else to_dependencies(tree, COLLINS)

    @cached_property
    def constituency(self) -> ConstituencyTree:
        """The parser's tree without its top and function tags, or one made of dependencies."""
        tree = self.parses[1].best
        if isinstance(tree, ConstituencyTree):
            return strip_functions(drop_top(tree))
        return make_constituents(tree, self.lang)

    def labelled_dependencies(self, nbest: int) -> NBest[DependencyTree]:
        """The parser's trees with its relations, or those that Charniak's head rules make."""
        if nbest not in self._labelled:
            self._labelled[nbest] = _label(self.parses[nbest])
        return self._labelled[nbest]

    @cached_property
    def _labelled(self) -> dict[int, NBest[DependencyTree]]:
        return {}


def _label(parses: Parses) -> NBest[DependencyTree]:
    trees = [tree for tree in parses.trees if isinstance(tree, ConstituencyTree)]
    if not trees:
        return cast(NBest[DependencyTree], parses)
    return NBest(tuple(to_dependencies(tree, CHARNIAK) for tree in trees), parses.logprobs)
