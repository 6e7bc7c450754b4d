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
    ("errors", "handed", "tracking", "version"),
    ("kernels", "languages", "plugins", "shown", "text"),
    ("stats", "trees"),
    ("io",),
    ("judgements", "lexicon", "parsing"),
    ("resources",),
    ("encoder",),
    ("metrics",),
    ("diagnosis", "explanation"),
    ("engine",),
    ("learning", "meta"),
    ("report",),
    ("api",),
    ("web",),
    ("cli",),
    ("__init__", "__main__"),
)
"""From the ground up: packages, and modules that stand beside them."""
LATE = ("import_module", "__import__")
LEVELS = {room: level for level, rooms in enumerate(FLOORS) for room in rooms}


def imported(text: str) -> Iterator[str]:
    """Every module of treescore that a file imports, at its head or late, by name or by a text."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            # Relative imports stay in their room here: whichever leaves it is as good as the roof.
            module = node.module or "" if not node.level else "treescore.relative"
            names = [f"{module}.{alias.name}" for alias in node.names]
            yield from names if module == "treescore" else [module]
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith(
            ("import_module", "__import__")
        ):
            yield re.sub(r"^f?['\"]", "", ast.unparse(node.args[0]))


def room_of(module: str) -> str:
    """The room of a module of treescore; whatever the package itself offers is on the roof."""
    room = module.split(".")[1] if "." in module else ""
    return room if room in LEVELS else "__init__"


def climbing(room: str, text: str) -> list[str]:
    """The modules that a file of a room imports and must not."""
    names = (name for name in imported(text) if name.split(".")[0] == "treescore")
    return [
        name for name in names if room_of(name) != room and LEVELS[room_of(name)] >= LEVELS[room]
    ]


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
        "__import__('treescore.engine.base')",
        "import treescore",
        "from treescore import score",
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
