from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from tests.learning.arpa import FOREIGN, read_arpa
from treescore.io.errors import InputError
from treescore.learning.arpa import write_arpa
from treescore.learning.kneser_ney import estimate
from treescore.resources.arpa import BEGIN, END, UNKNOWN, is_arpa, read_counts, read_vocabulary

SENTENCES = ["the dog saw the cat", "the cat slept", "a dog slept", "the dog slept"]


@pytest.mark.parametrize("order", [1, 2, 3, 4, 6])
def test_every_ngram_of_the_text_is_written_once(tmp_path: Path, order: int):
    path = tmp_path / "a.arpa"
    sentences = [line.split() for line in SENTENCES]
    write_arpa(estimate(sentences, order), str(path))
    expected: list[set[tuple[str, ...]]] = [{(UNKNOWN,)}, *(set() for _ in range(1, order))]
    for sentence in sentences:
        padded = (BEGIN, *sentence, END)
        for n in range(1, order + 1):
            expected[n - 1].update(padded[i : i + n] for i in range(len(padded) - n + 1))
    sections = read_arpa(path.read_text())
    assert [set(rows) for rows in sections[:order]] == expected
    assert len(sections) == max(order, 2), "kenlm takes no file of a single order"
    assert read_counts(str(path)) == [len(rows) for rows in sections]
    assert read_vocabulary(str(path)) == [word for (word,) in sections[0]]


def test_numbers_are_those_of_the_model(tmp_path: Path):
    path = tmp_path / "a.arpa"
    model = estimate([line.split() for line in SENTENCES])
    write_arpa(model, str(path))
    for ngrams, rows in zip(model.orders, read_arpa(path.read_text()), strict=True):
        probabilities, backoffs = zip(*rows.values(), strict=True)
        assert probabilities == pytest.approx(ngrams.probabilities.tolist(), rel=1e-6, abs=0)
        if ngrams.backoffs is not None:
            assert backoffs == pytest.approx(ngrams.backoffs.tolist(), rel=1e-6, abs=0)


def test_the_order_of_the_sentences_does_not_matter(tmp_path: Path):
    sentences = [line.split() for line in SENTENCES]
    written = set()
    for number, text in enumerate((sentences, sentences[::-1])):
        path = tmp_path / f"{number}.arpa"
        write_arpa(estimate(text), str(path))
        written.add(path.read_bytes())
    assert len(written) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("packed", [False, True])
def test_files_from_elsewhere(tmp_path: Path, end: str, packed: bool):
    path = tmp_path / "a.arpa"
    data = FOREIGN.replace("\n", end).encode()
    path.write_bytes(gzip.compress(data) if packed else data)
    assert is_arpa(FOREIGN.replace("\n", end))
    assert read_counts(str(path)) == [4, 2]
    assert read_vocabulary(str(path)) == ["<s>", "</s>", "Été", "pluie"]


@pytest.mark.parametrize(
    "start", ["", "\n\n", "the \\data\\", "x\n\\data\\\n", "# \\data\\", "\\da"]
)
def test_what_is_no_arpa_file(start: str):
    assert not is_arpa(start)


@pytest.mark.parametrize(
    ("counts", "line"),
    [
        ("ngram 1=-4\n", 2),
        ("ngram 1=4\nngram 3=2\n", 3),
        ("ngram 1=4\nngram 2=99999999999999999999\n", 3),
        ("ngram 1=4\nngr", 3),
        ("ngram 1=\n", 2),
        ("\\1-grams:\n", 2),
    ],
)
def test_bad_counts_are_named_with_their_line(tmp_path: Path, counts: str, line: int):
    path = tmp_path / "a.arpa"
    path.write_text(f"\\data\\\n{counts}")
    for read in (read_counts, read_vocabulary):
        with pytest.raises(InputError, match=r"expected 'ngram .*; train it again") as caught:
            read(str(path))
        assert caught.value.line == line


def test_a_file_that_ends_among_its_unigrams(tmp_path: Path):
    path = tmp_path / "a.arpa"
    path.write_text(FOREIGN[: FOREIGN.index("pluie")])
    assert read_vocabulary(str(path)) == ["<s>", "</s>", "Été", ""]
