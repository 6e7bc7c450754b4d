"""Small phrase tables, and how they are written."""

from __future__ import annotations

from pathlib import Path

from treescore.resources.alphabet import Alphabet
from treescore.resources.phrase_table import PivotWord, Row, write_phrase_table

META = {
    "target_lang": "en",
    "pivot_lang": "de",
    "tagger": "t",
    "tagged": "1",
    "alternatives": "2",
    "pairs": "7",
}
DER, HUND, HAUS = ("der", "DET", True), ("Hund", "NOUN", False), ("Haus", "NOUN", False)
Content = dict[tuple[str, ...], tuple[int, list[tuple[int, tuple[PivotWord, ...]]]]]
CONTENT: Content = {
    ("the",): (5, [(4, (DER,))]),
    ("the", "dog"): (2, [(1, (DER, HUND)), (1, (HUND,))]),
    ("house",): (1, [(1, (HAUS,))]),
}
PHRASES: Content = {
    ("the",): (9, [(9, (DER,))]),
    ("the", "yard"): (2, [(2, (DER, HAUS))]),
    ("house",): (3, [(3, (HAUS,))]),
    ("dogs",): (2, [(2, (HUND,))]),
}


def write(path: Path, content: Content, meta: dict[str, str] = META) -> None:
    words: Alphabet[str] = Alphabet()
    pivot_words: Alphabet[PivotWord] = Alphabet()
    rows = [
        Row(words.write(phrase), count, tuple((n, pivot_words.write(each)) for n, each in pivots))
        for phrase, (count, pivots) in content.items()
    ]
    rows.sort(key=lambda row: row.phrase)
    assert write_phrase_table(path, meta, words.items, pivot_words.items, rows) == len(rows)
