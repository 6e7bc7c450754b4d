from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

from tests.chain import use_chain
from tests.faults import runs

Found = tuple[Any, str]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory: pytest.TempPathFactory) -> tuple[Found, Path]:
    """What the run finds if nothing goes wrong, and a full cache, whole and closed."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with pytest.MonkeyPatch.context() as patch:
        use_chain(patch)
        patch.setenv("TREESCORE_CACHE", str(folder / "cache"))
        runs.prepare(folder)
        found = runs.scores(runs.run(folder, *runs.COMMAND, "--no-cache"), folder)
        assert runs.scores(runs.run(folder, *runs.COMMAND), folder) == found
    return found, runs.cache_file(folder / "cache")


@pytest.fixture
def expected(
    undisturbed: tuple[Found, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Found:
    """What the run must find, which is ready to be run in `tmp_path`."""
    use_chain(monkeypatch)
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path / "cache"))
    runs.prepare(tmp_path)
    return undisturbed[0]


@pytest.fixture
def cache(undisturbed: tuple[Found, Path], expected: Found, tmp_path: Path) -> Path:
    """The full cache, in the place where the run looks for it."""
    (tmp_path / "cache").mkdir()
    return Path(shutil.copy(undisturbed[1], tmp_path / "cache"))
