from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from treescore.errors import MissingResource, UsageError
from treescore.io.errors import InputError
from treescore.io.lengths import LONGEST
from treescore.parsing.base import CannotParse
from treescore.parsing.cache import default_path
from treescore.parsing.named import NamedParser, open_named
from treescore.parsing.spacy import SpacyParser

TEXTS = ["The cat sleeps.", "It rains."]


def test_a_copy_parses_alike(english: SpacyParser):
    parser = open_named("spacy", "en", cached=False)
    copy = pickle.loads(pickle.dumps(parser))
    assert copy == parser
    assert (copy.name, copy.signature) == ("spacy", english.signature)
    assert list(copy.parse(TEXTS)) == list(english.parse(TEXTS))


def test_a_copy_is_small_even_once_the_model_is_loaded():
    parser = open_named("spacy", "en", cached=False)
    list(parser.parse(TEXTS))
    assert len(pickle.dumps(parser)) < 1000


def test_a_copy_with_a_cache_uses_the_cache_of_where_it_is(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    packed = pickle.dumps(open_named("spacy", "en"))
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    list(pickle.loads(packed).parse(TEXTS))
    assert default_path().parent == tmp_path
    assert default_path().exists()


def test_without_a_cache_all_has_to_be_parsed_and_with_a_file_nothing(tmp_path: Path):
    assert open_named("spacy", "en", cached=False).unknown(TEXTS, 1) == len(TEXTS)
    file = tmp_path / "some.conllu"
    file.write_text("# text = It\n1\tIt\t_\tX\tX\t_\t0\troot\t_\t_\n\n")
    assert open_named(f"files:{file}", "en").unknown(["It"], 1) == 0


def test_a_copy_reads_files_of_segments_as_long(tmp_path: Path):
    word = "x" * (LONGEST + 1)
    file = tmp_path / "long.conllu"
    file.write_text(f"1\t{word}\t_\tX\tX\t_\t0\troot\t_\t_\n\n")
    with pytest.raises(InputError, match=f"a segment of {len(word)} characters"):
        open_named(f"files:{file}", "en")
    parser = open_named(f"files:{file}", "en", longest=len(word))
    copy = pickle.loads(pickle.dumps(parser))
    assert copy == parser
    (parses,) = copy.parse([word])
    assert parses.best.words == (word,)


def test_another_version_elsewhere_is_refused(monkeypatch: pytest.MonkeyPatch):
    packed = pickle.dumps(open_named("spacy", "en"))
    monkeypatch.setattr(NamedParser, "signature", "spacy-0.1/other")
    with pytest.raises(CannotParse, match=r"parses with spacy-0\.1/other, not with spacy-3"):
        pickle.loads(packed)


def test_what_is_missing_shows_when_a_parser_is_opened():
    with pytest.raises(MissingResource, match="install it with"):
        open_named("spacy:no_such_model", "en")


def test_a_gpu_that_is_not_there_is_told_with_the_remedy():
    with pytest.raises(
        MissingResource, match=r"no GPU it can use.*pip install.*or leave out --gpu"
    ):
        open_named("spacy", "en", gpu=True)
    with pytest.raises(UsageError, match="--gpu is for spaCy, not for --parser files"):
        open_named("files:some.conllu", "en", gpu=True)


def test_a_gpu_that_is_there_is_taken_and_told_in_the_signature(
    monkeypatch: pytest.MonkeyPatch, english: SpacyParser
):
    asked: list[bool] = []
    monkeypatch.setattr("thinc.api.require_gpu", lambda: asked.append(True))
    parser = open_named("spacy", "en", cached=False, gpu=True)
    assert asked == [True]
    assert parser.signature == english.signature + "/gpu"
