"""The spaCy adapter: any installed pipeline that has a dependency parser."""

from __future__ import annotations

import logging
import math
from collections.abc import Iterable, Iterator
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from typing import TYPE_CHECKING, Any
from warnings import catch_warnings, warn_explicit

from treescore.errors import MissingResource
from treescore.parsing.base import CannotParse
from treescore.parsing.models import Model, default_name, find_model, install_command, model_for
from treescore.trees.dependency import DependencyTree, make_tree, universal_root
from treescore.trees.nbest import NBest, single

if TYPE_CHECKING:  # importing spaCy takes a second, and a warm cache does not need it
    from spacy.language import Language
    from spacy.tokens import Doc

log = logging.getLogger("treescore")

UNUSED = ("ner", "senter", "sentencizer", "textcat", "textcat_multilabel", "entity_linker")
"""Components that tell nothing about the tree, or that would cut a segment into sentences."""

BEAM_BATCH = 16
"""Documents in one beam search: more only costs memory, fewer waste time between them."""

SAME_BY_TILES = {"en_core_web_sm"}
"""Models whose parses were found to be the same by `products.py`, on 200,000 sentences. Rounding
may now and then decide between two parses: of the bundled German model, of one in 20,000."""

OTHER_VERSION = "[W095]"
"""How spaCy's warning about a model's age begins."""

DIGITS = 6
"""Log-probabilities are rounded to so many digits, so that they do not tell machines apart."""


class SpacyParser:
    """One tree a segment, whatever the punctuation inside.

    spaCy is imported and the model loaded, and its weights checked, when the first text is parsed:
    a run that finds all of its parses in the cache never waits for it.
    """

    name = "spacy"
    advice = ""
    """What a user should be told once."""

    def __init__(self, model: Model, *, gpu: bool = False) -> None:
        self.model = model
        self.gpu = gpu
        if gpu:
            use_gpu()
        # Numbers that come from a GPU may differ in their last digits, and so may trees.
        self.signature = f"spacy-{version('spacy')}/{model.signature}{'/gpu' if gpu else ''}"

    @cached_property
    def _nlp(self) -> Language:
        nlp = load_pipeline(self.model)
        if "parser" not in nlp.pipe_names:
            raise CannotParse(
                f"the spaCy pipeline {self.model.name} has no dependency parser; "
                "choose another with --parser spacy:MODEL"
            )
        return nlp

    def __getstate__(self) -> dict[str, Any]:
        """All but the pipeline, which another process loads for itself."""
        return {name: value for name, value in self.__dict__.items() if name != "_nlp"}

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[DependencyTree]]:
        from treescore.parsing.docs import ordinary_tree

        docs = self._nlp.pipe(map(self._tokenize, texts))
        if nbest == 1:
            return (single(self._named(ordinary_tree(doc))) for doc in docs)
        return self._beam(docs, nbest)

    def _named(self, tree: DependencyTree) -> DependencyTree:
        return tree if self.model.lang == "en" else universal_root(tree)

    def _tokenize(self, text: str) -> Doc:
        from treescore.parsing.docs import plain, unbroken

        doc = self._nlp.make_doc(" ".join(text.split()))
        return unbroken(plain(doc, self.model.lang))

    def _beam(self, docs: Iterator[Doc], nbest: int) -> Iterator[NBest[DependencyTree]]:
        from treescore.parsing.beam import beam_parse
        from treescore.parsing.docs import columns

        parser = self._nlp.get_pipe("parser")
        while batch := list(islice(docs, BEAM_BATCH)):
            for doc, ranked in zip(batch, beam_parse(parser, batch, nbest), strict=True):
                tokens = columns(doc)
                yield NBest(
                    tuple(
                        self._named(make_tree(tokens, heads, relations))
                        for _, (heads, relations) in ranked
                    ),
                    tuple(round(math.log(probability), DIGITS) for probability, _ in ranked),
                )


def use_gpu() -> None:
    """Have spaCy compute on the GPU, or say what is missing."""
    from thinc.api import require_gpu

    try:
        require_gpu()
    except ValueError as error:
        reason = " ".join(str(error).split())
        raise MissingResource(
            f"spaCy finds no GPU it can use ({reason}); install its support for the driver that is "
            "there (pip install 'spacy[cuda12x]'), or leave out --gpu"
        ) from None


def load_pipeline(model: Model, *exclude: str) -> Language:
    """A model with its weights checked, without the components that are not needed.

    Trees, tags, parts of speech and lemmas are what spaCy would give, sooner; morphological
    features are not set where look-ups are remembered.
    """
    import spacy

    from treescore.parsing.lookups import remember_lookups
    from treescore.parsing.products import use_tiles
    from treescore.parsing.tok2vec import remember_vectors

    model.verify()
    try:
        with catch_warnings(record=True) as caught:
            nlp = spacy.load(model.package, exclude=[*UNUSED, *exclude])
    except (OSError, ValueError, ImportError) as error:  # as many as there are broken models
        reason = " ".join(str(error).split())
        raise CannotParse(
            f"spaCy cannot load {model.package}: {reason}; install the model again"
        ) from None
    for warning in caught:
        if OTHER_VERSION in str(warning.message):
            log.warning(
                f"{model.name} {model.version} was made for another version of spaCy, and may be "
                "worse than a newer one"
            )
        else:
            warn_explicit(warning.message, warning.category, warning.filename, warning.lineno)
    nlp.max_length = 10**9  # one long line is the user's choice, not an accident
    if model.official and model.name in SAME_BY_TILES:
        use_tiles(nlp)
    remember_vectors(nlp)
    remember_lookups(nlp)
    return nlp


def open_parser(argument: str, lang: str, *, gpu: bool = False) -> SpacyParser:
    """The parser of a model, or of the language's usual one."""
    model = find_model(argument) if argument else model_for(lang)
    if model.lang != lang:
        raise CannotParse(
            f"the spaCy pipeline {model.name} is for the language {model.lang!r}, not {lang!r}; "
            f"say -l {model.lang}, or choose another model"
        )
    parser = SpacyParser(model, gpu=gpu)
    if model.bundled and not argument:
        parser.advice = (
            f"{lang!r} is parsed by the small bundled model {model.name}; a better one is used as "
            f"soon as it is installed: {install_command(default_name(lang))}"
        )
    return parser
