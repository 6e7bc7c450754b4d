"""Trees out of any bytes: CoNLL-U, Penn trees, n-best lists, and the parser that reads them."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.fuzz.checks import check_constituents
from tests.fuzz.outcome import Refusal, found, outcome
from tests.fuzz.samples import TREE_FORMATS
from treescore.errors import TreescoreError
from treescore.io.bllip import parse_bllip, write_bllip
from treescore.io.conllu import parse_conllu, parse_nbest, read_conllu, write_nbest, write_sentence
from treescore.io.parses import read_parses
from treescore.io.penn import parse_trees, read_trees, write_tree
from treescore.parsing.files import open_parser
from treescore.parsing.packed import decode, encode
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, check_heads
from treescore.trees.heads import COLLINS, to_dependencies
from treescore.trees.making import make_constituents
from treescore.trees.nbest import NBest, Parses


@pytest.mark.parametrize("name", TREE_FORMATS)
@given(data=st.data())
def test_parses(name: str, folder: Path, data: st.DataObject):
    file = folder / name
    file.write_bytes(data.draw(TREE_FORMATS[name]))
    lists = outcome(str(file), lambda: list(read_parses(str(file))))
    for text, parses in found(lists):
        check(text, parses)
        for tree in parses.trees:
            check_conversions(tree)
    parser = outcome(str(file), lambda: open_parser(str(file), "en"))
    assert isinstance(parser, Refusal) == isinstance(lists, Refusal)
    if not isinstance(parser, Refusal):
        texts = [text for text, _ in found(lists) if text is not None]
        outcome(str(file), lambda: list(parser.parse(texts, 2)))


def check(text: str | None, parses: Parses) -> None:
    """What was read is whole, and is the same when it is written and read again."""
    assert len(parses.trees) == len(parses.logprobs) > 0
    assert all(map(math.isfinite, parses.logprobs))
    assert math.isclose(sum(parses.weights()), 1)
    stored = encode(b"key", parses)
    assert stored is None or decode(b"key", stored) == parses
    dependencies = [tree for tree in parses.trees if isinstance(tree, DependencyTree)]
    if dependencies:
        check_dependency_list(NBest(tuple(dependencies), parses.logprobs), text or "")
    else:
        constituents = [tree for tree in parses.trees if isinstance(tree, ConstituencyTree)]
        check_constituency_list(NBest(tuple(constituents), parses.logprobs))


def check_dependency_list(parses: NBest[DependencyTree], text: str) -> None:
    for tree in parses.trees:
        check_dependencies(tree)
    ((known, again),) = parse_nbest(lines(write_nbest(parses, "1", text)), "again")
    assert (known or "").split() == text.split()
    assert again.trees == parses.trees
    assert len(again) == 1 or again.logprobs == parses.logprobs


def check_constituency_list(parses: NBest[ConstituencyTree]) -> None:
    for tree in parses.trees:
        check_constituents(tree)
    ((_, again),) = parse_bllip(lines(write_bllip(parses, "id")), "again")
    assert again.trees == parses.trees
    assert all(map(math.isclose, again.logprobs, parses.logprobs))


def lines(written: str) -> list[str]:
    """The lines as a reader of files would give them."""
    return [line.removesuffix("\r") for line in written.removesuffix("\n").split("\n")]


def check_dependencies(tree: DependencyTree) -> None:
    columns = (tree.heads, tree.relations, tree.tags, tree.upos, tree.lemmas)
    assert {len(column) for column in columns} == {len(tree)}
    check_heads(tree.heads)


def check_conversions(tree: DependencyTree | ConstituencyTree) -> None:
    """Trees of one kind become those of the other, or one line says why not."""
    if isinstance(tree, ConstituencyTree):
        check_dependencies(to_dependencies(tree, COLLINS))
        return
    try:
        made = make_constituents(tree, "en")
    except TreescoreError as error:
        assert len(str(error).splitlines()) == 1
        return
    assert made.tokens == tree.words
    (again,) = parse_trees([write_tree(made)], "again")
    assert again.tokens == tuple("_".join(re.split(r"\s+", word)) for word in tree.words)


@given(content=TREE_FORMATS["a.conllu"])
def test_sentences(folder: Path, content: bytes):
    file = folder / "s.conllu"
    file.write_bytes(content)
    for sentence in found(outcome(str(file), lambda: list(read_conllu(str(file))))):
        (again,) = parse_conllu(lines(write_sentence(sentence)), "again")
        assert again.tree == sentence.tree
        assert again.comments == sentence.comments
        assert [place for place, _ in again.unattached] == [
            place for place, _ in sentence.unattached
        ]


@given(content=TREE_FORMATS["a.trees"], functions=st.booleans())
def test_treebanks(folder: Path, content: bytes, functions: bool):
    file = folder / "s.trees"
    file.write_bytes(content)
    trees = outcome(str(file), lambda: list(read_trees(str(file), functions=functions)))
    for tree in found(trees):
        check_constituents(tree)
        (again,) = parse_trees([write_tree(tree)], "again")
        assert again == tree
