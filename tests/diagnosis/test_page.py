"""The page about diagnosis: every type has an example there, and it is found."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import treescore as ts
from treescore.diagnosis import rules
from treescore.diagnosis.errors import Error
from treescore.diagnosis.types import TYPES

PAGE = Path(__file__).parents[2] / "docs" / "diagnosis.md"
ROW = re.compile(
    r"^\| `([\w-]+)` \| [^|]+ \|([^|]*)\|([^|]*)\| ((?:`\w+\.py`(?:, )?)+) \|$", re.MULTILINE
)


@pytest.fixture(scope="module")
def rows() -> list[tuple[str, ...]]:
    found = ROW.findall(PAGE.read_text("utf-8"))
    return [tuple(map(str.strip, row)) for row in found]


@pytest.fixture(scope="module")
def errors(rows: list[tuple[str, ...]]) -> list[list[Error]]:
    _, translations, references, _ = zip(*rows, strict=True)
    found = ts.diagnose(translations, [[text] for text in references], jobs=1)
    return [list(each) for each in found.errors["system"]]


def test_all_types_are_there(rows: list[tuple[str, ...]]):
    assert [name for name, *_ in rows] == list(TYPES)


def test_examples_are_found(rows: list[tuple[str, ...]], errors: list[list[Error]]):
    for (name, *texts, _), found in zip(rows, errors, strict=True):
        assert name in {error.kind for error in found}, texts


def test_the_named_file_has_the_rule(rows: list[tuple[str, ...]]):
    folder = Path(rules.__file__).parent
    for name, *_, files in rows:
        for file in re.findall(r"\w+\.py", files):
            assert f'"{name}' in (folder / file).read_text("utf-8"), file
