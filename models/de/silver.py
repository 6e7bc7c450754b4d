"""Silver trees: raw sentences that two of three teachers parse alike.

The teachers differ by chance only, by the seed of their training. What they agree on is right far
more often than what any of them says.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import spacy
from spacy.language import Language
from spacy.tokens import Doc, DocBin

from treescore.parsing.docs import unbroken

SENTENCES = 60_000
GOLD_TIMES = 4
"""How often a gold sentence stands among the silver ones."""
SHORTEST, LONGEST = 6, 30
"""Words of a sentence: shorter ones teach nothing, on longer ones teachers hardly agree."""


def write_silver(teachers: Sequence[Path], raw: Path, path: Path) -> None:
    """Write the sentences of tokenized text on which two teachers agree."""
    lines = raw.read_text(encoding="utf-8").splitlines()
    fitting = [line.split() for line in lines if SHORTEST <= line.count(" ") + 1 <= LONGEST]
    chosen = random.Random(0).sample(fitting, SENTENCES)  # noqa: S311 - a choice, not a secret
    parsed = zip(*(_parse(spacy.load(teacher), chosen) for teacher in teachers), strict=True)
    agreed = [doc for doc in map(majority, parsed) if doc is not None]
    DocBin(docs=agreed).to_disk(path)


def write_mixed(gold: Path, silver: Path, path: Path) -> None:
    """Write the gold sentences several times, and the silver ones once."""
    mixed = DocBin()
    for _ in range(GOLD_TIMES):
        mixed.merge(DocBin().from_disk(gold))
    mixed.merge(DocBin().from_disk(silver))
    mixed.to_disk(path)


def _parse(nlp: Language, sentences: Sequence[list[str]]) -> Iterator[Doc]:
    return nlp.pipe(unbroken(Doc(nlp.vocab, words=words)) for words in sentences)


def majority(docs: Sequence[Doc]) -> Doc | None:
    """The first parse whose heads and relations another one has as well."""
    trees = [[(token.head.i, token.dep) for token in doc] for doc in docs]
    for number, tree in enumerate(trees):
        if tree in trees[number + 1 :]:
            return docs[number]
    return None
