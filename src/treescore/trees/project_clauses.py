"""The rules for clauses: verb phrases, S, SBAR, questions, coordination of clauses."""

from __future__ import annotations

from itertools import pairwise, takewhile

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase
from treescore.trees.project_sentence import AUXILIARIES, KINDS, PRENOMINAL, SUBJECTS, Sentence

OBJECTS = frozenset({"dobj", "attr", "acomp", "ccomp", "xcomp"})
FINITE = frozenset({"VBD", "VBP", "VBZ", "MD"})
WITHOUT_VERB = {"noun": "NP", "adjective": "ADJP", "adverb": "ADVP"}
"""What stands for the VP in a clause without verb, "(S (NP things) (ADJP more complex))"."""
INSIDE = PRENOMINAL | {"advmod", "npadvmod"}
"""What belongs to the word that such a clause has for a verb."""
TAKE_CLAUSES = tuple(
    "allow authori caus compel consider empower enabl encourag expect forc induc inspir lead led "
    "permit press prompt requir want".split()
)
"""How the verbs begin whose object is a clause, "allow (S (NP him) (VP to go))"."""


class Clauses(Sentence):
    def clause(self, word: int) -> Node:
        self.join_small_clause(word)
        layers, front = self.verb_phrases(word)
        top_vp = len(layers) - 1
        subject = any(self.relations[d] in SUBJECTS and not self.is_wh(d) for d in front)
        subject_after = not subject and any(self.relations[d] in SUBJECTS for d in self.right[word])
        # What stands from the opener on, a complementizer or wh-phrase, belongs to SBAR, not to S.
        opener = next(
            (k for k, d in enumerate(front) if self.relations[d] == "mark" or self.is_wh(d)),
            len(front),
        )
        if self.is_bare(word) and not (subject or subject_after or opener < len(front)):
            s_level = top_vp  # the VP is all
            layers[-1].left += [self.nodes[d] for d in front]
        else:
            s_level = len(layers)
            self.add_s(word, layers, front[:opener], front[opener:], subject_after)
            self.add_sbar(word, layers, front, opener, s_level, subject)

        levels = []
        for d in self.right[word]:
            is_subject = subject_after and self.relations[d] in SUBJECTS
            levels.append(s_level if is_subject else self.level(d, layers, top_vp, s_level))
        self.add_right(word, layers, levels)
        if layers[s_level].label == "SINV" and any(
            node.label == "S" for node in layers[s_level].right
        ):
            layers[s_level].coordination = "S"  # "never did he lie, but he stole"
        fronted = self.take_fronted(layers[s_level], front) if s_level > top_vp else []
        node = self.nodes[word]
        for level, layer in enumerate(layers):
            node = layer.close(node)
            if level == s_level and fronted:
                node = phrase("S", [*fronted, *node.children])
        return node

    def is_bare(self, word: int) -> bool:
        """Whether it makes a VP without S, unless it has a subject: a participle, a conjunct."""
        if self.relations[word] == "conj":
            return True
        tags = self.verb_tags(word)
        return self.roles[word] in ("acl", "relcl") and tags.isdisjoint({*FINITE, "TO"})

    def is_asked(self, word: int) -> bool:
        """Whether a question mark ends the sentence, or this clause."""
        end = max([word, *(self.nodes[d].end for d in self.right[word])])
        return "?" in self.gaps[-1] or "?" in self.gaps[end + 1]

    def verb_tags(self, word: int) -> set[str]:
        auxiliaries = [d for d in self.left[word] if self.relations[d] in AUXILIARIES]
        return {self.tags[d] for d in (word, *auxiliaries)}

    def add_s(
        self, word: int, layers: list[Layer], front: list[int], opening: list[int], inverted: bool
    ) -> None:
        """Add the S of a clause, and that of the clauses beside each other if there are two."""
        beside = self.clause_beside(word, front)
        layers.append(Layer("S", [self.nodes[d] for d in front[:beside]]))
        if inverted or any(self.relations[d] in AUXILIARIES for d in (*front, *opening)):
            asked = self.is_asked(word)
            layers[-1].label = "SQ" if asked or (opening and not inverted) else "SINV"
            if inverted and asked:
                layers[0].label = SPLICE  # (SQ (VBZ is) (NP he) (ADJP ill)): no VP
        if beside < len(front):
            layers.append(Layer("S", [self.nodes[d] for d in front[beside:]]))

    def add_sbar(
        self,
        word: int,
        layers: list[Layer],
        front: list[int],
        opener: int,
        s_level: int,
        subject: bool,
    ) -> None:
        role = self.roles[word]
        without_that = (
            self.relations[word] == "ccomp"
            and subject
            and word > self.heads[word]
            and not self.gaps[self.nodes[front[-1]].start]  # quotations have no SBAR
            and not self.verb_tags(word).isdisjoint(FINITE)
        )
        if opener < len(front) or role == "relcl" or without_that:
            layers.append(Layer("SBAR", self.openers(front[opener:])))
            if role == "ROOT" and self.is_asked(word):
                layers[-1].label = "SBARQ"
                layers[s_level].label = "SQ"
            elif role == "ROOT" and any(self.relations[d] == "ccomp" for d in front[opener:]):
                layers[-1].label = "S"  # "it rained, so we left"

    def verb_phrases(self, word: int) -> tuple[list[Layer], list[int]]:
        """A VP for the verb and one for every auxiliary, and what stands before them.

        Adverbs between an auxiliary and the verb hang on the auxiliary's VP. An auxiliary before
        the subject makes no VP.
        """
        layers = [Layer(WITHOUT_VERB.get(KINDS.get(self.tags[word], ""), "VP"))]
        front: list[int] = []
        left = self.left[word]
        if layers[0].label != "VP":
            inside = list(
                takewhile(lambda d: self.relations[d] in INSIDE and not self.is_wh(d), left)
            )
            layers[0].left += [bare(self.nodes[d]) for d in inside]
            left = left[len(inside) :]
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
                if k and (self.relations[front[k - 1]] == "cc" or self.words[front[k - 1]] == "so"):
                    return k - 1
                gap = self.gaps[self.nodes[d].end + 1]
                has_object = any(self.relations[r] in OBJECTS for r in self.right[word])
                if ";" in gap or (has_object and "'" not in gap):
                    return k
                break
        return len(front)

    def level(self, d: int, layers: list[Layer], top_vp: int, s_level: int) -> int:
        """The layer that a dependent on the right hangs on, or is coordinated with."""
        node = self.nodes[d]
        if self.relations[d] != "conj":
            is_afterthought = "." in self.gaps[node.start]
            return len(layers) - 1 if is_afterthought else 0
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

    def take_fronted(self, layer: Layer, front: list[int]) -> list[Node]:
        """Take what stands before the subject of the first of coordinated clauses: all share it."""
        if layer.conjuncts_from < 0 or layer.label != "S":
            return []
        for k, d in enumerate(front):
            if self.relations[d] in SUBJECTS:
                fronted = layer.left[k + 1 :]
                del layer.left[k + 1 :]
                return fronted[::-1]
        return []

    def join_small_clause(self, word: int) -> None:
        """Put an object into the clause that is about it.

        (VP call (S (NP him) (NP a fool))), (VP allow (S (NP him) (VP to go)))
        """
        for d, e in pairwise(self.right[word]):
            if self.relations[d] in ("dobj", "dative") and self.is_about_object(word, e):
                about = self.nodes[e]
                parts = about.children if about.label == "S" else [about]
                self.nodes[d] = phrase("S", [self.nodes[d], *parts])
                self.right[word].remove(e)
                return

    def is_about_object(self, word: int, d: int) -> bool:
        node = self.nodes[d]
        if self.relations[d] == "xcomp" and self.words[word].startswith(TAKE_CLAUSES):
            return node.label == "S" and self.tags[node.start] == "TO"
        return self.relations[d] == "oprd"

    def openers(self, front: list[int]) -> list[Node]:
        """What opens a clause; "even if" has no phrase inside."""
        nodes = [self.nodes[d] for d in front]
        if len(front) == 2 and self.words[front[1]] in ("even", "only", "just"):
            nodes[1] = bare(nodes[1])
        return nodes
