"""The floors of the house: no import climbs, and none goes to a neighbour on the same floor."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[1]
SOURCE = PROJECT / "src"
FLOORS = (
    ("errors", "tracking", "version"),
    ("kernels", "languages", "text"),
    ("stats", "trees"),
    ("io",),
    ("judgements", "lexicon", "parsing"),
    ("resources",),
    ("metrics",),
    ("explanation",),
    ("engine",),
    ("learning", "meta"),
    ("report",),
    ("api",),
    ("web",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From the ground up: packages, and modules that stand beside them."""
LEVELS = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


def imported(text: str) -> Iterator[str]:
    """Every module of treescore that a file imports, at its head or late, by name or by a text."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are absolute"
            module = node.module or ""
            whole = module == "treescore"  # then the rooms are what is imported
            names = [f"{module}.{alias.name}" for alias in node.names] if whole else [module]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names = [re.sub(r"^f?['\"]", "", ast.unparse(node.args[0]))]
        else:
            continue
        yield from (name for name in names if name.split(".")[0] == "treescore")


def climbing(room: str, text: str) -> list[str]:
    """The modules that a file of a room imports and must not."""
    targets = ((name, name.split(".")[1]) for name in imported(text))
    return [name for name, target in targets if target != room and LEVELS[target] >= LEVELS[room]]


def modules() -> Iterator[tuple[Path, str]]:
    """All files, each with its room."""
    for path in sorted((SOURCE / "treescore").rglob("*.py")):
        yield path, path.relative_to(SOURCE / "treescore").with_suffix("").parts[0]


def test_no_import_climbs():
    faults = [
        f"{path.relative_to(PROJECT)} imports {name}"
        for path, room in modules()
        for name in climbing(room, path.read_text("utf-8"))
    ]
    assert not faults, "\n".join(faults)


def test_every_room_has_a_floor():
    assert {room for _, room in modules()} == set(LEVELS)


@pytest.mark.parametrize(
    "text",
    [
        "from treescore.engine.base import Engine",
        "import treescore.cli.main",
        "from treescore import api",
        "def late():\n    from treescore.explanation import explain",
        "if TYPE_CHECKING:\n    from treescore.meta.protocol import Protocol",
        "import json, treescore.report.escape",
        "import_module('treescore.engine.base')",
        'importlib.import_module(f"treescore.engine.{name}")',
    ],
)
def test_climbing_imports_are_found(text: str):
    assert climbing("metrics", text)


def test_neighbours_keep_apart():
    assert climbing("learning", "from treescore.meta.protocol import Protocol")


@pytest.mark.parametrize(
    "text",
    [
        "from treescore.kernels.counting import max_counts",
        "from treescore.metrics.units import fold",
        "from treescore import errors",
        "import numpy",
    ],
)
def test_imports_of_lower_floors_are_fine(text: str):
    assert not climbing("metrics", text)


def test_the_drawing_shows_these_floors():
    drawing = (PROJECT / "docs" / "architecture.md").read_text("utf-8").split("```")[1]
    rows = [line.split("|") for line in drawing.split("\n") if line.count("|") == 2]
    drawn = [tuple(sorted(rooms.split())) for _, rooms, _ in rows][::-1]
    assert drawn == [tuple(sorted(rooms)) for rooms in FLOORS]
