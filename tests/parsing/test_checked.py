from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import treescore as ts
from treescore.parsing.base import CannotParse
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest, single


def tree(*heads: int) -> Any:
    blank = ("",) * len(heads)
    return single(DependencyTree(("w",) * len(heads), heads, blank, blank, blank, blank))


class Own:
    """A parser that gives what it was told to give."""

    name = "own"
    signature = "own-1"

    def __init__(self, *given: Any) -> None:
        self.given = given

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Any]:
        for each in self.given:
            if isinstance(each, Exception):
                raise each
            yield each


@pytest.mark.parametrize(
    ("parser", "fault"),
    [
        (Own(tree(-1)), "gives 1 lists of parses for 2 texts"),
        (Own(tree(-1), tree(-1), tree(-1)), "gives 3 lists of parses for 2 texts"),
        (Own(tree(-1), tree(1, 0)), "word 1 is its own ancestor"),
        (Own(tree(-1), tree(-1, 2)), "word 2 has the head 3, but the sentence has 2 words"),
        (Own(tree(-1), KeyError("lost")), "fails: KeyError: 'lost'"),
        (Own(tree(-1), tree(-1).best), "gives a DependencyTree for a text; expected an NBest"),
        (Own(tree(-1), NBest((), ())), "gives no tree for a text"),
        (Own(single(DependencyTree(("a",), (-1,), (), (), (), ()))), "are not as long as"),
        (Own, "is a class"),
        (object(), "'object' has no name and no signature and no parse"),
    ],
)
def test_what_a_foreign_parser_does_wrong_is_one_line(parser: Any, fault: str):
    with pytest.raises(CannotParse) as caught:
        list(ts.parse(["a", "b"], parser=parser))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("signature", [5, None, "two\nlines"])
def test_a_signature_is_a_line_of_text(signature: Any):
    parser = Own()
    parser.signature = signature
    with pytest.raises(CannotParse, match="a line of text"):
        list(ts.parse(["a"], parser=parser))


def test_a_good_one_passes():
    parses = list(ts.parse(["a", "b"], parser=Own(tree(-1), tree(-1, 0))))
    assert [each.best.heads for each in parses] == [(-1,), (-1, 0)]  # type: ignore[union-attr]
