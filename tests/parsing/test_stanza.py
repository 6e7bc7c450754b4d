"""Stanza itself, with tiny models that are trained here on a dozen sentences."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import treescore
from treescore.errors import MissingResource, UsageError
from treescore.io.penn import parse_trees, write_tree
from treescore.parsing.base import CannotParse, Parser
from treescore.parsing.cache import CachedParser, ParseCache
from treescore.parsing.registry import load_parser
from treescore.parsing.stanza import StanzaParser, constituency_tree, open_parser
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, check_heads

SENTENCES = [
    f"{subject} {verb} im {place}."
    for subject, verb, place in product(
        ("Der Hund", "Die Katze", "Der Vogel"), ("schläft", "wartet"), ("Garten", "Haus")
    )
]
COLUMNS = (
    "DET ART 2 det",
    "NOUN NN 3 nsubj",
    "VERB VVFIN 0 root",
    "ADP APPR 6 case",
    "DET ART 6 det",
    "NOUN NN 3 obl",
    "PUNCT $. 3 punct",
)
ODD_TEXTS = [
    *("", "   ", "?!", "\x80", "im"),
    "Der Hund schläft im Garten. Die Katze wartet im Haus! Und\n\nder\tVogel?",
    "(im Haus) \x1b[31m <b> \U0001f600",
    "Der Hund wartet im Garten. " * 15,
]


def words(sentence: str) -> list[str]:
    return sentence.replace(" im ", " in dem ").replace(".", " .").split()


def conllu(sentence: str) -> str:
    rows = []
    for number, word in enumerate(words(sentence)):
        upos, xpos, head, relation = COLUMNS[number].split()
        rows.append(f"{number + 1}\t{word}\t_\t{upos}\t{xpos}\t_\t{head}\t{relation}\t_\t_\n")
    return "".join([*rows[:3], "4-5\tim" + "\t_" * 8 + "\n", *rows[3:], "\n"])


def brackets(sentence: str) -> str:
    the, noun, verb, preposition, article, place, stop = (
        f"({column.split()[0]} {word})"
        for column, word in zip(COLUMNS, words(sentence), strict=True)
    )
    where = f"(PP {preposition} (NP {article} {place}))"
    return f"(ROOT (S (NP {the} {noun}) (VP {verb} {where}) {stop}))"


def token_ends(sentence: str) -> str:
    """For every character 1 at the end of a token, 2 of a sentence, 3 of a word to be split."""
    ends = re.sub(r"\w(?=[ .])", "1", sentence).replace("i1 ", "i3 ").replace(".", "2")
    return re.sub(r"[^123]", "0", ends)


def flags(*switches: str, **options: object) -> list[str]:
    named = [piece for name, value in options.items() for piece in (f"--{name}", str(value))]
    return [*switches, *named]


def train(models: Path, scratch: Path) -> None:
    """Models of every kind, made by Stanza's own training scripts; the last is left untrained."""
    import torch
    from stanza.models import constituency_parser, mwt_expander, parser, tagger, tokenizer
    from stanza.models.common.foundation_cache import FoundationCache
    from stanza.models.common.pretrain import PretrainedWordVocab
    from stanza.models.constituency import parser_training, tree_reader

    def written(name: str, text: str) -> Path:
        (scratch / name).write_text(text, encoding="utf-8")
        return scratch / name

    def saved(kind: str) -> list[str]:
        (models / kind).mkdir(parents=True)
        place = flags(save_dir=models / kind, save_name="tiny.pt")
        return [*place, *flags(lang="de", shorthand="de_tiny", device="cpu")]

    text = written("text", "\n\n".join(SENTENCES))
    ends = written("ends", "\n\n".join(map(token_ends, SENTENCES)))
    splits = written("splits", json.dumps([[["im", ["in", "dem"]], len(SENTENCES)]]))
    data = flags(txt_file=text, label_file=ends, dev_txt_file=text, dev_label_file=ends)
    small = flags(mwt_json_file=splits, emb_dim=8, hidden_dim=16)
    steps = flags(steps=60, eval_steps=30, lr0=0.03)
    tokenizer.main([*saved("tokenize"), *data, *small, *steps])

    treebank = written("treebank", "".join(map(conllu, SENTENCES)))
    data = flags(train_file=treebank, eval_file=treebank, output_file=scratch / "parsed")
    small = flags("--dict_only", "--no_force_exact_pieces", gold_file=treebank)
    mwt_expander.main([*saved("mwt"), *data, *small])

    saved("pretrain")
    vectors = models / "pretrain" / "tiny.pt"
    vocabulary = PretrainedWordVocab(sorted({w for s in SENTENCES for w in words(s)}), lang="de")
    embedding = torch.rand(len(vocabulary), 8, generator=torch.Generator().manual_seed(1))
    torch.save({"vocab": vocabulary.state_dict(), "emb": embedding}, vectors)
    known = flags(wordvec_pretrain_file=vectors)
    small = flags("--no_char", hidden_dim=16, word_emb_dim=8, word_cutoff=1, num_layers=1)
    small += flags(transformed_dim=8, deep_biaff_hidden_dim=16, dropout=0, word_dropout=0)
    steps = flags(augment_nopunct=0, max_steps=60, eval_interval=60, optim="adam", lr=0.03)
    tagger.main([*saved("pos"), *data, *known, *small, *steps])
    small += flags("--no_checkpoint", deep_biaff_output_dim=16)
    parser.main([*saved("depparse"), *data, *known, *small, *steps])

    saved("constituency")
    small = flags(hidden_size=16, delta_embedding_dim=8, pattn_num_layers=0, lattn_d_proj=0)
    options = constituency_parser.parse_args([*known, *small, "--device", "cpu"])
    trees = tree_reader.read_trees("\n".join(map(brackets, SENTENCES)))
    cache = FoundationCache()
    untrained, *_ = parser_training.build_trainer(options, trees, trees, [], cache, None)
    untrained.save(str(models / "constituency" / "tiny.pt"))


def resources() -> dict[str, Any]:
    """What Stanza would have fetched beside the models: which there are, and what each needs."""
    vectors = {"dependencies": [{"model": "pretrain", "package": "tiny"}]}
    kinds: dict[str, Any] = {name: {"tiny": {}} for name in ("tokenize", "mwt", "pretrain")}
    kinds |= {name: {"tiny": vectors} for name in ("pos", "depparse", "constituency")}
    kinds["lemma"] = {}
    package = dict.fromkeys(("tokenize", "mwt", "pos", "depparse"), "tiny") | {"lemma": "identity"}
    packages = {"default": package | {"constituency": "tiny"}, "tiny": package}
    return {"de": kinds | {"packages": packages}, "deutsch": {"alias": "de"}}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where Stanza keeps its models, for the tests of this file."""
    pytest.importorskip("stanza", reason="needs Stanza: pip install 'treescore[stanza]'")
    from stanza.resources import common

    models = tmp_path_factory.mktemp("stanza")
    with common.logging_level_context("ERROR", verbose=None):
        train(models / "de", tmp_path_factory.mktemp("scratch"))
    (models / "resources.json").write_text(json.dumps(resources()))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(common, "DEFAULT_MODEL_DIR", str(models))
        patch.setattr("socket.socket.connect", None)
        yield models


@pytest.fixture(scope="module")
def german(folder: Path) -> StanzaParser:
    return open_parser("", "de")


@pytest.fixture(scope="module")
def constituents(folder: Path) -> StanzaParser:
    return open_parser("constituency", "de")


@pytest.fixture
def other_folder(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the models that a test may damage."""
    from stanza.resources import common

    copy = Path(shutil.copytree(folder, tmp_path / "models"))
    monkeypatch.setattr(common, "DEFAULT_MODEL_DIR", str(copy))
    return copy


def trees(parser: Parser, texts: list[str]) -> list[Any]:
    return [parses.best for parses in parser.parse(texts)]


def test_a_sentence_it_was_trained_on(german: StanzaParser):
    (tree,) = trees(german, ["Die  Katze schläft im\nGarten."])
    assert tree == DependencyTree(
        words=("Die", "Katze", "schläft", "in", "dem", "Garten", "."),
        heads=(1, 2, -1, 5, 5, 2, 2),
        relations=("det", "nsubj", "root", "case", "det", "obl", "punct"),
        tags=("ART", "NN", "VVFIN", "APPR", "ART", "NN", "$."),
        upos=("DET", "NOUN", "VERB", "ADP", "DET", "NOUN", "PUNCT"),
        lemmas=("Die", "Katze", "schläft", "in", "dem", "Garten", "."),
    )


def test_one_tree_a_segment_whatever_is_in_it(german: StanzaParser, constituents: StanzaParser):
    results = (ODD_TEXTS, trees(german, ODD_TEXTS), trees(constituents, ODD_TEXTS))
    for text, tree, phrases in zip(*results, strict=True):
        check_heads(tree.heads)
        assert len(tree.roots) == (1 if text.strip(" \x80") else 0)
        assert phrases.tokens == tree.words
        surface = "".join(tree.words).replace("indem", "im")
        assert surface == "".join(text.replace("\x80", "").split()).replace("indem", "im")


def test_order_is_kept_over_batches(german: StanzaParser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("treescore.parsing.stanza.BATCH", 5)
    texts = [*SENTENCES, "", *reversed(SENTENCES)]
    assert [tree.words for tree in trees(german, texts)] == [tuple(words(text)) for text in texts]


def test_constituents_are_those_that_stanza_found(constituents: StanzaParser):
    def listed(node: Any) -> Any:
        return (node.label, *map(listed, node.children)) if node.children else node.label

    def same(tree: ConstituencyTree, node: int = 0) -> Any:
        word = tree.words[node]
        below = [same(tree, child) for child in tree.children[node]] if word is None else [word]
        return (tree.labels[node], *below)

    (tree,) = trees(constituents, SENTENCES[:1])
    (sentence,) = constituents._pipeline(SENTENCES[0]).sentences
    assert same(tree) == listed(sentence.constituency)
    assert tree.labels[0] == "ROOT"
    assert list(parse_trees([write_tree(tree)], "")) == [tree]


def test_blanks_and_brackets_in_words_are_written_as_in_penn_trees(folder: Path):
    from stanza.models.common.doc import Document
    from stanza.models.constituency.parse_tree import Tree

    document = Document([[{"id": 1, "text": "10 000"}, {"id": 2, "text": "("}]])
    leaves = [Tree("CARD", Tree("10 000")), Tree("-LRB-", Tree("("))]
    document.sentences[0].constituency = Tree("ROOT", leaves)
    tree = constituency_tree(document)
    assert tree == ConstituencyTree(("ROOT", "CARD", "-LRB-"), (-1, 0, 0), (None, "10_000", "("))


def test_scores_and_the_cache(german: StanzaParser, tmp_path: Path):
    same = treescore.score(SENTENCES, [[text] for text in SENTENCES], ["hwcm"], "de", german)
    assert same.score("system", "hwcm").score == 1
    assert german.signature in same.score("system", "hwcm").signature
    cached = CachedParser(german, ParseCache(tmp_path / "parses.sqlite"))
    assert list(cached.parse(SENTENCES)) == list(cached.parse(SENTENCES))
    assert list(cached.parse(SENTENCES)) == list(german.parse(SENTENCES))


def test_no_lists(german: StanzaParser):
    with pytest.raises(CannotParse, match="one parse of a text"):
        german.parse(["Ja."], 2)


def test_the_signature_names_all_that_matters(german: StanzaParser, other_folder: Path):
    from stanza import __version__

    assert german.signature.startswith(f"stanza-{__version__}/de-default-depparse-")
    assert open_parser("", "de").signature == german.signature
    assert open_parser("constituency", "de").signature != german.signature
    vectors = other_folder / "de" / "pretrain" / "tiny.pt"
    vectors.write_bytes(vectors.read_bytes() + b"\0")
    assert open_parser("", "de").signature != german.signature


def test_another_package_or_name_of_the_language(german: StanzaParser):
    for named in (
        load_parser("stanza:package=tiny", "de-AT"),
        open_parser("package=tiny", "deutsch"),  # Stanza knows other names for some languages
    ):
        assert trees(named, SENTENCES[:2]) == trees(german, SENTENCES[:2])


def test_models_are_loaded_at_the_first_text_and_may_be_broken(other_folder: Path):
    (other_folder / "de" / "depparse" / "tiny.pt").write_bytes(b"nonsense")
    parser = open_parser("", "de")
    with pytest.raises(CannotParse, match=r"cannot load a model: .*stanza.download\('de'\)"):
        trees(parser, ["Ja."])


def test_what_is_missing_is_fetched_by_the_user(other_folder: Path):
    (other_folder / "de" / "pretrain" / "tiny.pt").unlink()
    with pytest.raises(MissingResource, match=r"import stanza; stanza.download\('de'\)"):
        open_parser("", "de")
    with pytest.raises(MissingResource, match=r"stanza.download\('de', package='tiny'\)"):
        open_parser("package=tiny", "de")
    with pytest.raises(MissingResource, match="no models for the language 'tlh'"):
        open_parser("", "tlh")
    with pytest.raises(CannotParse, match="'tiny' for 'de' has no model for constituency"):
        open_parser("constituency,package=tiny", "de")
    with pytest.raises(UsageError, match="there are default, tiny; did you mean tiny"):
        open_parser("package=tinny", "de")
    (other_folder / "resources.json").unlink()
    with pytest.raises(MissingResource, match=r"stanza.download\('fr'\)"):
        open_parser("", "fr")


def test_unknown_arguments_and_no_stanza(monkeypatch: pytest.MonkeyPatch):
    with pytest.raises(UsageError, match="not 'constituents'; write it like stanza:constituency"):
        open_parser("constituents", "de")
    monkeypatch.setitem(sys.modules, "stanza.resources", None)
    with pytest.raises(MissingResource, match=r"pip install .*\[stanza\]'"):
        open_parser("", "de")
