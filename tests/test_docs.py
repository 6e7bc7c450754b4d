"""The examples of the README and the docs are run, and must print what they say."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
import tomllib
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import called
from tests.explanation.shares import total
from tests.plugin import install
from treescore.metrics.sentence import Sentence
from treescore.parsing.spacy import SpacyParser

PROJECT = Path(__file__).parents[1]
DOCUMENTS = [PROJECT / "README.md", *sorted((PROJECT / "docs").rglob("*.md"))]
PLAIN = re.compile(r"treescore (?P<arguments>[^|<>;&$`]*)(?P<rest>(?:[|>](?!&).*)?)")
"""A run of treescore, perhaps with more of the shell behind it."""
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"`(\w+\.\w+)`[^`\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block that is introduced by the name of the file that it is."""


def blocks(document: Path, language: str) -> list[str]:
    return [text for kind, text in BLOCK.findall(document.read_text("utf-8")) if kind == language]


def steps(block: str) -> list[tuple[str, str]]:
    """Commands behind `$ `, each with the output that follows it."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)
    assert parts[0] == "", "a console block starts with a command"
    return list(zip(parts[1::2], parts[2::2], strict=True))


def comparable(output: str) -> str:
    """Without versions, which constraints.txt pins and signatures print."""
    lines = (line.rstrip() for line in output.strip().split("\n"))
    return re.sub(r"(spacy-|sacrebleu:|treescore-)\d[\w.]*", r"\1*", "\n".join(lines))


def output_of(command: str, folder: Path) -> str:
    """What a command prints; treescore itself runs in this process, which spares its start."""
    found = PLAIN.fullmatch(command)
    given = ""
    if found:
        done = called(folder, *shlex.split(found["arguments"]))
        if not found["rest"]:
            return done.stdout
        given, command = done.stdout, f"cat {found['rest']}"
    ran = subprocess.run(
        command, shell=True, cwd=folder, input=given, capture_output=True, text=True
    )
    return ran.stdout


def install_package(document: Path, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a page shows a package that brings metrics, the commands below find it installed."""
    files = dict(FILE.findall(document.read_text("utf-8")))
    project = tomllib.loads(files.pop("pyproject.toml", "")).get("project", {})
    if entries := project.get("entry-points", {}).get("treescore.metrics"):
        ((file, text),) = files.items()
        named = f"{project['name']}-{project['version']}"
        install(folder, monkeypatch, text, entries, Path(file).stem, named)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_commands(document: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    monkeypatch.setenv("PATH", beside)
    monkeypatch.setenv("COLUMNS", "120")
    install_package(document, tmp_path / "site", monkeypatch)
    for block in blocks(document, "console"):
        for command, expected in steps(block):
            assert comparable(output_of(command, tmp_path)) == comparable(expected), command


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_python(document: Path):
    examples = (text for text in blocks(document, "python") if ">>> " in text)
    for block in examples:
        test = doctest.DocTestParser().get_doctest(block, {}, document.name, str(document), 0)
        assert doctest.DocTestRunner(verbose=False).run(test).failed == 0


def test_the_explanation_of_a_metric_of_ones_own(english: SpacyParser):
    page = PROJECT / "docs" / "extending.md"
    names: dict[str, Any] = {"__name__": "roots"}
    for code in (text for text in blocks(page, "python") if ">>> " not in text):
        exec(compile(code, page, "exec", dont_inherit=True), names)
    texts = "The dog was sleeping.", "The dog slept.", ""
    found = [Sentence(t, {1: p}) for t, p in zip(texts, english.parse(texts), strict=True)]
    for one, other in permutations(found, 2):
        made = names["explain_roots"](names["Roots"](), one, [other])
        assert total(made) == made.score == float(bool(one.text) == bool(other.text))


def test_there_are_examples():
    assert sum(len(blocks(document, "console")) for document in DOCUMENTS) >= 5


def test_links_lead_somewhere():
    for document in DOCUMENTS:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)\)", document.read_text("utf-8")):
            assert (document.parent / target).exists(), f"{document.name}: {target}"
