"""What spaCy's look-ups say of a token, remembered by all that they look at.

The last components of most pipelines (attribute ruler, lemmatizer) ask tables and rules about one
token after the other, and give the same answer for the same word, tags and relation each time. So
each such token is asked about once, and a ruler once for all words that its patterns do not name. A
few patterns look at several tokens: where one of them matches, the components are asked again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from threading import Lock
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
"""Stands for all relations, and all words, that no pattern names."""
LOOK_FURTHER = {"spacy.lang.es.lemmatizer"}
"""Lemmatizers that look at more than a token: the Spanish one asks where sentences begin."""
WRITTEN = {"ORTH", "TEXT", "LOWER"}
NOT_WRITTEN = {"TAG", "DEP", "IS_SPACE"}
"""Of the features that patterns may ask for, the word, and those that most words share."""
FEATURES = {
    *WRITTEN,
    *NOT_WRITTEN,
    *("SHAPE", "PREFIX", "SUFFIX", "LENGTH", "IS_ALPHA", "IS_ASCII", "IS_DIGIT", "IS_LOWER"),
    *("IS_UPPER", "IS_TITLE", "IS_PUNCT", "IS_STOP", "LIKE_NUM", "LIKE_URL", "LIKE_EMAIL"),
}
"""What patterns may ask for: tag, relation, and what follows from how a word is written."""

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
    names: list[str] = []
    rulers = 0
    for name, pipe in reversed(nlp.pipeline):
        # A ruler's patterns of several tokens may ask for what another ruler said before.
        rulers += isinstance(pipe, AttributeRuler)
        if rulers > 1 or not _only_looks_up(pipe):
            break
        names.insert(0, name)
    return names


def _only_looks_up(pipe: object) -> bool:
    if isinstance(pipe, Lemmatizer):
        # Most of spaCy's look at a word, its part of speech and its form; of others nobody knows.
        module = type(pipe).__module__
        return module.startswith("spacy.") and module not in LOOK_FURTHER
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
    if name == "DEP" and not isinstance(condition, str):
        return set(condition) <= {"IN", "NOT_IN"}
    return name in FEATURES


def _relations(ruler: AttributeRuler) -> set[str]:
    """The relations that patterns name: all others are alike to them."""
    found: set[str] = set()
    for name, condition in _conditions(ruler):
        if name == "DEP":
            found.update([condition] if isinstance(condition, str) else chain(*condition.values()))
    return found


class Words:
    """Words that patterns tell from others; those are alike to them, and one stands for all."""

    def __init__(self, rulers: Iterable[AttributeRuler]) -> None:
        self.literals: set[str] = set()
        self.expressions: list[re.Pattern[str]] = []
        self.all_differ = False
        for name, condition in chain(*map(_conditions, rulers)):
            if name in WRITTEN:
                self._add(condition)
            elif name not in NOT_WRITTEN:
                self.all_differ = True
        self.all_differ = self.all_differ or self.tell(OTHER)

    def _add(self, condition: Any) -> None:
        if isinstance(condition, str):
            self.literals.add(condition)
        elif set(condition) <= {"IN", "NOT_IN"}:
            self.literals.update(chain(*condition.values()))
        elif set(condition) == {"REGEX"} and isinstance(condition["REGEX"], str):
            self.expressions.append(re.compile(condition["REGEX"]))
        else:
            self.all_differ = True

    def tell(self, word: str) -> bool:
        """Whether the word may be another one to patterns than most words."""
        lower = word.lower()
        return (
            self.all_differ
            or word.isspace()
            or word in self.literals
            or lower in self.literals
            or any(each.search(word) or each.search(lower) for each in self.expressions)
        )


class LookUps:
    """A component that stands for others, and remembers their answers."""

    def __init__(self, nlp: Language, pipes: Sequence[Any]) -> None:
        self.vocab = nlp.vocab
        self.pipes = pipes
        self.alone = [alone for each in pipes if (alone := _of_one_token(each))]
        """The same without patterns of several tokens."""
        rulers = [each for each in pipes if isinstance(each, AttributeRuler)]
        self.words = Words(rulers)
        self.several, self.starts = Matcher(nlp.vocab), Matcher(nlp.vocab)
        for rule in chain(*map(_rules, rulers)):
            for pattern in rule["patterns"]:
                if len(pattern) > 1:
                    self.several.add("several", [pattern])
                    self.starts.add("starts", [pattern[:1]])
        strings = nlp.vocab.strings
        self.relations = {strings.add(name) for each in rulers for name in _relations(each)} | {0}
        self.other = strings.add(OTHER)
        self.answers: dict[Token, Answer] = {}
        self._lock = Lock()

    def __call__(self, doc: Doc) -> Doc:
        return next(self.pipe([doc]))

    def pipe(self, docs: Iterable[Doc], batch_size: int = BATCH) -> Iterator[Doc]:
        """Documents with tags, parts of speech and lemmas as the components would set them."""
        waiting = iter(docs)
        while batch := list(islice(waiting, batch_size)):
            tokens = [self._tokens(doc) for doc in batch]
            with self._lock:  # several threads may parse at once
                if len(self.answers) > REMEMBERED:
                    self.answers.clear()
                if new := [t for t in dict.fromkeys(chain(*tokens)) if t not in self.answers]:
                    self._ask(new)
                answers = [[self.answers[token] for token in each] for each in tokens]
            for doc, asked, told in zip(batch, tokens, answers, strict=True):
                self._answer(doc, asked, told)
            yield from batch

    def _tokens(self, doc: Doc) -> list[Token]:
        columns = doc.to_array(BEFORE).T.tolist()
        named, other = self.relations, self.other
        columns[RELATION] = [each if each in named else other for each in columns[RELATION]]
        return list(zip(*columns, strict=True))

    def _text(self, tokens: Sequence[Token]) -> Doc:
        """Some tokens as if they were a text."""
        doc = Doc(self.vocab, [self.vocab.strings[token[0]] for token in tokens])
        return doc.from_array(BEFORE[1:], np.array(tokens, np.uint64)[:, 1:])  # type: ignore[arg-type]

    def _ask(self, tokens: Sequence[Token]) -> None:
        """Ask about tokens, each by itself; rulers about one of those that are alike to them."""
        tell, strings = self.words.tell, self.vocab.strings
        words = [token[0] if tell(strings[token[0]]) else self.other for token in tokens]
        starts = self._starts(list(zip(words, tokens, strict=True)))
        states = list(tokens)
        for pipe in self.alone:
            asked = states
            if isinstance(pipe, AttributeRuler):
                asked = [(word, *state[1:]) for word, state in zip(words, states, strict=True)]
            different = list(dict.fromkeys(asked))
            doc = pipe(self._text(different))
            found = dict(zip(different, doc.to_array(BEFORE).tolist(), strict=True))
            states = [(state[0], *found[a][1:]) for state, a in zip(states, asked, strict=True)]
        for token, state, start in zip(tokens, states, starts, strict=True):
            self.answers[token] = Answer(_after(token, state), start)

    def _starts(self, tokens: Sequence[tuple[int, Token]]) -> list[bool]:
        """Whether a pattern of several tokens may begin with them."""
        if not len(self.starts):  # of which spaCy would warn
            return [False] * len(tokens)
        asked = [(word, *token[1:]) for word, token in tokens]
        different = list(dict.fromkeys(asked))
        matches = self.starts(self._text(different), allow_missing=True)
        starting = {different[start] for _, start, _ in matches}
        return [each in starting for each in asked]

    def _answer(self, doc: Doc, tokens: Sequence[Token], answers: Sequence[Answer]) -> None:
        if not tokens:
            return
        rows = [each.values for each in answers]
        if any(each.starts for each in answers):
            for start, end in _joined(self.several(doc, allow_missing=True)):
                rows[start:end] = self._asked_together(tokens[start:end])
        values = np.array(rows, np.uint64)
        if values[:, -1].any():
            given = doc.to_array(["DEP"])
            values[:, -1] = np.where(values[:, -1] == SAME_RELATION, given, values[:, -1])
            doc.from_array(AFTER, values)  # type: ignore[arg-type]  # its stub wants int
        else:
            doc.from_array(AFTER[:-1], values[:, :-1])  # type: ignore[arg-type]

    def _asked_together(self, tokens: Sequence[Token]) -> list[Token]:
        """What the components say of tokens in which patterns of several match."""
        doc = self._text(tokens)
        for pipe in self.pipes:
            doc = pipe(doc)
        pairs = zip(tokens, doc.to_array(BEFORE).tolist(), strict=True)
        return [_after(token, state) for token, state in pairs]


def _after(token: Token, state: Sequence[int]) -> Token:
    """What has become of a token, by `AFTER`."""
    _, tag, upos, _, lemma, relation = state
    return tag, upos, lemma, SAME_RELATION if relation == token[RELATION] else relation


def _joined(matches: Iterable[tuple[int, int, int]]) -> list[list[int]]:
    """Where matches begin and end, those that overlap as one."""
    spans: list[list[int]] = []
    for start, end in sorted((start, end) for _, start, end in matches):
        if spans and start < spans[-1][1]:
            spans[-1][1] = max(end, spans[-1][1])
        else:
            spans.append([start, end])
    return spans


def _of_one_token(pipe: Any) -> Any:
    """A ruler with the patterns of one token, if there are any; another component as it is."""
    if not isinstance(pipe, AttributeRuler):
        return pipe
    alone = AttributeRuler(pipe.vocab)
    for rule in _rules(pipe):
        if short := [pattern for pattern in rule["patterns"] if len(pattern) == 1]:
            alone.add(short, rule["attrs"], rule["index"])
    return alone if alone.attrs else None
