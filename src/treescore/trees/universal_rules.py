"""The rules of the universal projection: which phrase a word makes of itself and its dependents."""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.phrases import SPLICE, Layer, Node, bare, phrase, words_of

KINDS = {
    tag: kind
    for kind, tags in {
        "NP": "NOUN PROPN PRON NUM SYM DET",
        "VP": "VERB AUX",
        "AJP": "ADJ",
        "AVP": "ADV PART",
        "PP": "ADP SCONJ",
    }.items()
    for tag in tags.split()
}
"""The phrase that a word heads, by its tag; other tags head an X."""
ADJECTIVES = {"subject": "NP", "object": "NP", "adverbial": "AVP"}
"""The phrases of adjectives that are no predicates, by their role: "old and young", "ran fast"."""
FUNCTION_ROLES = frozenset({"aux", "mark", "case", "cc"})
FUNCTION_TAGS = frozenset({"PART", "CCONJ", "SCONJ"})
WITHOUT_CLAUSE = FUNCTION_ROLES | {"attribute"}
BESIDE = (SPLICE, "CONJP")
"""Phrases of function words: nothing but words, beside what they introduce or join."""
OUTSIDE = FUNCTION_ROLES | {"aside", "conj", "relative"}
"""Roles of what need not stand in a verb's own VP."""
NO_COMPLEMENT = frozenset({"cc", "conj", "flat", "adverbial"})


class UniversalProjector:
    """The phrases of one sentence; `build` them from the bottom up."""

    def __init__(self, tags: Sequence[str], roles: Sequence[str], heads: Sequence[int]) -> None:
        self.tags = tags
        self.links = roles
        self.roles = list(roles)  # for a conjunct that of the first one
        self.heads = heads
        self.nodes = [Node(tag, [], word, word) for word, tag in enumerate(tags)]
        self.left: list[list[int]] = [[] for _ in tags]  # dependents, nearest first
        self.right: list[list[int]] = [[] for _ in tags]
        for word, head in enumerate(heads):
            if head > word:
                self.left[head].insert(0, word)
            elif head >= 0:
                self.right[head].append(word)
                if roles[word] == "conj":
                    self.roles[word] = self.roles[head]

    def build(self, word: int) -> None:
        """Make the phrase of a word whose dependents have theirs."""
        dependents = self.left[word] or self.right[word]
        if self.heads[word] >= 0 and self.roles[word] in FUNCTION_ROLES:
            if dependents:  # "because of" stands beside what it introduces
                label = "CONJP" if self.roles[word] == "cc" else SPLICE
                self.nodes[word] = _Phrase(self, word, label).close()
        elif self.heads[word] < 0 or dependents or self.tags[word] not in FUNCTION_TAGS:
            self.nodes[word] = _Phrase(self, word, self.kind(word)).close()

    def kind(self, word: int) -> str:
        """The label of the phrase that a word heads, before anything makes it a clause."""
        role, kind = self.roles[word], KINDS.get(self.tags[word], "X")
        if role == "particle":
            return "AVP"
        if kind == "AJP" and self.is_determined(word):
            return "NP"  # "the old"
        if kind == "AJP" and not self.is_predicate(word):
            return ADJECTIVES.get(role, kind)
        if kind == "VP" and role == "attribute":
            return "AJP"  # "running water"
        if kind == "PP" and not self.has_complement(word):
            return "AVP"  # "he went in"
        return kind

    def is_determined(self, word: int) -> bool:
        return any(self.tags[d] == "DET" and self.links[d] == "attribute" for d in self.left[word])

    def is_predicate(self, word: int) -> bool:
        dependents = (*self.left[word], *self.right[word])
        return any(self.links[d] in ("aux", "mark", "subject") for d in dependents)

    def has_complement(self, word: int) -> bool:
        return any(
            self.links[d] not in NO_COMPLEMENT and self.nodes[d].children
            for d in (*self.left[word], *self.right[word])
        )


class _Phrase:
    """One word's phrase: layers around the word, from the inside, and what hangs on each.

    The innermost are those of the word's kind: for a noun NP, NP with what follows the noun, and PP
    with a preposition. Those of a clause follow where there is a subject or an auxiliary, or the
    word is a verb: a VP for every auxiliary, those behind the verb first, S with the subject, and S
    with what introduces it.
    """

    def __init__(self, projector: UniversalProjector, word: int, kind: str) -> None:
        self.projector, self.word, self.kind = projector, word, kind
        self.nodes, self.tags, self.links = projector.nodes, projector.tags, projector.links
        self.left, self.right = projector.left[word], projector.right[word]
        self.role = projector.roles[word]
        dependents = {self.links[d] for d in (*self.left, *self.right)}
        self.is_clause = self.role not in WITHOUT_CLAUSE and (
            kind == "VP"
            or not dependents.isdisjoint(("subject", "aux"))
            or any(self.links[d] == "mark" and self.tags[d] == "SCONJ" for d in self.left)
        )
        self.left_subject = self.first_subject(self.left)
        self.right_subject = self.first_subject(self.right)
        self.has_subject = "subject" in dependents
        self.inverted = kind == "VP" and self.has_subject and self.left_subject == len(self.left)
        self.verb_last = kind == "VP" and all(self.links[d] == "aux" for d in self.right)
        self.layers = [Layer(kind)]
        if kind == "NP":
            self.layers.append(Layer(kind))
        self.add_layers()

    def first_subject(self, dependents: list[int]) -> int:
        """Where among the dependents the subject is; auxiliaries beyond it stand beside the VP."""
        return next(
            (k for k, d in enumerate(dependents) if self.links[d] == "subject"), len(dependents)
        )

    def add_layers(self) -> None:
        dependents = (*self.left, *self.right)
        if any(map(self.is_adposition, dependents)):
            self.layers.append(Layer("PP"))
        self.core = self.vp = self.clause = self.top = len(self.layers) - 1
        self.auxiliaries: dict[int, int] = {}  # the layers of those that have one
        if not self.is_clause:
            return
        openers = [d for d in dependents if self.is_opener(d)]
        may_be_verb_phrase = self.role == "bare verb" or self.links[self.word] == "conj"
        self.is_sentence = self.has_subject or not (openers or may_be_verb_phrase)
        near = (self.right[: self.right_subject], self.left[: self.left_subject])
        for d in (d for side in near for d in self.stacked(side)):
            self.auxiliaries[d] = len(self.layers)
            self.layers.append(Layer("VP"))
        self.vp = self.clause = len(self.layers) - 1
        if self.is_sentence:
            self.layers.append(Layer("S"))
            self.clause = len(self.layers) - 1
        if openers:
            adposition = all(self.links[d] == "case" for d in openers)
            self.layers.append(Layer("PP" if adposition else "S"))
        self.top = len(self.layers) - 1

    def stacked(self, dependents: list[int]) -> list[int]:
        """The auxiliaries that make a VP each: those without more of the verb's VP beyond them."""
        found: list[int] = []
        for d in reversed(dependents):
            if self.links[d] == "aux" and not self.waits(d):
                found.append(d)
            elif self.kind == "VP" and self.is_inside(d):
                break
        return found[::-1]

    def is_inside(self, d: int) -> bool:
        """Whether it belongs into the verb's VP; before an auxiliary, adjuncts may be topics."""
        if d < self.word and (self.floats(d) or self.nodes[d].label == "PP"):
            return not self.is_sentence and self.tags[d] != "PART"
        return self.links[d] not in OUTSIDE

    def waits(self, d: int) -> bool:
        """Whether it goes with what follows: conjunctions, and "zu" of "gelesen zu haben"."""
        is_particle = self.links[d] == "aux" and self.tags[d] == "PART"
        return d > self.word and (is_particle or self.links[d] == "cc")

    def is_opener(self, d: int) -> bool:
        """Whether it introduces the clause: "that she came", "about what you said"."""
        link = self.links[d]
        return self.is_clause and (link == "mark" or (link == "case" and self.kind == "VP"))

    def is_adposition(self, d: int) -> bool:
        """Whether it makes a PP; the English 's, a particle, does not."""
        return (
            self.links[d] in ("case", "mark")
            and self.tags[d] != "PART"
            and self.kind not in BESIDE
            and not self.is_opener(d)
        )

    def close(self) -> Node:
        """The whole phrase."""
        self.hang_left()
        self.hang_right()
        node = self.nodes[self.word]
        for level, layer in enumerate(self.layers):
            if level == 0 or layer.label == "S" or layer.left or layer.right:
                node = layer.close(node, shares_left=self.kind == "NP" and level == 0)
        return node

    def hang_left(self) -> None:
        """Hang the dependents on the left on their layers, never lower than the one before."""
        level, last = 0, ""
        floating: list[int] = []  # adverbs wait for what stands left of them
        for d in self.left:
            if self.floats(d):
                floating.append(d)
                continue
            link = self.links[d]
            target = max(level, self.level(d, level))
            self.add_left(floating, target if self.adverb_rises(last, link) else level)
            self.add_left([d], target)
            level, last, floating = target, link, []
        self.add_left(floating, max(level, self.clause))

    def adverb_rises(self, right: str, left: str) -> bool:
        """Whether adverbs go with what is left of them, by the roles of both neighbours.

        Adverbs between an auxiliary or the subject and the verb do, "she never saw it", unless the
        verb is last; those between two auxiliaries do in any case.
        """
        if left not in ("aux", "subject") or self.kind != "VP":
            return left in ("aux", "subject")
        return right == left or (right in ("", "aux") and not self.verb_last)

    def floats(self, d: int) -> bool:
        if not self.is_clause or self.links[d] in FUNCTION_ROLES or self.kind not in ("VP", "NP"):
            return False
        node = self.nodes[d]
        return self.inverted or node.label == "AVP" or (not node.children and node.label == "PART")

    def add_left(self, dependents: list[int], level: int) -> None:
        for d in dependents:
            self.layers[level].left += reversed(self.parts(d, level))

    def hang_right(self) -> None:
        level = 0
        waiting: list[Node] = []
        for d in self.right:
            if self.waits(d):
                waiting.append(self.nodes[d])
                continue
            usual = 1 if self.kind == "NP" and self.follows(d) else 0
            level = max(level, self.level(d, usual))
            layer, parts = self.layers[level], self.parts(d, level)
            if self.links[d] == "conj":
                self.coordinate(layer, parts[0])
            layer.right += [*waiting, *parts]
            waiting = []
        self.layers[-1].right += waiting

    def coordinate(self, layer: Layer, node: Node) -> None:
        if layer.conjuncts_from < 0:
            layer.conjuncts_from = len(layer.right)
        if node.children and node.label != layer.label:
            layer.coordination = "COP"

    def follows(self, d: int) -> bool:
        """Whether it stands outside of the base noun phrase: (NP (NP the man) (PP of the year))."""
        return self.links[d] not in ("attribute", "flat", "conj") and bool(self.nodes[d].children)

    def level(self, d: int, usual: int) -> int:
        """The layer that a dependent belongs to, if nothing between makes it a higher one."""
        link = self.links[d]
        if self.is_opener(d):
            return self.top
        if self.is_adposition(d):
            return self.core
        if link == "conj":
            return self.conjunct_level(d)
        if not self.is_clause:
            return usual
        if link == "aux":
            return self.auxiliaries.get(d, usual)
        if link == "subject":
            return self.clause
        if link in ("aside", "cc"):
            return self.top
        return self.vp if link == "adverbial" and self.kind == "NP" else usual

    def conjunct_level(self, d: int) -> int:
        """The lowest layer that is like the conjunct, or the highest, if that is as complete."""
        like = [k for k, layer in enumerate(self.layers) if layer.label == self.nodes[d].label]
        if not like:
            return self.clause if self.nodes[d].label in ("VP", "S") else self.core
        if any(self.links[each] in ("aux", "mark") for each in self.projector.left[d]):
            outside = any(self.links[each] == "aux" for each in self.left[self.left_subject :])
            return self.clause if outside else like[-1]
        return like[0]

    def parts(self, d: int, level: int) -> list[Node]:
        """What a dependent gives to a layer: its phrase, or in the innermost perhaps only words."""
        node, link = self.nodes[d], self.links[d]
        if self.layers[level].label == "S":
            if link == "aux" and KINDS.get(self.tags[d]) == "VP":
                return [phrase("VP", [node])]  # (S (VP hat) (NP sie) (VP geschlafen))
            if link == "conj" and node.label == "VP":
                return [phrase("S", [node])]  # (S (S (VP came) (NP they)) and (S (VP went)))
        if level > 0 or self.kind == "VP":
            return [node]
        if self.kind in BESIDE or link == "flat":
            return words_of(node)
        single = self.kind != "PP" and (d < self.word or link == "attribute")
        return [bare(node)] if single else [node]
