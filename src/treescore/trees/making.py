"""Which rules make constituents of a dependency tree."""

from __future__ import annotations

from typing import Literal

from treescore.errors import TreescoreError
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.tagsets import PENN_TAGS, UNIVERSAL

Rules = Literal["proj", "universal"]
"""How constituents are made of dependencies: with Penn's labels, or with universal ones."""


class UnsuitableTrees(TreescoreError):
    """Trees that lack what a metric counts."""


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
    # Here, as the rules are many, and the metrics few that need them.
    from treescore.trees.project import project
    from treescore.trees.universal import project_universal

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
