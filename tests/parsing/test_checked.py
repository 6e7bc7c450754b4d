from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import treescore as ts
from treescore.parsing.base import CannotParse
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single


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
        (Own, "is a class"),
        (object(), "'object' has no name and no signature and no parse"),
    ],
)
def test_what_a_foreign_parser_does_wrong_is_one_line(parser: Any, fault: str):
    with pytest.raises(CannotParse) as caught:
        list(ts.parse(["a", "b"], parser=parser))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_good_one_passes():
    parses = list(ts.parse(["a", "b"], parser=Own(tree(-1), tree(-1, 0))))
    assert [each.best.heads for each in parses] == [(-1,), (-1, 0)]  # type: ignore[union-attr]
