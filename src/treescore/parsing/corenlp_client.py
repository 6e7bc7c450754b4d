"""Questions to a CoreNLP server, and what goes wrong with them."""

from __future__ import annotations

import json
from http.client import HTTPException, IncompleteRead
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

from treescore.errors import MissingResource, TreescoreError
from treescore.parsing.base import CannotParse

START = 'java -mx4g -cp "*" edu.stanford.nlp.pipeline.StanfordCoreNLPServer -port'
TIMEOUT = 300
"""Seconds for one text; the first one waits until the server has loaded its models."""
LARGEST = 2**26
"""Bytes of an answer: a list of 1,000 trees of a long sentence has some five million."""
HINT = 300
"""How much of a server's complaint a message shows."""
NO_WORDS = "unexpected empty sentence"
"""What CoreNLP complains of where it sees no word, as in a text of control characters."""
NO_SENTENCE = b"\0"
"""An answer without a sentence."""


class NoServer(MissingResource):
    """Nobody answers at an address."""


class Refused(CannotParse):
    """A server's answer that says why there are no trees."""

    def __init__(self, message: str, said: str = "") -> None:  # pickle gives one alone
        super().__init__(message)
        self.said = said


class _NoRedirects(HTTPRedirectHandler):
    def redirect_request(self, *_: object) -> None:
        """No other address: the redirection becomes an error, as any answer but 200."""


# The user named the server: no proxy stands between, and texts go nowhere else.
_OPENER = build_opener(ProxyHandler({}), _NoRedirects)


def ask(url: str, text: str, properties: dict[str, str]) -> bytes:
    """The answer of the server at an address."""
    query = urlencode({"properties": json.dumps(properties)})
    request = Request(  # noqa: S310 - open_parser lets http and https pass only
        f"{url}?{query}",
        quote(text).encode(),  # old servers undo this whatever the type says
        {"Content-Type": "application/x-www-form-urlencoded;charset=utf-8"},
    )
    try:
        with _OPENER.open(request, timeout=TIMEOUT) as response:
            answer: bytes = response.read(LARGEST + 1)
            if response.length and len(answer) <= LARGEST:
                raise IncompleteRead(answer, response.length)  # the server ended amid its answer
    except HTTPError as error:
        said = _said(error)
        if NO_WORDS in said:
            return NO_SENTENCE
        said = said or error.reason
        raise Refused(
            f"the CoreNLP server at {url} answers {error.code}: {said}; "
            "mend what it says, or look into its log",
            said,
        ) from None
    except (HTTPException, OSError, UnicodeError) as error:
        raise _silence(url, getattr(error, "reason", error)) from None
    if len(answer) > LARGEST:
        raise nonsense(url, f"more than {LARGEST} bytes")
    return answer


def _silence(url: str, reason: object) -> TreescoreError:
    if isinstance(reason, TimeoutError):
        return CannotParse(
            f"the CoreNLP server at {url} gives no answer within {TIMEOUT} seconds; "
            "give it more memory, or leave very long texts out"
        )
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return NoServer(
        f"no CoreNLP server answers at {url} ({reason}); start one in the folder of "
        f"CoreNLP with: {START} {port}"
    )


def _said(error: HTTPError) -> str:
    with error:
        return " ".join(error.read(HINT).decode("utf-8", "replace").split())


def nonsense(url: str, fault: str) -> CannotParse:
    """What came is no answer of CoreNLP's."""
    return CannotParse(
        f"{url} answers something else than trees: {fault}; "
        "expected the address of a CoreNLP server"
    )
