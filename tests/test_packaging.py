"""Files that say the same thing in two places."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PROJECT = Path(__file__).parents[1]


def test_the_citation_names_the_version_of_the_project():
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    citation = (PROJECT / "CITATION.cff").read_text("utf-8")
    assert re.findall(r"^version: (.+)$", citation, re.MULTILINE) == [project["version"]]
