"""The rules of the projection: which phrase a word makes of itself and its dependents."""

from __future__ import annotations

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase
from treescore.trees.project_clauses import Clauses
from treescore.trees.project_nouns import NounPhrases
from treescore.trees.project_sentence import KINDS, PRENOMINAL

NOMINAL = frozenset(
    {"nsubj", "nsubjpass", "dobj", "iobj", "dative", "pobj", "attr", "appos", "npadvmod"}
)
WITHOUT_PHRASE = frozenset({"aux", "auxpass", "mark", "cc", "case", "preconj"})
NEGATIONS = frozenset({"not", "n't", "n\N{RIGHT SINGLE QUOTATION MARK}t"})


class Projector(NounPhrases, Clauses):
    """The phrases of one sentence; `build` them from the bottom up."""

    def build(self, word: int) -> None:
        """Make the phrase of a word whose dependents have theirs."""
        relation = self.relations[word]
        if relation in WITHOUT_PHRASE or self.words[word] in NEGATIONS:
            node = self.function_word(word)
        elif relation == "prt":
            node = self.simple(word, "PRT")
        elif self.clausal[word] and self.roles[word] not in PRENOMINAL:
            node = self.clause(word)
        elif self.is_relative_that(word):
            node = Node("WHNP", [self.nodes[word]], word, word)
        else:
            node = self.by_kind(word)
        if relation == "oprd" and node.label in ("NP", "ADJP"):
            node = phrase("S", [node])  # a small clause: named (S (NP director))
        elif relation == "parataxis" and self.is_set_off(node):
            node = phrase("PRN", [node])
        self.nodes[word] = node

    def by_kind(self, word: int) -> Node:
        match KINDS.get(self.tags[word]):
            case "verb":
                return self.verb(word)
            case "noun":
                return self.noun(word)
            case "adjective":
                return self.adjective(word)
            case "adverb":
                return self.adverb(word)
            case "preposition":
                return self.preposition(word)
            case "interjection":
                return self.simple(word, "INTJ")
            case "particle":
                return self.simple(word, "PRT")
            case _:
                return self.simple(word, "X")

    def is_relative_that(self, word: int) -> bool:
        """Whether it is the "that" of "all that we saw"; taggers often take it for the other."""
        return (
            self.words[word] == "that"
            and self.tags[word] == "IN"
            and word < self.heads[word]
            and self.relations[word] not in PRENOMINAL
            and not self.left[word]
            and not self.right[word]
        )

    # Phrases of one kind of word each

    def function_word(self, word: int) -> Node:
        if not self.left[word] and not self.right[word]:
            return self.nodes[word]
        return self.simple(word, "CONJP" if self.relations[word] in ("cc", "preconj") else SPLICE)

    def verb(self, word: int) -> Node:
        role = self.roles[word]
        if role in PRENOMINAL or (role == "acomp" and self.tags[word] in ("VBN", "VBG")):
            return self.simple(word, "ADJP")
        if role == "ROOT" and {self.relations[d] for d in self.right[word]} == {"nummod"}:
            return self.noun(word)  # "Figure 5", which taggers take for an order
        if role == "prep":  # "including", "according"
            return self.preposition(word)
        if self.tags[word] == "VBG" and self.determined[word]:
            return self.noun(word)
        return self.clause(word)

    def adjective(self, word: int) -> Node:
        if self.roles[word] in NOMINAL or self.determined[word]:
            return self.noun(word)
        label = "ADVP" if self.roles[word] == "advmod" else "ADJP"
        return self.simple(word, "WH" + label if self.has_wh(word) else label)

    def adverb(self, word: int) -> Node:
        if self.tags[word] == "WRB" or self.has_wh(word):
            return self.simple(word, "WHADVP")
        return self.simple(word, "NP" if self.roles[word] in ("pobj", "pcomp") else "ADVP")

    def preposition(self, word: int) -> Node:
        layer = Layer("PP")
        if self.words[word] == "in" and (purpose := self.purpose(word)):
            return purpose
        if self.tags[word] == "TO" and self.roles[word] in ("xcomp", "ccomp", "advcl", "acl"):
            return phrase("S", [self.simple(word, "VP")])  # "I want to"
        for d in self.left[word]:
            node = self.nodes[d]
            layer.left.append(node if node.label == "ADVP" else bare(node))
        self.add_right(word, [layer], [0] * len(self.right[word]))
        right = layer.right
        if any(node.label == "WHNP" for node in right):
            layer.label = "WHPP"
        if layer.conjuncts_from < 0:  # "due to it": a preposition of two words
            right[:-1] = [bare(node) if node.label == "PP" else node for node in right[:-1]]
        if len(right) == 2 and not layer.left:
            labels = [node.label for node in right]
            if self.words[word] == "from" and labels == ["NP", "PP"]:  # "from dawn to dusk"
                return phrase("PP", [phrase("PP", [self.nodes[word], right[0]]), right[1]])
            other = right[1]
            if layer.conjuncts_from == 0 and other.label == "PP" and not other.children[0].children:
                # "for or against it": the object is shared
                return phrase("PP", [self.nodes[word], right[0], *other.children])
        return layer.close(self.nodes[word])

    def purpose(self, word: int) -> Node | None:
        """The whole of "in order to": (SBAR (IN in) (NN order) (S to help))."""
        if self.left[word] or [self.words[d] for d in self.right[word]] != ["order"]:
            return None
        order = self.nodes[self.right[word][0]]
        if [child.label for child in order.children] != ["NN", "S"]:
            return None
        return phrase("SBAR", [self.nodes[word], *order.children])
