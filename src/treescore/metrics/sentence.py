"""A sentence as metrics see it: its text and its parses, as dependencies or as constituents."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, cast

from treescore.errors import TreescoreError
from treescore.lexicon.tagsets import PENN_TAGS, UNIVERSAL
from treescore.trees.constituency import ConstituencyTree, drop_top, strip_functions
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import CHARNIAK, COLLINS, to_dependencies
from treescore.trees.nbest import NBest, Parses
from treescore.trees.project import project
from treescore.trees.universal import project_universal

Rules = Literal["proj", "universal"]
"""How constituents are made of dependencies: with Penn's labels, or with universal ones."""


class UnsuitableTrees(TreescoreError):
    """Trees that lack what a metric counts."""


@dataclass(frozen=True)
class Sentence:
    """A text, if it is known, with its parses: for every size that a metric asked for, a list."""

    text: str | None
    parses: Mapping[int, Parses]
    lang: str = "en"

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


def rules_for(tree: DependencyTree, lang: str) -> Rules:
    """The rules that make constituents of a tree.

    Those with Penn's labels are for English, unless it has universal tags and the name of its root
    is that of Universal Dependencies. Every tree has a root and tags: so these, and no relations
    that only some trees have, give the same for all trees of a parser or a file.
    """
    if lang != "en":
        return "universal"
    named = any(tree.relations[root] == "root" for root in tree.roots)
    return "universal" if named and _has_universal_tags(tree) else "proj"


def make_constituents(tree: DependencyTree, lang: str) -> ConstituencyTree:
    """The constituents of a dependency tree, by the rules for it."""
    if rules_for(tree, lang) == "proj":
        foreign = next((tag for tag in tree.tags if tag not in PENN_TAGS), None)
        if foreign is not None:
            raise UnsuitableTrees(
                f"constituents are made from English dependencies with Penn tags, and {foreign!r} "
                "is none; name the language if it is another (-l de, lang='de'), or choose metrics "
                "that compare dependencies"
            )
        return project(tree)
    if tree.words and not _has_universal_tags(tree):
        raise UnsuitableTrees(
            "constituents are made from dependencies with universal tags (UPOS), but these have "
            "none; add them, or choose metrics that compare dependencies"
        )
    return project_universal(tree)


def _has_universal_tags(tree: DependencyTree) -> bool:
    return not UNIVERSAL.isdisjoint(tree.upos)


def _label(parses: Parses) -> NBest[DependencyTree]:
    trees = [tree for tree in parses.trees if isinstance(tree, ConstituencyTree)]
    if not trees:
        return cast(NBest[DependencyTree], parses)
    return NBest(tuple(to_dependencies(tree, CHARNIAK) for tree in trees), parses.logprobs)
