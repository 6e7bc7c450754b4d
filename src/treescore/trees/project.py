"""From dependencies to constituents, by rules.

`project` turns a dependency parse with Penn tags and ClearNLP relations (spaCy's English scheme)
into a tree like those of the Penn Treebank, without function tags and traces:

1. Punctuation that nothing hangs on is set aside; the rest is made one projective tree.
2. From the bottom up, every word makes a phrase of itself and its dependents' phrases
   (`project_rules`).
3. The tree is written out, and every punctuation mark joins the lowest phrase around it.

Any input gives one tree over all words. Nothing is recursive, so depth is no limit.
"""

from __future__ import annotations

from collections.abc import Sequence

from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.phrases import Node, bare, phrase
from treescore.trees.project_rules import HYPHEN, SUBJECTS, Projector

MARKS = {
    "-LRB-": "(",
    "-RRB-": ")",
    "HYPH": HYPHEN,
    ",": ",",
    ":": ":",
    "``": "`",
    "''": "'",
    ".": ".",
    "NFP": ".",
}
"""The tags of punctuation, each with the character that stands for it in a gap."""
BRACKETS = {"(": "(", "[": "[", "{": "(", ")": ")", "]": ")", "}": ")"}
DASH = "-"
DASHES = frozenset({"-", "--", "---", "\N{EN DASH}", "\N{EM DASH}"})


def project(tree: DependencyTree) -> ConstituencyTree:
    """The constituency tree of a dependency tree; an empty sentence gives the single node S."""
    if not tree.words:
        return ConstituencyTree(("S",), (-1,), (None,))
    kept = _words_to_attach(tree)
    gaps = _gaps(tree, kept)
    brackets = _brackets(gaps)
    position = {word: index for index, word in enumerate(kept)}
    heads = [position.get(tree.heads[word], ROOT) for word in kept]
    relations = [tree.relations[word] for word in kept]
    tags = [tree.tags[word] for word in kept]

    root = _join_roots(heads, relations, tags)
    _join_conjuncts(heads, relations)
    _leave_brackets(heads, brackets)
    _lift(heads)

    words = [tree.words[word].lower() for word in kept]
    projector = Projector(words, tags, relations, heads, gaps)
    for word in _bottom_up(heads):
        projector.build(word)
    top = projector.nodes[root]
    citations = {start for start in brackets if gaps[start][-1] == "["}
    return _write(top if top.children else phrase("X", [top]), tree, kept, brackets, citations)


def _words_to_attach(tree: DependencyTree) -> list[int]:
    """All words but punctuation that nothing hangs on; if that leaves none, all words."""
    heads = set(tree.heads)
    kept = [
        word
        for word, (tag, relation) in enumerate(zip(tree.tags, tree.relations, strict=True))
        if word in heads
        or not (relation == "punct" or tag in MARKS or tree.words[word] in BRACKETS)
    ]
    return kept or list(range(len(tree)))


def _gaps(tree: DependencyTree, kept: Sequence[int]) -> list[str]:
    """The punctuation before every kept word, and after the last, one character a mark."""
    gaps: list[str] = []
    next_word = 0
    for word in (*kept, len(tree)):
        gap = ""
        for mark in range(next_word, word):
            text, tag = tree.words[mark], tree.tags[mark]
            if text in (";", "?"):
                gap += text
            elif text in BRACKETS:  # taggers err more often than writers
                gap += BRACKETS[text]
            elif text in DASHES and tag != "HYPH":
                gap += DASH
            else:
                gap += MARKS.get(tag, ".")
        gaps.append(gap)
        next_word = word + 1
    return gaps


def _brackets(gaps: Sequence[str]) -> dict[int, int]:
    """For every gap that opens a bracket, or a pair of dashes, the gap that closes it.

    Inner pairs come before those around them.
    """
    closing: dict[int, int] = {}
    opened: list[int] = []
    dash = -1
    for index, gap in enumerate(gaps):
        if not gap:
            continue
        if gap[0] == ")" and opened:
            closing[opened.pop()] = index
        if gap[0] == DASH and dash >= 0:
            closing[dash] = index
            dash = -1
        elif gap[-1] == DASH and index:
            dash = index
        if gap[-1] in "([":
            opened.append(index)
    return closing


def _join_roots(heads: list[int], relations: list[str], tags: Sequence[str]) -> int:
    """Hang all roots on the first that is no punctuation, and return that one."""
    roots = [word for word, head in enumerate(heads) if head == ROOT]
    main = next((word for word in roots if tags[word] not in MARKS), roots[0])
    for word in roots:
        if word != main:
            heads[word] = main
            if relations[word] == "ROOT":
                relations[word] = "dep"
    return main


def _join_conjuncts(heads: list[int], relations: Sequence[str]) -> None:
    """Hang the conjuncts of a chain on its first word, so that coordination becomes flat.

    But a verb without subject stays with a conjunct that has one: in "she slept, and he ate and
    drank" it is he who drank.
    """
    if "conj" not in relations:
        return
    has_subject = {head for head, name in zip(heads, relations, strict=True) if name in SUBJECTS}
    moved_from: dict[int, int] = {}
    for word, relation in enumerate(relations):
        head = heads[word]
        if relation == "conj" and 0 <= head < word and relations[head] == "conj":
            first = heads[head]
            if 0 <= first < head and (word in has_subject or head not in has_subject):
                heads[word] = first
                moved_from[head] = word
    for word, relation in enumerate(relations):
        if relation == "cc" and heads[word] < word < moved_from.get(heads[word], ROOT):
            heads[word] = heads[moved_from[heads[word]]]


def _leave_brackets(heads: list[int], brackets: dict[int, int]) -> None:
    """Lift words outside of brackets that hang on a word inside: parsers err so, writers do not."""
    if not brackets:
        return
    dependents = _dependents(heads)
    for start, end in brackets.items():
        for inside in range(start, end):
            for word in dependents[inside]:
                if not start <= word < end:
                    head = heads[word]
                    while start <= head < end:
                        head = heads[head]
                    if head != ROOT:
                        heads[word] = head


def _lift(heads: list[int]) -> None:
    """Make the tree projective.

    From the bottom up, a word keeps the dependents whose words join its own without a hole; the
    others go to its head.
    """
    size = len(heads)
    order = _bottom_up(heads)
    first, last, count = list(range(size)), list(range(size)), [1] * size
    for word in order:
        head = heads[word]
        if head != ROOT:
            first[head] = min(first[head], first[word])
            last[head] = max(last[head], last[word])
            count[head] += count[word]
    if all(last[word] - first[word] + 1 == count[word] for word in range(size)):
        return  # no subtree has a hole: nearly always so

    first, last = list(range(size)), list(range(size))
    below: list[list[int]] = [[] for _ in heads]
    for word in order:
        parts = sorted(below[word], key=first.__getitem__)
        lifted: list[int] = []
        for part in reversed([part for part in parts if part < word]):
            if last[part] == first[word] - 1:
                first[word] = first[part]
            else:
                lifted.append(part)
        for part in [part for part in parts if part > word]:
            if first[part] == last[word] + 1:
                last[word] = last[part]
            else:
                lifted.append(part)
        head = heads[word]
        if head != ROOT:
            below[head] += [word, *lifted]
            for part in lifted:
                heads[part] = head


def _dependents(heads: Sequence[int]) -> list[list[int]]:
    dependents: list[list[int]] = [[] for _ in heads]
    for word, head in enumerate(heads):
        if head != ROOT:
            dependents[head].append(word)
    return dependents


def _bottom_up(heads: Sequence[int]) -> list[int]:
    """All words, every word after its dependents."""
    dependents = _dependents(heads)
    order = [word for word, head in enumerate(heads) if head == ROOT]
    for word in order:  # grows while we go
        order += dependents[word]
    order.reverse()
    return order


def _write(
    top: Node,
    tree: DependencyTree,
    kept: Sequence[int],
    brackets: dict[int, int],
    citations: set[int],
) -> ConstituencyTree:
    """The flat tree, with the punctuation put back.

    A mark between two children of a phrase joins that phrase, so it stands as high as it can. A
    parenthesis takes in the mark before and the mark after it.
    """
    labels: list[str] = []
    parents: list[int] = []
    words: list[str | None] = []
    next_word = 0

    def add_words(end: int, parent: int) -> None:
        nonlocal next_word
        while next_word < end:
            labels.append(tree.tags[next_word])
            parents.append(parent)
            words.append(tree.words[next_word])
            next_word += 1

    attached = set(kept)
    stack: list[tuple[Node | None, int]] = [(top, -1)]  # None: the end of a parenthesis
    while stack:
        node, parent = stack.pop()
        if node is None:
            if next_word < len(tree) and next_word not in attached:
                add_words(next_word + 1, parent)
            continue
        start = kept[node.start]
        if not node.children:
            add_words(start + 1, parent)
            continue
        parenthesis = node.label == "PRN"
        if parent >= 0:
            add_words(start - parenthesis, parent)
        index = len(labels)
        labels.append(node.label or "X")
        parents.append(parent)
        words.append(None)
        if parenthesis or parent < 0:
            add_words(start, index)
        children = node.children
        if parenthesis:
            stack.append((None, index))
        elif brackets:
            children = _parentheses(children, brackets, citations)
        stack += [(child, index) for child in reversed(children)]
    add_words(len(tree), 0)
    return ConstituencyTree(tuple(labels), tuple(parents), tuple(words))


def _parentheses(children: list[Node], brackets: dict[int, int], citations: set[int]) -> list[Node]:
    """The children, with those between brackets or dashes put into a PRN.

    What square brackets cite, "[5]", stands without a phrase of its own.
    """
    result: list[Node] = []
    opened = -1  # where in the result the bracket stands
    for child in children:
        if opened < 0 and child.start in brackets:
            opened = len(result)
        result.append(child)
        if opened >= 0 and brackets[result[opened].start] == child.end + 1:
            inside = result[opened:]
            if len(inside) < len(children) and inside[0].label != "PRN":
                if len(inside) == 1 and child.start in citations:
                    inside = [bare(child)]
                result[opened:] = [Node("PRN", inside, inside[0].start, child.end)]
            opened = -1
    return result
