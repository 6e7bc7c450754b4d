"""The segments of a test set, packed into a page: texts, trees and scores, every sentence once."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from treescore.diagnosis.result import Diagnosis
from treescore.engine.sentences import ParsedSegment
from treescore.engine.summary import Summary
from treescore.explanation.marks import words_shown
from treescore.metrics.sentence import Sentence
from treescore.report.packed_errors import all_errors
from treescore.report.packed_parts import all_parts
from treescore.report.sentences import constituents_of
from treescore.trees.constituency import ConstituencyTree

BLANK = " "
VISIBLE_BLANK = "\N{OPEN BOX}"
CLOSE, TOKEN = -1, -2
"""In a packed tree: a bracket closes; the next token, behind which the number of its tag comes."""
MORE_DIGITS = 2
"""Digits of a score beyond those that tables show, so that sorting rarely meets ties."""


@dataclass
class Packer:
    """Takes in segments one after the other; `pack` makes them one text of base64."""

    sources: Sequence[str] | None = None
    """For every segment what was translated, where that is known."""
    names: dict[str, int] = field(default_factory=dict)
    """Relations, tags and labels with their numbers."""
    numbers: dict[Any, int] = field(default_factory=dict)
    sentences: list[dict[str, Any]] = field(default_factory=list)
    references: list[list[int]] = field(default_factory=list)
    outputs: list[list[int]] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)
    """For every segment the words of its first reference."""

    def add(self, segment: ParsedSegment) -> None:
        self.references.append([self._number(sentence) for sentence in segment.references])
        self.outputs.append([self._number(sentence) for sentence in segment.hypotheses])
        first = self.sentences[self.references[-1][0]]
        self.lengths.append(len(first["w"].split(BLANK)) if first["w"] else 0)

    def _number(self, sentence: Sentence) -> int:
        key = (sentence.text, sentence.parses[1].best if sentence.parses else None)
        if key not in self.numbers:
            self.numbers[key] = len(self.sentences)
            self.sentences.append(self._packed(sentence))
        return self.numbers[key]

    def _packed(self, sentence: Sentence) -> dict[str, Any]:
        """Text, words, heads, relations, tags and constituents, each under a letter."""
        if not sentence.parses:
            return {"t": sentence.text, "w": BLANK.join(words_shown(sentence))}
        tree = sentence.dependency
        packed: dict[str, Any] = {
            "t": sentence.text,
            "w": BLANK.join(word.replace(BLANK, VISIBLE_BLANK) for word in tree.words),
            "h": tree.heads,
            "r": [self._name(relation) for relation in tree.relations],
            "g": [self._name(tag) for tag in tree.tags],
        }
        constituents = constituents_of(sentence)
        if constituents is not None:
            packed["c"] = list(self._brackets(constituents))
        return packed

    def _name(self, name: str) -> int:
        return self.names.setdefault(name, len(self.names))

    def _brackets(self, tree: ConstituencyTree) -> Iterator[int]:
        open_nodes: list[int] = []
        for node, (label, parent) in enumerate(zip(tree.labels, tree.parents, strict=True)):
            while open_nodes and open_nodes[-1] != parent:
                open_nodes.pop()
                yield CLOSE
            if tree.words[node] is not None:
                yield TOKEN
                yield self._name(label)
            else:
                open_nodes.append(node)
                yield self._name(label)
        yield from [CLOSE] * len(open_nodes)

    def pack(self, summary: Summary, diagnosis: Diagnosis | None = None) -> str:
        """All of it with scores and errors, compressed, as a page can hold it.

        Systems come in the order of the summary.
        """
        given = list(summary.scores)
        order = [given.index(system) for system in summary.systems]
        data = {
            "systems": summary.systems,
            "metrics": [
                {"name": name, "higher": metric.higher_is_better, "digits": metric.digits}
                for name, metric in summary.metrics.items()
            ],
            "docs": summary.docs if any(summary.docs) else None,
            "sources": self.sources,
            "names": list(self.names),
            "sentences": self.sentences,
            "references": self.references,
            "outputs": [[row[number] for number in order] for row in self.outputs],
            "scores": [
                [_scores(summary, system, name) for system in summary.systems]
                for name in summary.metrics
            ],
            "parts": all_parts(summary.metrics, summary.statistics, summary.systems),
            "documents": _documents(summary),
            **self._errors(summary, diagnosis),
        }
        text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
        # Whatever is no text, like half a surrogate, would stop the reader: it becomes a mark.
        return b64encode(gzip.compress(text.encode("utf-8", "replace"), mtime=0)).decode()

    def _errors(self, summary: Summary, diagnosis: Diagnosis | None) -> dict[str, Any]:
        if diagnosis is None:
            return {"types": [], "errors": None}
        texts = [[self._text(number) for number in row] for row in self.references]
        types, errors = all_errors(diagnosis.errors, texts, summary.systems)
        return {"types": types, "errors": errors}

    def _text(self, number: int) -> str:
        sentence = self.sentences[number]
        text: str = sentence["w"] if sentence["t"] is None else sentence["t"]
        return text


def _documents(summary: Summary) -> dict[str, Any] | None:
    """Names and sizes of documents, and their scores by metric and system."""
    if not summary.documents:
        return None
    return {
        "names": [each.name for each in summary.documents],
        "sizes": [each.segments for each in summary.documents],
        "scores": [
            [
                [_rounded(summary, name, each.scores[system, name]) for each in summary.documents]
                for system in summary.systems
            ]
            for name in summary.metrics
        ],
    }


def _scores(summary: Summary, system: str, metric: str) -> list[float]:
    scores: list[float] = summary.segments[system, metric].tolist()
    return [_rounded(summary, metric, score) for score in scores]


def _rounded(summary: Summary, metric: str, score: float) -> float:
    return round(score, summary.metrics[metric].digits + MORE_DIGITS)
