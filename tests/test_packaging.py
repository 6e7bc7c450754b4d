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


WORKFLOWS = {
    path.name: path.read_text("utf-8") for path in (PROJECT / ".github" / "workflows").glob("*.yml")
}


def test_workflows_use_the_same_actions_by_their_digests():
    versions: dict[str, set[str]] = {}
    for text in WORKFLOWS.values():
        for action, version in re.findall(r"uses: ([^@\s]+)(.*)$", text, re.MULTILINE):
            versions.setdefault(action, set()).add(version)
    assert versions
    for action, found in versions.items():
        assert len(found) == 1, f"{action} has several versions"
        assert re.fullmatch(r"@[0-9a-f]{40} # v[0-9.]+", "".join(found)), f"{action} can change"


def test_workflows_may_only_read():
    for name, text in WORKFLOWS.items():
        assert re.findall(r"permissions:.*\n((?: +.*\n)+)", text) == ["  contents: read\n"], name
        assert text.count("persist-credentials: false") == text.count("actions/checkout@"), name
        assert "secrets." not in text, name


def test_weaknesses_are_looked_up_every_week_and_when_versions_change():
    text = WORKFLOWS["audit.yml"]
    assert re.search(r'schedule:\n +- cron: "\d+ \d+ \* \* \d"\n', text)
    assert "\n  workflow_dispatch:\n" in text
    (push,) = re.findall(r"push:\n +branches: \[main\]\n +paths: \[(.+)\]\n", text)
    (pull,) = re.findall(r"pull_request:\n +paths: \[(.+)\]\n", text)
    assert push == pull == "constraints.txt, pyproject.toml"
    (command,) = re.findall(r"run: (.+)\n", text)
    assert command == "make audit PYTHON=python"
    makefile = (PROJECT / "Makefile").read_text("utf-8")
    (lines,) = re.findall(r"^audit:.*\n((?:\t.+\n)+)", makefile, re.MULTILINE)
    assert "pip-audit --requirement constraints.txt" in lines
    assert "--strict" in lines, "what cannot be looked up is a failure"
