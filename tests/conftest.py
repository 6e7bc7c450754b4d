"""What many tests share: data beside the project, a cache of their own, the command line."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from contextlib import chdir, redirect_stderr, redirect_stdout
from importlib.metadata import EntryPoint, entry_points
from io import BytesIO, StringIO, TextIOWrapper
from pathlib import Path
from typing import TextIO
from unittest.mock import patch

import pytest
from hypothesis import settings

from tests.systems import LINUX_ONLY
from treescore.cli.main import main
from treescore.engine.cores import usable_cores
from treescore.parsing.spacy import SpacyParser, open_parser

SHARED = Path(__file__).parents[2] / "shared"
ENDING = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
]

settings.register_profile("treescore", deadline=None, max_examples=25)  # make fuzz tries more
settings.register_profile("quick", deadline=None, max_examples=15)  # for: make quick
settings.register_profile("long", deadline=None, max_examples=2000)  # for: make fuzz
settings.load_profile("treescore")

collect_ignore = [] if sys.platform == "linux" else list(LINUX_ONLY)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are cores: a browser and processes of their own are often waited for."""
    return usable_cores() + 1


def pytest_report_header() -> str:
    """What is left out elsewhere is said, not forgotten."""
    return f"left out on {sys.platform}: {', '.join(collect_ignore)}" if collect_ignore else ""


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


@pytest.fixture(scope="session", autouse=True)
def no_packages() -> Iterator[None]:
    """What a developer has installed beside treescore is none of the tests' business."""
    installed = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}

    def found(group: str, name: str | None = None) -> list[EntryPoint]:
        return [
            entry
            for entry in entry_points(group=group)
            if name in (None, entry.name)
            and entry.dist
            and Path(str(entry.dist.locate_file(""))).resolve() not in installed
        ]

    with patch("treescore.plugins.entry_points", found):
        yield


@pytest.fixture(scope="session")
def english() -> SpacyParser:
    """The default English parser, loaded once, without a cache."""
    return open_parser("", "en")


Run = Callable[..., subprocess.CompletedProcess[str]]


def called(
    folder: Path, *arguments: str, stdout: TextIO | None = None, stderr: TextIO | None = None
) -> subprocess.CompletedProcess[str]:
    """The program run in this process, which need not be started first: there are many tests."""
    out, err = stdout or StringIO(), stderr or StringIO()
    code: object = 0
    handlers = {number: signal.getsignal(number) for number in ENDING}
    with (
        chdir(folder),
        redirect_stdout(out),
        redirect_stderr(err),
        patch("sys.argv", ["treescore", *arguments]),
        patch("sys.stdin", TextIOWrapper(BytesIO())),
        patch.object(logging.root, "handlers", []),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
    for number, handler in handlers.items():
        signal.signal(number, handler)
    assert isinstance(code, int)
    written = [each.getvalue() if isinstance(each, StringIO) else "" for each in (out, err)]
    return subprocess.CompletedProcess(arguments, code, *written)


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Runs treescore as a user does, in a folder of its own.

    That is a process of its own only where something is typed in, or `env` changes Python.
    """

    def call(
        *arguments: str, stdin: str = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        if not stdin and all(name.startswith("TREESCORE_") for name in env or {}):
            with patch.dict(os.environ, env or {}):
                return called(tmp_path, *arguments)
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
