"""Words without a parse: those that spaCy's tokenizer makes of an English text."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # importing spaCy takes a second
    from collections.abc import Callable

    from spacy.tokens import Doc


@cache
def _tokenizer() -> Callable[[str], Doc]:
    from spacy.lang.en import English

    return English().tokenizer


def english_words(text: str) -> tuple[str, ...]:
    """The words of a text, as the usual parser has them."""
    return tuple([token.text for token in _tokenizer()(" ".join(text.split()))])


def tokens_signature() -> str:
    """What made the words."""
    return f"spacy-{version('spacy')}"
