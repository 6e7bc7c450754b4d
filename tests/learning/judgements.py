"""Judged translations to train on."""

from __future__ import annotations

from dataclasses import replace

from treescore.judgements.base import Judgements, Output

# Reference, a translation that everybody understands, and one that nobody does.
SEGMENTS = [
    (
        "The old farmer sold his brown horse at the market.",
        "The old farmer sold the brown horse on the market.",
        "Farmer old market the sold brown at his.",
    ),
    (
        "A young girl reads a long letter in the garden.",
        "A young girl is reading a long letter in the garden.",
        "Girl a letter the young long garden a.",
    ),
    (
        "Our teacher opened the window before the lesson.",
        "Our teacher opened the window ahead of the lesson.",
        "Lesson window before teacher our the.",
    ),
    (
        "The small boat crossed the wide river slowly.",
        "The little boat crossed the wide river slowly.",
        "River the slowly boat wide crossed small the.",
    ),
    (
        "My brother repairs old clocks in his cellar.",
        "My brother repairs old clocks in the basement.",
        "Clocks cellar brother in repairs his.",
    ),
    (
        "Two dogs chased the cat across the yard.",
        "Two dogs chased the cat over the yard.",
        "Cat yard dogs across two.",
    ),
]
HELD_OUT = [
    (
        "The baker burned his bread yesterday.",
        "The baker burnt the bread yesterday.",
        "Bread his yesterday baker burned.",
    ),
    (
        "A cold wind blew through the empty streets.",
        "A cold wind blew through the deserted streets.",
        "Streets wind through a empty blew the.",
    ),
    (
        "She keeps three white rabbits behind the house.",
        "She has three white rabbits behind the house.",
        "House rabbits behind keeps three the she.",
    ),
]


def judged(segments: list[tuple[str, str, str]] = SEGMENTS, name: str = "small") -> Judgements:
    """Everybody prefers the good one, and gives it some 80 points, and the bad one some 20."""
    outputs, preferences = {}, []
    for number, (reference, good, bad) in enumerate(segments):
        keys = [(str(number), system) for system in ("good", "bad")]
        outputs[keys[0]] = Output(good, (reference,), 80.0 + number)
        outputs[keys[1]] = Output(bad, (reference,), 20.0 + number)
        preferences.append((keys[0], keys[1]))
    return Judgements(name, outputs, tuple(preferences), 0, 0)


RANKED = judged()
SCORED = replace(RANKED, preferences=())
