"""TESLA with a trained model, from Python: what it adds up, and what it refuses."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import treescore as ts
from tests.learning.judgements import HELD_OUT, RANKED, SCORED, SEGMENTS
from tests.resources.models import sealed
from tests.resources.tables import HUND, META, PHRASES, write
from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.judgements.base import Judgements
from treescore.learning.language_models import train_language_model
from treescore.learning.training import train
from treescore.metrics import Tesla, TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.parsing.spacy import SpacyParser
from treescore.resources.language_model import load_language_model
from treescore.resources.model import to_json
from treescore.resources.phrase_table import open_phrase_table

EXTRA = ("stm", "hwcm", "dpm:components=1g+2g", "dpm:nbest=3")


def load(folder: Path, specs: tuple[str, ...] = EXTRA) -> TeslaFeatures:
    return TeslaFeatures(
        TeslaM().fit("en", []),
        [open_phrase_table(str(folder / "de.phrases"))],
        [load_language_model(str(folder / "lm" / "en.arpa"))],
        {spec: make_metric(spec).fit("en", []) for spec in specs},
    )


def make_model(folder: Path, judgements: Judgements, parser: SpacyParser) -> None:
    trained = train([judgements], load(folder), parser, 2, folder)
    (folder / "model.json").write_text(to_json(trained))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, english: SpacyParser) -> Path:
    """A folder with a model of scores, and all that it needs."""
    pytest.importorskip("kenlm", reason="needs kenlm: pip install 'treescore[tesla]'")
    folder = tmp_path_factory.mktemp("model")
    (folder / "lm").mkdir()
    write(folder / "de.phrases", PHRASES)
    (folder / "text").write_text("".join(f"{reference}\n" for reference, _, _ in SEGMENTS))
    train_language_model([str(folder / "text")], str(folder / "lm" / "en.arpa"), 2)
    make_model(folder, SCORED, english)
    return folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    """The same, to be spoilt."""
    return shutil.copytree(made, tmp_path / "copy")


def tesla(folder: Path) -> Tesla:
    return Tesla(model=FileName(str(folder / "model.json")))


def score(metric: Any, parser: SpacyParser, lang: str = "en") -> list[float]:
    """The scores of the held-out good translations, then of the bad."""
    systems = {"good": [good for _, good, _ in HELD_OUT], "bad": [bad for _, _, bad in HELD_OUT]}
    references = [[reference] for reference, _, _ in HELD_OUT]
    found = ts.score(systems, references, [metric], lang, parser)
    (name,) = found.metrics
    return found.segment_scores("good", name) + found.segment_scores("bad", name)


def test_the_score_is_the_sum_of_weighted_features(made: Path, english: SpacyParser):
    content = json.loads((made / "model.json").read_text())
    features = load(made)

    def sentence(text: str) -> Sentence:
        return Sentence(text, {n: next(english.parse([text], n)) for n in (1, 3)})

    for reference, *hypotheses in HELD_OUT:
        known = [reference, hypotheses[0]]
        prepared = features.prepare([sentence(text) for text in known])
        for text in hypotheses:
            values = features.values(sentence(text), prepared)
            named = dict(zip(features.names, values, strict=True))
            expected = content["intercept"] + sum(
                each["weight"] * (named[each["name"]] - each["mean"]) / each["scale"]
                for each in content["features"]
            )
            found = tesla(made).sentence_score(text, known, parser=english).score
            assert found == pytest.approx(expected, rel=1e-12, abs=0)
    assert [each["name"] for each in content["features"]][-len(EXTRA) :] == list(EXTRA)


@pytest.mark.parametrize("judgements", [RANKED, SCORED], ids=["rankings", "scores"])
def test_held_out_sentences_are_ordered_as_the_judges_would(
    folder: Path, english: SpacyParser, judgements: Judgements
):
    make_model(folder, judgements, english)
    found = score(tesla(folder), english)
    assert all(good > bad for good, bad in zip(found[:3], found[3:], strict=True))


def test_systems_segments_and_signature(made: Path, english: SpacyParser):
    spec = f"tesla:model={made / 'model.json'}"
    hypotheses, references = [good for _, good, _ in HELD_OUT], [[one] for one, _, _ in HELD_OUT]
    found = ts.score(hypotheses, references, [spec], parser=english)
    segments = found.segment_scores("system", spec)
    whole = found.score("system", spec)
    assert whole.score == pytest.approx(sum(segments) / 3)
    checksum = json.loads((made / "model.json").read_text())["checksum"]
    assert whole.signature.startswith(f"tesla|model:{checksum[:8]}|nrefs:1|trees:dep|parser:spacy-")
    assert segments == score(tesla(made), english)[:3]
    assert tesla(made).spec == spec


def test_a_model_moves_with_its_resources(made: Path, tmp_path: Path, english: SpacyParser):
    there = tmp_path / "an other" / "place"
    shutil.copytree(made, there)
    assert score(tesla(there), english) == score(tesla(made), english)


def other_thesaurus(folder: Path) -> None:
    """A model from a place where another thesaurus is installed."""
    content = json.loads((folder / "model.json").read_text())
    content["target"]["synonyms"] = "mythes-0"
    (folder / "model.json").write_text(sealed(content))


def edit(folder: Path) -> None:
    text = (folder / "model.json").read_text()
    (folder / "model.json").write_text(text.replace('"weight": ', '"weight": 1', 1))


def replace_table(folder: Path) -> None:
    (folder / "de.phrases").unlink()
    write(folder / "de.phrases", PHRASES | {("cat",): (1, [(1, (HUND,))])})


def replace_language_model(folder: Path) -> None:
    (folder / "text").write_text("Another text.\n")
    train_language_model([str(folder / "text")], str(folder / "lm" / "en.arpa"), 2)


def change_table(folder: Path) -> None:
    """Other counts in the same file."""
    with closing(sqlite3.connect(folder / "de.phrases")) as connection, connection:
        connection.execute("UPDATE phrases SET count = count * 50")


def change_order(folder: Path) -> None:
    """A model whose weights would fall on other features."""
    content = json.loads((folder / "model.json").read_text())
    content["metrics"].reverse()
    (folder / "model.json").write_text(sealed(content))


@pytest.mark.parametrize(
    ("spoil", "says"),
    [
        (lambda folder: (folder / "model.json").unlink(), "model.json: cannot be read"),
        (lambda folder: (folder / "model.json").write_text("[]"), "is no trained model"),
        (edit, "model.json: was changed after it was trained; train it again"),
        (lambda folder: (folder / "de.phrases").unlink(), "de.phrases: not found"),
        (lambda folder: shutil.rmtree(folder / "lm"), "lm/en.arpa: not found"),
        (replace_table, "de.phrases: is not the file"),
        (change_table, "de.phrases: is not the file"),
        (change_order, "model.json: its features are not those of its files"),
        (replace_language_model, "lm/en.arpa: is not the file"),
        (
            other_thesaurus,
            "was trained with tesla-m:synonyms=mythes-0, but here that is wordnet-3.0",
        ),
    ],
)
def test_what_is_not_as_it_was_is_refused(folder: Path, spoil: Callable[[Path], object], says: str):
    tesla(folder).fit("en", [])
    spoil(folder)
    with pytest.raises(InputError) as caught:
        tesla(folder).fit("en", [])
    assert says in str(caught.value)
    assert str(caught.value).startswith(str(folder))
    assert "\n" not in str(caught.value)


def test_synonyms_of_a_further_metric_are_part_of_the_model(folder: Path, english: SpacyParser):
    """Other synonyms would be other scores under the same signature."""
    table = folder / "synonyms.tsv"
    table.write_text("streets\troads\n")
    specs = (f"maxsim:synonyms={table}",)
    trained = train([SCORED], load(folder, specs), english, 2, folder)
    (folder / "model.json").write_text(to_json(trained))
    assert len(score(tesla(folder), english)) == 6
    table.write_text("empty\tdeserted\n")
    with pytest.raises(InputError, match="maxsim:synonyms"):
        score(tesla(folder), english)


FRENCH = META | {"pivot_lang": "fr"}


@pytest.mark.parametrize(("file", "copied"), [("fr.phrases", "de.phrases"), ("b.arpa", "a.arpa")])
def test_every_one_of_several_files_is_checked(
    folder: Path, english: SpacyParser, file: str, copied: str
):
    write(folder / "fr.phrases", PHRASES, FRENCH)
    for name in ("a", "b"):
        (folder / "text").write_text(f"A text of {name}.\n")
        train_language_model([str(folder / "text")], str(folder / f"{name}.arpa"), 2)
    features = replace(
        load(folder, ()),
        tables=[open_phrase_table(str(folder / f"{lang}.phrases")) for lang in ("de", "fr")],
        models=[load_language_model(str(folder / f"{name}.arpa")) for name in ("a", "b")],
    )
    (folder / "model.json").write_text(to_json(train([SCORED], features, english, 2, folder)))
    tesla(folder).fit("en", [])
    shutil.copy(folder / copied, folder / file)
    with pytest.raises(InputError, match=rf"{file}: is not the file"):
        tesla(folder).fit("en", [])


def test_another_language_is_refused(made: Path):
    with pytest.raises(UsageError, match="was trained for the language 'en', not 'de'"):
        tesla(made).fit("de", [])


def test_without_a_model_there_is_no_tesla(english: SpacyParser):
    with pytest.raises(UsageError, match="tesla needs a trained model: -m tesla:model=FILE"):
        ts.score(["A dog."], [["A dog."]], ["tesla"], parser=english)
    with pytest.raises(UsageError, match="a file name"):
        Tesla(model=FileName(""))


def test_it_is_fitted_before_it_is_used(made: Path):
    with pytest.raises(UsageError, match="fit"):
        tesla(made).prepare([])


def test_trees_alone_are_refused(made: Path, english: SpacyParser):
    parses = list(english.parse(["A dog."]))
    with pytest.raises(UsageError, match="tesla needs texts, but only trees are given"):
        ts.score(parses, [parses], [tesla(made)])
