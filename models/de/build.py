"""Build the bundled German model.

    python -m models.de.build DATA OUTPUT [--work FOLDER]

README.md says what DATA holds, and what is done.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

import spacy
from spacy.util import load_config

from models.de.corpus import write_gold, write_raw
from models.de.silver import write_mixed, write_silver

HERE = Path(__file__).resolve().parent
CONFIG = HERE / "config.cfg"
META = {
    "lang": "de",
    "name": "treescore",
    "version": "1.0.0",
    "description": "Compact German pipeline of treescore, for CPUs",
    "author": "treescore",
    "license": "CC BY-SA 4.0",
    "spacy_version": ">=3.8.2,<3.9.0",
    "sources": [
        {
            "name": "UD German GSD (test part, and some of the training part)",
            "license": "CC BY-SA 4.0",
        },
        {"name": "UD German PUD", "license": "CC BY-SA 3.0"},
        {"name": "Tatoeba (raw text)", "license": "CC BY 2.0 FR"},
        {"name": "Europarl (raw text)", "license": ""},
    ],
}


def learn_vectors(work: Path) -> None:
    """Vectors for pieces of words."""
    import floret

    model = floret.train_unsupervised(
        str(work / "raw.txt"),
        model="skipgram",
        mode="floret",
        hashCount=2,
        bucket=20_000,
        dim=96,
        minn=3,
        maxn=5,
        minCount=5,
        neg=10,
        ws=2,  # near neighbours tell more of syntax
        epoch=5,
        thread=2,
        verbose=0,
    )
    model.save_floret_vectors(str(work / "vectors.floret"))
    run("init", "vectors", "de", work / "vectors.floret", work / "vectors", "--mode", "floret")


def train(work: Path, name: str, corpus: str, seed: int, epochs: int) -> Path:
    """A pipeline on top of the vectors, as it is after its last step."""
    options = {
        "--paths.vectors": work / "vectors",
        "--paths.train": work / corpus,
        "--paths.shown": work / "shown.spacy",
        "--system.seed": seed,
        "--training.max_epochs": epochs,
    }
    run("train", CONFIG, "--output", work / name, options=options)
    return work / name / "model-last"


def teach(work: Path) -> Path:
    """Three teachers learn from gold trees; a student from these and from what they agree on."""
    teachers = [train(work, f"teacher-{seed}", "train.spacy", seed, 20) for seed in (1, 2, 3)]
    write_silver(teachers, work / "raw.txt", work / "silver.spacy")
    write_mixed(work / "train.spacy", work / "silver.spacy", work / "mixed.spacy")
    return train(work, "student", "mixed.spacy", 1, 5)


def run(*arguments: object, options: Mapping[str, object] | None = None) -> None:
    """Run a command of spaCy."""
    pairs = [part for pair in (options or {}).items() for part in pair]
    command = [sys.executable, "-m", "spacy", *map(str, (*arguments, *pairs))]
    subprocess.run(command, check=True)  # noqa: S603 - our own words


def ship(trained: Path, output: Path) -> None:
    """The trained pipeline with its papers, and without what only training needs."""
    shutil.rmtree(output, ignore_errors=True)
    shutil.copytree(trained, output)
    shutil.copy(HERE / "LICENSE", output)
    meta = json.loads((output / "meta.json").read_text(encoding="utf-8"))
    # What spaCy measured while training, it measured on training sentences.
    meta |= META | {"performance": {}}
    (output / "meta.json").write_text(json.dumps(meta, indent=1, ensure_ascii=False) + "\n")
    config = load_config(output / "config.cfg")
    config["paths"] = dict.fromkeys(config["paths"])  # they name this machine's folders
    config.to_disk(output / "config.cfg")


def main() -> None:
    options = argparse.ArgumentParser(description="Build the bundled German model.")
    options.add_argument("data", type=Path)
    options.add_argument("output", type=Path)
    options.add_argument("--work", type=Path, help="keep what is made on the way here")
    given = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        work = given.work or Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        nlp = spacy.blank("de")
        write_gold(given.data, nlp, work)
        write_raw(given.data, nlp, work / "raw.txt")
        learn_vectors(work)
        ship(teach(work), given.output)


if __name__ == "__main__":
    main()
