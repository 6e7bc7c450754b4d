from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import treescore as ts
from tests.conftest import Run
from tests.learning.judgements import HELD_OUT, SEGMENTS
from tests.resources.tables import META, PHRASES, write
from treescore.io.conllu import write_nbest
from treescore.learning.language_models import train_language_model
from treescore.parsing.spacy import SpacyParser

PARSER = ["--parser", "files:all.conllu"]
TRAIN = ["train", "ranked.segs.tsv", "-l", "en", "--folds", "3", *PARSER]
SCORE = ["score", "-r", "ref.txt", "-s", "good.txt", "-s", "bad.txt", *PARSER, "-f", "json"]


def write_judgements(folder: Path) -> None:
    """Rankings, scores, and a table that has neither."""
    rows = [(str(n), *segment) for n, segment in enumerate(SEGMENTS)]
    outputs = [
        line
        for n, reference, good, bad in rows
        for line in (f"{n}\tgood\t{reference}\t{good}", f"{n}\tbad\t{reference}\t{bad}")
    ]
    header = "seg_id\tsystem\tref\thyp"
    for name in ("ranked", "neither"):
        (folder / f"{name}.segs.tsv").write_text("\n".join([header, *outputs]) + "\n")
    human = [80, 20] * len(rows)
    scored = [
        f"{line}\t{points + n}" for n, (line, points) in enumerate(zip(outputs, human, strict=True))
    ]
    (folder / "scored.segs.tsv").write_text("\n".join([f"{header}\thuman_score", *scored]) + "\n")
    pairs = [f"{n}\tgood\tbad\t1\n{n}\tbad\tgood\t-1" for n, *_ in rows]
    tied = ["0\tgood\tbad\t0", "0\tgood\tnobody\t1"]
    header = "seg_id\tsys_a\tsys_b\tpref"
    (folder / "ranked.pairs.tsv").write_text("\n".join([header, *pairs, *tied]) + "\n")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, english: SpacyParser) -> Path:
    """Judgements, resources and parses, and a model trained with them; texts to score."""
    folder = tmp_path_factory.mktemp("made")
    write_judgements(folder)
    texts = list(dict.fromkeys(text for segment in SEGMENTS + HELD_OUT for text in segment))
    parsed = zip(texts, english.parse(texts), strict=True)
    (folder / "all.conllu").write_text(
        "".join(write_nbest(parses, str(n), text) for n, (text, parses) in enumerate(parsed, 1))
    )
    for name, column in zip(("ref", "good", "bad"), zip(*HELD_OUT, strict=True), strict=True):
        (folder / f"{name}.txt").write_text("".join(f"{text}\n" for text in column))
    write(folder / "de.phrases", PHRASES)
    write(folder / "swedish.phrases", PHRASES, META | {"target_lang": "sv"})
    (folder / "text").write_text("".join(f"{reference}\n" for reference, _, _ in SEGMENTS))
    train_language_model([str(folder / "text")], str(folder / "en.arpa"), 2)
    options = [
        "--phrases",
        "de.phrases",
        "--lm",
        "en.arpa",
        "--features",
        "stm+dpm:components=1g+2g",
    ]
    done = subprocess.run(
        [sys.executable, "-m", "treescore", *TRAIN, *options, "-o", "model.json"],
        cwd=folder,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    (folder / "log").write_text(done.stdout)
    return folder


@pytest.fixture
def files(made: Path, tmp_path: Path) -> Path:
    return shutil.copytree(made, tmp_path, dirs_exist_ok=True)


def test_the_model_names_all_it_needs(made: Path):
    model = json.loads((made / "model.json").read_text())
    target = [f"{kind}.{n}" for n in (1, 2, 3) for kind in ("ms", "pos")]
    pivot = [f"de.{kind}.{n}" for n in (1, 2, 3) for kind in ("lem", "pos")]
    names = [*target, *pivot, "lm.1", "stm", "dpm:components=1g+2g"]
    assert [feature["name"] for feature in model["features"]] == names
    assert [resource["file"] for resource in model["resources"]] == ["de.phrases", "en.arpa"]
    assert [spec for spec, _ in model["metrics"]] == names[-2:]
    kept = int(META["alternatives"])
    assert model["training"]["phrases"] == [{"pivot": "de", "alternatives": kept}]
    assert model["training"]["lms"] == [{"order": 2, "lowercase": True, "punctuation": False}]


def test_the_report_tells_what_was_learnt(made: Path):
    first, *lines = (made / "log").read_text().splitlines()
    assert first == (
        "model.json: trained on 12 judgements of 12 outputs (ranked); "
        "left out: 1 ties, 1 of unknown outputs"
    )
    assert "consistency on held-out segments, 3 folds" in lines
    assert sum(line.endswith(" *") for line in lines) == 1
    model = json.loads((made / "model.json").read_text())
    told = {line.split()[1]: line.split()[0] for line in lines if re.match(r"  [+-]", line)}
    assert told == {each["name"]: f"{each['weight']:+.4f}" for each in model["features"]}
    sizes = [abs(float(weight)) for weight in told.values()]
    assert sizes == sorted(sizes, reverse=True)


def test_scoring_by_command_and_from_python(run: Run, files: Path):
    done = run(*SCORE, "-m", "tesla:model=model.json", "--segments", "segments.tsv")
    assert (done.returncode, done.stderr) == (0, "")
    systems = json.loads(done.stdout)["systems"]
    lines = [line.split("\t") for line in (files / "segments.tsv").read_text().splitlines()[1:]]
    texts = {name: [row[place] for row in HELD_OUT] for place, name in ((1, "good"), (2, "bad"))}
    spec = f"tesla:model={files / 'model.json'}"
    references = [[reference] for reference, _, _ in HELD_OUT]
    parser = f"files:{files / 'all.conllu'}"
    found = ts.score(texts, references, [spec], parser=parser)
    for name in texts:
        segments = [float(line[4]) for line in lines if line[0] == name]
        assert found.segment_scores(name, spec) == pytest.approx(segments)
        assert found.score(name, spec).score == systems[name]["tesla:model=model.json"]["score"]
    pairs = zip(found.segment_scores("good", spec), found.segment_scores("bad", spec), strict=True)
    assert all(good > bad for good, bad in pairs)


def test_a_model_of_scores_to_standard_output(run: Run, files: Path):
    done = run("train", "scored.segs.tsv", "-l", "en", "--folds", "2", *PARSER, "-o", "-")
    assert (done.returncode, done.stderr) == (0, "")
    model = json.loads(done.stdout)
    assert (model["training"]["figure"], model["training"]["examples"]) == ("R squared", 12)
    assert model["intercept"] == pytest.approx(55.5), "the mean of the scores"


def test_the_language_is_that_of_the_sets(run: Run, files: Path):
    """As for `meta`; sets of two languages make no model."""
    for pair in ("en-de", "de-en"):
        shutil.copy(files / "scored.segs.tsv", files / f"scored.{pair}.segs.tsv")
    done = run("train", "scored.en-de.segs.tsv", "--folds", "2", *PARSER, "-o", "model.json")
    assert done.returncode == 0
    assert json.loads((files / "model.json").read_text())["lang"] == "de"
    done = run("train", "scored.en-de.segs.tsv", "scored.de-en.segs.tsv", *PARSER, "-o", "x")
    assert done.returncode == 2
    assert "several languages (de, en); a model is for one" in done.stderr


def replace_table(folder: Path) -> None:
    shutil.move(folder / "swedish.phrases", folder / "de.phrases")


def edit(folder: Path) -> None:
    text = (folder / "model.json").read_text()
    (folder / "model.json").write_text(text.replace('"intercept": ', '"intercept": 1', 1))


def nothing(folder: Path) -> None:
    pass


TREES = "score --ref-parses all.conllu --sys-parses A=all.conllu -m tesla:model=model.json"
MODEL = "tesla:model=model.json"


@pytest.mark.parametrize(
    ("spoil", "arguments", "code", "says"),
    [
        (nothing, [*SCORE, "-m", "tesla"], 2, "tesla needs a trained model: -m tesla:model=FILE"),
        (nothing, [*SCORE, "-m", "tesla:model=ref.txt"], 1, "ref.txt: is no trained model"),
        (edit, [*SCORE, "-m", MODEL], 1, "model.json: was changed after it was trained"),
        (lambda folder: (folder / "en.arpa").unlink(), [*SCORE, "-m", MODEL], 1, "en.arpa: not"),
        (replace_table, [*SCORE, "-m", MODEL], 1, "de.phrases: is not the file that the model"),
        (nothing, [*SCORE, "-m", MODEL, "-l", "de"], 2, "for the language 'en', not 'de'"),
        (nothing, TREES.split(), 2, "tesla needs texts, but only trees are given"),
        (nothing, ["train", "ref.txt", "-o", "x"], 1, "ref.txt: expected a name that ends in"),
        (nothing, ["train", "neither.segs.tsv", "-l", "de-en", "-o", "x"], 1, "neither prefer"),
        (nothing, ["train", "neither.segs.tsv", "-o", "x"], 2, "names no language pair"),
        (nothing, [*TRAIN, "scored.segs.tsv", "-o", "x"], 1, "train on one kind at a time"),
        (nothing, [*TRAIN, "-o", "x", "--features", "stm+hwcn"], 2, "unknown metric"),
        (nothing, [*TRAIN, "-o", "x", "--features", f"stm+{MODEL}"], 2, "--features tesla"),
        (nothing, [*TRAIN, "-o", "x", "--phrases", "swedish.phrases"], 2, "'sv', not 'en'"),
        (nothing, [*TRAIN, "-o", "no/x"], 1, "no/x: cannot be written"),
        (nothing, [*TRAIN, "-o", "ranked.segs.tsv"], 2, "ranked.segs.tsv: would be overwritten"),
        (nothing, [*TRAIN, "-o", "ranked.pairs.tsv"], 2, "ranked.pairs.tsv: would be overwritten"),
        (nothing, [*SCORE, "-m", MODEL, "--segments", "model.json"], 2, "would be overwritten"),
    ],
)
def test_mistakes_are_one_line(
    run: Run,
    files: Path,
    spoil: Callable[[Path], object],
    arguments: list[str],
    code: int,
    says: str,
):
    spoil(files)
    before = {path: path.read_bytes() for path in files.iterdir()}
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (code, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: ")
    assert says in line
    assert {path: path.read_bytes() for path in files.iterdir()} == before
