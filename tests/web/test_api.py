"""The JSON API: what it answers, and what it refuses."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from fastapi import Request
from fastapi.testclient import TestClient

from tests.plugin import ENTRY_POINTS, install
from tests.web.inline import Endless, run_apart
from treescore.cli.serve import serve
from treescore.diagnosis.types import TYPES
from treescore.encoder.vectors import NAME as VECTORS
from treescore.errors import MissingResource, UsageError
from treescore.metrics.registry import METRICS, make_metric
from treescore.web import answers, limits
from treescore.web.workers import Task

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
HOME = "http://127.0.0.1:8000"
SCORE = {"references": [["It rains."]], "systems": {"A": ["It rained."]}, "metrics": ["bleu"]}
EXPLAIN = {"references": ["It rains."], "hypotheses": {"A": "It rained."}, "metrics": ["hwcm"]}


def error(answer) -> str:
    """The first thing that is wrong; there may be others, but nothing else."""
    found = answer.json()
    assert found.keys() <= {"error", "also"}
    assert not any("\n" in message for message in (found["error"], *found.get("also", ())))
    return str(found["error"])


def test_scores_are_those_of_the_command_line(client: TestClient, run, tmp_path: Path):
    (tmp_path / "ref.txt").write_text("The boat is red.\nNobody slept.\n")
    (tmp_path / "out.txt").write_text("A boat is red.\nNobody was asleep.\n")
    done = run("score", "-r", "ref.txt", "-s", "A=out.txt", "-f", "json")
    body = {
        "references": [["The boat is red."], ["Nobody slept."]],
        "systems": {"A": ["A boat is red.", "Nobody was asleep."]},
    }
    answer = client.post("/api/score", json=body)
    assert answer.status_code == 200
    assert answer.json() == {**json.loads(done.stdout), "notes": []}


@pytest.mark.parametrize(
    ("lang", "expected"),
    [("en", ["sdpm", "dpm", "chrf", "bleu"]), ("de", ["dpm", "hwcm", "chrf", "bleu"])],
)
def test_without_metrics_they_are_those_of_the_language(
    client: TestClient, lang: str, expected: list[str]
):
    texts = {"references": [["Hund"]], "systems": {"A": ["Hunde"]}, "lang": lang}
    scored = client.post("/api/score", json=texts).json()
    assert list(scored["systems"]["A"]) == expected
    texts = {"references": ["Hund"], "hypotheses": {"A": "Hunde"}, "lang": lang}
    explained = client.post("/api/explain", json=texts).json()
    assert list(explained["hypotheses"]["A"]["metrics"]) == expected


def test_an_explanation_has_trees_parts_and_their_places(client: TestClient):
    body = {
        "references": ["She can't stay.", "She cannot stay."],
        "hypotheses": {"A": "She can't stay.", "B": "Nobody stays."},
        "metrics": ["hwcm", "ter"],
    }
    answer = client.post("/api/explain", json=body).json()
    assert [each["text"] for each in answer["references"]] == body["references"]
    assert list(answer["hypotheses"]) == ["A", "B"]
    sentence = answer["hypotheses"]["A"]["sentence"]
    assert sentence["words"] == ["She", "ca", "n't", "stay", "."]
    assert len(sentence["heads"]) == 5
    hwcm, ter = (answer["hypotheses"]["A"]["metrics"][name] for name in ("hwcm", "ter"))
    assert (hwcm["score"], ter["score"]) == (1, 0)
    assert hwcm["words"]["hypothesis"] == [[0], [1], [2], [3], [4]]
    assert ter["hypothesis"] == ["she", "can't", "stay."]
    assert ter["words"]["hypothesis"] == [[0], [1, 2], [3, 4]]
    assert ter["words"]["references"][1] == [[0], [1, 2], [3, 4]]


def test_an_explanation_names_the_errors(client: TestClient):
    body: dict[str, Any] = {
        "references": ["Nobody slept.", "She sold the old house."],
        "hypotheses": {"A": "She has sold the house.", "B": "Nobody slept."},
        "metrics": ["bleu"],
        "source": "Sie hat das alte Haus verkauft.",
    }
    answer = client.post("/api/explain", json=body).json()
    assert answer["source"] == body["source"]
    found, none = (answer["hypotheses"][name]["diagnosis"] for name in "AB")
    assert none == {"reference": 0, "errors": []}
    assert found["reference"] == 1
    assert [(each["type"], each["text"], each["ref_text"]) for each in found["errors"]] == [
        ("aspect", "has sold", "sold"),
        ("missing:modifier", "", "old"),
    ]
    (aspect, missing) = found["errors"]
    text = body["hypotheses"]["A"]
    assert text[aspect["start"] : aspect["end"]] == "has sold"
    assert missing["start"] == missing["end"]
    assert missing["about"] == TYPES["missing"]


def test_a_diagnosis_is_that_of_the_command_line(client: TestClient, run, tmp_path: Path):
    (tmp_path / "ref.txt").write_text("She sold the old house.\nNobody slept.\n")
    (tmp_path / "a.txt").write_text("She has sold the house.\nNobody slept.\n")
    (tmp_path / "b.txt").write_text("She sold the old house.\nNobody sleeps.\n")
    arguments = ("-r", "ref.txt", "-s", "A=a.txt", "-s", "B=b.txt", "-f", "json")
    body = {
        "references": [["She sold the old house."], ["Nobody slept."]],
        "systems": {
            "A": ["She has sold the house.", "Nobody slept."],
            "B": ["She sold the old house.", "Nobody sleeps."],
        },
    }
    answer = client.post("/api/diagnose", json=body).json()
    expected = json.loads(run("diagnose", *arguments).stdout)
    assert {key: answer[key] for key in expected} == expected
    assert answer.keys() - expected == {"verdict", "errors", "notes"}
    types = {
        name: [[each["type"] for each in segment] for segment in segments]
        for name, segments in answer["errors"].items()
    }
    assert types == {"A": [["aspect", "missing:modifier"], []], "B": [[], ["tense"]]}
    (sentence,) = answer["verdict"]
    assert sentence.startswith("B differs from A in no type")
    turned = client.post("/api/diagnose", json={**body, "against": "B"}).json()
    assert turned["verdict"][0].startswith("A differs from B")
    assert "'C'" in error(client.post("/api/diagnose", json={**body, "against": "C"}))


def test_weak_models_are_told_each_time_and_to_the_visitor_alone(
    client: TestClient, caplog: pytest.LogCaptureFixture
):
    texts = {**EXPLAIN, "lang": "de"}
    for _ in range(2):
        (note,) = client.post("/api/explain", json=texts).json()["notes"]
        assert "small bundled model" in note
    assert not caplog.records
    assert client.post("/api/explain", json=EXPLAIN).json()["notes"] == []


def test_each_thing_that_is_wrong_has_its_own_message(client: TestClient):
    metrics = ["blue", "hwcm:length=x", "tesla"]
    found = client.post("/api/explain", json={**EXPLAIN, "metrics": metrics}).json()
    told = [found["error"], *found["also"]]
    expected = ["did you mean bleu", "expected a whole number", "command line"]
    assert [words in message for words, message in zip(expected, told, strict=True)] == [True] * 3
    long = {"references": ["x" * 20_001], "hypotheses": {"A": "x" * 20_001}, "lang": "!"}
    found = client.post("/api/explain", json=long).json()
    told = [found["error"], *found["also"]]
    assert sorted(message.partition(":")[0] for message in told) == [
        "hypotheses.A",
        "lang",
        "references.0",
    ]


def test_all_choices_of_parameters_are_taken(client: TestClient):
    metrics = client.get("/api/metrics").json()
    for metric in metrics:
        for name, values in metric["choices"].items():
            assert metric["parameters"][name] in values
            for value in values:
                with suppress(MissingResource):  # some tokenizers are packages of their own
                    make_metric(f"{metric['name']}:{name}={value}")
    choices = {metric["name"]: metric["choices"] for metric in metrics}
    assert choices["hwcm"]["case"] == ["mixed", "lower"]
    assert choices["maxsim"]["synonyms"] == ["auto", "none"]
    assert "length" not in choices["hwcm"]


def test_vectors_of_what_is_typed_in_are_not_kept(
    client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    answer = client.post("/api/explain", json={**EXPLAIN, "metrics": ["sdpm"]}).json()
    found = answer["hypotheses"]["A"]["metrics"]["sdpm"]
    shares = [each["share"] for each in (*found["parts"], *found["remainders"])]
    assert sum(shares) == pytest.approx(found["score"])
    assert all(part["cost"] is not None for part in found["parts"])
    answer = client.post("/api/score", json={**SCORE, "metrics": ["sdpm"]})
    assert answer.json()["systems"]["A"]["sdpm"]["score"] == pytest.approx(found["score"])
    assert not (tmp_path / VECTORS).exists()


def test_lists(client: TestClient):
    metrics = client.get("/api/metrics").json()
    assert {each["name"] for each in metrics} == set(METRICS) - {"tesla"}
    only = {each["name"]: each["only_language"] for each in metrics if each["only_language"]}
    assert only == {"sdpm": "en"}
    languages = {each["lang"]: each for each in client.get("/api/languages").json()}
    assert languages["en"]["metrics"] == ["sdpm", "dpm", "chrf", "bleu"]
    assert languages["de"]["metrics"] == ["dpm", "hwcm", "chrf", "bleu"]
    assert languages["en"]["parser"] is languages["de"]["parser"] is True


def test_without_any_parser_english_is_listed(client: TestClient):
    with patch("treescore.web.app.installed_models", return_value=[]):
        (found,) = client.get("/api/languages").json()
    assert (found["lang"], found["parser"]) == ("en", False)


def test_metrics_of_packages(client: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    entries = {**ENTRY_POINTS, "broken": "more_metrics:Nothing"}
    install(tmp_path / "site", monkeypatch, entries=entries)
    names = {each["name"] for each in client.get("/api/metrics").json()}
    assert names == {*METRICS, *ENTRY_POINTS} - {"tesla"}
    body = {**SCORE, "metrics": ["length", "relations"]}
    assert client.post("/api/score", json=body).json()["systems"]["A"]["length"]["score"] == 1
    explained = client.post("/api/explain", json={**EXPLAIN, "metrics": ["length"]}).json()
    (part,) = explained["hypotheses"]["A"]["metrics"]["length"]["parts"]
    assert (part["hypothesis"], part["count"]) == ("difference", 1)


def refusals() -> Iterator[tuple[str, Task, str]]:
    yield "score", {**SCORE, "metrics": ["tesla"]}, "command line"
    yield "score", {**SCORE, "metrics": ["tesla:model=/etc/passwd"]}, "command line"
    yield "score", {**SCORE, "metrics": ["tesla-m:synonyms=/etc/passwd"]}, "command line"
    yield "explain", {**EXPLAIN, "metrics": ["maxsim:synonyms=x"]}, "command line"
    yield "score", {**SCORE, "metrics": ["hwcm:length=0..9,unit=0..9"]}, "expected a whole number"
    yield "score", {**SCORE, "metrics": ["blue"]}, "did you mean bleu"
    yield "score", {**SCORE, "metrics": []}, "metrics"
    yield "score", {**SCORE, "metrics": ["bleu"] * (limits.METRICS + 1)}, str(limits.METRICS)
    yield "score", {**SCORE, "metrics": ["x" * (limits.NAME + 1)]}, str(limits.NAME)
    yield "score", {**SCORE, "parser": "files:x"}, "parser"
    yield "score", {**SCORE, "lang": "../x"}, "lang"
    yield "score", {**SCORE, "lang": "xx", "metrics": ["hwcm"]}, "no parser"
    yield "score", {**SCORE, "lang": "de", "metrics": ["sdpm"]}, "sdpm is for English"
    yield "score", {**SCORE, "systems": {}}, "systems"
    yield "score", {**SCORE, "systems": {"A": ["x", "y"]}}, "references for 1 segments"
    yield "score", {**SCORE, "systems": {"A": [7]}}, "string"
    yield "score", {**SCORE, "systems": {"A": ["x" * 20_001]}}, str(limits.CHARACTERS)
    many = {str(n): ["x"] for n in range(limits.SYSTEMS + 1)}
    yield "score", {**SCORE, "systems": many}, str(limits.SYSTEMS)
    yield "score", {**SCORE, "references": [["x"]] * 1001}, str(limits.SEGMENTS)
    yield "score", {**SCORE, "references": [["x"] * 21]}, str(limits.REFERENCES)
    yield "explain", {**EXPLAIN, "references": []}, "references"
    yield "explain", {"references": ["x"]}, "hypotheses"


@pytest.mark.parametrize(("what", "body", "expected"), list(refusals()))
def test_what_cannot_be_done_is_refused(client: TestClient, what: str, body: Task, expected: str):
    answer = client.post(f"/api/{what}", json=body)
    assert answer.status_code == 422
    assert expected in error(answer)


@pytest.mark.parametrize(
    "body", [b"{", b"[" * 100_000, b"", b"[]", b'{"references": [["\\ud800"]]}']
)
def test_what_is_no_json_is_refused(client: TestClient, body: bytes):
    answer = client.post("/api/score", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422)
    assert error(answer)


@pytest.mark.parametrize("path", ["/api/score", "/api/explain", "/api/report"])
def test_too_many_bytes(client: TestClient, path: str):
    limit = limits.UPLOAD_BYTES if path == "/api/report" else limits.JSON_BYTES
    kind = "multipart/form-data; boundary=x" if path == "/api/report" else "application/json"
    headers = {"Content-Type": kind}
    start = b'--x\r\nContent-Disposition: form-data; name="references"; filename="r"\r\n\r\n'
    chunks = [start, *[bytes(10**6)] * (limit // 10**6)]
    for content in (b"".join(chunks), iter(chunks)):  # the second does not tell its length
        answer = client.post(path, content=content, headers=headers)
        assert answer.status_code == 413
        assert f"{limit // 10**6} MB" in error(answer)


def test_requests_of_other_sites_are_refused(client: TestClient):
    for host in ("example.org", "127.0.0.1.example.org", "localhost.example.org:8000", ""):
        for method, path in (("GET", "/"), ("GET", "/api/metrics"), ("POST", "/api/score")):
            answer = client.request(method, path, headers={"Host": host})
            assert answer.status_code == 400
    for host in ("localhost:8000", "127.0.0.1"):
        assert client.get("/api/metrics", headers={"Host": host}).status_code == 200
    for origin in ("http://example.org", "http://127.0.0.1:8001", "null", "https://127.0.0.1:8000"):
        answer = client.post("/api/score", json=SCORE, headers={"Origin": origin})
        assert answer.status_code == 403
    answer = client.post("/api/score", json=SCORE, headers={"Origin": HOME})
    assert answer.status_code == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        body = json.dumps(SCORE)
        answer = client.post("/api/score", content=body, headers={"Content-Type": kind})
        assert answer.status_code == 415


def test_all_answers_tell_browsers_to_be_careful(client: TestClient):
    found = [client.get(path) for path in ("/", "/api/docs", "/static/app.js", "/nowhere")]
    found.append(client.post("/api/score", json=[]))
    found.append(client.get("/", headers={"Host": "example.org"}))
    for answer in found:
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'none'; script-src 'self' 'sha256-")
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in answer.headers


def test_pages_load_nothing_from_elsewhere(client: TestClient):
    for path in ("/", "/api/docs"):
        page = client.get(path).text
        addresses = re.findall(r'(?:src|href)="([^"]*)"', page)
        assert all(address.startswith(("/", "#")) for address in addresses)
        assert not re.search(r"<script>|<style|style=|\son\w+=", page)
        for address in addresses:
            assert address.startswith("#") or client.get(address).status_code == 200
    assert client.get("/docs").status_code == client.get("/redoc").status_code == 404


def test_the_schema_tells_of_problems_as_they_are(client: TestClient):
    schema = client.get("/api/openapi.json").json()
    for path in ("score", "explain", "report"):
        known = schema["paths"][f"/api/{path}"]["post"]["responses"]
        model = known["422"]["content"]["application/json"]["schema"]
        assert model == {"$ref": "#/components/schemas/Problem"}


def test_faults_of_the_program_are_one_line(client: TestClient, caplog: pytest.LogCaptureFixture):
    with patch("treescore.web.app.installed_models", side_effect=ZeroDivisionError("secret")):
        answer = client.get("/api/languages")
    assert answer.status_code == 500
    assert "secret" not in error(answer)
    (record,) = [record for record in caplog.records if record.name == "treescore"]
    assert record.getMessage().startswith("ZeroDivisionError: secret (")


def test_nothing_is_done_for_a_visitor_who_went_away():
    async def leave() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def go() -> None:
        await answers.answer(pool, {}, Request({"type": "http"}, leave))
        await asyncio.sleep(0)
        assert pool.cancelled

    pool = Endless()
    run_apart(go())


def test_a_port_in_use_is_one_line():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(UsageError, match=f"port {port} is in use; choose another"):
            serve(port)


@pytest.mark.parametrize("package", ["fastapi", "uvicorn", "python_multipart"])
def test_without_its_packages_the_server_says_what_to_install(package: str):
    with (
        patch.dict(sys.modules, {package: None}),
        pytest.raises(MissingResource, match=r"pip install .*\[web\]'$"),
    ):
        serve(0)


def test_the_examples_of_the_documentation_work(client: TestClient):
    text = DOCUMENT.read_text("utf-8")
    examples = re.findall(r"^curl http://127.0.0.1:8000(\S+) -H .* -d '\n([^']*)'$", text, re.M)
    assert [path for path, _ in examples] == ["/api/score", "/api/explain", "/api/diagnose"]
    for path, body in examples:
        assert client.post(path, json=json.loads(body)).status_code == 200


def test_the_documentation_tells_the_limits():
    text = DOCUMENT.read_text("utf-8")
    table = dict(re.findall(r"^\| (.*?) \| (.*?) \|$", text.partition("## Limits")[2], re.M))
    assert table["bytes of JSON"] == f"{limits.JSON_BYTES // 10**6} MB"
    assert table["bytes of uploaded files"] == (
        f"{limits.UPLOAD_BYTES // 10**6} MB, {limits.UNPACKED_BYTES // 10**6} MB unpacked"
    )
    assert table["one text"] == f"{limits.CHARACTERS:,} characters"
    assert table["segments of one request to score"] == f"{limits.SEGMENTS:,}"
    assert limits.SYSTEMS == limits.REFERENCES == limits.METRICS
    assert table["systems or translations, references, metrics"] == f"{limits.METRICS} each"
    assert table["time for an answer, waiting included"] == f"{limits.SECONDS:.0f} seconds"
    minutes = f"{limits.REPORT_SECONDS / 60:.0f} minutes"
    assert table["time for a report, waiting included"] == minutes
    assert table["requests that wait"] == f"{limits.WAITING}; reports: {limits.REPORTS_WAITING}"
    assert table["memory of a worker"] == f"{limits.MEMORY // 2**30} GiB"
