"""Uploaded files: their report, their faults, and that nothing is left of them."""

from __future__ import annotations

import asyncio
import gzip
import json
import re
import tempfile
from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack
from io import BytesIO
from pathlib import Path
from unittest.mock import patch

import pytest
from fastapi.testclient import TestClient

from tests.web.inline import Endless, Inline, run_apart
from treescore.io.temporary import PREFIX, temporary_folder
from treescore.web import uploads
from treescore.web.answers import report_lines
from treescore.web.app import create_app
from treescore.web.workers import Task

PLAIN = {"references": ("ref.txt", b"It rains.\nWe stay.\n"), "systems": ("one.txt", b"A\nB\n")}


def report(client: TestClient, files, **fields) -> list[Task]:
    data = {"metrics": ["bleu"], **fields}
    answer = client.post("/api/report", files=list(files.items()), data=data)
    return [json.loads(line) for line in answer.text.splitlines()]


@pytest.fixture
def temporary(tmp_path: Path) -> Iterator[Path]:
    """Where uploads go; all of it is gone in the end."""
    with patch.object(tempfile, "tempdir", str(tmp_path)):
        yield tmp_path
    assert not list(tmp_path.glob("treescore-*"))


def test_what_a_killed_server_left_is_removed(client: TestClient, temporary: Path):
    (temporary / f"{PREFIX}abcd1234").mkdir()
    report(client, PLAIN)
    assert not list(temporary.iterdir())


def test_a_report_comes_after_its_progress(client: TestClient, temporary: Path):
    first, *_, last = report(client, PLAIN)
    assert first == {"done": 0, "total": 2}
    assert last["report"].startswith("<!DOCTYPE html>")
    policy = client.get("/").headers["content-security-policy"]
    inside = re.search(r"script-src ('sha256-[^']+')", last["report"].replace("&#39;", "'"))
    assert inside and inside[1] in policy, "a report in the application may run its script"


@pytest.mark.parametrize(("lang", "expected"), [("en", "sdpm dpm"), ("de", "dpm hwcm")])
def test_a_report_has_the_usual_metrics_of_the_language(
    client: TestClient, temporary: Path, lang: str, expected: str
):
    *_, last = report(client, PLAIN, metrics=[], lang=lang)
    signatures = re.findall(r"^.*?(\w+)\|[^\n]*\|version:", last["report"], re.MULTILINE)
    assert signatures == [*expected.split(), "chrf", "bleu", "diagnosis"]


def test_a_report_comes_with_its_source_and_its_notes(client: TestClient, temporary: Path):
    source = ("source.txt", b"Es regnet.\nWir bleiben.\n")
    *_, last = report(client, {**PLAIN, "source": source}, lang="de")
    (note,) = last["notes"]
    assert "small bundled model" in note
    packed = re.search(r'<script[^>]*id="data"[^>]*>([^<]*)', last["report"])
    assert packed
    assert b"Wir bleiben." in gzip.decompress(b64decode(packed[1]))
    short = ("source.txt", b"Es regnet.\n")
    *_, last = report(client, {**PLAIN, "source": short})
    assert "source.txt" in last["error"]


NAMES = ["../../x.txt", "/etc/passwd", "-", ".hidden", "a#b", "C:\\x.txt", "", "..", "r.txt", "1"]
NAMES += ["的" * 95 + ".txt", "r.txt", "2", "x\0y", "\n"]


def test_names_of_files_are_harmless(tmp_path: Path):
    folder = tmp_path / "inside"
    folder.mkdir()
    contents = [f"file {number}".encode() for number in range(len(NAMES))]
    half = len(NAMES) // 2
    paths = [
        path
        for part in (slice(0, half), slice(half, None))
        for path in uploads.save(
            [(name, BytesIO(text)) for name, text in zip(NAMES[part], contents[part], strict=True)],
            folder,
        )
    ]
    assert [Path(path).read_bytes() for path in paths] == contents
    for path in paths:
        assert Path(path).resolve().is_relative_to(folder)
        assert not re.search(r"[#\0\n\\]|^[.-]", Path(path).name)
    assert Path(paths[NAMES.index("r.txt")]).name == "r.txt"
    assert list(tmp_path.iterdir()) == [folder]


def test_files_of_one_name_are_told_apart(client: TestClient, temporary: Path):
    files = [
        ("references", ("x.txt", b"It rains.\n")),
        ("references", ("3-x.txt", b"We stay.\n")),
        ("systems", ("x.txt", b"We stay.\n")),
    ]
    answer = client.post("/api/report", files=files, data={"metrics": ["wer"]})
    assert "nrefs:2" in json.loads(answer.text.splitlines()[-1])["report"]


def test_unknown_fields_are_refused(client: TestClient, temporary: Path):
    (refused,) = report(client, PLAIN, metric="bleu")
    assert (
        refused["error"] == "metric: unknown; expected references, systems, source, metrics, lang"
    )


def test_faults_of_files_are_told_with_the_visitors_names(client: TestClient, temporary: Path):
    files = {**PLAIN, "systems": ("one.txt", b"only this\n")}
    (problem,) = report(client, files)
    assert problem["error"].startswith("one.txt:2: 1 segments, but ref.txt has 2")
    (problem,) = report(client, {**PLAIN, "references": ("ref.txt", b"\xff\n")})
    assert problem["error"].startswith("ref.txt:1: ")
    assert client.post("/api/report", files=[("systems", PLAIN["systems"])]).status_code == 422
    (problem,) = report(client, PLAIN, lang="/etc")
    assert problem["error"].startswith("lang: ")
    (problem,) = report(client, PLAIN, metrics=["tesla:model=/etc/passwd"])
    assert "command line" in problem["error"]


def test_what_gzip_blows_up_is_refused(client: TestClient, temporary: Path):
    packed = gzip.compress(b"x\n" * 1000)
    files = {"references": ("r.gz", packed), "systems": ("s.gz", packed)}
    with patch.object(uploads, "UNPACKED_BYTES", 3999):
        (problem,) = report(client, files)
    assert "unpacked" in problem["error"]
    assert "report" in report(client, files)[-1]


def test_too_many_reports():
    full = Inline()
    full.free.get_nowait()
    app = create_app(Inline(), full)
    with TestClient(app, base_url="http://127.0.0.1:8000") as client:
        answer = client.post("/api/report", files=list(PLAIN.items()))
    assert answer.status_code == 503
    assert int(answer.headers["retry-after"]) > 0


def test_nothing_is_left_of_a_report_that_was_cancelled(temporary: Path):
    async def go() -> None:
        stack = ExitStack()
        folder = stack.enter_context(temporary_folder())
        stream = report_lines(pool, {}, stack)
        assert await anext(stream) == b"{}\n"
        assert folder.is_dir()
        await stream.aclose()
        await asyncio.sleep(0)
        assert pool.cancelled
        assert not folder.exists()

    pool = Endless()
    run_apart(go())
