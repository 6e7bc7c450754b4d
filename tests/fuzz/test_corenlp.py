"""Answers of a server out of any bytes."""

from __future__ import annotations

from hypothesis import given

from tests.fuzz.checks import check_constituents
from tests.fuzz.mutations import mutated
from tests.parsing.corenlp_messages import HIDES, OTHER, SLEPT, answer, field, varint
from treescore.io.errors import InputError
from treescore.io.penn import parse_trees, write_tree
from treescore.parsing.corenlp_answer import read_answer

ANSWERS = (answer((SLEPT, -10.5)), answer((SLEPT, -1.0), (OTHER, -2.5)), answer((HIDES, 0.0)))
FIELDS = (field(1, b""), field(2, b"x"), field(5, 1.0), field(34, b""), varint(2**63), b"\x80" * 11)


@given(content=mutated(ANSWERS, FIELDS))
def test_answers(content: bytes):
    check(content)
    check(varint(len(content)) + content)  # the size is right, whatever follows


def check(content: bytes) -> None:
    try:
        found = read_answer(content, "It slept.", "server")
    except (ValueError, InputError) as error:  # which the adapter turns into one line
        assert str(error)
        return
    for parse in found.parses:
        check_constituents(parse.tree)
        (again,) = parse_trees([write_tree(parse.tree)], "again")
        assert again == parse.tree
