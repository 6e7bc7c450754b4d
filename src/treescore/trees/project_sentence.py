"""A sentence on its way to constituents: what all rules look at, and what all of them do."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.phrases import Layer, Node, bare

# Relations
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
AUXILIARIES = frozenset({"aux", "auxpass"})
CLAUSAL = SUBJECTS | AUXILIARIES
"""A word with such a dependent heads a clause, whatever its tag."""
PRENOMINAL = frozenset({"amod", "compound", "nmod", "det", "predet", "nummod", "quantmod", "poss"})
DETERMINERS = frozenset({"det", "poss"})
COMPARISON = frozenset({"advcl", "xcomp", "ccomp"})

# Tags
PROPER = frozenset({"NNP", "NNPS"})
WH = frozenset({"WRB", "WDT", "WP", "WP$"})
KINDS = {
    tag: kind
    for kind, tags in {
        "verb": "VB VBD VBG VBN VBP VBZ MD",
        "noun": "NN NNS NNP NNPS PRP PRP$ DT PDT WDT WP WP$ EX CD $ # FW ADD POS LS SYM GW AFX",
        "adjective": "JJ JJR JJS",
        "adverb": "RB RBR RBS WRB",
        "preposition": "IN TO",
        "interjection": "UH",
        "particle": "RP",
    }.items()
    for tag in tags.split()
}
"""What a word heads, by its tag; other tags head an X."""

# Words
DEGREE = frozenset({"as", "so", "too", "more", "less", "enough", "such"})
"""Words that call for a comparison or a consequence."""

HYPHEN = "~"
"""Stands for one in a gap, so that dashes differ."""


class Sentence:
    """Words with their dependents, and the phrases that they have so far.

    `gaps` has for every word the punctuation before it, and at the end that after the last word.
    """

    def __init__(
        self,
        words: Sequence[str],
        tags: Sequence[str],
        relations: Sequence[str],
        heads: Sequence[int],
        gaps: Sequence[str],
    ) -> None:
        size = len(words)
        self.words = words
        self.tags = tags
        self.relations = relations
        self.heads = heads
        self.gaps = gaps
        self.nodes = [Node(tag, [], word, word) for word, tag in enumerate(tags)]
        self.left: list[list[int]] = [[] for _ in range(size)]  # dependents, nearest first
        self.right: list[list[int]] = [[] for _ in range(size)]
        self.roles = list(relations)  # the relation, for a conjunct that of the first one
        self.clausal = [False] * size
        self.determined = [False] * size
        for word in range(size):
            head, relation = heads[word], relations[word]
            if head < 0:
                continue
            if head < word:
                self.right[head].append(word)
                if relation == "conj":
                    self.roles[word] = self.roles[head]
            else:
                self.left[head].insert(0, word)
                if relation in DETERMINERS:
                    self.determined[head] = True
            if relation in CLAUSAL:
                self.clausal[head] = True

    def simple(self, word: int, label: str) -> Node:
        """A phrase in which single words stand without phrases of their own.

        What a degree calls for stands outside: "(ADJP (ADJP too late) (S to help))".
        """
        words, left, right = self.words, self.left[word], self.right[word]
        if not left and not right:
            return Node(label, [self.nodes[word]], word, word)
        inner, outer = Layer(label, [bare(self.nodes[d]) for d in left]), Layer(label)
        if right:
            graded = self.tags[word] in ("JJR", "RBR") or any(
                words[d] in DEGREE for d in (*left, *right)
            )
            levels = [
                int(graded and (self.relations[d] in COMPARISON or words[d] in ("as", "than")))
                for d in right
            ]
            self.add_right(word, [inner, outer], levels)
            if inner.conjuncts_from < 0:
                inner.right = [bare(node) for node in inner.right]
        return outer.close(inner.close(self.nodes[word], shares_left=True))

    def add_right(self, word: int, layers: list[Layer], levels: list[int]) -> None:
        """Hang the dependents on the right on their layers, never lower than the one before."""
        level = 0
        conjunctions: list[Node] = []
        for d, wanted in zip(self.right[word], levels, strict=True):
            node, relation = self.nodes[d], self.relations[d]
            if relation in ("cc", "preconj"):  # goes where the next conjunct goes
                conjunctions.append(node)
                continue
            level = max(level, wanted)
            layer = layers[level]
            # A noun "coordinated" with a verb is a parser's error, and no reason for a VP.
            coordinates = relation == "conj" and (layer.label != "VP" or node.label == "VP")
            if coordinates and layer.conjuncts_from < 0:
                layer.conjuncts_from = len(layer.right)
            layer.right += conjunctions
            layer.right.append(node)
            conjunctions = []
        layers[-1].right += conjunctions

    def is_wh(self, d: int) -> bool:
        return self.nodes[d].label.startswith("WH")

    def has_wh(self, word: int) -> bool:
        return any(self.tags[d] in WH or self.is_wh(d) for d in self.left[word])

    def is_set_off(self, node: Node) -> bool:
        """Whether a mark stands before it, and a comma or dash after it."""
        return self.gaps[node.start] != "" and self.gaps[node.end + 1][:1] in (",", "-")
