"""How long work tells how far it is, without knowing whom it tells."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar

Item = TypeVar("Item")
What = str | Callable[[], str]
"""What is done: some words, or what gives them at any time."""
Track = Callable[[Iterable[Item], What, int | None], Iterable[Item]]
"""Passes items through while it shows how far they are: items, what is done, how many if known."""


def silent(items: Iterable[Item], what: What, total: int | None) -> Iterable[Item]:  # noqa: ARG001
    """Pass items through and say nothing."""
    return items
