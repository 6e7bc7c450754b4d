"""The spaCy adapter: any installed pipeline that has a dependency parser."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from treescore.parsing.base import CannotParse
from treescore.parsing.models import Model, find_model, model_for
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest, single

if TYPE_CHECKING:  # importing spaCy takes a second, and a warm cache does not need it
    from spacy.language import Language
    from spacy.tokens import Doc

UNUSED = ("ner", "senter", "sentencizer", "textcat", "textcat_multilabel", "entity_linker")
"""Components that tell nothing about the tree, or that would cut a segment into sentences."""

BEAM_BATCH = 16
"""Documents in one beam search: more only costs memory, fewer waste time between them."""

DIGITS = 6
"""Log-probabilities are rounded to so many digits, so that they do not tell machines apart."""

# How spaCy's arrays write that a token starts a sentence, and that it does not (-1, unsigned).
SENTENCE_START = np.uint64(1)
NO_SENTENCE_START = np.uint64(2**64 - 1)

EMPTY = DependencyTree((), (), (), (), (), ())


class SpacyParser:
    """One tree a segment, whatever the punctuation inside.

    spaCy is imported and the model loaded, and its weights checked, when the first text is parsed:
    a run that finds all of its parses in the cache never waits for it.
    """

    name = "spacy"

    def __init__(self, model: Model) -> None:
        self.model = model
        self.signature = f"spacy-{version('spacy')}/{model.signature}"

    @cached_property
    def _nlp(self) -> Language:
        import spacy

        self.model.verify()
        nlp = spacy.load(self.model.package, exclude=list(UNUSED))
        nlp.max_length = 10**9  # one long line is the user's choice, not an accident
        if "parser" not in nlp.pipe_names:
            raise CannotParse(
                f"the spaCy pipeline {self.model.name} has no dependency parser; "
                "choose another with --parser spacy:MODEL"
            )
        return nlp

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[DependencyTree]]:
        docs = self._nlp.pipe(map(self._unbroken, texts))
        if nbest == 1:
            return (single(_greedy_tree(doc)) if len(doc) else single(EMPTY) for doc in docs)
        return self._beam(docs, nbest)

    def _unbroken(self, text: str) -> Doc:
        """The tokens of a text, marked as one sentence."""
        doc = self._nlp.make_doc(" ".join(text.split()))
        if not len(doc):
            return doc
        starts = np.full((len(doc), 1), NO_SENTENCE_START)
        starts[0] = SENTENCE_START
        return doc.from_array(["SENT_START"], starts)  # type: ignore[arg-type]  # its stub knows int only

    def _beam(self, docs: Iterator[Doc], nbest: int) -> Iterator[NBest[DependencyTree]]:
        from treescore.parsing.beam import beam_parse

        parser = self._nlp.get_pipe("parser")
        while batch := list(islice(docs, BEAM_BATCH)):
            filled = [doc for doc in batch if len(doc)]
            lists = iter(beam_parse(parser, filled, nbest) if filled else [])
            for doc in batch:
                if not len(doc):
                    yield single(EMPTY)
                    continue
                tokens = _columns(doc)
                ranked = next(lists)
                yield NBest(
                    tuple(_tree(tokens, heads, relations) for _, (heads, relations) in ranked),
                    tuple(round(math.log(probability), DIGITS) for probability, _ in ranked),
                )


Columns = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]


def _columns(doc: Doc) -> Columns:
    """Words, tags, universal tags and lemmas; a missing tag is replaced by the universal one."""
    words = tuple([token.text for token in doc])
    upos = tuple([token.pos_ for token in doc])
    tags = tuple([token.tag_ for token in doc])
    if not all(tags):
        tags = tuple([tag or universal for tag, universal in zip(tags, upos, strict=True)])
    return words, tags, upos, tuple([token.lemma_ for token in doc])


def _greedy_tree(doc: Doc) -> DependencyTree:
    heads = tuple([token.head.i for token in doc])
    return _tree(_columns(doc), heads, tuple([token.dep_ for token in doc]))


def _tree(tokens: Columns, heads: tuple[int, ...], relations: tuple[str, ...]) -> DependencyTree:
    """A tree with one root: a further root hangs on the first, as `dep`."""
    words, tags, upos, lemmas = tokens
    roots = [word for word, head in enumerate(heads) if word == head]
    first = roots[0]
    attached, labels = list(heads), list(relations)
    attached[first] = ROOT
    for root in roots[1:]:
        attached[root], labels[root] = first, "dep"
    return DependencyTree(words, tuple(attached), tuple(labels), tags, upos, lemmas)


def open_parser(argument: str, lang: str) -> SpacyParser:
    """The parser of a model, or of the language's usual one."""
    model = find_model(argument) if argument else model_for(lang)
    if model.lang != lang:
        raise CannotParse(
            f"the spaCy pipeline {model.name} is for the language {model.lang!r}, not {lang!r}; "
            f"say -l {model.lang}, or choose another model"
        )
    return SpacyParser(model)
