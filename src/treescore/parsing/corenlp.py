"""The CoreNLP adapter: trees from a CoreNLP server, one of its own or one that runs somewhere."""

from __future__ import annotations

import hashlib
import math
import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from urllib.parse import urlsplit

from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.penn import write_tree
from treescore.parsing.base import CannotParse
from treescore.parsing.corenlp_answer import Answer, Scored, read_answer
from treescore.parsing.corenlp_client import TIMEOUT, NoServer, Refused, ask, nonsense
from treescore.parsing.corenlp_jars import find_jars, install_command, version
from treescore.parsing.corenlp_languages import DEPENDENCIES, PCFG, choose, settings
from treescore.parsing.corenlp_server import OwnServer
from treescore.parsing.corenlp_tags import dependency_tree
from treescore.trees.constituency import NOTHING
from treescore.trees.nbest import Parses, merge, single

EXAMPLE = "corenlp:http://localhost:9000"
PROBE = "In 1984, Mr. Fox's half-open door (the \"blue\" one) didn't cost $7.50 or 1 1/2 francs..."
"""A text whose tree and score tell servers apart: another grammar gives another score, and another
tokenizer or tagger mostly another tree."""
ATTEMPTS = 3
"""How often Java may end over the same text before the run is given up."""
TOO_MUCH = ("timed out", "OutOfMemoryError")
"""What CoreNLP says where a text asks for more time or memory than it has."""
MOST_AT_ONCE = 4
"""Texts that a server of our own parses at the same time, at most: each takes its memory."""


class CoreNlpParser:
    """The parser behind an address: one tree a segment, or several with their scores.

    The server is asked for the probe at once: nothing else says which models it runs.
    """

    name = "corenlp"

    def __init__(self, url: str, lang: str) -> None:
        self.url = url if urlsplit(url).path else f"{url}/"
        self.lang = lang
        self.signature = f"corenlp/{lang}-{self._digest()}"

    def _digest(self) -> str:
        """Eight digits for what the server makes of the probe."""
        parses = self._ask(PROBE, 1).parses
        seen = [f"{write_tree(parse.tree)} {parse.score}" for parse in parses]
        return hashlib.sha256("\n".join(seen).encode()).hexdigest()[:8]

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in map(sent, texts):
            yield _list(self._ask(text, nbest).parses if text else [], self.url)

    def _ask(self, text: str, nbest: int) -> Answer:
        return _read(self.url, text, _with_list(settings(self.lang, TIMEOUT), nbest))


class OwnCoreNlp:
    """CoreNLP with pinned jars, in a server that is started when the first text is parsed.

    A server that ends, whatever ended it, is started again, and the texts it had are sent again.
    """

    name = "corenlp"

    def __init__(self, lang: str, parser: str) -> None:
        self.lang = lang
        self.parser, tokens = choose(lang, parser)
        self._server = OwnServer(find_jars(lang), TIMEOUT, install_command(lang))
        self.signature = f"corenlp-{version()}/{lang}-{self.parser}/{tokens}"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        if nbest > 1 and self.parser != PCFG:
            raise CannotParse(
                f"CoreNLP's {self.parser!r} gives one parse of a text, not several; choose metrics "
                "with nbest=1, or --parser corenlp:pcfg"
            )
        return self._parse(map(sent, texts), nbest)

    def _parse(self, texts: Iterator[str], nbest: int) -> Iterator[Parses]:
        """Several texts at once: the server has a thread for each."""
        at_once = min(os.cpu_count() or 1, MOST_AT_ONCE)
        waiting: deque[Future[Parses]] = deque()
        pool = ThreadPoolExecutor(at_once)
        try:
            for text in texts:
                waiting.append(pool.submit(self._parses, text, nbest))
                if len(waiting) > 2 * at_once:
                    yield waiting.popleft().result()
            while waiting:
                yield waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)

    def _parses(self, text: str, nbest: int) -> Parses:
        answer = self._answer(text, nbest) if text else Answer()
        if self.parser != DEPENDENCIES:
            return _list(answer.parses, "CoreNLP")
        try:
            return single(dependency_tree(answer, self.lang))
        except ValueError as error:
            raise nonsense("CoreNLP", str(error)) from None

    def _properties(self, nbest: int) -> dict[str, str]:
        return _with_list(settings(self.lang, TIMEOUT, self.parser), nbest)

    def _answer(self, text: str, nbest: int) -> Answer:
        properties = self._properties(nbest)
        for _ in range(ATTEMPTS):
            address = self._server.address()
            try:
                return _read(address, text, properties)
            except NoServer:
                self._server.forget(address)
            except Refused as error:
                raise _own_fault(error.said, self.lang) from None
        raise CannotParse(
            f"Java ended {ATTEMPTS} times over the same text, {text[:60]!r}; it may be a lack of "
            "memory: close other programs, or leave very long texts out"
        )


def _own_fault(said: str, lang: str) -> CannotParse:
    """What a server of our own complains of; it keeps no log."""
    cure = f"its models may be damaged; have their sums checked: {install_command(lang)}"
    if any(each in said for each in TOO_MUCH):
        cure = "leave very long texts out"
    return CannotParse(f"CoreNLP cannot parse: {said}; {cure}")


def sent(text: str) -> str:
    """A text as it is sent: blanks are blanks, and what is no character is a question mark."""
    return " ".join(text.split()).encode("utf-8", "replace").decode()


def _with_list(properties: dict[str, str], nbest: int) -> dict[str, str]:
    return properties | {"parse.kbest": str(nbest)} if nbest > 1 else properties


def _read(url: str, text: str, properties: dict[str, str]) -> Answer:
    answer = ask(url, text, properties)
    try:
        return read_answer(answer, text, url)
    except (ValueError, InputError) as error:
        raise nonsense(url, str(error)) from None


def _list(found: list[Scored], source: str) -> Parses:
    if len(found) < 2:
        return single(found[0].tree if found else NOTHING)
    scores = [parse.score for parse in found if parse.score is not None]
    if len(scores) < len(found) or not all(map(math.isfinite, scores)):
        raise nonsense(source, "a list of trees without their scores")
    return merge((parse.tree for parse in found), scores)


def open_parser(argument: str, lang: str) -> CoreNlpParser | OwnCoreNlp:
    """The parser behind an address, or one of our own: `beam`, `sr`, `pcfg`, `dependencies`."""
    if ":" not in argument and "/" not in argument:
        return OwnCoreNlp(lang, argument)
    try:
        url = urlsplit(argument)
        known = url.scheme in {"http", "https"} and url.hostname and url.port != 0
    except ValueError:  # a port that is no number
        known = False
    if not known or url.query or url.fragment or url.username is not None:
        raise UsageError(
            f"the parser 'corenlp' takes the address of a server, like {EXAMPLE}, or 'beam', 'sr', "
            f"'pcfg' or 'dependencies', not {argument[:60]!r}"
        )
    return CoreNlpParser(argument, lang)
