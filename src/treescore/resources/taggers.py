"""Words, lemmas and tags of plain text, for the pivot languages of TESLA."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.metadata import version
from itertools import compress
from typing import TYPE_CHECKING, Any, Protocol

from treescore.errors import MissingResource
from treescore.lexicon.lemmas import Lemmatizer, load_lemmatizer
from treescore.lexicon.lexical import FUNCTION_TAGS, word_mask
from treescore.parsing.base import CannotParse
from treescore.parsing.models import Model, default_name, install_command, model_for
from treescore.text import mteval
from treescore.trees.tagsets import STTS

if TYPE_CHECKING:  # importing spaCy takes a second
    from spacy.language import Language
    from spacy.tokens import Doc

MARKS = str.maketrans(
    dict.fromkeys("„“”«»‹›‚‘–—…¿¡•", " ")  # noqa: RUF001 - they are meant
    | {"\N{RIGHT SINGLE QUOTATION MARK}": "'", "\N{NO-BREAK SPACE}": " "}
)
"""Marks beyond ASCII, which mteval's rules leave at their words."""
BATCH = 256
"""Texts that spaCy tags at once."""
REMEMBERED = 2**20
"""Words whose lemmas are kept."""


@dataclass(frozen=True)
class TaggedWords:
    """The words of a text in lower case, without punctuation; all fields run parallel."""

    words: tuple[str, ...]
    lemmas: tuple[str, ...]
    tags: tuple[str, ...]
    function: tuple[bool, ...]


class Tagger(Protocol):
    """Finds the words of texts."""

    @property
    def name(self) -> str:
        """Says in signatures which tagger this is, and pins it."""

    @property
    def tagged(self) -> bool:
        """Whether there are tags; without, all are empty and no word is a function word."""

    def words(self, texts: Iterable[str]) -> Iterator[TaggedWords]:
        """For every text its words, in order."""


def pivot_tagger(lang: str) -> Tagger:
    """The best tagger for a language: spaCy, for German HanTa, or else lemmas only."""
    try:
        model = model_for(lang)
    except MissingResource:
        return LemmaTagger(load_lemmatizer(lang))
    # HanTa learnt from twenty times the text that the bundled German model did.
    return HantaTagger() if model.bundled else SpacyTagger(model)


def tokenize(text: str) -> list[str]:
    """The tokens of a text by the rules of mteval."""
    return mteval.tokenize(text.translate(MARKS))


class SpacyTagger:
    """An installed spaCy pipeline without its parser."""

    tagged = True

    def __init__(self, model: Model) -> None:
        self.model = model
        self.name = f"spacy-{version('spacy')}/{model.signature}"

    def __getstate__(self) -> dict[str, Any]:
        """All but the pipeline, which another process loads for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "_nlp"}

    def words(self, texts: Iterable[str]) -> Iterator[TaggedWords]:
        from treescore.parsing.docs import columns

        for doc in self._nlp.pipe(map(self._document, texts), batch_size=BATCH):
            words, tags, upos, lemmas = columns(doc)
            if not all(lemmas):  # a pipeline without a lemmatizer
                pairs = zip(words, lemmas, strict=True)
                lemmas = tuple([lemma or word.lower() for word, lemma in pairs])
            yield _tagged(words, lemmas, tags, [tag in FUNCTION_TAGS for tag in upos])

    @cached_property
    def _nlp(self) -> Language:
        from treescore.parsing.spacy import load_pipeline

        nlp = load_pipeline(self.model, "parser")
        if {"tagger", "morphologizer"}.isdisjoint(nlp.pipe_names):
            usual = install_command(default_name(self.model.lang))
            raise CannotParse(
                f"the spaCy pipeline {self.model.name} has no tagger; install another: {usual}"
            )
        return nlp

    def _document(self, text: str) -> Doc:
        from treescore.parsing.docs import plain

        doc = self._nlp.make_doc(" ".join(text.split()))
        return plain(doc, self.model.lang)


class HantaTagger:
    """HanTa's tags and lemmas for German."""

    tagged = True

    def __init__(self) -> None:
        from treescore.lexicon.hanta import NAME, german

        self.name = NAME
        self._tag = german().tag

    def words(self, texts: Iterable[str]) -> Iterator[TaggedWords]:
        for tokens in map(tokenize, texts):
            tags, lemmas = self._tag(tokens)
            function = [STTS.get(tag) in FUNCTION_TAGS for tag in tags]
            yield _tagged(tokens, lemmas, tags, function)


class LemmaTagger:
    """Lemmas without tags."""

    tagged = False

    def __init__(self, lemmatizer: Lemmatizer) -> None:
        self.name = lemmatizer.name
        self._lemma = lru_cache(REMEMBERED)(lemmatizer.lemma)

    def words(self, texts: Iterable[str]) -> Iterator[TaggedWords]:
        for tokens in map(tokenize, texts):
            lemmas = [self._lemma(token).lower() for token in tokens]
            yield _tagged(tokens, lemmas, [""] * len(tokens), [False] * len(tokens))


def _tagged(
    words: Sequence[str], lemmas: Sequence[str], tags: Sequence[str], function: Sequence[bool]
) -> TaggedWords:
    kept = word_mask(words)
    return TaggedWords(
        tuple([word.lower() for word in compress(words, kept)]),
        tuple(compress(lemmas, kept)),
        tuple(compress(tags, kept)),
        tuple(compress(function, kept)),
    )
