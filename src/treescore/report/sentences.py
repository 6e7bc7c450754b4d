"""Sentences and explanations as JSON, for pages that draw them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from treescore.engine.explaining import Explained
from treescore.explanation import Explanation
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference, words_shown
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.report.escape import cell
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.making import UnsuitableTrees

Json = dict[str, Any]


def constituents_of(sentence: Sentence) -> ConstituencyTree | None:
    """The constituents of a sentence, where they are known or can be made."""
    try:
        return sentence.constituency
    except UnsuitableTrees:
        return None


def sentence_json(sentence: Sentence) -> Json:
    """Text, words and both trees; without a tree the words are those between blanks."""
    if not sentence.parses:
        return {"text": sentence.text, "words": words_shown(sentence)}
    tree = sentence.dependency
    return {
        "text": sentence.text,
        "words": tree.words,
        "heads": tree.heads,
        "relations": tree.relations,
        "tags": tree.tags,
        "constituents": _constituents(constituents_of(sentence)),
    }


def _constituents(tree: ConstituencyTree | None) -> Json | None:
    if tree is None:
        return None
    tokens = [-1] * len(tree)
    for number, leaf in enumerate(tree.leaves):
        tokens[leaf] = number
    return {"labels": tree.labels, "parents": tree.parents, "tokens": tokens}


def to_json(explained: Explained, metrics: Mapping[str, Metric[Any]]) -> str:
    """A translation, its references, and all that is known of its scores."""
    references = [sentence_json(reference) for reference in explained.references]
    content = {
        "source": explained.source,
        "references": references,
        **explained_json(explained, metrics),
    }
    return json.dumps(content, ensure_ascii=False, indent=2)


def to_tsv(explained: Explained, *_: object) -> str:
    """A header, then a line for every part and every remainder."""
    header = "metric share kind hypothesis reference count limit matched reference_number"
    lines = ["\t".join(header.split())]
    for name, explanation in explained.explanations.items():
        for part in explanation.parts:
            texts = (part.kind, part.hypothesis, part.reference)
            numbers = (part.count, part.limit, part.matched, part.reference_number + 1)
            columns = (name, repr(part.share), *map(cell, texts), *map(repr, numbers))
            lines.append("\t".join(columns))
        lines += [
            f"{name}\t{remainder.share!r}\t{remainder.reason}\t\t\t\t\t\t"
            for remainder in explanation.remainders
        ]
    return "\n".join(lines)


def explained_json(explained: Explained, metrics: Mapping[str, Metric[Any]]) -> Json:
    """A translation with its trees, and for every metric the parts of its score and their marks."""
    return {
        "sentence": sentence_json(explained.hypothesis),
        "metrics": {
            name: {
                "higher_is_better": metrics[name].higher_is_better,
                "digits": metrics[name].digits,
                "signature": explained.signatures[name],
                **asdict(explanation),
                "marks": _marks(explained, explanation),
            }
            for name, explanation in explained.explanations.items()
        },
    }


def _marks(explained: Explained, explanation: Explanation) -> Json:
    hypothesis = mark_hypothesis(explanation, explained.hypothesis)
    references = [
        mark_reference(explanation, number, sentence)
        for number, sentence in enumerate(explained.references)
    ]
    return {"hypothesis": _listed(hypothesis), "references": [_listed(each) for each in references]}


def _listed(marks: Marks) -> Json:
    return {
        name: None if numbers is None else sorted(numbers)
        for name, numbers in asdict(marks).items()
    }
