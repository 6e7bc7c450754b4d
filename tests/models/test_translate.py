"""Other text for SDPM: what a translating program makes of it, line by line."""

from __future__ import annotations

import gzip
import os
from pathlib import Path
from random import Random

import pytest

from models.sdpm.translate import Route, pairs, translated

LINES = ["The ferry waits.", "Nobody on board has seen the *lighthouse*.", "Wait!"]


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A translator that marks what it does not know, and turns s to z."""
    path = tmp_path / "bin" / "apertium"
    path.parent.mkdir()
    path.write_text('#!/bin/sh\n[ "$1" = -u ] && sed "s/s/z/g; s/^/*/; s/$/  /"\n')
    path.chmod(0o755)
    monkeypatch.setenv("PATH", f"{path.parent}{os.pathsep}{os.environ['PATH']}")
    return path


@pytest.mark.usefixtures("program")
def test_lines_are_translated_one_by_one_and_marks_go():
    found = translated(LINES, ("xx-en",))
    assert found == ["The ferry waitz.", "Nobody on board haz zeen the lighthouze.", "Wait!"]


def test_a_lost_line_ends_the_program(program: Path):
    program.write_text("#!/bin/sh\nhead -n 2\n")
    with pytest.raises(SystemExit, match=r"apertium a-b \| b-a: 2 lines of 3"):
        translated(LINES, ("a-b", "b-a"))


@pytest.mark.usefixtures("program")
def test_pairs_have_the_english_line_first_and_differ(tmp_path: Path):
    sources = ["La barca espera.", "Nadie ha visto el faro.", "Espera!"]
    for language, lines in (("en", LINES), ("es", sources)):
        with gzip.open(tmp_path / f"sea.{language}.gz", "wt", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)
    found = dict(pairs(tmp_path, Route("sea", "es", ("es-en",), 5), Random(1)))
    assert found == {LINES[0]: "La barca ezpera.", LINES[1]: "Nadie ha vizto el faro."}
    assert set(dict(pairs(tmp_path, Route("sea", "en", ("en-eo",), 1), Random(1)))) < set(LINES)
