"""The bundled German model."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from types import SimpleNamespace

import pytest

from benchmarks.languages import measure
from tests.conftest import called
from treescore.errors import MissingResource
from treescore.parsing import models, spacy
from treescore.parsing.models import BUNDLED, find_model, model_for
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import DependencyTree, check_heads

FOLDER = BUNDLED / "de_treescore"
ODD_TEXTS = ["", "  ", "?!", "Ja", "Erst. Dann! \u201eUnd?\u201c (Nun \u2026)", "a" * 3000]
SENTENCE = "Die Nachbarin hat gestern ihr altes Fahrrad verkauft."


@pytest.fixture(scope="module")
def german() -> SpacyParser:
    return SpacyParser(find_model("de_treescore"))


def tree_of(parser: SpacyParser, text: str) -> DependencyTree:
    return next(parser.parse([text])).best


def test_one_tree_a_segment_whatever_is_in_it(german: SpacyParser):
    for nbest in (1, 5):
        for text, parses in zip(ODD_TEXTS, german.parse(ODD_TEXTS, nbest), strict=True):
            for tree in parses:
                check_heads(tree.heads)
                assert len(tree.roots) == (1 if text.strip() else 0)
                assert "".join(tree.words) == "".join(text.split())


def test_a_sentence_gets_tags_lemmas_and_universal_relations(german: SpacyParser):
    tree = tree_of(german, SENTENCE)
    assert [tree.words[root] for root in tree.roots] == ["verkauft"]
    of = dict(zip(tree.words, zip(tree.relations, tree.tags, tree.upos, strict=True), strict=True))
    assert of["Nachbarin"] == ("nsubj", "NN", "NOUN")
    assert of["Fahrrad"] == ("obj", "NN", "NOUN")
    assert of["hat"] == ("aux", "VAFIN", "AUX")
    assert tree.lemmas[tree.words.index("hat")] == "haben"
    assert tree.relations[tree.roots[0]] == "root", "as Universal Dependencies write it"


def test_a_contracted_preposition_is_one_word(german: SpacyParser):
    tree = tree_of(german, "Sie geht zum Markt.")
    assert tree.words == ("Sie", "geht", "zum", "Markt", ".")
    assert tree.tags[2] == "APPRART"


def test_quotation_marks_do_not_change_the_tree(german: SpacyParser):
    texts = ["\u201eHeute\u201c \u2013 so heißt das Buch.", '"Heute" -- so heißt das Buch.']
    one, other = (tree_of(german, text) for text in texts)
    assert (one.heads, one.relations) == (other.heads, other.relations)
    assert one.words[0] == "\u201e"


def test_it_is_good_enough(german: SpacyParser, shared: Path):
    result = measure(german, shared / "data/treebanks/ud/de_gsd-dev.conllu.gz")
    for agreement in (result.everything, result.words_only):
        _, unlabelled, labelled = agreement.f1()
        assert unlabelled >= 0.80
        assert labelled >= 0.72


def test_it_is_small_and_says_its_licence():
    assert sum(file.stat().st_size for file in FOLDER.rglob("*") if file.is_file()) <= 15_000_000
    assert json.loads((FOLDER / "meta.json").read_text())["license"] == "CC BY-SA 4.0"


def test_its_files_are_checked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path):
    find_model("de_treescore").verify()
    shutil.copytree(FOLDER, tmp_path / "de_treescore")
    monkeypatch.setattr(models, "BUNDLED", tmp_path)
    moves = tmp_path / "de_treescore" / "parser" / "moves"
    moves.write_bytes(moves.read_bytes()[:-1])
    with pytest.raises(MissingResource, match="not the files that came with treescore"):
        find_model("de_treescore").verify()


def test_a_path_is_a_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """A folder of the bundled model's name is taken if it is named as a folder, and only then."""
    shutil.copytree(FOLDER, tmp_path / "de_treescore")
    (tmp_path / "de_treescore" / "parser" / "moves").write_bytes(b"")
    shutil.copytree(tmp_path / "de_treescore", tmp_path / "de_core_news_sm")
    monkeypatch.chdir(tmp_path)
    bundled = find_model("de_treescore")
    assert bundled.bundled
    assert find_model("./de_treescore").signature != bundled.signature
    assert model_for("de").folder != Path("de_core_news_sm")
    (tmp_path / "meta.json").write_text("[]")
    for unfit in (str(tmp_path), "./nowhere"):
        with pytest.raises(MissingResource, match="not a spaCy pipeline"):
            find_model(unfit)
    with pytest.raises(MissingResource, match="is not installed"):
        find_model("__main__")


@pytest.fixture
def official(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package with the name of the official model."""
    package = tmp_path / "de_core_news_sm"
    package.mkdir()
    (package / "__init__.py").touch()
    meta = {"lang": "de", "name": "core_news_sm", "version": "3.8.0"}
    (package / "meta.json").write_text(json.dumps(meta))
    monkeypatch.syspath_prepend(tmp_path)


def test_an_official_model_comes_first(official: None):
    assert model_for("de").name == "de_core_news_sm"


def test_one_broken_package_does_not_hide_the_others(monkeypatch: pytest.MonkeyPatch):
    broken = SimpleNamespace(name="no_such_model")
    monkeypatch.setattr(models, "entry_points", lambda group: [broken])
    assert [model.name for model in models.installed_models()] == ["de_treescore"]


def test_without_another_the_bundled_model_is_taken(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(models, "find_spec", lambda name: None)
    monkeypatch.setattr(models, "entry_points", lambda group: [])
    assert model_for("de").name == "de_treescore"


def test_the_first_run_tells_of_a_better_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(spacy, "model_for", lambda lang: find_model("de_treescore"))
    (tmp_path / "a.txt").write_text("Der Zug kommt.\n")
    parse = ("parse", "a.txt", "-l", "de")
    silent = called(tmp_path, *parse, "--no-cache")
    assert not (tmp_path / "cache").exists()
    first, second = called(tmp_path, *parse), called(tmp_path, *parse)
    assert silent.stdout == first.stdout
    assert first.stderr.count("\n") == 1
    assert "python -m spacy download de_core_news_sm" in first.stderr
    assert second.stderr == ""
    assert first.stdout == second.stdout
    assert "\tZug\tZug\tNOUN\t" in first.stdout
