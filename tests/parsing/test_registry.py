from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

import treescore as ts
from tests.conftest import called
from tests.plugin import install
from tests.strategies import make
from treescore.errors import MissingResource, UsageError
from treescore.io.penn import parse_trees
from treescore.parsing.base import CannotParse
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.registry import load_parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import NBest

TREES = "(S (NP (PRP It)) (VP (VBZ works)) (. .))\n(FRAG (RB No) (. .))\n"
CONLLU = (
    "# text = It works.\n"
    "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
    "2\tworks\twork\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
)


def test_unknown_parsers_are_answered_with_the_known():
    with pytest.raises(UsageError, match=r"there are spacy, files, .*; did you mean spacy\?"):
        load_parser("spacey")
    with pytest.raises(UsageError, match="needs the name of a file"):
        load_parser("files")


def test_parses_from_a_file_are_found_by_text(tmp_path: Path):
    for name, content in (("a.trees", TREES), ("a.conllu", CONLLU)):
        (tmp_path / name).write_text(content)
        parser = load_parser(f"files:{tmp_path / name}", lang="tlh")
        (parses,) = parser.parse(["It works."])
        assert len(parses) == 1
        with pytest.raises(CannotParse, match="no parse of 'Something else'"):
            list(parser.parse(["Something else"]))


def test_blanks_and_quotes_are_forgiven_only_if_that_is_clear(tmp_path: Path):
    (tmp_path / "a").write_text(
        "(NP (DT a) (JJ nice))\n(NP (DT an) (NN ice))\n(X (`` ``) (UH Oh))\n"
    )
    parser = load_parser(f"files:{tmp_path / 'a'}")
    nice, ice, quoted = parser.parse(["a nice", "an  ice", '"Oh'])
    assert nice != ice
    assert quoted.best.labels == ("X", "``", "UH")  # type: ignore[union-attr]
    with pytest.raises(CannotParse, match="more than one parse"):
        list(parser.parse(["anice"]))


def test_the_signature_of_a_file_is_its_content(tmp_path: Path):
    (tmp_path / "a").write_text(TREES)
    (tmp_path / "b").write_text(TREES)
    (tmp_path / "c").write_text(CONLLU)
    a, b, c = (load_parser(f"files:{tmp_path / name}").signature for name in "abc")
    assert a == b != c


def test_adapters_are_imported_only_when_asked_for():
    unused = "ufal.udpipe", "stanza", "benepar", "torch", "spacy", "treescore.parsing.corenlp"
    code = f"import sys, treescore; print([name for name in {unused} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.strip() == "[]"


class Own:
    """A parser of the user's, which knows a few trees."""

    name = "own"

    def __init__(self, *trees: DependencyTree | ConstituencyTree) -> None:
        self.trees = trees
        self.signature = "own-1"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[NBest[Any]]:
        for _ in texts:
            yield NBest(self.trees, tuple(-float(rank) for rank in range(len(self.trees)))).first(
                nbest
            )


def constituents(text: str) -> ConstituencyTree:
    return next(parse_trees([text], "test"))


@pytest.mark.parametrize(
    ("parser", "metrics"),
    [
        (Own(make("It works", 2, 0), make("It works", 0, 1)), ["hwcm", "dpm", "edpm"]),
        (
            Own(
                constituents("(S (PRP It) (VBZ works))"), constituents("(NP (PRP It) (NNS works))")
            ),
            ["stm", "hwcm", "dpm", "edpm"],
        ),
    ],
)
def test_a_parser_of_the_users_own(parser: Own, metrics: list[str]):
    assert [len(parses) for parses in ts.parse(["It works"], nbest=2, parser=parser)] == [2]
    result = ts.score(["It works"], [["It works"]], metrics, parser=parser)
    assert [result.score("system", metric).score for metric in metrics] == [1] * len(metrics)
    assert "|parser:own-1|" in result.score("system", "hwcm").signature + "|"
    assert ts.explain("It works", ["It works"], "dpm", parser=parser)


MODULE = """
from treescore.errors import MissingResource
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single

class Chain:
    name = "chain"

    def __init__(self, lang):
        self.signature = f"chain-1/{lang}"

    def parse(self, texts, nbest=1):
        for text in texts:
            words = tuple(text.split())
            heads = tuple(range(-1, len(words) - 1))
            yield single(DependencyTree(words, heads, words, words, words, words))

def open_parser(argument, lang):
    if argument == "missing":
        raise MissingResource("no model; fetch it")
    if argument == "broken":
        raise ValueError("a\\nb")
    return Chain(lang) if argument == "good" else object()
"""
ENTRY_POINTS = {
    "chain": "a_chain_parser:open_parser",
    "absent": "a_chain_parser.no_module:open_parser",
    "spacy": "a_chain_parser:open_parser",
}


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package that brings parsers."""
    names = ("a_chain_parser", "a-chain-parser-1.0", "treescore.parsers")
    install(tmp_path / "site", monkeypatch, MODULE, ENTRY_POINTS, *names)


@pytest.mark.usefixtures("package")
def test_a_package_brings_parsers(tmp_path: Path):
    parser = load_parser("chain:good", "DE", ParseCache(tmp_path / "parses.sqlite"))
    assert isinstance(parser, CachedParser)
    assert parser.signature == "chain-1/de"
    assert [parses.best.words for parses in parser.parse(["a b"])] == [("a", "b")]
    assert load_parser("spacy").signature.startswith("spacy-"), "treescore's own names come first"
    with pytest.raises(UsageError, match=r"benepar, chain, absent; did you mean chain\?"):
        load_parser("chian")


@pytest.mark.usefixtures("package")
def test_a_broken_package_answers_with_one_line(tmp_path: Path):
    for spec, answer in (
        ("chain:broken", "cannot be opened: ValueError: a b; mend"),
        ("absent", "cannot be opened: ModuleNotFoundError: .*; mend or remove the package"),
        ("chain", "has no name and no signature and no parse; expected"),
    ):
        with pytest.raises(CannotParse, match=answer):
            load_parser(spec)
    with pytest.raises(MissingResource, match=r"^no model; fetch it$"):
        load_parser("chain:missing")
    (tmp_path / "a.txt").write_text("It works\n")
    done = called(tmp_path, "parse", "a.txt", "--parser", "chain:broken")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    done = called(tmp_path, "parse", "a.txt", "--parser", "chain:good", "--quiet")
    assert "\t0\tIt\t" in done.stdout
