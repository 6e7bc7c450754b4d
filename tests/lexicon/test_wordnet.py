from __future__ import annotations

import gzip
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from scripts import build_wordnet
from treescore.lexicon import wordnet
from treescore.lexicon.wordnet import read_wordnet

DICTIONARY = Path("/usr/share/wordnet")
DATA = Path(wordnet.__file__).parent / "data"


@pytest.fixture
def dictionary() -> Path:
    if not (DICTIONARY / "index.noun").is_file():
        pytest.skip("needs the dictionary of WordNet 3.0 in /usr/share/wordnet")
    return DICTIONARY


def synsets_by_index(folder: Path) -> Counter[frozenset[str]]:
    """The synsets that WordNet's own index of lemmas speaks of, as sets of single words.

    Of those with one word only, one is enough for a word that shares none.

    A line of the index is the lemma, its part of speech, the number of its synsets, some more
    columns, and in the end the places of its synsets.
    """
    members: dict[tuple[str, str], set[str]] = defaultdict(set)
    for part in ("noun", "verb", "adj", "adv"):
        for line in (folder / f"index.{part}").read_text("utf-8").splitlines():
            columns = line.split()
            if line.startswith("  ") or "_" in columns[0]:
                continue
            for place in columns[-int(columns[2]) :]:
                members[part, place].add(columns[0])
    shared = [frozenset(words) for words in members.values() if len(words) > 1]
    alone = set().union(*members.values()).difference(*shared)
    return Counter([*shared, *(frozenset({word}) for word in alone)])


def test_the_index_is_that_of_wordnet(dictionary: Path):
    assert Counter(map(frozenset, read_wordnet())) == synsets_by_index(dictionary)


def test_the_script_makes_the_same_file_again(
    dictionary: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(build_wordnet, "DATA", tmp_path)
    monkeypatch.setattr("sys.argv", ["build_wordnet.py", str(dictionary)])
    build_wordnet.main()
    made = gzip.decompress((tmp_path / "wordnet-3.0.txt.gz").read_bytes())
    shipped = gzip.decompress((DATA / "wordnet-3.0.txt.gz").read_bytes())
    assert made == shipped
    licence = (tmp_path / "wordnet-3.0.LICENSE").read_text("utf-8")
    assert licence == (DATA / "wordnet-3.0.LICENSE").read_text("utf-8")


def test_markers_and_phrases_are_left_out(tmp_path: Path):
    for part in ("noun", "verb", "adj", "adv"):
        (tmp_path / f"data.{part}").write_text("  1 a licence  \n")
    line = "00001740 00 s 04 Glad(p) 0 happy 0 well_pleased 0 happy(a) 1 000 | feeling joy\n"
    (tmp_path / "data.adj").write_text(f"  1 a licence  \n{line}")
    assert list(build_wordnet.synsets(tmp_path)) == [["glad", "happy"]]
    assert build_wordnet.licence(tmp_path) == "a licence\n"


def test_a_folder_without_the_dictionary_is_named(tmp_path: Path):
    with pytest.raises(SystemExit, match="expected the dictionary"):
        list(build_wordnet.synsets(tmp_path))
