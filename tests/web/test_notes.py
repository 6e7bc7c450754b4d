"""What visitors are told is what the command warns of, in words of the page."""

from __future__ import annotations

import json
import logging

import pytest
from fastapi.testclient import TestClient

from treescore.web.notes import listening


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "a: looks like German; if so, give -l de",
            "a: looks like German; if so, choose the language de",
        ),
        ("if so, give -l cs or -l sk", "if so, choose the language cs or sk"),
        ("if so, say which with -l", "if so, choose its language"),
        ("two\nlines \x1b[1m", "two lines \u241b[1m"),
    ],
)
def test_options_become_choices(said: str, told: str):
    with listening() as heard:
        logging.getLogger("treescore").warning(said)
        logging.getLogger("treescore").warning(said)
    assert list(heard) == [told]


GERMAN = ["Der Hund hat den Mann gestern nicht im Garten gesehen, und die Katze auch nicht."] * 3
TOLD = "look like German (de), not English (en); if so, choose the language de"


def test_scores_come_with_notes(client: TestClient):
    body = {"references": [[text] for text in GERMAN], "systems": {"A": GERMAN}, "metrics": ["wer"]}
    assert client.post("/api/score", json=body).json()["notes"] == [f"reference 1, A: {TOLD}"]
    assert client.post("/api/score", json={**body, "lang": "de"}).json()["notes"] == []


def test_notes_on_files_call_them_as_the_visitor_did(client: TestClient):
    file = "".join(f"{text}\n" for text in GERMAN).encode()
    files = {"references": ("ref.txt", file), "systems": ("one.txt", file)}
    answer = client.post("/api/report", files=files, data={"metrics": ["wer"]})
    last = json.loads(answer.text.splitlines()[-1])
    assert last["notes"] == [f"ref.txt, one.txt: {TOLD}"]
