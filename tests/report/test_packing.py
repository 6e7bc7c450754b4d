"""What is packed into a page can be unpacked to what it was."""

from __future__ import annotations

import gzip
import json
from base64 import b64decode
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

import treescore as ts
from tests.strategies import constituency_trees, dependency_trees
from treescore.engine.sentences import ParsedSegment
from treescore.engine.summary import summarize
from treescore.metrics.sentence import Sentence
from treescore.report.packing import Packer
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import Parses, single

TEXTS = st.text(max_size=20)


def unpacked(packer: Packer, size: int = 1, hypothesis: str = "x", docs: list[str] | None = None):
    """The data of a page; the scores are those of some texts, which have nothing to do with it."""
    systems = {f"S{n}": [hypothesis] * size for n, _ in enumerate(packer.outputs[0])}
    made = ts.score(systems, [["y"]] * size, ["wer"], docs=docs)
    return json.loads(gzip.decompress(b64decode(packer.pack(summarize(made, [1] * size)))))


def sentence(tree: DependencyTree | ConstituencyTree, text: str | None = None) -> Sentence:
    parses: Parses = single(tree)  # type: ignore[assignment]
    return Sentence(text, {1: parses})


def brackets(codes: list[int], names: list[str], words: list[str]) -> str:
    """A packed tree written out, read by hand."""
    waiting, remaining, parts = iter(codes), iter(words), []
    for code in waiting:
        if code == -1:
            parts.append(")")
        elif code == -2:
            parts.append(f"({names[next(waiting)]} {next(remaining)})")
        else:
            parts.append(f"({names[code]}")
    assert next(remaining, None) is None
    return " ".join(parts)


def written(tree: ConstituencyTree, node: int = 0) -> str:
    word = tree.words[node]
    if word is not None:
        return f"({tree.labels[node]} {word})"
    inside = " ".join(written(tree, child) for child in tree.children[node])
    return f"({tree.labels[node]} {inside} )"


@given(st.lists(dependency_trees(min_size=1), min_size=2, max_size=4), st.none() | TEXTS)
def test_dependencies_come_back(trees: list[DependencyTree], text: str | None) -> None:
    packer = Packer()
    sentences = [sentence(tree, text) for tree in trees]
    packer.add(ParsedSegment(sentences[:1], sentences[1:]))
    data = unpacked(packer)
    numbers = data["references"][0] + data["outputs"][0]
    for number, tree in zip(numbers, trees, strict=True):
        packed: dict[str, Any] = data["sentences"][number]
        assert packed["t"] == text
        assert tuple(packed["w"].split(" ")) == tree.words
        assert tuple(packed["h"]) == tree.heads
        assert tuple(data["names"][i] for i in packed["r"]) == tree.relations
        assert tuple(data["names"][i] for i in packed["g"]) == tree.tags
    assert len(data["sentences"]) == len(set(trees))
    assert packer.lengths == [len(trees[0])]


@given(constituency_trees())
def test_constituents_come_back(tree: ConstituencyTree) -> None:
    packer = Packer()
    packer.add(ParsedSegment([sentence(tree)], [sentence(tree)]))
    data = unpacked(packer)
    (packed,) = data["sentences"]
    assert brackets(packed["c"], data["names"], packed["w"].split(" ")) == written(tree)


def test_other_languages_have_constituents_where_there_are_universal_tags() -> None:
    for upos, labels in (("NOUN", "(NP (NOUN Hund) )"), ("", None)):
        tree = DependencyTree(("Hund",), (-1,), ("root",), ("NN",), (upos,), ("Hund",))
        german = Sentence("Hund", {1: single(tree)}, "de")
        packer = Packer()
        packer.add(ParsedSegment([german], [german]))
        data = unpacked(packer)
        found = data["sentences"][0].get("c")
        assert (found and brackets(found, data["names"], ["Hund"])) == labels


def test_texts_without_trees_are_packed_as_their_words() -> None:
    packer = Packer()
    packer.add(ParsedSegment([Sentence("a  b\tc", {})], [Sentence("", {})]))
    data = unpacked(packer)
    assert data["sentences"] == [{"t": "a  b\tc", "w": "a b c"}, {"t": "", "w": ""}]
    assert packer.lengths == [3]


def test_a_blank_inside_a_word_is_no_end_of_it() -> None:
    words = ("New York", "is")
    tree = DependencyTree(words, (1, -1), ("s", "r"), ("NN", "VB"), ("NOUN", "VERB"), words)
    packer = Packer()
    packer.add(ParsedSegment([sentence(tree)], [sentence(tree)]))
    assert unpacked(packer)["sentences"][0]["w"] == "New␣York is"


def test_half_a_surrogate_does_not_stop_the_reader() -> None:
    packer = Packer()
    packer.add(ParsedSegment([Sentence("a \ud800", {})], [Sentence("b", {})]))
    assert unpacked(packer)["sentences"][0]["t"] == "a ?"


def test_scores_and_documents_are_those_of_the_evaluation() -> None:
    packer = Packer()
    for _ in range(2):
        packer.add(ParsedSegment([Sentence("a b c", {})], [Sentence("a", {})]))
    data = unpacked(packer, 2, "y", docs=["one", "two"])
    assert data["scores"] == [[[0.0, 0.0]]]
    assert data["docs"] == ["one", "two"]
    assert data["metrics"] == [{"name": "wer", "higher": False, "digits": 4}]
    assert unpacked(packer, 2)["docs"] is None
