"""CoreNLP itself, in a server of our own: `make test-parsers` fetches its jars and runs these."""

from __future__ import annotations

import os
import signal
from functools import lru_cache
from pathlib import Path

import pytest

import treescore as ts
from treescore.diagnosis.view import find_extents
from treescore.io.penn import parse_trees, write_tree
from treescore.parsing import corenlp, corenlp_client
from treescore.parsing.base import CannotParse
from treescore.parsing.corenlp import CoreNlpParser, OwnCoreNlp, open_parser
from treescore.parsing.corenlp_jars import is_installed
from treescore.parsing.corenlp_languages import LANGUAGES, LONGEST_OF_PCFG
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, check_heads
from treescore.trees.nbest import Parses

pytestmark = pytest.mark.skipif(
    "TREESCORE_TEST_CORENLP" not in os.environ, reason="for make test-parsers"
)

SAW = "I saw the man with the telescope."
LONG = "The old man, who lived near the river, said that his daughter would come. "
ODD = [
    *("", " \t ", "\x01", "\x00\x1b[31m", "\u200b", "(((", "?!", "-LRB- -LRB-", "\U0001f600"),
    "He said: \u201cit (the [thing]) can\u2019t cost 1 1/2 \u20ac\u201d \u2014 na\u00efve.",
    "family: \U0001f468\u200d\U0001f469\u200d\U0001f467 and e\u0301 \u00ad soft",
    "One sentence. Two sentences! And\n\nthree?",
    "no\ud800body",
    "x" * 3000,
    "%41 50% a&b=c+d ?properties={}",
]
TEXTS = {
    "en": "The dog isn't sleeping (yet), he said.",
    "de": "Er geht am 1. Mai zum Arzt (usw.), sagte sie.",
    "fr": "L'ami du roi va aux \u00c9tats-Unis aujourd'hui.",
    "es": "Vamos al mercado del pueblo para comprar pan.",
    "zh": "\u4e2d\u56fd\u961f 2:0 \u6218\u80dc\u4e86 Brazil \u961f\u3002",
    "ar": "\u0648\u0642\u0627\u0644 \u0627\u0644\u0631\u0626\u064a\u0633 "
    "\u0644\u0644\u0635\u062d\u0641\u064a\u064a\u0646 \u0625\u0646 "
    "\u0643\u062a\u0627\u0628\u0647 \u062c\u062f\u064a\u062f.",
}
EVERY = [(lang, parser) for lang, known in LANGUAGES.items() for parser in known.parsers]


@lru_cache(maxsize=1)  # one Java at a time: the one before ends
def opened(lang: str, argument: str) -> OwnCoreNlp:
    if not is_installed(lang):
        pytest.skip(f"needs: treescore parsers --install corenlp -l {lang}")
    parser = open_parser(argument, lang)
    assert isinstance(parser, OwnCoreNlp)
    return parser


def parsed(lang: str, argument: str, text: str, nbest: int = 1) -> Parses:
    (parses,) = opened(lang, argument).parse([text], nbest)
    return parses


def process(parser: OwnCoreNlp) -> int:
    assert parser._server._running
    return parser._server._running._process.pid


@pytest.mark.parametrize("argument", ["sr", "beam", "pcfg"])
def test_trees_of_odd_texts(argument: str):
    for text, parses in zip(ODD, opened("en", argument).parse(ODD), strict=True):
        tree = parses.best
        assert isinstance(tree, ConstituencyTree)
        (again,) = parse_trees([write_tree(tree)], "again")
        assert again == tree, text
        assert bool(tree.leaves) == any(
            letter.isalnum() or letter in "(?\U0001f600" for letter in text
        )


@pytest.mark.parametrize("lang", list(LANGUAGES))
def test_odd_texts_of_every_language(lang: str):
    for text, parses in zip(ODD, opened(lang, "sr").parse(ODD), strict=True):
        tree = parses.best
        assert isinstance(tree, ConstituencyTree)
        (again,) = parse_trees([write_tree(tree)], "again")
        assert again == tree, text


def test_the_known_reading_of_a_sentence():
    tree = parsed("en", "sr", SAW).best
    assert isinstance(tree, ConstituencyTree)
    assert tree.tokens == ("I", "saw", "the", "man", "with", "the", "telescope", ".")
    assert tree.tags == ("PRP", "VBD", "DT", "NN", "IN", "DT", "NN", ".")
    assert tree.labels[:2] == ("ROOT", "S")


@pytest.mark.parametrize("text", [ODD[9], ODD[10], *TEXTS.values()])
def test_words_keep_their_places(text: str):
    """Every letter of the text is in a word, in the order of the text."""
    lang = next((lang for lang, known in TEXTS.items() if known == text), "en")
    tree = parsed(lang, "sr", text).best
    assert isinstance(tree, ConstituencyTree)
    words = [word.replace("_", " ") for word in tree.tokens]
    extents = find_extents(text, words)
    if lang in {"de", "fr"}:  # contracted words are parted
        assert sum(start < end for start, end in extents) >= len(words) - 4
        return
    assert ["".join(text[start:end]) for start, end in extents] == words
    covered = {place for extent in extents for place in range(*extent)}
    assert all(place in covered for place, letter in enumerate(text) if letter.isalnum())


def test_lists_are_those_of_a_pcfg():
    parses = parsed("en", "pcfg", SAW, 20)
    assert 5 < len(parses) <= 20
    assert len(set(parses.trees)) == len(parses)
    assert list(parses.logprobs) == sorted(parses.logprobs, reverse=True)
    assert parses.logprobs[0] < -10, "of the sentence, not of the reading alone"
    best, second = (write_tree(tree) for tree in parses.trees[:2])  # type: ignore[arg-type]
    attached = {"(VP (VBD saw) (NP (DT the) (NN man)) (PP", "(NP (NP (DT the) (NN man)) (PP"}
    assert {each for each in attached if each in best + second} == attached, "both readings"
    assert parses.first(1).trees == parsed("en", "pcfg", SAW).trees


def test_long_texts():
    text = LONG * 34
    tree = parsed("en", "sr", text).best
    assert isinstance(tree, ConstituencyTree)
    assert len(tree.leaves) > 500
    assert "X" not in tree.labels[:2]
    given_up = parsed("en", "pcfg", text, 5)
    assert (len(given_up), given_up.best.labels[0]) == (1, "X")  # type: ignore[union-attr]
    assert len(text.split()) > LONGEST_OF_PCFG


@pytest.mark.parametrize(("lang", "argument"), EVERY)
def test_every_parser_of_every_language(lang: str, argument: str):
    parser = opened(lang, argument)
    tree = parsed(lang, argument, TEXTS[lang]).best
    assert parser.signature.startswith(f"corenlp-4.5.10/{lang}-{argument}/")
    if isinstance(tree, DependencyTree):
        check_heads(tree.heads)
        assert len(tree.roots) == 1
        assert set(tree.relations) & {"nsubj", "obl", "obj"}
        assert {"PUNCT", "VERB"} <= set(tree.upos)
    else:
        assert len(tree.leaves) >= 7
        assert len(set(tree.labels) - set(tree.tags)) >= 3, "phrases of several kinds"


def test_a_kill_costs_no_results():
    texts = [f"{SAW[:-1]} {number} times." for number in range(200)]
    parser = opened("en", "sr")
    whole = list(parser.parse(texts))
    results = []
    for number, parses in enumerate(parser.parse(texts)):
        results.append(parses)
        if number in {20, 90}:
            os.kill(process(parser), signal.SIGKILL)
    assert results == whole


def test_a_text_may_take_too_long(monkeypatch: pytest.MonkeyPatch):
    parser = opened("en", "pcfg")
    list(parser.parse([SAW]))
    text = " ".join((LONG * 10).split()[: LONGEST_OF_PCFG * 2 // 3])  # with its marks, below that
    monkeypatch.setattr(corenlp, "TIMEOUT", 0.02)
    with pytest.raises(CannotParse, match="timed out"):
        list(parser.parse([text]))
    monkeypatch.setattr(corenlp, "TIMEOUT", corenlp_client.TIMEOUT)
    assert len(list(parser.parse([SAW]))) == 1, "the server goes on"


def test_the_address_of_a_server_does_as_well():
    own = opened("en", "pcfg")
    other = CoreNlpParser(own._server.address(), "en")
    assert other.signature.startswith("corenlp/en-")
    assert list(other.parse([SAW, "", "\x01"])) == list(own.parse([SAW, "", "\x01"]))
    assert list(other.parse([SAW], 5)) == list(own.parse([SAW], 5))


def test_scores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    opened("en", "sr")  # or it is skipped
    for spec, metrics in (("corenlp", ["stm", "tkm", "hwcm"]), ("corenlp:pcfg", ["edpm", "stm"])):
        result = ts.score([SAW], [["I saw a tall man who had one."]], metrics, parser=spec)
        scores = [result.score("system", name) for name in metrics]
        assert all(0 < each.score < 1 for each in scores)
        assert all("corenlp-4.5.10/en-" in each.signature for each in scores)
