"""How well, and how fast, the installed models parse German, French, Spanish and Czech.

    python -m benchmarks.languages [--treebanks FOLDER] [--parser de=SPEC ...]

Parses the plain text of treebanks of Universal Dependencies and compares word by word: a word
counts as right if it covers the same letters as the gold word and has the same tag (UPOS), the same
head (UAS), the same head and relation without its subtype (LAS). All are F1, once over all words
and once without punctuation, as spaCy counts. The last column is words per second, model loaded,
one process.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

from benchmarks.treebank import Token, gold_sentences, text_of
from treescore.errors import MissingResource
from treescore.parsing.base import Parser
from treescore.parsing.registry import load_parser
from treescore.trees.dependency import ROOT, DependencyTree

TREEBANKS = {"de": "de_gsd-dev", "fr": "fr_pud", "es": "es_pud", "cs": "cs_pud"}
Arc = tuple[tuple[int, int], str, tuple[int, int], str]
"""The letters of a word, its tag, the letters of its head, its relation."""


def gold_arcs(sentence: Sequence[Token]) -> list[Arc]:
    return _arcs(
        [token.word for token in sentence],
        [token.upos for token in sentence],
        [token.head for token in sentence],
        [token.relation for token in sentence],
    )


def parsed_arcs(tree: DependencyTree) -> list[Arc]:
    heads = [word if head == ROOT else head for word, head in enumerate(tree.heads)]
    return _arcs(tree.words, tree.upos, heads, tree.relations)


def _arcs(
    words: Sequence[str], upos: Sequence[str], heads: Sequence[int], relations: Sequence[str]
) -> list[Arc]:
    """Words by the letters they cover, blanks not counted."""
    ends = list(accumulate(len("".join(word.split())) for word in words))
    spans = list(zip([0, *ends], ends, strict=False))
    return [
        (span, tag, spans[head], relation.lower().partition(":")[0])
        for span, tag, head, relation in zip(spans, upos, heads, relations, strict=True)
    ]


class Agreement:
    """How many words there are in the gold trees and in the parses, and how many agree."""

    def __init__(self) -> None:
        self.gold = self.parsed = self.tags = self.heads = self.arcs = 0

    def add(self, gold: Sequence[Arc], parsed: Sequence[Arc]) -> None:
        self.gold += len(gold)
        self.parsed += len(parsed)
        known = {arc[0]: arc for arc in gold}
        for arc in parsed:
            span, tag, head, relation = known.get(arc[0], (None, "", None, ""))
            if span is not None:
                self.tags += tag == arc[1]
                self.heads += head == arc[2]
                self.arcs += head == arc[2] and relation == arc[3]

    def f1(self) -> list[float]:
        """The F1 of tags, heads, heads with relations."""
        total = self.gold + self.parsed
        return [2 * right / total for right in (self.tags, self.heads, self.arcs)]


@dataclass(frozen=True)
class Result:
    """What came out for a treebank."""

    everything: Agreement
    words_only: Agreement
    """Without punctuation."""
    speed: float
    """Words per second."""


def measure(parser: Parser, treebank: Path) -> Result:
    """Parse the text of a treebank, and compare."""
    sentences = list(gold_sentences(treebank))
    texts = [text_of(sentence) for sentence in sentences]
    list(parser.parse(texts[:1]))  # loads the model
    start = time.perf_counter()
    trees = [parses.best for parses in parser.parse(texts)]
    seconds = time.perf_counter() - start
    everything, words_only = Agreement(), Agreement()
    for sentence, tree in zip(sentences, trees, strict=True):
        if not isinstance(tree, DependencyTree):
            raise SystemExit(f"{parser.name}: dependencies expected")
        gold, parsed = gold_arcs(sentence), parsed_arcs(tree)
        everything.add(gold, parsed)
        words_only.add(*([arc for arc in arcs if arc[1] != "PUNCT"] for arcs in (gold, parsed)))
    return Result(everything, words_only, sum(map(len, trees)) / seconds)


def line(parser: Parser, lang: str, treebank: Path) -> str:
    """A line of the table."""
    result = measure(parser, treebank)
    values = (*result.everything.f1(), *result.words_only.f1()[1:])
    figures = "".join(f"{value:8.3f}" for value in values)
    name = treebank.name.partition(".")[0]
    return f"{lang}  {name:11}{figures}{result.speed:9,.0f}  {parser.signature}"


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    here = Path(__file__).resolve().parent
    options.add_argument(
        "--treebanks", type=Path, default=here.parents[1] / "shared" / "data" / "treebanks" / "ud"
    )
    options.add_argument("--parser", action="append", default=[], metavar="LANG=SPEC")
    given = options.parse_args()
    specs = dict(each.split("=", 1) for each in given.parser)
    print("    treebank       UPOS     UAS     LAS   UAS w   LAS w  words/s  parser")
    for lang, name in TREEBANKS.items():
        try:
            parser = load_parser(specs.get(lang, "spacy"), lang)
        except MissingResource as error:
            print(f"{lang}  {error}")
        else:
            print(line(parser, lang, given.treebanks / f"{name}.conllu.gz"), flush=True)


if __name__ == "__main__":
    main()
