from __future__ import annotations

import json
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from treescore.errors import LONGEST, TreescoreError, UnknownName, how_to_install
from treescore.io.errors import InputError


def test_a_message_is_one_line():
    assert str(InputError("a.tsv", 1, "the header has \rx, y\u2028z")) == (
        "a.tsv:1: the header has  x, y z"
    )


def test_of_a_long_message_both_ends_are_shown():
    message = str(UnknownName("metric", "bleuu", ["bleu", *map(str, range(10_000))]))
    assert len(message) <= LONGEST + len(" ... ")
    assert message.startswith("unknown metric 'bleuu'; there are bleu, 0, 1")
    assert message.endswith("did you mean bleu?")
    assert str(TreescoreError("a" * LONGEST)) == "a" * LONGEST


@pytest.mark.parametrize(
    ("origin", "command"),
    [
        ({"url": "{cwd}", "dir_info": {"editable": True}}, "pip install -e '.[web]'"),
        ({"url": "{cwd}", "dir_info": {}}, "pip install '.[web]'"),
        ({"url": "{cwd}/a%20clone", "dir_info": {}}, "pip install '{path}/a clone[web]'"),
        (
            {"url": "https://host/x.git", "vcs_info": {"vcs": "git"}},
            "pip install 'treescore[web] @ git+https://host/x.git'",
        ),
        (
            {"url": "file:///x/t.whl", "archive_info": {}},
            "pip install 'treescore[web] @ file:///x/t.whl'",
        ),
        (None, "pip install 'treescore[web]'"),
    ],
)
def test_an_extra_is_installed_from_where_treescore_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, origin: Any, command: str
):
    monkeypatch.chdir(tmp_path)
    told = origin and json.dumps(origin).replace("{cwd}", tmp_path.as_uri())
    found = SimpleNamespace(read_text=lambda name: told)
    monkeypatch.setattr("importlib.metadata.distribution", lambda name: found)
    assert how_to_install("web") == command.replace("{path}", str(tmp_path))
    assert "[" not in how_to_install()


def test_a_clone_that_is_not_installed_is_its_own_origin(monkeypatch: pytest.MonkeyPatch):
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr("importlib.metadata.distribution", missing)
    monkeypatch.chdir(Path(__file__).parents[1])
    assert how_to_install("web") == "pip install '.[web]'"
