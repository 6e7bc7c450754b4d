"""A content word that means something else: `word-choice`; right stem, wrong form: `word-form`."""

from __future__ import annotations

from collections.abc import Iterator

from treescore.diagnosis.findings import Finding, Pair

OTHER = 0.8
"""Likeness below which a word at the place of another means something else."""
STEM = 4
"""Letters that words of one stem have in common, at least, and three fifths of the longer."""
OPEN = frozenset({"NOUN", "VERB", "ADJ", "ADV"})


def find_forms(pair: Pair) -> Iterator[Finding]:
    """Words of one stem at one place, of different parts of speech."""
    for word, partner in pair.aligned():
        if word in pair.explained or partner in pair.explained_theirs:
            continue
        tags = pair.mine.tree.upos[word], pair.theirs.tree.upos[partner]
        forms = pair.mine.forms[word], pair.theirs.forms[partner]
        if tags[0] != tags[1] and set(tags) <= OPEN and forms[0] != forms[1] and _stem(*forms):
            yield Finding("word-form", (word,), (partner,), 0.3)


def _stem(one: str, other: str) -> bool:
    common = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        common += 1
    return common >= max(STEM, 0.6 * max(len(one), len(other)))


def find_choices(pair: Pair) -> Iterator[Finding]:
    """Words at the place of others that mean something else."""
    for word, partner in pair.aligned():
        if word in pair.explained or partner in pair.explained_theirs:
            continue
        if word in pair.alignment.same or not pair.mine.content[word]:
            continue
        if not pair.theirs.content[partner]:
            continue
        likeness = float(pair.alignment.likeness[word].max())
        if likeness < OTHER:
            yield Finding("word-choice", (word,), (partner,), round(1 - likeness, 3))
