"""The benepar adapter: constituents by any model of the Berkeley Neural Parser."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import PackageNotFoundError, version
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any
from unicodedata import category

from treescore.errors import MissingResource, UsageError, how_to_install
from treescore.parsing.base import CannotParse, refuse_lists
from treescore.parsing.digest import digest
from treescore.parsing.faults import why
from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.nbest import NBest, single

if TYPE_CHECKING:
    from benepar.parse_base import CompressedParserOutput
    from benepar.parse_chart import ChartParser
    from spacy.language import Language
    from spacy.tokens import Doc

BATCH = 64
"""Segments handed over together."""
SUB_WORDS = 500
"""Sub-word tokens computed together, benepar's own choice."""
HINT = 60
UNTAGGED = "UNK"
"""The tag of every word, where a model knows none."""
WEIGHTS = "benepar_model.bin"
INVISIBLE = "CMZ"
"""The Unicode categories of what tokenizers of transformers may drop: control, marks, blanks."""
NOT_READ = "\N{REPLACEMENT CHARACTER}"
"""They drop it, too."""


@dataclass(frozen=True)
class Example:
    """A segment as benepar wants it."""

    words: list[str]
    space_after: list[bool]
    tree: None = None


class BeneparParser:
    """One tree a segment, whatever the punctuation inside; words are those of spaCy's tokenizer.

    benepar is imported and the model loaded when the first text is parsed: a run that finds all of
    its parses in the cache never waits for it.
    """

    name = "benepar"

    def __init__(self, model: str, lang: str) -> None:
        self.path = find_model(model)
        self.lang = lang
        tokens = f"spacy-{version('spacy')}-{lang}"
        self.signature = f"benepar-{version('benepar')}/{_name_and_digest(self.path)}/{tokens}"

    @cached_property
    def _tokenizer(self) -> Language:
        import spacy

        try:
            nlp = spacy.blank(self.lang)
        except ImportError as error:  # also where a language needs a package more
            raise CannotParse(
                f"spaCy has no tokenizer for the language {self.lang!r}: {why(error)}; "
                "choose another language or parser"
            ) from None
        nlp.max_length = 10**9
        return nlp

    @cached_property
    def _parser(self) -> ChartParser:
        try:
            with quiet():
                return load(self.path)
        except CannotParse:
            raise
        except Exception as error:  # as many as there are broken models
            raise CannotParse(
                f"{self.path}: benepar cannot load it: {why(error)}; fetch the model again, and "
                f"the packages that fit: {how_to_install('benepar')}"
            ) from None

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[ConstituencyTree]]:
        refuse_lists("benepar", nbest)
        return self._parse(self._tokenizer.make_doc(" ".join(text.split())) for text in texts)

    def _parse(self, docs: Iterator[Doc]) -> Iterator[NBest[ConstituencyTree]]:
        while batch := list(islice(docs, BATCH)):
            trees = iter(self._trees([doc for doc in batch if len(doc)]))
            for doc in batch:
                yield single(next(trees) if len(doc) else NOTHING)

    def _trees(self, docs: list[Doc]) -> list[ConstituencyTree]:
        parser = self._parser
        try:
            with quiet():
                outputs = parser.parse(
                    list(map(example, docs)), return_compressed=True, subbatch_max_tokens=SUB_WORDS
                )
        except ValueError as error:  # what benepar says to a long sentence
            longest = max((doc.text for doc in docs), key=len)
            raise CannotParse(
                f"benepar cannot parse {longest[:HINT]!r} ...: {error}; shorten the segment, "
                "or choose another parser"
            ) from None
        labels, tags = parser.decoder.label_from_index, parser.tag_from_index
        return [
            make_tree([token.text for token in doc], output, labels, tags)
            for doc, output in zip(docs, outputs, strict=True)
        ]


def example(doc: Doc) -> Example:
    """A document as benepar reads it from spaCy, with a dash for a word that nobody sees."""
    from benepar.integrations.spacy_plugin import SentenceWrapper

    sentence = SentenceWrapper(doc)
    words = [word if _is_visible(word) else "-" for word in sentence.words]
    return Example(words, sentence.space_after)


def _is_visible(word: str) -> bool:
    return any(category(letter)[0] not in INVISIBLE and letter != NOT_READ for letter in word)


def make_tree(
    words: Sequence[str],
    output: CompressedParserOutput,
    label_names: dict[int, str],
    tag_names: dict[int, str],
) -> ConstituencyTree:
    """The tree of the spans that benepar found, in the order in which they open.

    A span's label may be a chain like S::VP, or empty: then it is no constituent. Every word is a
    span of its own.
    """
    labels, parents = ["TOP"], [-1]
    leaves: list[str | None] = [None]
    open_spans = [(0, len(words))]

    def add(label: str, word: str | None) -> None:
        labels.append(label)
        parents.append(open_spans[-1][0])
        leaves.append(word)

    for start, end, label in zip(output.starts, output.ends, output.labels, strict=True):
        while open_spans[-1][1] <= start:
            open_spans.pop()
        for name in filter(None, label_names[label].split("::")):
            add(name, None)
            open_spans.append((len(labels) - 1, end))
        if end - start == 1:
            tag = UNTAGGED if output.tags is None else tag_names[output.tags[start]]
            add(tag, words[start])
    return ConstituencyTree(tuple(labels), tuple(parents), tuple(leaves))


@contextmanager
def quiet() -> Iterator[None]:
    """Keeps to itself what transformers and torch-struct tell their programmers."""
    from transformers.utils import logging as notes

    level = notes.get_verbosity()
    notes.set_verbosity(logging.ERROR)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        notes.set_verbosity(level)


def load(path: Path) -> ChartParser:
    """The model of a folder or of a file; nothing in it is run, and nothing else is fetched.

    benepar's own loading is not used: it refuses weights beside which transformers wrote positions,
    as all versions before 4.31 did.
    """
    import torch
    from benepar.nkutil import HParams
    from benepar.parse_chart import ChartParser
    from transformers import AutoConfig

    def read(file: Path) -> Any:
        return torch.load(file, map_location="cpu", weights_only=True)

    if path.is_dir():
        config = AutoConfig.from_pretrained(str(path), local_files_only=True).benepar
        config["pretrained_model_path"] = str(path)
        weights = read(path / WEIGHTS)
    else:
        checkpoint = read(path)
        config, weights = checkpoint["config"], checkpoint["state_dict"]
        if config["hparams"]["use_pretrained"]:
            raise CannotParse(
                f"{path}: holds no tokenizer; export it to a folder with benepar's src/export.py"
            )
    config["hparams"] = HParams(**{"force_root_constituent": True} | config["hparams"])
    parser = ChartParser(**config)
    # Positions are no weights: transformers counts them anew.
    known = {name: weight for name, weight in weights.items() if "position_ids" not in name}
    parser.load_state_dict(known)
    return parser.to("cuda" if torch.cuda.is_available() else "cpu")


def find_model(name: str) -> Path:
    """The file or folder of a model: a path, or where `benepar.download` puts it."""
    try:
        version("benepar")
    except PackageNotFoundError:
        raise MissingResource(
            f"the parser 'benepar' needs benepar; install it with: {how_to_install('benepar')}"
        ) from None
    if Path(name).exists():
        return Path(name)
    if not name.isidentifier():
        raise MissingResource(f"{name}: there is no such file or folder; give a model of benepar's")
    import nltk

    try:
        return Path(str(nltk.data.find(f"models/{name}")))
    except LookupError:
        raise MissingResource(
            f"the benepar model {name!r} is not installed; fetch it with: "
            f"python -c \"import benepar; benepar.download('{name}')\""
        ) from None


def _name_and_digest(path: Path) -> str:
    folder = path if path.is_dir() else path.parent
    files = [file for file in path.rglob("*") if file.is_file()] if path.is_dir() else [path]
    return f"{path.resolve().name}-{digest(folder, files)}"


def open_parser(argument: str, lang: str) -> BeneparParser:
    """The parser of a model's name or path."""
    if not argument:
        raise UsageError("the parser 'benepar' needs a model, like benepar:benepar_en3")
    return BeneparParser(argument, lang)
