"""Every test that docs/reliability.md names exists, and every test here is named there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
TEXT = (PROJECT / "docs" / "reliability.md").read_text("utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)
HERE = "tests/faults"


def functions(file: str) -> set[str]:
    path = PROJECT / file
    tree = ast.parse(path.read_text("utf-8")) if path.exists() else ast.Module([], [])
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)}


@pytest.mark.parametrize(("file", "name"), NAMED)
def test_a_test_that_is_named_exists(file: str, name: str):
    assert name in functions(file)


def test_every_row_of_the_table_names_a_test():
    _, *rows = [line for line in TEXT.splitlines() if line.startswith("| ")]
    rows = [row for row in rows if not row.startswith("| ---")]
    assert len(rows) == len(NAMED)
    assert len(set(NAMED)) == len(NAMED)


def test_every_fault_is_in_the_table():
    for path in sorted((PROJECT / HERE).glob("test_*.py")):
        if path.name != Path(__file__).name:
            file = f"{HERE}/{path.name}"
            tests = {name for name in functions(file) if name.startswith("test_")}
            assert tests == {name for place, name in NAMED if place == file}, file
