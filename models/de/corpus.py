"""The training data of the German model: gold trees as spaCy documents, raw text as tokens."""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Sequence
from pathlib import Path

from spacy.language import Language
from spacy.tokens import Doc, DocBin
from spacy.vocab import Vocab

from benchmarks.treebank import Token, gold_sentences
from treescore.parsing.docs import TYPOGRAPHY

GOLD = (
    "german/gsd-part.conllu.gz",
    "treebanks/ud/de_gsd-test.conllu.gz",
    "treebanks/ud/de_pud.conllu.gz",
)
RAW = "german/raw.de.txt.gz"

RELATIONS = {
    "acl:relcl": "acl",
    "cc:preconj": "cc",
    "expl:pv": "expl",
    "flat:name": "flat",
    "iobj": "obl:arg",
    "nmod:poss": "nmod",
    "obl:tmod": "obl",
    "root": "ROOT",
}
"""One convention for all sources, that of newer releases of GSD; ROOT is spaCy's spelling."""
SHOWN = 100
"""Sentences scored while training, to see that it learns; they are training sentences."""


def write_gold(data: Path, nlp: Language, folder: Path) -> None:
    """Write all gold sentences, and a few of them again to watch the training by."""
    documents = [document for name in GOLD for document in gold_documents(data / name, nlp)]
    for name, chosen in (("train", documents), ("shown", documents[:: len(documents) // SHOWN])):
        DocBin(docs=chosen).to_disk(folder / f"{name}.spacy")


def gold_documents(path: Path, nlp: Language) -> Iterator[Doc]:
    """The sentences of a treebank, over the tokens that the parser will be shown."""
    stts = "pud" not in path.name  # PUD has tags of its own
    for sentence in gold_sentences(path):
        document = _document(sentence, nlp.vocab, stts=stts)
        _join(document, nlp.make_doc(document.text))
        yield document


def _join(gold: Doc, tokenized: Doc) -> None:
    """Make one token of gold tokens that the tokenizer leaves together, like "E-Mail"."""
    with gold.retokenize() as retokenizer:
        for token in tokenized:
            span = gold.char_span(token.idx, token.idx + len(token))
            if span is not None and len(span) > 1:
                retokenizer.merge(span)


def _document(sentence: Sequence[Token], vocab: Vocab, *, stts: bool) -> Doc:
    return Doc(
        vocab,
        words=[_plain(token.word) for token in sentence],
        spaces=[token.space for token in sentence],
        lemmas=[_plain(token.lemma) for token in sentence],
        pos=[token.upos for token in sentence],
        tags=[token.xpos if stts else "" for token in sentence],
        morphs=[token.feats for token in sentence],
        heads=[token.head for token in sentence],
        deps=[RELATIONS.get(token.relation, token.relation) for token in sentence],
        sent_starts=[index == 0 for index in range(len(sentence))],
    )


def _plain(word: str) -> str:
    """The word as the parser will be shown it."""
    return word.translate(TYPOGRAPHY["de"])


def write_raw(data: Path, nlp: Language, path: Path) -> None:
    """Write the tokens of the raw text, one sentence a line."""
    with (
        gzip.open(data / RAW, "rt", encoding="utf-8") as lines,
        path.open("w", encoding="utf-8") as stream,
    ):
        for doc in nlp.pipe(line.strip().translate(TYPOGRAPHY["de"]) for line in lines):
            stream.write(" ".join(token.text for token in doc if not token.is_space) + "\n")
