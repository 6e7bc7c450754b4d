from __future__ import annotations

import gzip
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.cli.demo import load_sample
from treescore.resources.phrase_table import open_phrase_table

NOUNS = {"dog": "Hund", "cat": "Kater", "man": "Mann", "boy": "Junge", "fish": "Fisch"}
VERBS = {"sees": "sieht", "knows": "kennt", "hears": "hört", "helps": "rettet"}
ALIGN = "align a.en a.de --pivot-lang de -o de.phrases"


@pytest.fixture
def bitext(tmp_path: Path) -> Path:
    pairs = [
        (f"The {one} {verb} the {other}.", f"Der {NOUNS[one]} {VERBS[verb]} den {NOUNS[other]}.")
        for one in NOUNS
        for verb in VERBS
        for other in NOUNS
    ]
    pairs += [("", "Der Rest fehlt."), ("Yes " * 101, "Ja")]
    (tmp_path / "a.en").write_text("".join(f"{english}\n" for english, _ in pairs))
    german = "".join(f"{german}\n" for _, german in pairs)
    (tmp_path / "a.de").write_bytes(gzip.compress(german.encode()))
    return tmp_path


needs_aligner = pytest.mark.skipif(find_spec("eflomal") is None, reason="needs eflomal")


@needs_aligner
def test_a_bitext_becomes_a_phrase_table(run: Run, bitext: Path):
    pytest.importorskip("HanTa")
    done = run(*ALIGN.split())
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert done.stdout.startswith(
        "de.phrases: 100 sentence pairs, 2 skipped (1 empty, 1 of more than 100 words), "
    )
    assert "de tagged by " in done.stdout
    table = open_phrase_table(str(bitext / "de.phrases"))
    assert (table.target_lang, table.pivot_lang, table.tagged) == ("en", "de", True)
    assert table.count(("dog",)) > 0
    best = max(table.pivots(("dog",)))
    assert best[1][-1][0].lower() == "hund"


@needs_aligner
def test_texts_of_swapped_languages_are_told_with_the_right_options(run: Run, tmp_path: Path):
    for lang in ("en", "de"):
        texts = load_sample(lang).references[0].texts or ()
        lines = [f"{text}\n" for text in texts][:20]
        (tmp_path / f"a.{lang}").write_text("".join(lines), encoding="utf-8")
    done = run(*"align a.de a.en --pivot-lang de -o t".split())
    assert done.stderr.splitlines()[:2] == [
        "treescore: a.de: looks like German (de), not English (en); if so, give -l de",
        "treescore: a.en: looks like English (en), not German (de); if so, give --pivot-lang en",
    ]


@needs_aligner
@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        ("align a.en none --pivot-lang de -o t", 1, "none: cannot be read"),
        ("align none a.de --pivot-lang de -o t", 1, "none: cannot be read"),
        ("align a.en empty --pivot-lang de -o t", 1, "empty: is empty"),
        ("align a.en short --pivot-lang de -o t", 1, "short: 1 lines, but a.en has 102;"),
        ("align a.en a.de --pivot-lang de -o t --max-length 9", 1, "a.en:1: a segment of"),
        ("align a.en a.de --pivot-lang de -o nowhere/t", 1, "nowhere/t: cannot be written"),
        ("align a.en a.de --pivot-lang EN -o t", 2, "--pivot-lang and -l are both 'en'"),
        ("align a.en a.de --pivot-lang de -o -", 2, "name a file: -o FILE"),
        ("align a.en a.de -o t", 2, "--pivot-lang"),
    ],
)
def test_mistakes_are_one_line(run: Run, bitext: Path, arguments: str, code: int, says: str):
    (bitext / "empty").write_text("")
    (bitext / "short").write_text("Ja\n")
    before = set(bitext.iterdir())
    done = run(*arguments.split())
    assert done.returncode == code
    assert done.stderr.count("\n") == 1
    assert says in done.stderr
    assert set(bitext.iterdir()) == before


def test_a_missing_aligner_is_named(run: Run, bitext: Path):
    missing = bitext / "missing"
    missing.mkdir()
    (missing / "eflomal.py").write_text("raise ImportError\n")
    done = run(*ALIGN.split(), env={"PYTHONPATH": str(missing)})
    assert done.returncode == 1
    assert done.stderr.startswith(
        "treescore: the word aligner eflomal is not installed; run: pip install "
    )
    assert done.stderr.endswith("[tesla]'\n")
    assert not (bitext / "de.phrases").exists()
