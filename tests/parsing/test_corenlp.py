"""CoreNLP against a server made here, whose answers are written by hand.

`test_corenlp_real.py` asks CoreNLP itself.
"""

from __future__ import annotations

import json
import math
import pickle
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

import treescore as ts
from tests.parsing.corenlp_messages import (
    HIDES,
    OTHER,
    SLEPT,
    answer,
    field,
    penn,
    tree_message,
    varint,
)
from treescore.errors import MissingResource, UsageError
from treescore.parsing import corenlp, corenlp_client
from treescore.parsing.base import CannotParse
from treescore.parsing.cache import ParseCache
from treescore.parsing.registry import load_parser

Answer = Callable[[str, dict[str, str]], tuple[int, bytes]]


class Recorded(ThreadingHTTPServer):
    """A server that answers as it is told, and remembers what it was asked."""

    daemon_threads = True

    def __init__(self, reply: Answer) -> None:
        self.reply = reply
        self.texts: list[str] = []
        self.properties: list[dict[str, str]] = []
        self.paths: list[str] = []
        super().__init__(("127.0.0.1", 0), Handler)

    def handle_error(self, *_: object) -> None:
        """A client that does not wait is no news."""

    @property
    def spec(self) -> str:
        return f"corenlp:http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Recorded

    def do_POST(self) -> None:
        assert self.headers["Content-Type"] == "application/x-www-form-urlencoded;charset=utf-8"
        text = unquote(self.rfile.read(int(self.headers["Content-Length"])).decode("ascii"))
        asked = urlsplit(self.path)
        properties = json.loads(parse_qs(asked.query)["properties"][0])
        self.server.paths.append(asked.path)
        self.server.texts.append(text)
        self.server.properties.append(properties)
        status, body = self.server.reply(text, properties)
        self.send_response(status)
        if status == 302:
            self.send_header("Location", body.decode())
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def serve() -> Iterator[Callable[[Answer], Recorded]]:
    """Starts servers, and stops them in the end."""
    servers: list[Recorded] = []

    def start(reply: Answer) -> Recorded:
        server = Recorded(reply)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        servers.append(server)
        return server

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


Serve = Callable[[Answer], Recorded]


def always(body: bytes, status: int = 200) -> Answer:
    return lambda text, properties: (status, body)


def two_trees(text: str, properties: dict[str, str]) -> tuple[int, bytes]:
    """A server that knows a list of two for every text."""
    best, second = (SLEPT, -20.5), (OTHER, -21.5)
    return 200, answer(best, second) if "parse.kbest" in properties else answer(best)


def test_a_tree_is_that_of_a_penn_file(serve: Serve):
    server = serve(always(answer((HIDES, -7.0))))
    (parses,) = load_parser(server.spec).parse(["It  (hides)\t.\n"])
    assert parses.trees == (penn(HIDES),)
    assert parses.best.words[4] == "(", "CoreNLP's brackets are brackets again"
    assert server.texts == [corenlp.PROBE, "It (hides) ."]
    assert server.properties[-1] == {
        "annotators": "tokenize,ssplit,pos,parse",
        "ssplit.isOneSentence": "true",
        "parse.buildgraphs": "false",
        "outputFormat": "serialized",
        "outputSerializer": "edu.stanford.nlp.pipeline.ProtobufAnnotationSerializer",
        "timeout": "300000",
    }


def test_lists_have_their_scores(serve: Serve):
    server = serve(two_trees)
    (parses,) = load_parser(server.spec).parse(["It slept."], 5)
    assert server.properties[-1]["parse.kbest"] == "5"
    assert parses.trees == (penn(SLEPT), penn(OTHER))
    assert parses.logprobs == (-20.5, -21.5)
    assert parses.weights() == pytest.approx((math.e / (1 + math.e), 1 / (1 + math.e)))


def test_equal_trees_of_a_list_are_one(serve: Serve):
    listed = answer((SLEPT, -20.0), (OTHER, -20.5), (SLEPT, -21.0))
    server = serve(always(listed))
    (parses,) = load_parser(server.spec).parse(["It slept."], 3)
    assert parses.trees == (penn(SLEPT), penn(OTHER))
    assert parses.logprobs == pytest.approx((math.log(math.exp(-20) + math.exp(-21)), -20.5))


def test_a_parser_without_lists_gives_one(serve: Serve):
    server = serve(always(answer((SLEPT, 4321.0))))
    (parses,) = load_parser(server.spec).parse(["It slept."], 5)
    assert (len(parses), parses.logprobs) == (1, (0.0,))


def test_nothing_is_sent_for_nothing(serve: Serve):
    server = serve(two_trees)
    for nbest in (1, 5):
        for parses in load_parser(server.spec).parse(["", " \n\t "], nbest):
            assert parses.best.leaves == ()  # type: ignore[union-attr]
    assert set(server.texts) == {corenlp.PROBE}


def test_texts_arrive_as_they_are(serve: Serve):
    server = serve(two_trees)
    texts = ["50% + 3 = a&b?", "naïve ”的” \U0001f600", "%41 \x1b[31m \0", "no\ud800body"]
    list(load_parser(server.spec).parse(texts))
    assert server.texts[1:] == [*texts[:3], "no?body"]


def test_a_server_may_stand_below_a_path(serve: Serve):
    server = serve(two_trees)
    for path in ("", "/", "/parse"):
        load_parser(f"{server.spec}{path}")
    assert server.paths == ["/", "/", "/parse"]


def test_languages_are_asked_for(serve: Serve):
    server = serve(two_trees)
    asked = {}
    for lang in ("en", "de", "zh"):
        load_parser(server.spec, lang)
        asked[lang] = server.properties[-1]
    assert [asked[lang].get("pipelineLanguage") for lang in asked] == [None, "de", "zh"]
    assert [("mwt" in asked[lang]["annotators"]) for lang in asked] == [False, True, False]


def test_the_signature_tells_servers_apart(serve: Serve):
    def told(tree: str, score: float, lang: str = "en") -> str:
        server = serve(always(answer((tree, score))))
        return load_parser(server.spec, lang).signature

    first = told(SLEPT, -7.25)
    assert first == told(SLEPT, -7.25)
    assert first.startswith("corenlp/en-")
    others = {told(SLEPT, -7.250001), told(OTHER, -7.25), told(SLEPT, -7.25, "de")}
    assert len(others | {first}) == 4


def test_scores_and_the_cache(serve: Serve, tmp_path: Path):
    server = serve(two_trees)
    result = ts.score(["It slept."], [["It slept."]], ["stm", "hwcm", "edpm"], parser=server.spec)
    assert [result.score("system", name).score for name in ("stm", "hwcm", "edpm")] == [1, 1, 1]
    assert "corenlp/en-" in result.score("system", "stm").signature
    fresh = list(load_parser(server.spec).parse(["It slept.", ""], 5))
    for _ in range(2):
        cached = load_parser(server.spec, "en", ParseCache(tmp_path / "parses.sqlite"))
        assert list(cached.parse(["It slept.", ""], 5)) == fresh


def test_a_server_that_is_not_there(serve: Serve):
    server = serve(two_trees)
    parser = load_parser(server.spec)
    server.shutdown()
    server.server_close()
    start = rf'java -mx4g -cp "\*" .*StanfordCoreNLPServer -port {server.server_port}$'
    with pytest.raises(MissingResource, match=start):
        load_parser(server.spec)
    with pytest.raises(MissingResource, match=start):
        list(parser.parse(["It slept."]))


def test_a_server_that_answers_an_error(serve: Serve):
    server = serve(always(b"java.lang.Error: no\nmodel " + b"x" * 999, 500))
    with pytest.raises(
        CannotParse, match=r"answers 500: java\.lang\.Error: no model x+; "
    ) as error:
        load_parser(server.spec, "de")
    assert len(str(error.value)) < 500
    again = pickle.loads(pickle.dumps(error.value))
    assert str(again) == str(error.value), "it comes from another process as it was"


def test_texts_go_to_no_other_server(serve: Serve):
    other = serve(lambda text, properties: (200, answer((SLEPT, -1.0))))
    address = other.spec.partition(":")[2].encode()
    sends_on = serve(lambda text, properties: (302, address))
    with pytest.raises(CannotParse, match="answers 302"):
        load_parser(sends_on.spec)
    assert other.texts == []


def test_an_endless_answer_is_not_read(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(corenlp_client, "LARGEST", 10)
    with pytest.raises(CannotParse, match="more than 10 bytes"):
        load_parser(serve(lambda text, properties: (200, b"a" * 100)).spec)


def test_a_server_that_takes_too_long(serve: Serve, monkeypatch: pytest.MonkeyPatch):
    done = threading.Event()
    server = serve(lambda text, properties: (200 if done.wait(30) else 500, b""))
    monkeypatch.setattr(corenlp_client, "TIMEOUT", 0.1)
    with pytest.raises(CannotParse, match=r"no answer within 0\.1 seconds"):
        load_parser(server.spec)
    done.set()


def test_a_server_of_another_kind(serve: Serve):
    for body in (b"", b"<!doctype html>", b'{"sentences": []}', answer((SLEPT, -1.0))[:-1]):
        server = serve(always(body))
        with pytest.raises(CannotParse, match="something else than trees"):
            load_parser(server.spec)


def test_a_list_without_scores(serve: Serve):
    tree = tree_message(penn(SLEPT))
    document = field(2, field(34, tree) + field(34, tree_message(penn(OTHER), score=-1.0)))
    server = serve(always(varint(len(document)) + document))
    with pytest.raises(CannotParse, match="without their scores"):
        list(load_parser(server.spec).parse(["It slept."], 2))


@pytest.mark.parametrize(
    "argument",
    [
        "localhost:9000",
        "file:///etc/passwd",
        "ftp://x",
        "http://",
        "http://x:y",
        "http://a:b@c",
    ],
)
def test_only_addresses_of_servers_are_asked(argument: str):
    with pytest.raises(UsageError, match="like corenlp:http://localhost:9000"):
        load_parser(f"corenlp:{argument}")
