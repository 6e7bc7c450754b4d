from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import dependency_trees
from treescore.io.conllu import (
    ConlluSentence,
    parse_conllu,
    parse_nbest,
    write_nbest,
    write_sentence,
)
from treescore.io.errors import InputError
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest

SAMPLE = """\
# sent_id = 1
# text = Let's dance at noon
# a comment without a value
1-2	Let's	_	_	_	_	_	_	_	_
1	Let	let	VERB	VB	_	0	root	_	_
2	's	we	PRON	PRP	_	3	nsubj	_	_
2.1	gone	go	VERB	VBN	_	_	_	_	_
3	dance	dance	VERB	VB	_	1	ccomp	_	_
4	at	at	ADP	_	_	5	case	_	_
5	noon	_	NOUN	NN	_	3	obl	_	_

"""


def lines(text: str) -> list[str]:
    return text.split("\n")


def word(number: int, head: object) -> str:
    return f"{number}\tw\tw\tX\tX\t_\t{head}\tdep\t_\t_"


def test_reading():
    (sentence,) = parse_conllu(lines(SAMPLE), "x")
    tree = sentence.tree
    assert tree.words == ("Let", "'s", "dance", "at", "noon")
    assert tree.heads == (ROOT, 2, 0, 4, 2)
    assert tree.tags == ("VB", "PRP", "VB", "ADP", "NN"), (
        "the universal tag where there is no other"
    )
    assert tree.lemmas == ("let", "we", "dance", "at", "")
    assert sentence.comment("text") == "Let's dance at noon"
    assert sentence.comment("nothing") is None


def test_writing_keeps_comments_multiword_tokens_and_empty_nodes():
    (sentence,) = parse_conllu(lines(SAMPLE), "x")
    written = write_sentence(sentence)
    # The one thing that changes: a missing fine-grained tag has become the universal one.
    assert written == SAMPLE.replace("ADP\t_\t_\t5", "ADP\tADP\t_\t5")
    (again,) = parse_conllu(lines(written), "x")
    assert again == sentence


def test_a_word_that_is_an_underscore():
    (sentence,) = parse_conllu(["1\t_\t_\tPUNCT\tNFP\t_\t0\troot\t_\t_"], "x")
    assert (sentence.tree.words, sentence.tree.lemmas) == (("_",), ("_",))


@given(dependency_trees())
def test_written_trees_are_read_back(tree: DependencyTree):
    (sentence,) = parse_conllu(lines(write_sentence(ConlluSentence(tree, ("sent_id = 1",)))), "x")
    assert sentence.tree == tree


@given(st.lists(dependency_trees(min_size=1), min_size=1, max_size=4))
def test_written_lists_are_read_back(trees: list[DependencyTree]):
    parses = NBest(tuple(trees), tuple(-0.1 * rank for rank in range(len(trees))))
    text = write_nbest(parses, "7", "some text") + write_nbest(parses, "8", "")
    assert list(parse_nbest(lines(text), "x")) == [("some text", parses), ("", parses)]


@pytest.mark.parametrize(
    ("rows", "fault", "line"),
    [
        (["# c", "1\tw"], "2 columns; expected 10", 2),
        ([word(1, 0), word(2, 1).replace("w", "", 1)], "a word without its form", 2),
        ([word(1, 0), word(3, 1)], "word number '3'; expected 2", 2),
        ([word(1, 0), word(2, "x")], "head 'x'; expected a number", 2),
        ([word(1, 0), word(2, 7)], "word 2 has the head 7, but the sentence has 2 words", 2),
        ([word(1, 0), word(2, "-1")], "head '-1'; expected a number", 2),
        ([word(1, 0), word(2, "9" * 5000)], "head '99999999999999999999'; expected a number", 2),
        (["", word(1, 2), word(2, 1)], "word 1 is its own ancestor", 2),
        ([word(1, 1)], "word 1 is its own ancestor", 1),
    ],
)
def test_faults(rows: list[str], fault: str, line: int):
    with pytest.raises(InputError, match=re.escape(fault)) as caught:
        list(parse_conllu(rows, "file"))
    assert caught.value.line == line
    assert str(caught.value).startswith(f"file:{line}: ")


@pytest.mark.parametrize(
    ("comment", "fault"),
    [
        ("# parse = 3\n# logprob = -1", "parse = 3; expected 2"),
        ("# parse = x\n# logprob = -1", "parse = x; expected a number"),
        (
            f"# parse = {'2' * 5000}\n# logprob = -1",
            "parse = 22222222222222222222; expected a number",
        ),
        ("# parse = 2\n# logprob = nan", "logprob = nan; expected"),
        ("# parse = 2\n# logprob = -1e300", "logprob = -1e300; expected"),
        ("# parse = 2", "logprob = none; expected"),
    ],
)
def test_faults_of_lists(comment: str, fault: str):
    text = f"# sent_id = 1\n# parse = 1\n# logprob = 0\n{word(1, 0)}\n\n"
    text += f"# sent_id = 1\n{comment}\n{word(1, 0)}\n"
    with pytest.raises(InputError, match=re.escape(fault)):
        list(parse_nbest(lines(text), "file"))


def test_a_text_with_line_breaks_stays_one_comment():
    tree = DependencyTree(("a",), (ROOT,), ("r",), ("t",), ("u",), ("l",))
    text = write_nbest(NBest((tree,), (0.0,)), "1", "a\nb\r\nc")
    assert list(parse_nbest(lines(text), "x")) == [("a b c", NBest((tree,), (0.0,)))]


def test_long_and_deep_sentences():
    size = 5000
    chain = [word(i, i - 1) for i in range(1, size + 1)]
    flat = [word(i, min(i - 1, 1)) for i in range(1, size + 1)]
    for rows in (chain, flat):
        (sentence,) = parse_conllu(rows, "x")
        assert len(sentence.tree) == size


def test_treebanks_are_read_and_written_back(shared: Path):
    paths = sorted((shared / "data/treebanks/ud").glob("*_pud.conllu.gz"))
    assert paths
    for path in paths:
        text = gzip.decompress(path.read_bytes()).decode()
        sentences = list(parse_conllu(lines(text), str(path)))
        assert len(sentences) == text.count("# sent_id")
        again = parse_conllu(lines("".join(map(write_sentence, sentences))), str(path))
        assert [s.tree for s in again] == [s.tree for s in sentences]
