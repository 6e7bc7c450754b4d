"""The notebook of the docs runs from its first cell to its last, and shows what it says."""

from __future__ import annotations

import ast
import json
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

NOTEBOOK = Path(__file__).parents[1] / "docs" / "notebook.ipynb"


def run(code: str, names: dict[str, Any]) -> tuple[Any, str]:
    """The value of a cell's last line, if that is an expression, and what was printed."""
    tree = ast.parse(code)
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(StringIO()) as printed:
        exec(compile(tree, NOTEBOOK, "exec", dont_inherit=True), names)
        value = None
        if isinstance(last, ast.Expr):
            expression = ast.Expression(last.value)
            value = eval(compile(expression, NOTEBOOK, "eval", dont_inherit=True), names)
    return value, printed.getvalue()


def test_all_cells(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, Any] = {}
    shown: list[str] = []
    compared = 0
    cells = json.loads(NOTEBOOK.read_text("utf-8"))["cells"]
    for cell in (each for each in cells if each["cell_type"] == "code"):
        value, printed = run("".join(cell["source"]), names)
        expected = {"stream": "", "execute_result": None}
        for output in cell["outputs"]:
            text = output["text"] if "text" in output else output["data"]["text/plain"]
            expected[output["output_type"]] = "".join(text)
        assert printed == expected["stream"]
        if expected["execute_result"] is not None:
            assert repr(value) == expected["execute_result"]
            compared += 1
        if hasattr(value, "_repr_html_"):
            shown.append(type(value).__name__)
            assert value._repr_html_().startswith(("<div", "<iframe"))
    assert compared
    assert {"Evaluation", "ExplainedScore", "DependencyTree", "Diagnosis", "Report"} <= set(shown)
