"""The rules for noun phrases: bases, what follows them, numbers."""

from __future__ import annotations

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase, words_of
from treescore.trees.project_sentence import HYPHEN, PRENOMINAL, PROPER, WH, Sentence

QUANTITY = frozenset({"quantmod", "compound", "nummod", "advmod"})
BASE_RIGHT = frozenset({"case", "nummod", "compound", "quantmod", "conj"})
"""What follows a noun inside of its base noun phrase: "the man 's", "page 5"."""
RANGE_GAPS = frozenset({HYPHEN, ":"})
"""What can stand between the ends of a range."""
COMPARING = frozenset({"more", "less", "fewer"})


class NounPhrases(Sentence):
    def noun(self, word: int) -> Node:
        tag, role = self.tags[word], self.roles[word]
        if tag == "CD" and role in PRENOMINAL:
            return self.number(word)
        label = "WHNP" if tag in WH or self.has_wh(word) else "NP"
        if not self.left[word] and not self.right[word]:
            return Node(label, [self.nodes[word]], word, word)
        base, outer, fragment = Layer(label), Layer(label), Layer("FRAG")
        left, right = self.left[word], self.right[word]
        both: list[Node] = []  # of "both ... and": before all conjuncts
        if left and self.relations[left[-1]] == "preconj" and self.has_conjunct(word):
            both, left = [self.nodes[left[-1]]], left[:-1]
        for d in left:
            if fragment.left or (role == "ROOT" and self.relations[d] in ("prep", "advcl", "cc")):
                fragment.left.append(self.nodes[d])
            else:
                base.left += self.premodifier(d)
        core = self.nodes[word]
        if tag == "CD":
            core = self.quantity(word, base)
        if right:
            levels = [self.noun_level(d) for d in right]
            if self.is_range(right[0]):
                self.nodes[right[0]] = bare(self.nodes[right[0]])
            elif self.is_name(right[0]):
                self.nodes[right[0]] = phrase(SPLICE, self.nodes[right[0]].children)
            self.add_right(word, [base, outer], levels)
            base.right = [bare(node) if node.label == "QP" else node for node in base.right]
        node = base.close(core, shares_left=True)
        if both:
            node = phrase(label, [*both, *node.children])
        node = outer.close(node)
        return fragment.close(node) if fragment.left else node

    def has_conjunct(self, word: int) -> bool:
        return any(self.relations[d] == "conj" for d in self.right[word])

    def noun_level(self, d: int) -> int:
        """0 inside of the base noun phrase, 1 outside: (NP (NP the man) (PP of the year))."""
        relation = self.relations[d]
        if relation in BASE_RIGHT or self.is_name(d) or self.is_range(d):
            return 0
        # The complement of a noun stays inside: (NP the plan (S to go)).
        return 0 if relation == "acl" and self.nodes[d].label in ("S", "SBAR") else 1

    def is_range(self, d: int) -> bool:
        """Whether it is the second number of "1914 - 1918"."""
        return (
            self.tags[d] == self.tags[self.heads[d]] == "CD"
            and self.heads[d] == d - 1
            and self.gaps[d] in RANGE_GAPS
        )

    def is_name(self, d: int) -> bool:
        """Whether it is the name in "the artist Paul Klee", which is no noun phrase of its own."""
        node = self.nodes[d]
        return (
            self.relations[d] == "appos"
            and not self.gaps[node.start]
            and node.start - 1 == self.heads[d]
            and not self.right[d]
            and bool(node.children)
            and all(child.label in PROPER for child in node.children)
        )

    def premodifier(self, d: int) -> list[Node]:
        """What a dependent gives to the base noun phrase on its right, from right to left."""
        node, relation = self.nodes[d], self.relations[d]
        if len(node.children) > 1:
            if self.words[d] == "%" and relation != "nummod":
                return [phrase("ADJP", node.children)]
            if relation in ("compound", "nmod") and node.label in ("NP", "QP"):
                words = words_of(node)
                hyphenated = HYPHEN in self.gaps[node.start + 1 : node.end + 1]
                nouns_only = all(word.label in ("NN", "NNS") for word in words)
                if hyphenated and self.tags[d] not in PROPER and not nouns_only:
                    return [phrase("ADJP", words)]
                return words[::-1]
        return [bare(node)]

    def number(self, word: int) -> Node:
        """A number before a noun: (QP more than 30) years, a (ADJP $ 30) ticket."""
        words = words_of(self.simple(word, "QP"))
        if words[0].label == "$" and len(words) > 1:
            return phrase("ADJP", words if len(words) == 2 else [phrase("QP", words)])
        return phrase("QP", words)

    def quantity(self, word: int, base: Layer) -> Node:
        """The core of a noun phrase that is a number: (QP about 30), but $ 30 makes no QP."""
        size = 0
        for d in self.left[word]:
            counts = self.relations[d] in QUANTITY or self.words[d] in COMPARING
            if not counts or size == len(base.left):
                break
            size += 1
        if size == 0 or (size == 1 and base.left[0].label == "$"):
            return self.nodes[word]
        words = [w for node in reversed(base.left[:size]) for w in words_of(node)]
        del base.left[:size]
        return phrase("QP", [*words, self.nodes[word]])
