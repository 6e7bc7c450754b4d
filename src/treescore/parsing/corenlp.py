"""The CoreNLP adapter: constituency trees from a CoreNLP server."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Iterable, Iterator
from http.client import HTTPException
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from treescore.errors import MissingResource, TreescoreError, UsageError
from treescore.io.errors import InputError
from treescore.io.penn import write_tree
from treescore.parsing.base import CannotParse
from treescore.parsing.corenlp_answer import Scored, read_answer
from treescore.trees.constituency import NOTHING, ConstituencyTree
from treescore.trees.nbest import NBest, merge, single

EXAMPLE = "corenlp:http://localhost:9000"
START = 'java -mx4g -cp "*" edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port'
TIMEOUT = 300
"""Seconds for one text; the first one waits until the server has loaded its models."""
LARGEST = 2**26
"""Bytes of an answer: a list of 1,000 trees of a long sentence has some five million."""
HINT = 300
"""How much of a server's complaint a message shows."""

PROBE = "In 1984, Mr. Fox's half-open door (the \"blue\" one) didn't cost $7.50 or 1 1/2 francs..."
"""A text whose tree and score tell servers apart: another grammar gives another score, and another
tokenizer or tagger mostly another tree."""

SPLITS_WORDS = frozenset({"de", "es", "fr"})
"""Languages whose pipelines part contracted words (zum, del, du) before they tag them."""


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """No other address: the redirection becomes an error, as any answer but 200."""


class CoreNlpParser:
    """One tree a segment, whatever the punctuation inside; several with their scores if asked for.

    The server is asked for the probe at once: nothing else says which models it runs.
    """

    name = "corenlp"

    def __init__(self, url: str, lang: str) -> None:
        self.url = url if urlsplit(url).path else f"{url}/"
        self.lang = lang
        # The user named the server: no proxy stands between, and texts go nowhere else.
        self._opener = build_opener(ProxyHandler({}), _NoRedirects)
        self.signature = f"corenlp/{lang}-{self._digest()}"

    def _digest(self) -> str:
        """Eight digits for what the server makes of the probe."""
        seen = [f"{write_tree(parse.tree)} {parse.score}" for parse in self._ask(PROBE, 1)]
        return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:8]

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[ConstituencyTree]]:
        return (self._parses(" ".join(text.split()), nbest) for text in texts)

    def _parses(self, text: str, nbest: int) -> NBest[ConstituencyTree]:
        found = self._ask(text, nbest) if text else []
        if len(found) < 2:
            return single(found[0].tree if found else NOTHING)
        scores = [parse.score for parse in found if parse.score is not None]
        if len(scores) < len(found) or not all(map(math.isfinite, scores)):
            raise self._nonsense("a list of trees without their scores")
        return merge((parse.tree for parse in found), scores)

    def _properties(self, nbest: int) -> dict[str, str]:
        properties = {
            "annotators": "tokenize,ssplit,mwt,pos,parse"
            if self.lang in SPLITS_WORDS
            else "tokenize,ssplit,pos,parse",
            "ssplit.isOneSentence": "true",
            "parse.buildgraphs": "false",
            "outputFormat": "serialized",
            "outputSerializer": "edu.stanford.nlp.pipeline.ProtobufAnnotationSerializer",
            "timeout": str(TIMEOUT * 1000),
        }
        if self.lang != "en":  # for English, what the server was started with stands
            properties["pipelineLanguage"] = self.lang
        if nbest > 1:
            properties["parse.kbest"] = str(nbest)
        return properties

    def _ask(self, text: str, nbest: int) -> list[Scored]:
        query = urlencode({"properties": json.dumps(self._properties(nbest))})
        request = Request(  # noqa: S310 - open_parser lets http and https pass only
            f"{self.url}?{query}",
            quote(text, errors="replace").encode(),  # old servers undo this whatever the type says
            {"Content-Type": "application/x-www-form-urlencoded;charset=utf-8"},
        )
        try:
            with self._opener.open(request, timeout=TIMEOUT) as response:
                answer: bytes = response.read(LARGEST + 1)
        except HTTPError as error:
            raise self._refusal(error) from None
        except (HTTPException, OSError, UnicodeError) as error:
            raise self._silence(getattr(error, "reason", error)) from None
        if len(answer) > LARGEST:
            raise self._nonsense(f"more than {LARGEST} bytes")
        try:
            return read_answer(answer, self.url)
        except (ValueError, InputError) as error:
            raise self._nonsense(str(error)) from None

    def _silence(self, reason: object) -> TreescoreError:
        if isinstance(reason, TimeoutError):
            return CannotParse(
                f"the CoreNLP server at {self.url} gives no answer within {TIMEOUT} seconds; "
                "give it more memory, or leave very long texts out"
            )
        parts = urlsplit(self.url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return MissingResource(
            f"no CoreNLP server answers at {self.url} ({reason}); start one in the folder of "
            f"CoreNLP with: {START} {port}"
        )

    def _refusal(self, error: HTTPError) -> CannotParse:
        with error:
            said = " ".join(error.read(HINT).decode("utf-8", "replace").split())
        return CannotParse(
            f"the CoreNLP server at {self.url} answers {error.code}: {said or error.reason}; "
            "mend what it says, or look into its log"
        )

    def _nonsense(self, fault: str) -> CannotParse:
        return CannotParse(
            f"{self.url} answers something else than trees: {fault}; "
            "expected the address of a CoreNLP server"
        )


def open_parser(argument: str, lang: str) -> CoreNlpParser:
    """The parser behind an address."""
    try:
        url = urlsplit(argument)
        known = url.scheme in {"http", "https"} and url.hostname and url.port != 0
    except ValueError:  # a port that is no number
        known = False
    if not known or url.query or url.fragment or url.username is not None:
        raise UsageError(
            f"the parser 'corenlp' needs the address of a server, like {EXAMPLE}, "
            f"not {argument[:60]!r}"
        )
    return CoreNlpParser(argument, lang)
