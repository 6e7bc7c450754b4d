"""How the tests are laid out."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parent
OF_ANOTHER_TEST = re.compile(
    r"^\s*(?:from|import)\s+(?:tests\S* import )?\S*\btest_\w+", re.MULTILINE
)


def test_what_tests_share_is_in_modules_of_its_own():
    """A test that is changed or moved breaks no other."""
    files = sorted(TESTS.rglob("*.py"))
    assert Path(__file__) in files
    found = [
        f"{file.relative_to(TESTS)}: {line.strip()}"
        for file in files
        for line in OF_ANOTHER_TEST.findall(file.read_text("utf-8"))
    ]
    assert found == []
