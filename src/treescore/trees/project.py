"""From English dependencies to constituents like those of the Penn Treebank.

`project` takes a dependency parse with Penn tags and ClearNLP relations (spaCy's English scheme);
its trees have no function tags and no traces. `projection` is the way it goes, `repairs` mends
some errors of parsers, and the rules are in `project_rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.gaps import BRACKETS, MARKS, penn_gaps
from treescore.trees.project_rules import phrase_of
from treescore.trees.project_words import SUBJECTS
from treescore.trees.projection import Scheme, constituents
from treescore.trees.repairs import repair
from treescore.trees.sketch import OpenParse


def project(tree: DependencyTree) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    return constituents(tree, ENGLISH)


def _keep(_: OpenParse, __: Sequence[int]) -> None:
    """ClearNLP's relations stay as they are."""


ENGLISH = Scheme(
    tags_of=attrgetter("tags"),
    mark_tags=MARKS,
    mark_words=BRACKETS,
    gaps_of=penn_gaps,
    mend=repair,
    subjects=SUBJECTS,
    settle=_keep,
    phrase_of=phrase_of,
)
