"""Head rules: from constituents to dependencies.

`COLLINS` is the table of Collins (1999), used by Liu & Gildea's metrics. `CHARNIAK` is the table of
the Charniak parser with the three changes of Kahn et al. (2009), used by the DPM family:
prepositional phrases and subordinate clauses take lexical heads, and auxiliaries hang on the main
verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from treescore.trees.constituency import TOP_LABELS, ConstituencyTree, drop_top, strip_functions
from treescore.trees.dependency import ROOT, DependencyTree


class HeadRules(Protocol):
    """Says which child of a constituent is its head."""

    def head_child(self, label: str, children: Sequence[str]) -> int:
        """The index of the head among the labels of the children; there is at least one."""


def to_dependencies(tree: ConstituencyTree, rules: HeadRules) -> DependencyTree:
    """The dependency tree of a constituency tree, its arcs labelled A/B.

    B is the highest constituent that the dependent heads (its tag, if it heads none), A the parent
    of B; the root's arc is ROOT/B. Constituency trees carry no lemmas: they are left empty.
    """
    tree = _plain(tree)
    lexical_head = _lexical_heads(tree, rules)
    size = len(tree.leaves)
    heads = [ROOT] * size
    relations = [""] * size
    for node, (label, parent) in enumerate(zip(tree.labels, tree.parents, strict=True)):
        dependent = lexical_head[node]
        if dependent is None:
            continue
        if parent < 0:
            relations[dependent] = f"ROOT/{label}"
            continue
        head = lexical_head[parent]
        if head is not None and head != dependent:
            heads[dependent] = head
            relations[dependent] = f"{tree.labels[parent]}/{label}"
    nothing = ("",) * size
    return DependencyTree(
        tree.tokens, tuple(heads), tuple(relations), tree.tags, upos=nothing, lemmas=nothing
    )


def _plain(tree: ConstituencyTree) -> ConstituencyTree:
    """The tree without top and function tags; a top node that must stay has always one name."""
    plain = strip_functions(drop_top(tree))
    if plain.labels[0] not in TOP_LABELS:
        return plain
    return ConstituencyTree(("TOP", *plain.labels[1:]), plain.parents, plain.words)


def _lexical_heads(tree: ConstituencyTree, rules: HeadRules) -> list[int | None]:
    """For every node the position of its head word; None where there is no word below."""
    heads: list[int | None] = [None] * len(tree)
    for position, leaf in enumerate(tree.leaves):
        heads[leaf] = position
    # Children come after their parents, so going backwards meets every child first.
    for node in range(len(tree) - 1, -1, -1):
        children = [child for child in tree.children[node] if heads[child] is not None]
        if children:
            chosen = rules.head_child(tree.labels[node], [tree.labels[child] for child in children])
            heads[node] = heads[children[chosen]]
    return heads


def _search(children: Sequence[str], wanted: frozenset[str] | None, from_right: bool) -> int | None:
    """The first child from one end whose label is wanted; None wants any."""
    positions = range(len(children) - 1, -1, -1) if from_right else range(len(children))
    return next((i for i in positions if wanted is None or children[i] in wanted), None)


@dataclass(frozen=True)
class Collins:
    """Collins (1999): for every label an end to search from, and tags in order of priority."""

    table: dict[str, tuple[bool, tuple[str, ...]]]

    def head_child(self, label: str, children: Sequence[str]) -> int:
        is_noun = label in {"NP", "NX", "NML"}
        head = self._noun_phrase(children) if is_noun else self._by_table(label, children)
        return _before_conjunction(children, head)

    def _by_table(self, label: str, children: Sequence[str]) -> int:
        from_right, priorities = self.table.get(label, (True, ()))
        for tag in priorities:
            found = _search(children, frozenset({tag}), from_right)
            if found is not None:
                return found
        return len(children) - 1 if from_right else 0

    def _noun_phrase(self, children: Sequence[str]) -> int:
        if children[-1] == "POS":
            return len(children) - 1
        for wanted, from_right in _NOUN_PHRASE:
            found = _search(children, wanted, from_right)
            if found is not None:
                return found
        return len(children) - 1


def _before_conjunction(children: Sequence[str], head: int) -> int:
    """In a coordination what stands before the conjunction: *cats and dogs* is headed by *cats*.

    Marks before the conjunction are passed over: in *cats, and dogs* no comma is the head.
    """
    if head == 0 or children[head - 1] != "CC":
        return head
    before = (i for i in range(head - 2, -1, -1) if children[i] not in _MARKS)
    return next(before, head)


_MARKS = frozenset(", . : `` '' -LRB- -RRB-".split())
_NOUN_PHRASE = (
    (frozenset({"NN", "NNP", "NNPS", "NNS", "NX", "POS", "JJR"}), True),
    (frozenset({"NP"}), False),
    (frozenset({"$", "ADJP", "PRN"}), True),
    (frozenset({"CD"}), True),
    (frozenset({"JJ", "JJS", "RB", "QP"}), True),
)

# One label a line: the end to search from (l or r), then the tags in order of priority.
_COLLINS_TABLE = """
ADJP l NNS QP NN $ ADVP JJ VBN VBG ADJP JJR NP JJS DT FW RBR RBS SBAR RB
ADVP r RB RBR RBS FW ADVP TO CD JJR JJ IN NP JJS NN
CONJP r CC RB IN
FRAG r
INTJ l
LST r LS :
NAC l NN NNS NNP NNPS NP NAC EX $ CD QP PRP VBG JJ JJS JJR ADJP FW
PP r IN TO VBG VBN RP FW
PRN l
PRT r RP
QP l $ IN NNS NN JJ RB DT CD NCD QP JJR JJS
RRC r VP NP ADVP ADJP PP
S l TO IN VP S SBAR ADJP UCP NP
SBAR l WHNP WHPP WHADVP WHADJP IN DT S SQ SINV SBAR FRAG
SBARQ l SQ S SINV SBARQ FRAG
SINV l VBZ VBD VBP VB MD VP S SINV ADJP NP
SQ l VBZ VBD VBP VB MD VP SQ
UCP r
VP l TO VBD VBN MD VBZ VB VBG VBP AUX AUXG VP ADJP NN NNS NP
WHADJP l CC WRB JJ ADJP
WHADVP r CC WRB
WHNP l WDT WP WP$ WHADJP WHPP WHNP
WHPP r IN TO FW
"""


def _read_collins(text: str) -> dict[str, tuple[bool, tuple[str, ...]]]:
    rows = (line.split() for line in text.split("\n") if line)
    return {label: (end == "r", tuple(tags)) for label, end, *tags in rows}


@dataclass(frozen=True)
class Charniak:
    """Charniak: for every label sets of tags, each searched from one end, then the default."""

    table: dict[str, tuple[tuple[bool, frozenset[str]], ...]]
    default: tuple[tuple[bool, frozenset[str]], ...]

    def head_child(self, label: str, children: Sequence[str]) -> int:
        for from_right, wanted in self.table.get(label, ()) + self.default:
            found = _search(children, wanted, from_right)
            if found is not None:
                return found
        return len(children) - 1


# One label a line: sets of tags in brackets, each with the end to search from (l or r).
_CHARNIAK_TABLE = """
ADJP (r JJ JJR JJS)(r ADJP)(r RB VBN)
ADVP (r RB RBB)(r ADVP)
CONJP (r CONJP)
FRAG (r FRAG)
INTJ (r INTJ)
LST (r LS)(r LST)
NAC (r NN NNP NNPS NNS PRP)(r NAC)(r ADJP CD FW JJ NP)
NML (r NN NNP NNPS NNS PRP)(r NML)(r ADJP CD FW JJ NP)
NP (r $ NN NNP NNPS NNS POS PRP)(r NP)(r ADJP CD JJ NX)
NX (r NN NNP NNPS NNS PRP)(r NX)(r ADJP CD FW JJ NP)
PP (l NP ADJP)(l NN NNP NNPS NNS PRP)(r NX)(r CD FW JJ)
PRN (r PRN)
PRT (r RP)(r PRT)(r IN RB)
QP (r QP)(r $ NN)
RRC (r RRC)
S (r VP)(r S)(r SBARQ SINV X)
SBAR (r SBAR S SINV)(r VP SBARQ)
SBARQ (r SQ VP)(r SBARQ)(r S SINV X)
SINV (r VP)(r SINV)(r SBAR)
SQ (r AUX BES HVS MD)(r SQ)(r VP)
UCP (r UCP)
VP (r VP)(r VB VBD VBG VBN VBP VBZ)(l ADJP NP)(r AUX AUXG BES HVS MD TO)
WHADJP (r WRB)(r WHADJP)
WHADVP (r WRB)(r WHADVP)
WHNP (r WDT WP WP$)(r WHNP)
WHPP (r IN TO)(r WHPP)
X (r X)
"""
_CHARNIAK_DEFAULT = (
    "(r AUX AUXG BES CC CD DT EX FW HVS IN JJ JJR JJS LS MD NN NNS NNP NNPS PDT POS PRP PRP$ RB "
    "RBR RBS RP SYM TO UH VB VBD VBG VBN VBP VBZ WDT WP WP$ WRB # $)"
    "(r ADJP ADVP CONJP FRAG INTJ LST NAC NML NP NX PRN PRT QP RRC S S1 SBAR SBARQ SINV SQ UCP VP "
    "WHADJP WHADVP WHNP WHPP X)(r PP)(r . , : -RRB- -LRB- `` '' XX GW)"
)


def _read_sets(text: str) -> tuple[tuple[bool, frozenset[str]], ...]:
    sets = (group.split() for group in text.strip("()").split(")("))
    return tuple((end == "r", frozenset(tags)) for end, *tags in sets)


def _read_charniak(text: str) -> dict[str, tuple[tuple[bool, frozenset[str]], ...]]:
    rows = (line.split(" ", 1) for line in text.split("\n") if line)
    return {label: _read_sets(sets) for label, sets in rows}


COLLINS = Collins(_read_collins(_COLLINS_TABLE))
CHARNIAK = Charniak(_read_charniak(_CHARNIAK_TABLE), _read_sets(_CHARNIAK_DEFAULT))
