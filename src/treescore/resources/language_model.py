"""Language models: how likely a translation is as a sentence of its language.

Models are ARPA files or KenLM's binary files, read by kenlm. Texts are split into words as mteval
does. Models trained here are lower-cased and know no punctuation (Liu, Dahlmeier & Ng 2010, sec.
5.2). How any model was trained is seen from its vocabulary, and texts are treated likewise: they
are lower-cased if hardly any of its words has a capital letter, and lose their punctuation if none
of its words is punctuation.
"""

from __future__ import annotations

import hashlib
import logging
import math
import mmap
import os
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import shorten
from typing import Any

from treescore.errors import MissingResource, how_to_install
from treescore.io.errors import InputError
from treescore.io.files import GZIP_MAGIC, read_start
from treescore.resources.arpa import SYMBOLS, UNKNOWN, is_arpa, read_vocabulary
from treescore.text.mteval import tokenize
from treescore.trees.punctuation import is_punctuation

EXPECTED = "expected an ARPA file or a KenLM binary file"
BINARY = "mmap lm http://kheafield.com/code"
"""How KenLM's binary files begin."""
CAPITALISED = 0.01
"""The share of words with capital letters up to which a vocabulary counts as lower-cased.

Ordinary text has some 30 %; a tool that lower-cases the letters A to Z only leaves a few.
"""
WHERE = re.compile(r"^.*? threw \w+(?: because `.*?'(?=\. ))?\. | at byte \d+|\.  .*$")
"""What kenlm says beside the fault itself: its own source, and advice to programmers."""
LONGEST_FAULT = 100


@dataclass(frozen=True, eq=False)
class LanguageModel:
    """A model that has been loaded."""

    path: str
    digest: str
    """The sha256 of the file."""
    order: int
    lowercase: bool
    """Whether texts are lower-cased before they are scored."""
    punctuation: bool
    """Whether texts keep tokens that have no letter and no digit."""
    model: Any = field(repr=False)

    def __reduce__(self) -> tuple[Callable[..., LanguageModel], tuple[str, str]]:
        return _load_again, (self.path, self.digest)

    def normalised(self, text: str) -> float:
        """log P / n, where P is the probability of the n words and of the end after them.

        The logarithm is the natural one. For a text without words n is 1, and so log P is that of
        an end right at the beginning: 0 would make nothing at all the best of translations.
        """
        words = words_of(text, self.lowercase, self.punctuation)
        log10 = self.model.score(" ".join(words).encode("utf-8", "replace"))
        return float(log10) * math.log(10) / max(len(words), 1)


def _load_again(path: str, digest: str) -> LanguageModel:
    """The same model in another process."""
    model = load_language_model(path)
    if model.digest != digest:
        raise InputError(path, None, "is another model here; give all machines the same files")
    return model


def words_of(text: str, lowercase: bool, punctuation: bool) -> list[str]:
    """The words of a text; a NUL, which ends a word for kenlm, ends it here as well."""
    text = text.replace("\0", " ")
    words = tokenize(text.lower() if lowercase else text)
    return [word for word in words if punctuation or not is_punctuation(word)]


def load_language_model(path: str) -> LanguageModel:
    """Read a model, packed with gzip or not."""
    if not Path(path).is_file():  # it is read more than once: a pipe will not do
        raise InputError(path, None, f"there is no such file; {EXPECTED}")
    start = read_start(path)
    if not start.strip():
        raise InputError(path, None, f"is empty; {EXPECTED}")
    if is_arpa(start):
        vocabulary = read_vocabulary(path)
    elif start.startswith(BINARY):
        vocabulary = _vocabulary_of_binary(path)
    else:
        raise InputError(path, None, f"is no language model; {EXPECTED}")
    with open(path, "rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    model = _load(path)
    if UNKNOWN not in map(str.lower, vocabulary):
        logging.getLogger(__name__).warning(
            "%s: has no <unk>; every unknown word gets a probability of 1e-100", path
        )
    punctuation = any(map(is_punctuation, vocabulary))
    return LanguageModel(path, digest, model.order, is_lowercase(vocabulary), punctuation, model)


def is_lowercase(vocabulary: Iterable[str]) -> bool:
    """Whether a model with this vocabulary was trained on lower-cased text."""
    words = [word for word in vocabulary if word.lower() not in SYMBOLS]
    words = [word for word in words if word.lower() != word.upper()]  # scripts that have case
    capitalised = sum(word != word.lower() for word in words)
    return capitalised <= CAPITALISED * len(words)


def _vocabulary_of_binary(path: str) -> list[str]:
    """The words at the end of KenLM's binary file, which begin with <unk>, a NUL after each."""
    with open(path, "rb") as stream, mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ) as data:
        if data[: len(GZIP_MAGIC)] == GZIP_MAGIC:
            raise InputError(path, None, "is a packed binary file; unpack it (gunzip)")
        begin = data.rfind(f"{UNKNOWN}\0".encode())
        if begin < 0 or data[-1:] != b"\0":
            raise InputError(
                path, None, "is cut off or damaged: its vocabulary is missing; build it again"
            )
        return data[begin:].decode("utf-8", "replace").split("\0")[:-1]


def _load(path: str) -> Any:
    try:
        import kenlm  # type: ignore[import-not-found]
    except ImportError:
        raise MissingResource(
            f"language models need kenlm; install it: {how_to_install('tesla')}"
        ) from None
    name = os.fsencode(path)
    try:
        with _quiet():
            return kenlm.Model(name)
    except (OSError, UnicodeDecodeError) as error:  # kenlm cannot show a word that is not UTF-8
        message = str(error).removeprefix(f"Cannot read model '{name!r}' (").removesuffix(")")
        message, _, byte = message.rpartition(" Byte: ")
        fault = shorten(WHERE.sub("", message or byte), LONGEST_FAULT)
        raise InputError(
            path,
            _line(path, int(byte)) if message else None,
            f"kenlm cannot read it ({fault}); it is cut off or damaged; train it again",
        ) from None


def _line(path: str, byte: int) -> int | None:
    """The line of a byte, where it can be told."""
    with open(path, "rb") as stream:
        before = stream.read(byte)
    return None if before.startswith(GZIP_MAGIC) else before.count(b"\n") + 1


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep kenlm from writing to standard error, which it does past Python."""
    kept, nowhere = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
