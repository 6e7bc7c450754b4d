"""The Stanza adapter: dependencies or constituents, by models that Stanza has fetched before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treescore.errors import MissingResource, UnknownName, UsageError, how_to_install
from treescore.io.penn import parse_trees
from treescore.parsing.base import CannotParse, refuse_lists
from treescore.parsing.digest import digest
from treescore.parsing.faults import why
from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.dependency import DependencyTree, make_tree
from treescore.trees.nbest import Parses, single

if TYPE_CHECKING:
    import stanza
    from stanza.models.common.doc import Document

BEFORE_PARSING = {
    "depparse": ("tokenize", "mwt", "pos", "lemma"),
    "constituency": ("tokenize", "mwt", "pos"),
}
"""For each of Stanza's two parsers what runs before it; not all languages split words (mwt)."""

USUAL_PACKAGE = "default"
BATCH = 64
"""Segments parsed together."""


@dataclass(frozen=True)
class Models:
    """The models of a pipeline."""

    lang: str
    """As Stanza spells it."""
    processors: dict[str, str]
    """What Stanza runs, each with the name of its model."""
    folder: Path
    files: tuple[Path, ...]
    """All that Stanza loads from the folder: the models, and the word vectors below them."""
    command: str
    """What fetches them."""


class StanzaParser:
    """One tree a segment, whatever the punctuation inside.

    Opening it imports Stanza, which alone knows where its models are; they are loaded when the
    first text is parsed.
    """

    name = "stanza"

    def __init__(self, lang: str, parser: str, package: str) -> None:
        self.models = find_models(lang, parser, package)
        self._constituents = parser == "constituency"
        files = digest(self.models.folder, self.models.files)
        self.signature = f"stanza-{version('stanza')}/{lang}-{package}-{parser}-{files}"

    @cached_property
    def _pipeline(self) -> stanza.Pipeline:
        import stanza

        try:
            return stanza.Pipeline(
                self.models.lang,
                dir=str(self.models.folder),
                package=None,
                processors=self.models.processors,
                tokenize_no_ssplit=True,
                download_method=None,
                logging_level="CRITICAL",
            )
        except Exception as error:  # every part of a pipeline breaks in its own way
            raise CannotParse(
                f"{self.models.folder}: Stanza cannot load a model: {why(error)}; "
                f"fetch them again: {self.models.command}"
            ) from None

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        refuse_lists("Stanza", nbest)
        return self._parse(" ".join(text.split()) for text in texts)

    def _parse(self, texts: Iterator[str]) -> Iterator[Parses]:
        while batch := list(islice(texts, BATCH)):
            for document in self._pipeline.bulk_process(batch):
                if self._constituents:
                    yield single(constituency_tree(document))
                else:
                    yield single(dependency_tree(document))


def dependency_tree(document: Document) -> DependencyTree:
    """The tree of a document, which has one sentence, or none."""
    words = [word for sentence in document.sentences for word in sentence.words]
    upos = tuple(word.upos for word in words)
    tokens = (
        tuple(word.text for word in words),
        tuple(word.xpos or word.upos for word in words),
        upos,
        tuple(word.lemma or word.text for word in words),
    )
    heads = tuple(word.head - 1 if word.head else number for number, word in enumerate(words))
    return make_tree(tokens, heads, tuple(word.deprel for word in words))


def constituency_tree(document: Document) -> ConstituencyTree:
    """The tree of a document, with an underscore for a blank inside of a word."""
    bracketed = [f"{sentence.constituency:_O}" for sentence in document.sentences]
    return next(parse_trees(bracketed, "Stanza"), NOTHING)


def find_models(lang: str, parser: str, package: str) -> Models:
    """The models of a package, found by Stanza's own rules."""
    common = _resources()
    folder = Path(common.DEFAULT_MODEL_DIR)
    named = "" if package == USUAL_PACKAGE else f", package={package!r}"
    command = f'python -c "import stanza; stanza.download({lang!r}{named})"'
    try:
        languages = common.load_resources_json(str(folder))
    except (OSError, ValueError):
        raise _not_fetched(folder / "resources.json", command) from None
    known = common.get_language_resources(languages, lang)
    if known is None:
        raise MissingResource(
            f"Stanza has no models for the language {lang!r}; choose another parser"
        )
    lang = languages[lang].get("alias", lang)
    processors = _processors(known["packages"], lang, parser, package)
    files = _files(languages, lang, processors, folder)
    for file in files:
        if not file.is_file():
            raise _not_fetched(file, command)
    return Models(lang, processors, folder, files, command)


def _resources() -> Any:
    try:
        from stanza.resources import common
    except ImportError:
        raise MissingResource(
            f"the parser 'stanza' needs Stanza; install it with: {how_to_install('stanza')}"
        ) from None
    return common


def _not_fetched(file: Path, command: str) -> MissingResource:
    return MissingResource(f"{file}: not there, or not readable; fetch Stanza's models: {command}")


def _processors(
    packages: dict[str, dict[str, str]], lang: str, parser: str, package: str
) -> dict[str, str]:
    """What runs up to a parser, each with the name of its model."""
    if package not in packages:
        raise UnknownName(f"Stanza package for {lang!r}", package, packages)
    models = packages[package]
    if parser not in models:
        raise CannotParse(
            f"Stanza's package {package!r} for {lang!r} has no model for {parser}; "
            "choose another package or parser"
        )
    return {name: models[name] for name in (*BEFORE_PARSING[parser], parser) if name in models}


def _files(
    languages: dict[str, Any], lang: str, processors: dict[str, str], folder: Path
) -> tuple[Path, ...]:
    from stanza.pipeline.core import build_default_config
    from stanza.resources import common

    chosen = common.maintain_processor_list(languages, lang, None, processors)
    chosen = common.add_dependencies(languages, lang, chosen)
    config = build_default_config(languages, lang, str(folder), chosen)
    return tuple(Path(value) for key, value in config.items() if key.endswith("_path"))


def open_parser(argument: str, lang: str) -> StanzaParser:
    """The parser of an argument `[constituency][,package=NAME]`."""
    parser, package = "depparse", USUAL_PACKAGE
    for part in filter(None, argument.split(",")):
        if part == "constituency":
            parser = part
        elif part.startswith("package="):
            package = part.removeprefix("package=")
        else:
            raise UsageError(
                f"the parser 'stanza' takes 'constituency' and 'package=NAME', not {part!r}; "
                "write it like stanza:constituency,package=default_fast"
            )
    return StanzaParser(lang, parser, package)
