from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from scripts import build_german_frequencies
from treescore.io.errors import InputError
from treescore.lexicon.compounds import load_splitter
from treescore.lexicon.frequencies import count_nouns, load_frequencies, shipped_frequencies

TEXT = [
    "Das Haus hat eine Tür, und die Tür ist blau.",
    "Wir sehen das Haus. Morgen sehen wir „Häuser“! Garten?",
    "Im Blauen steht kein Haus: Nichts steht dort, das blaue Haus der EU.",
    "Er ist der Beste, das beste Team, der beste Mann.",
]


def test_nouns_are_words_that_keep_their_capital_inside_a_sentence():
    counted = count_nouns(TEXT)
    assert counted["haus"] == 4
    assert counted["tür"] == 2
    assert counted["häuser"] == 1
    assert "morgen" not in counted, "it begins a sentence"
    assert "garten" not in counted, "it begins a sentence"
    assert "beste" not in counted, "it is written small more often"
    assert "eu" not in counted, "too short, and no word"
    assert "ist" not in counted


def test_a_text_of_one_s_own(tmp_path: Path):
    path = tmp_path / "text.gz"
    path.write_bytes(gzip.compress("\n".join(TEXT).encode()))
    assert load_frequencies(str(path)) == count_nouns(TEXT)
    splitter = load_splitter(str(path), "de")
    assert splitter is not None
    assert splitter.split("Haustür") == ("Haus", "Tür")


@pytest.mark.parametrize("text", ["", "alles ist klein geschrieben, auch das haus\n"])
def test_a_text_without_nouns_is_refused(tmp_path: Path, text: str):
    path = tmp_path / "text.txt"
    path.write_text(text)
    with pytest.raises(InputError, match="expected German text that has its capitals"):
        load_frequencies(str(path))


def test_the_shipped_list():
    shipped = shipped_frequencies()
    assert len(shipped) == 30_000
    assert all(len(word) >= 3 and word.isalpha() and word.islower() for word in shipped)
    assert list(shipped.values()) == sorted(shipped.values(), reverse=True)
    assert {"und", "der", "die", "nicht", "sehr"}.isdisjoint(shipped)


def test_the_script_writes_what_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    corpus = tmp_path / "corpus.txt"
    corpus.write_text("\n".join(TEXT), "utf-8")
    monkeypatch.setattr(build_german_frequencies, "DATA", tmp_path)
    monkeypatch.setattr("treescore.lexicon.frequencies.files", lambda _: tmp_path)
    monkeypatch.setattr("sys.argv", ["build_german_frequencies.py", str(corpus)])
    build_german_frequencies.main()
    (tmp_path / "data").mkdir()
    packed = (tmp_path / "german-nouns.txt.gz").rename(tmp_path / "data" / "german-nouns.txt.gz")
    first = packed.read_bytes()
    assert shipped_frequencies.__wrapped__() == count_nouns(TEXT)
    build_german_frequencies.main()
    assert (tmp_path / "german-nouns.txt.gz").read_bytes() == first
