"""What many tests share: data beside the project, a cache of their own, the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from treescore.parsing.spacy import SpacyParser, open_parser

SHARED = Path(__file__).parents[2] / "shared"

settings.register_profile("treescore", deadline=None)
settings.load_profile("treescore")


@pytest.fixture
def shared() -> Path:
    """The development data beside the project."""
    if not SHARED.is_dir():
        pytest.skip("needs the development data in ../shared")
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tests' own cache: the user's is neither read nor filled."""
    folder = tmp_path_factory.mktemp("cache")
    os.environ["TREESCORE_CACHE"] = str(folder)
    return folder


@pytest.fixture(scope="session")
def english() -> SpacyParser:
    """The default English parser, loaded once, without a cache."""
    return open_parser("", "en")


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs treescore as a user does, in a folder of its own."""

    def call(
        *arguments: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "treescore", *arguments],
            input=stdin,
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=os.environ | (env or {}),
            timeout=300,
        )

    return call
