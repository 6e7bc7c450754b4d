"""The rules of the projection: which phrase a word makes of itself and its dependents."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase, words_of

# Relations
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
AUXILIARIES = frozenset({"aux", "auxpass"})
CLAUSAL = SUBJECTS | AUXILIARIES
"""A word with such a dependent heads a clause, whatever its tag."""
OBJECTS = frozenset({"dobj", "attr", "acomp", "ccomp", "xcomp"})
NOMINAL = frozenset(
    {"nsubj", "nsubjpass", "dobj", "iobj", "dative", "pobj", "attr", "appos", "npadvmod"}
)
PRENOMINAL = frozenset({"amod", "compound", "nmod", "det", "predet", "nummod", "quantmod", "poss"})
DETERMINERS = frozenset({"det", "poss"})
QUANTITY = frozenset({"quantmod", "compound", "nummod", "advmod"})
BASE_RIGHT = frozenset({"case", "nummod", "compound", "quantmod", "conj"})
"""What follows a noun inside of its base noun phrase: "the man 's", "page 5"."""
COMPARISON = frozenset({"advcl", "xcomp", "ccomp"})
WITHOUT_PHRASE = frozenset({"aux", "auxpass", "mark", "cc", "case", "preconj"})

# Tags
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
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
NEGATIONS = frozenset({"not", "n't", "n\N{RIGHT SINGLE QUOTATION MARK}t"})

HYPHEN = "~"


class Projector:
    """The phrases of one sentence; `build` them from the bottom up.

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
        self.question = "?" in gaps[-1]
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
        self.by_kind: dict[str, Callable[[int], Node]] = {
            "verb": self.verb,
            "noun": self.noun,
            "adjective": self.adjective,
            "adverb": self.adverb,
            "preposition": self.preposition,
            "interjection": lambda word: self.simple(word, "INTJ"),
            "particle": lambda word: self.simple(word, "PRT"),
            "other": lambda word: self.simple(word, "X"),
        }

    def build(self, word: int) -> None:
        """Make the phrase of a word whose dependents have theirs."""
        relation = self.relations[word]
        if relation in WITHOUT_PHRASE or self.words[word] in NEGATIONS:
            node = self.function_word(word)
        elif relation == "prt":
            node = self.simple(word, "PRT")
        elif self.clausal[word] and self.roles[word] not in PRENOMINAL:
            node = self.clause(word)
        else:
            node = self.by_kind[KINDS.get(self.tags[word], "other")](word)
        if relation == "oprd" and node.label in ("NP", "ADJP"):
            node = phrase("S", [node])  # a small clause: named (S (NP director))
        elif relation == "parataxis" and self.is_set_off(node):
            node = phrase("PRN", [node])
        self.nodes[word] = node

    def is_set_off(self, node: Node) -> bool:
        """Whether commas or dashes stand on both sides."""
        return self.gaps[node.start] != "" and self.gaps[node.end + 1][:1] in (",", "-")

    # Phrases of one kind of word each

    def function_word(self, word: int) -> Node:
        if not self.left[word] and not self.right[word]:
            return self.nodes[word]
        return self.simple(word, "CONJP" if self.relations[word] in ("cc", "preconj") else SPLICE)

    def verb(self, word: int) -> Node:
        role = self.roles[word]
        if role in PRENOMINAL:
            return self.simple(word, "ADJP")
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
        return outer.close(inner.close(self.nodes[word]))

    def preposition(self, word: int) -> Node:
        layer = Layer("PP")
        if self.words[word] == "in" and (purpose := self.purpose(word)):
            return purpose
        for d in self.left[word]:
            node = self.nodes[d]
            layer.left.append(node if node.label == "ADVP" else bare(node))
        right = self.right[word]
        self.add_right(word, [layer], [0] * len(right))
        if any(node.label == "WHNP" for node in layer.right):
            layer.label = "WHPP"
        if layer.conjuncts_from == 0 and len(layer.right) == 2 and not layer.left:
            other = layer.right[1]
            if other.label == "PP" and not other.children[0].children:
                # "for or against it": the object is shared
                return phrase("PP", [self.nodes[word], layer.right[0], *other.children])
        return layer.close(self.nodes[word])

    def purpose(self, word: int) -> Node | None:
        """The whole of "in order to": (SBAR (IN in) (NN order) (S to help))."""
        if self.left[word] or [self.words[d] for d in self.right[word]] != ["order"]:
            return None
        order = self.nodes[self.right[word][0]]
        if [child.label for child in order.children] != ["NN", "S"]:
            return None
        return phrase("SBAR", [self.nodes[word], *order.children])

    def has_wh(self, word: int) -> bool:
        return any(
            self.tags[d] in WH or self.nodes[d].label.startswith("WH") for d in self.left[word]
        )

    # Noun phrases

    def noun(self, word: int) -> Node:
        tag, role = self.tags[word], self.roles[word]
        if tag == "CD" and role in PRENOMINAL:
            return self.number(word)
        label = "WHNP" if tag in WH or self.has_wh(word) else "NP"
        if not self.left[word] and not self.right[word]:
            return Node(label, [self.nodes[word]], word, word)
        base, outer, fragment = Layer(label), Layer(label), Layer("FRAG")
        for d in self.left[word]:
            if fragment.left or (role == "ROOT" and self.relations[d] in ("prep", "advcl", "cc")):
                fragment.left.append(self.nodes[d])
            else:
                base.left += self.premodifier(d)
        core = self.nodes[word]
        if tag == "CD":
            core = self.quantity(word, base)
        right = self.right[word]
        if right:
            self.add_right(word, [base, outer], [self.noun_level(d) for d in right])
            base.right = [bare(node) if node.label == "QP" else node for node in base.right]
        node = outer.close(base.close(core, shares_left=True))
        return fragment.close(node) if fragment.left else node

    def noun_level(self, d: int) -> int:
        """0 inside of the base noun phrase, 1 outside: (NP (NP the man) (PP of the year))."""
        relation = self.relations[d]
        if relation in BASE_RIGHT:
            return 0
        # The complement of a noun stays inside: (NP the plan (S to go)).
        return 0 if relation == "acl" and self.nodes[d].label in ("S", "SBAR") else 1

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
            if self.relations[d] not in QUANTITY or size == len(base.left):
                break
            size += 1
        if size == 0 or (size == 1 and base.left[0].label == "$"):
            return self.nodes[word]
        words = [w for node in reversed(base.left[:size]) for w in words_of(node)]
        del base.left[:size]
        return phrase("QP", [*words, self.nodes[word]])

    # Clauses

    def clause(self, word: int) -> Node:
        relations, nodes, role = self.relations, self.nodes, self.roles[word]
        layers, front = self.verb_phrases(word)
        top_vp = len(layers) - 1
        auxiliaries = [d for d in self.left[word] if relations[d] in AUXILIARIES]
        tags = {self.tags[d] for d in (word, *auxiliaries)}
        finite = not tags.isdisjoint(FINITE)
        subject = any(relations[d] in SUBJECTS and not self.is_wh(d) for d in front)
        # What stands from the opener on, a complementizer or wh-phrase, belongs to SBAR, not to S.
        opener = next(
            (k for k, d in enumerate(front) if relations[d] == "mark" or self.is_wh(d)), len(front)
        )
        opened = opener < len(front)
        subject_after = not subject and any(relations[d] in SUBJECTS for d in self.right[word])
        participle = role in ("acl", "relcl") and not finite and "TO" not in tags

        if (participle or relations[word] == "conj") and not (subject or subject_after or opened):
            s_level = top_vp  # the VP is all
            layers[-1].left += [nodes[d] for d in front]
        else:
            s_level = len(layers)
            beside = self.clause_beside(word, front[:opener])
            layers.append(Layer("S", [nodes[d] for d in front[:beside]]))
            if subject_after or any(relations[d] in AUXILIARIES for d in front):
                layers[-1].label = "SQ" if self.question else "SINV"
                if subject_after and self.question:
                    layers[0].label = SPLICE  # (SQ (VBZ is) (NP he) (ADJP ill)): no VP
            if beside < opener:
                layers.append(Layer("S", [nodes[d] for d in front[beside:opener]]))
            without_that = role == "ccomp" and finite and subject and word > self.heads[word]
            if opened or role == "relcl" or without_that:
                layers.append(Layer("SBAR", [nodes[d] for d in front[opener:]]))
                if role == "ROOT" and self.question:
                    layers[-1].label = "SBARQ"
                    layers[s_level].label = "SQ"

        levels = []
        for d in self.right[word]:
            if subject_after and relations[d] in SUBJECTS:
                levels.append(s_level)
            elif relations[d] == "conj":
                levels.append(self.conjunct_level(d, layers, top_vp, s_level))
            elif "." in self.gaps[nodes[d].start]:  # an afterthought
                levels.append(len(layers) - 1)
            else:
                levels.append(0)
        self.add_right(word, layers, levels)
        node = nodes[word]
        for layer in layers:
            node = layer.close(node)
        return node

    def is_wh(self, d: int) -> bool:
        return self.nodes[d].label.startswith("WH")

    def verb_phrases(self, word: int) -> tuple[list[Layer], list[int]]:
        """A VP for the verb and one for every auxiliary, and what stands before them.

        Adverbs between an auxiliary and the verb hang on the auxiliary's VP. An auxiliary before
        the subject makes no VP.
        """
        layers = [Layer("VP")]
        front: list[int] = []
        left = self.left[word]
        for k, d in enumerate(left):
            if self.relations[d] in AUXILIARIES:
                layers.append(Layer("VP", [self.nodes[f] for f in (*front, d)]))
                front = []
            elif self.relations[d] in SUBJECTS and not self.is_wh(d):
                return layers, front + left[k:]
            else:
                front.append(d)
        return layers, front

    def clause_beside(self, word: int, front: list[int]) -> int:
        """Where in the front begins a clause that is no quotation but stands beside this one.

        spaCy hangs both "He left" in "He left; I stayed" and that in "He left, I think" on the
        second verb as ccomp. A verb that has its object elsewhere does not quote.
        """
        for k, d in enumerate(front):
            if self.relations[d] == "ccomp" and self.nodes[d].label in ("S", "SQ"):
                if k and self.relations[front[k - 1]] == "cc":
                    return k - 1
                if ";" in self.gaps[self.nodes[d].end + 1] or any(
                    self.relations[r] in OBJECTS for r in self.right[word]
                ):
                    return k
                break
        return len(front)

    def conjunct_level(self, d: int, layers: list[Layer], top_vp: int, s_level: int) -> int:
        """The layer that a conjunct of a verb is coordinated with."""
        node = self.nodes[d]
        if node.label == "SBAR":
            return len(layers) - 1
        if node.label in ("S", "SINV", "SQ", "SBARQ"):
            return s_level
        if node.label == "VP":
            first = node.children[0].label
            if first in FINITE:
                return top_vp
            if first == "TO":
                return next(
                    (k for k in range(1, top_vp + 1) if layers[k].left[-1].label == "TO"), 0
                )
        return 0

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
