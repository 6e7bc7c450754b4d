from __future__ import annotations

from pathlib import Path

import pytest

from treescore.errors import UsageError
from treescore.parsing.base import CannotParse
from treescore.parsing.registry import load_parser

TREES = "(S (NP (PRP It)) (VP (VBZ works)) (. .))\n(FRAG (RB No) (. .))\n"
CONLLU = (
    "# text = It works.\n"
    "1\tIt\tit\tPRON\tPRP\t_\t2\tnsubj\t_\t_\n"
    "2\tworks\twork\tVERB\tVBZ\t_\t0\troot\t_\t_\n"
)


def test_unknown_parsers_are_answered_with_the_known():
    with pytest.raises(UsageError, match="there are spacy, files; did you mean spacy"):
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
