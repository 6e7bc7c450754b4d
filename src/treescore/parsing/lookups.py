"""What spaCy's look-ups say of a token, remembered by all that they look at.

The last components of most pipelines (attribute ruler, lemmatizer) ask tables and rules about one
token after the other, and give the same answer for the same word, tags and relation each time. So
each such token is asked about once. A few patterns look at several tokens: texts in which one of
them matches go through the components as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, takewhile
from typing import Any, NamedTuple

import numpy as np
from spacy.language import Language
from spacy.matcher import Matcher
from spacy.pipeline import AttributeRuler, Lemmatizer
from spacy.tokens import Doc

NAME = "treescore_lookups"
BATCH = 256
"""Texts whose new tokens are asked about together."""
REMEMBERED = 100_000
"""Tokens that are kept, some 60 MB; then all are forgotten."""
BEFORE: list[int | str] = ["ORTH", "TAG", "POS", "MORPH", "LEMMA", "DEP"]
"""What is known of a token before the look-ups, and all that they may look at."""
AFTER: list[int | str] = ["TAG", "POS", "LEMMA", "DEP"]
RELATION = BEFORE.index("DEP")
SAME_RELATION = 0
"""Stands for the relation that a token has already."""
OTHER = "treescore:other"
"""Stands for all relations that no pattern names."""
FEATURES = {
    *("ORTH", "TEXT", "LOWER", "SHAPE", "PREFIX", "SUFFIX", "LENGTH", "TAG"),
    *("IS_ALPHA", "IS_ASCII", "IS_DIGIT", "IS_LOWER", "IS_UPPER", "IS_TITLE", "IS_PUNCT"),
    *("IS_SPACE", "IS_STOP", "LIKE_NUM", "LIKE_URL", "LIKE_EMAIL"),
}
"""What patterns may ask for: the tag, and what follows from how a word is written."""

Token = tuple[int, ...]
"""The values of `BEFORE`; of relations that no pattern names one stands for all."""


class Answer(NamedTuple):
    """What the look-ups say of a token."""

    values: Token
    """Those of `AFTER`."""
    starts: bool
    """Whether a pattern of several tokens may begin here."""


def remember_lookups(nlp: Language) -> None:
    """Let the last components of a pipeline, if they only look things up, be asked once a token."""
    if _last_lookups(nlp):
        nlp.add_pipe(NAME)


@Language.factory(NAME)
def _take_lookups(nlp: Language, name: str) -> LookUps:  # noqa: ARG001 - spaCy gives both
    pipes = [nlp.remove_pipe(each)[1] for each in _last_lookups(nlp)]
    for pipe in pipes:
        if isinstance(pipe, Lemmatizer):
            _index(pipe)
    return LookUps(nlp, pipes)


def _last_lookups(nlp: Language) -> list[str]:
    last = takewhile(lambda each: _only_looks_up(each[1]), reversed(nlp.pipeline))
    return [name for name, _ in last][::-1]


def _only_looks_up(pipe: object) -> bool:
    if isinstance(pipe, Lemmatizer):
        # Those of spaCy look at a word, its part of speech and its form; of others nobody knows.
        return type(pipe).__module__.startswith("spacy.")
    return isinstance(pipe, AttributeRuler) and all(
        _known(name, condition) for name, condition in _conditions(pipe)
    )


def _index(lemmatizer: Lemmatizer) -> None:
    """Turn its lists of known words, which it searches from the beginning each time, into sets."""
    if "lemma_index" in lemmatizer.lookups:
        table = lemmatizer.lookups.get_table("lemma_index")
        for part_of_speech, words in list(table.items()):
            table[part_of_speech] = frozenset(words)


def _rules(ruler: AttributeRuler) -> list[dict[str, Any]]:
    rules: list[Any] = ruler.patterns  # whose type in spaCy allows for more forms than there are
    return rules


def _conditions(ruler: AttributeRuler) -> Iterator[tuple[str, Any]]:
    """All that patterns ask of tokens: a feature, and what it must be."""
    for rule in _rules(ruler):
        for token in chain(*rule["patterns"]):
            yield from token.items()


def _known(name: str, condition: Any) -> bool:
    """Whether a condition can be told by what is remembered of a token."""
    if name == "DEP":
        return isinstance(condition, str) or set(condition) <= {"IN", "NOT_IN"}
    return name in FEATURES


def _relations(ruler: AttributeRuler) -> set[str]:
    """The relations that patterns name: all others are alike to them."""
    found: set[str] = set()
    for name, condition in _conditions(ruler):
        if name == "DEP":
            found.update([condition] if isinstance(condition, str) else chain(*condition.values()))
    return found


class LookUps:
    """A component that stands for others, and remembers their answers."""

    def __init__(self, nlp: Language, pipes: Sequence[Any]) -> None:
        self.vocab = nlp.vocab
        self.pipes = pipes
        self.alone = [alone for each in pipes if (alone := _of_one_token(each))]
        """The same without patterns of several tokens."""
        self.several, self.starts = Matcher(nlp.vocab), Matcher(nlp.vocab)
        relations: set[str] = set()
        for pipe in pipes:
            if isinstance(pipe, AttributeRuler):
                self._add_several(pipe)
                relations |= _relations(pipe)
        self.relations = {nlp.vocab.strings.add(name) for name in relations} | {0}
        self.other = nlp.vocab.strings.add(OTHER)
        self.answers: dict[Token, Answer] = {}

    def _add_several(self, ruler: AttributeRuler) -> None:
        for rule in _rules(ruler):
            for pattern in rule["patterns"]:
                if len(pattern) > 1:
                    self.several.add("several", [pattern])
                    self.starts.add("starts", [pattern[:1]])

    def __call__(self, doc: Doc) -> Doc:
        return next(self.pipe([doc]))

    def pipe(self, docs: Iterable[Doc], batch_size: int = BATCH) -> Iterator[Doc]:
        """Documents with tags, parts of speech and lemmas as the components would set them."""
        waiting = iter(docs)
        while batch := list(islice(waiting, batch_size)):
            if len(self.answers) > REMEMBERED:
                self.answers.clear()
            tokens = [self._tokens(doc) for doc in batch]
            if new := [t for t in dict.fromkeys(chain(*tokens)) if t not in self.answers]:
                self._ask(new)
            for doc, each in zip(batch, tokens, strict=True):
                self._answer(doc, [self.answers[token] for token in each])
            yield from batch

    def _tokens(self, doc: Doc) -> list[Token]:
        columns = doc.to_array(BEFORE).T.tolist()
        named, other = self.relations, self.other
        columns[RELATION] = [each if each in named else other for each in columns[RELATION]]
        return list(zip(*columns, strict=True))

    def _ask(self, tokens: Sequence[Token]) -> None:
        """Ask about some tokens, as if they were a text."""
        doc = Doc(self.vocab, [self.vocab.strings[token[0]] for token in tokens])
        doc.from_array(BEFORE[1:], np.array(tokens, np.uint64)[:, 1:])  # type: ignore[arg-type]
        # spaCy warns of a matcher without patterns.
        matches = self.starts(doc, allow_missing=True) if len(self.starts) else []
        starting = {start for _, start, _ in matches}
        for pipe in self.alone:
            doc = pipe(doc)
        for place, (token, values) in enumerate(zip(tokens, _values(doc), strict=True)):
            if values[-1] == token[RELATION]:
                values = (*values[:-1], SAME_RELATION)
            self.answers[token] = Answer(values, place in starting)

    def _answer(self, doc: Doc, answers: Sequence[Answer]) -> None:
        if not answers:
            return
        if any(each.starts for each in answers) and self.several(doc, allow_missing=True):
            for pipe in self.pipes:
                pipe(doc)
            return
        values = np.array([each.values for each in answers], np.uint64)
        if values[:, -1].any():
            given = doc.to_array(["DEP"])
            values[:, -1] = np.where(values[:, -1] == SAME_RELATION, given, values[:, -1])
            doc.from_array(AFTER, values)  # type: ignore[arg-type]  # its stub wants int
        else:
            doc.from_array(AFTER[:-1], values[:, :-1])  # type: ignore[arg-type]


def _values(doc: Doc) -> list[Token]:
    return [tuple(row) for row in doc.to_array(AFTER).tolist()]


def _of_one_token(pipe: Any) -> Any:
    """A ruler with the patterns of one token, if there are any; another component as it is."""
    if not isinstance(pipe, AttributeRuler):
        return pipe
    alone = AttributeRuler(pipe.vocab)
    for rule in _rules(pipe):
        if short := [pattern for pattern in rule["patterns"] if len(pattern) == 1]:
            alone.add(short, rule["attrs"], rule["index"])
    return alone if alone.attrs else None
