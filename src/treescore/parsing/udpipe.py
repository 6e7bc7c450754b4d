"""The UDPipe adapter: any model file of UDPipe 1."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from treescore.errors import MissingResource, UsageError, how_to_install
from treescore.parsing.base import CannotParse, refuse_lists
from treescore.trees.dependency import DependencyTree, make_tree
from treescore.trees.nbest import NBest, single

PUBLISHED = "https://lindat.mff.cuni.cz/repository/xmlui/bitstream/handle/11234/1-3131"
"""Where the models of Universal Dependencies 2.5 are."""
RELEASE = "-ud-2.5-191206.udpipe"
MODELS = {
    "cs": "czech-pdt",
    "de": "german-gsd",
    "en": "english-ewt",
    "es": "spanish-gsd",
    "fr": "french-gsd",
}
LONGEST = 1000
"""Letters of a word: the tagger's time grows with their square."""


class UdpipeParser:
    """One tree a segment, whatever the punctuation inside.

    UDPipe is imported and the model loaded when the first text is parsed: a run that finds all of
    its parses in the cache never waits for it.
    """

    name = "udpipe"

    def __init__(self, path: str, lang: str) -> None:
        self.path = path
        self.lang = lang
        self.signature = f"udpipe-{_package_version()}/{Path(path).stem}-{_digest(path, lang)}"

    @cached_property
    def _model(self) -> Any:
        from ufal.udpipe import Model

        model = Model.load(self.path)
        if model is None:
            raise CannotParse(
                f"{self.path}: not a model of UDPipe 1; fetch one, as with: "
                f"{_fetch(_example(self.lang))}"
            )
        return model

    @cached_property
    def _tokenizer(self) -> Any:
        tokenizer = self._model.newTokenizer("presegmented")  # only a line's end ends a sentence
        if tokenizer is None:
            raise CannotParse(f"{self.path}: a model without a tokenizer; choose another")
        return tokenizer

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[DependencyTree]]:
        refuse_lists("UDPipe", nbest)
        return (single(self._tree(text)) for text in texts)

    def _tree(self, text: str) -> DependencyTree:
        from ufal.udpipe import ProcessingError, Sentence

        error, sentence = ProcessingError(), Sentence()
        # UDPipe reads up to the first NUL, and no half of a pair of surrogates.
        plain = text.replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
        longest = max(map(len, plain.split()), default=0)
        if longest > LONGEST:
            raise CannotParse(
                f"a word of {longest} letters, with which UDPipe would be busy for minutes; "
                f"leave out or part words of more than {LONGEST}"
            )
        self._tokenizer.setText(" ".join(plain.split()))
        if not self._tokenizer.nextSentence(sentence, error):
            return DependencyTree((), (), (), (), (), ())
        for step in (self._model.tag, self._model.parse):
            if not step(sentence, self._model.DEFAULT, error):
                raise CannotParse(f"{self.path}: {error.message}; choose another model")
        words = list(sentence.words)[1:]  # the first is the root above the sentence
        tokens = (
            tuple([word.form for word in words]),
            tuple([word.xpostag or word.upostag for word in words]),
            tuple([word.upostag for word in words]),
            tuple([word.lemma for word in words]),
        )
        heads = tuple([(word.head or word.id) - 1 for word in words])
        return make_tree(tokens, heads, tuple([word.deprel for word in words]))


def _package_version() -> str:
    try:
        return version("ufal.udpipe")
    except PackageNotFoundError:
        raise MissingResource(
            f"UDPipe is not installed; install it with: {how_to_install('udpipe')}"
        ) from None


def _digest(path: str, lang: str) -> str:
    """Eight digits that change whenever the model does."""
    try:
        with open(path, "rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()[:8]
    except OSError as error:
        name = Path(path).name
        wanted = name if name.endswith(RELEASE) else _example(lang)
        raise MissingResource(
            f"{path}: {error.strerror}; expected a model of UDPipe 1, fetched as with: "
            f"{_fetch(wanted)}"
        ) from None


def _fetch(name: str) -> str:
    return f"curl -fLO {PUBLISHED}/{name}"


def _example(lang: str) -> str:
    return MODELS.get(lang, MODELS["en"]) + RELEASE


def open_parser(argument: str, lang: str) -> UdpipeParser:
    """The parser of a model file, which does not say its language."""
    if not argument:
        raise UsageError(f"the parser 'udpipe' needs a model file, like udpipe:{_example(lang)}")
    return UdpipeParser(argument, lang)
