"""UDPipe with a tiny model that is trained here: its trees are poor, but their making is real."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

import pytest

import treescore as ts
from treescore.errors import MissingResource, UsageError
from treescore.parsing import udpipe
from treescore.parsing.base import CannotParse, Parser
from treescore.parsing.cache import ParseCache
from treescore.parsing.registry import load_parser
from treescore.trees.dependency import DependencyTree, check_heads

SENTENCES = """
The goat sleeps .       2 3 0 3      det nsubj root punct          DET NOUN VERB PUNCT
A child saw the goat .  2 3 0 5 3 3  det nsubj root det obj punct  DET NOUN VERB DET NOUN PUNCT
She sleeps .            2 0 2        nsubj root punct              PRON VERB PUNCT
He saw a boat .         2 0 4 2 2    nsubj root det obj punct      PRON VERB DET NOUN PUNCT
Goats see boats .       2 0 2 2      nsubj root obj punct          NOUN VERB NOUN PUNCT
The old child sleeps .  3 3 4 0 4    det amod nsubj root punct     DET ADJ NOUN VERB PUNCT
She saw the old boat .  2 0 5 5 2 2  nsubj root det amod obj punct PRON VERB DET ADJ NOUN PUNCT
He sleeps .             2 0 2        nsubj root punct              PRON VERB PUNCT
"""
ODD_TEXTS = [
    "",
    "  \t\n ",
    "?!",
    "... --- ...",
    "She sleeps. He saw a boat! The old child?",
    "She saw\n\nthe\told\u2028boat.\r\nHe sleeps.",
    "a\0b",
    "zero\u200bwidth, \u202eturned\u202c, \x1b[31mred\x1b[0m, \U0001f600",
]


def conllu() -> str:
    lines = []
    for line in SENTENCES.strip().split("\n"):
        cells = line.split()
        size = len(cells) // 4
        lines += ["# newpar", f"# text = {' '.join(cells[: size - 1])}{cells[size - 1]}"]
        for i in range(size):
            word, head, relation, upos = cells[i::size]
            space = "SpaceAfter=No" if i == size - 2 else "_"
            row = (i + 1, word, word.lower(), upos, upos.lower(), "_", head, relation, "_", space)
            lines.append("\t".join(map(str, row)))
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of a few sentences."""
    return train(tmp_path_factory.mktemp("udpipe") / "tiny.udpipe", TOKENIZER, TAGGER, PARSER)


TOKENIZER = "epochs=1;dimension=16;batch_size=1;segment_size=10;early_stopping=0"
TAGGER = "iterations=2"
PARSER = "iterations=8;hidden_layer=20;embedding_form=10"


def train(path: Path, *parts: str) -> Path:
    """A model of a tokenizer, a tagger and a parser, each trained as its options say."""
    from ufal.udpipe import InputFormat, ProcessingError, Sentence, Sentences, Trainer

    reader, error, sentences = InputFormat.newConlluInputFormat(), ProcessingError(), Sentences()
    reader.setText(conllu())
    while reader.nextSentence(sentence := Sentence(), error):
        sentences.append(sentence)
    trained = Trainer.train("morphodita_parsito", sentences, Sentences(), *parts, error)
    assert not error.occurred(), error.message
    path.write_bytes(trained)
    return path


@pytest.fixture(scope="module")
def parser(model: Path) -> Parser:
    return load_parser(f"udpipe:{model}", "en")


def tree_of(parser: Parser, text: str) -> DependencyTree:
    ((tree,),) = parser.parse([text])
    assert isinstance(tree, DependencyTree)
    return tree


def test_a_sentence_it_was_trained_on(parser: Parser):
    tree = tree_of(parser, "She sleeps.")
    assert tree.words == ("She", "sleeps", ".")
    assert tree.heads == (1, -1, 1)
    assert tree.relations == ("nsubj", "root", "punct")
    assert tree.upos == ("PRON", "VERB", "PUNCT")
    assert tree.tags == ("pron", "verb", "punct")
    assert tree.lemmas == ("she", "sleeps", ".")


def test_one_tree_a_segment_whatever_is_in_it(parser: Parser):
    for text in ODD_TEXTS:
        tree = tree_of(parser, text)
        check_heads(tree.heads)
        letters = text.replace("\0", " ").split()
        assert len(tree.roots) == (1 if letters else 0)
        assert "".join(tree.words) == "".join(letters)


def test_a_long_line(parser: Parser):
    tree = tree_of(parser, " ".join(["She saw the old boat ."] * 60))
    assert len(tree) >= 300
    assert len(tree.roots) == 1


def test_a_word_that_would_take_minutes_is_refused(parser: Parser):
    with pytest.raises(CannotParse, match="a word of 1001 letters"):
        list(parser.parse(["It " + "a" * 1001]))
    (long,) = parser.parse(["It " + "a" * 300])
    assert long.best.words[0] == "It"


def test_half_a_pair_of_surrogates_is_no_crash(parser: Parser):
    (parses,) = parser.parse(["a\ud800b"])
    assert parses.best.words


def test_scores_through_the_registry(model: Path):
    spec = f"udpipe:{model}"
    texts = ["He saw a boat.", "She sleeps."]
    same = ts.score(texts, [[text] for text in texts], ["hwcm", "dpm"], parser=spec)
    assert [same.score("system", metric).score for metric in ("hwcm", "dpm")] == [1, 1]
    assert f"udpipe-{version('ufal.udpipe')}/tiny-" in same.score("system", "hwcm").signature
    other = ts.score(["Boat."], [["She sleeps."]], ["hwcm"], parser=spec)
    assert other.score("system", "hwcm").score < 1


def test_cached_parses_are_the_fresh_ones(model: Path, parser: Parser, tmp_path: Path):
    fresh = list(parser.parse(ODD_TEXTS))
    for _ in range(2):
        cached = load_parser(f"udpipe:{model}", "en", ParseCache(tmp_path / "parses.sqlite"))
        assert list(cached.parse(ODD_TEXTS)) == fresh


def test_there_are_no_lists(model: Path, parser: Parser):
    with pytest.raises(CannotParse, match="one parse of a text"):
        parser.parse(["She sleeps."], 2)
    with pytest.raises(CannotParse, match="nbest=1"):
        ts.score(["She sleeps."], [["She sleeps."]], ["edpm"], parser=f"udpipe:{model}")


def test_the_signature_is_the_files_content(model: Path, parser: Parser, tmp_path: Path):
    copy = tmp_path / "tiny.udpipe"
    copy.write_bytes(model.read_bytes())
    assert load_parser(f"udpipe:{copy}").signature == parser.signature
    copy.write_bytes(model.read_bytes() + b"\0")
    assert load_parser(f"udpipe:{copy}").signature != parser.signature


def test_what_is_no_model(model: Path, tmp_path: Path):
    with pytest.raises(UsageError, match=r"like udpipe:english-ewt-ud-2\.5-191206\.udpipe"):
        load_parser("udpipe")
    for name, fetched in (
        ("own.udpipe", "english-ewt-ud-2.5-191206.udpipe"),
        ("czech-pdt-ud-2.5-191206.udpipe", "czech-pdt-ud-2.5-191206.udpipe"),
    ):
        with pytest.raises(MissingResource, match=f"curl -fLO https://.*/{fetched}$"):
            load_parser(f"udpipe:{tmp_path / name}")
    with pytest.raises(MissingResource, match="expected a model"):
        load_parser(f"udpipe:{tmp_path}")
    for name, content in (("cut", model.read_bytes()[:3000]), ("text", b"words"), ("none", b"")):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(CannotParse, match="not a model of UDPipe 1"):
            list(load_parser(f"udpipe:{tmp_path / name}").parse(["She sleeps."]))


def test_models_that_lack_a_part(model: Path, tmp_path: Path):
    same = f"from_model=file:{model}"  # which spares the training
    for parts, answer in (
        (("none", same, same), "without a tokenizer; choose another"),
        ((same, same, "none"), "No parser .*; choose another model"),
    ):
        path = train(tmp_path / "part.udpipe", *parts)
        with pytest.raises(CannotParse, match=answer):
            list(load_parser(f"udpipe:{path}").parse(["She sleeps."]))


def test_without_the_package(model: Path, monkeypatch: pytest.MonkeyPatch):
    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(udpipe, "version", absent)
    with pytest.raises(MissingResource, match=r"pip install .*\[udpipe\]'$"):
        load_parser(f"udpipe:{model}")
