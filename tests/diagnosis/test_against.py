"""A system, and itself with some of one kind of error: that kind must be named first."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import pytest

import treescore as ts

PEOPLE = ["The teacher", "The lawyer", "The nurse", "The farmer", "The pilot"]
OTHERS = ["the singer", "the judge", "the waiter"]
DEEDS = [
    ("praised", "praise", "praises", "after the meeting"),
    ("followed", "follow", "follows", "to the station"),
    ("invited", "invite", "invites", "for dinner"),
    ("trusted", "trust", "trusts", "in those days"),
]
EVERY = 5
"""A fifth is changed."""


def plain(one: str, other: str, deed: tuple[str, ...]) -> str:
    return f"{one} {deed[0]} {other} {deed[3]}."


def denied(one: str, other: str, deed: tuple[str, ...]) -> str:
    return f"{one} did not {deed[1]} {other} {deed[3]}."


def in_present(one: str, other: str, deed: tuple[str, ...]) -> str:
    return f"{one} {deed[2]} {other} {deed[3]}."


def exchanged(one: str, other: str, deed: tuple[str, ...]) -> str:
    return plain(other.capitalize(), one[0].lower() + one[1:], deed)


@pytest.mark.parametrize(
    ("kind", "right", "wrong"),
    [
        ("negation", denied, lambda *each: denied(*each).replace(" not", "")),
        ("negation", plain, denied),
        ("tense", plain, in_present),
        ("role", plain, exchanged),
    ],
)
def test_what_was_changed_separates_most(
    kind: str, right: Callable[..., str], wrong: Callable[..., str]
):
    events = list(product(PEOPLE, OTHERS, DEEDS))
    references = [[right(*event)] for event in events]
    # Both leave something out here and there, which must not be taken for the difference.
    good = [
        right(*event).replace(" after the meeting", "" if number % 3 else " after the meeting")
        for number, event in enumerate(events)
    ]
    bad = [
        wrong(*event) if number % EVERY == 0 else text
        for number, (event, text) in enumerate(zip(events, good, strict=True))
    ]
    found = ts.diagnose({"good": good, "bad": bad}, references, against="good", jobs=1)
    assert found.rows[0] == kind
    first = found.test("bad", kind)
    assert first is not None
    assert first.delta > 0
    assert first.corrected < 0.05
