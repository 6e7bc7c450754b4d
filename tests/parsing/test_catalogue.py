from __future__ import annotations

import csv
from importlib.resources import files
from pathlib import Path

import pytest

from tests.conftest import called
from treescore.parsing import catalogue, models
from treescore.parsing.catalogue import offers, usual_spec
from treescore.parsing.models import LANGUAGES, default_name
from treescore.parsing.registry import PARSERS


def test_every_official_language_has_its_model_and_a_way_to_get_it():
    for lang in LANGUAGES:
        found = {offer.spec: offer for offer in offers(lang)}
        official = found[f"spacy:{default_name(lang)}"]
        assert official.labelled
        assert official.command


def test_the_table_is_well_formed():
    table = (files("treescore") / "data" / "parsers.tsv").read_text("utf-8").splitlines()
    rows = list(csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE))
    assert len({(row["lang"], row["spec"]) for row in rows}) == len(rows)
    for row in rows:
        assert row["spec"].partition(":")[0] in PARSERS
        assert row["trees"] in {"dependencies", "constituents"}
        figures = [float(row[key]) for key in ("unlabelled", "labelled") if row[key]]
        assert all(0 < figure < 1 for figure in figures)
        assert figures == sorted(figures, reverse=True), "a labelled arc has its head right, too"
        assert bool(row["on"]) == bool(figures), "a figure without its text says nothing"
        assert None not in row.values()


def test_the_best_comes_first():
    german = offers("de")
    kinds = [offer.trees for offer in german]
    assert kinds == sorted(kinds, reverse=True)
    known = [offer.labelled for offer in german if offer.trees == "dependencies" and offer.labelled]
    assert known == sorted(known, reverse=True)
    assert "spacy:de_treescore" in {offer.spec for offer in german if offer.installed}


def test_a_library_for_many_languages_is_offered_for_any():
    klingon = {offer.spec: offer.command for offer in offers("tlh")}
    assert set(klingon) == {"stanza", "udpipe:MODEL.udpipe"}
    assert "stanza.download('tlh')" in klingon["stanza"]
    assert usual_spec("tlh") is None


def test_an_installed_model_that_nobody_measured_is_listed(monkeypatch: pytest.MonkeyPatch):
    mine = models.Model("de_mine", "1.0", "de", "de_mine", Path("de_mine"))
    monkeypatch.setattr(catalogue, "installed_models", lambda: [mine])
    assert "spacy:de_mine" in {offer.spec for offer in offers("de")}


def test_the_command_marks_what_is_taken(tmp_path: Path):
    done = called(tmp_path, "parsers", "-l", "EN")
    assert done.returncode == 0
    (marked,) = (line for line in done.stdout.splitlines() if line.startswith("* "))
    assert "spacy:en_core_web_sm" in marked
    nothing = called(tmp_path, "parsers", "-l", "tlh")
    assert "nothing is installed for -l tlh" in nothing.stdout
