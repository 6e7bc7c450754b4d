"""Read, perturb, parse and cut into pieces all that SDPM learns from and is chosen by.

    python -m models.sdpm.prepare DATA MINILM OTHER.tsv OUTPUT

DATA holds `judgements/` and `demetr/`, MINILM the encoder's `vocab.txt` and `model.safetensors`,
OTHER.tsv what `translate.py` made of other text, without any judgements.
What OUTPUT holds needs neither treescore nor a parser any more: it goes to a machine with a GPU.
"""

from __future__ import annotations

import argparse
import gzip
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import cast

import numpy as np
from numpy.typing import NDArray
from sacrebleu.metrics.chrf import CHRF

import treescore
from models.sdpm.edits import Means
from models.sdpm.encoders import read_source
from models.sdpm.examples import Grade, Preference, grades, made_worse, preferences, said_otherwise
from models.sdpm.words import Forms, Thesaurus, Token, tokens_of
from treescore.encoder.pieces import WordPieces
from treescore.io.tables import read_table
from treescore.judgements.tables import read_judgements
from treescore.trees.dependency import DependencyTree

SEED = 1
OWN = Path(__file__).parents[2] / "tests" / "metrics" / "sdpm_pairs.tsv"
"""Sentences of our own, other words for the same and other meanings: to choose by."""
MQM = ("tedmqm.zh-en", "wmt21mqm.zh-en")
NEIGHBOURS = 8
LONGEST_WORD = 31
"""Pieces of a word that are kept."""


class Texts:
    """Every text once, by number, parsed and cut into pieces."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}
        self.trees: dict[str, DependencyTree] = {}

    def parse(self, texts: Iterable[str]) -> None:
        """Parse what is new."""
        new = [text for text in dict.fromkeys(texts) if text not in self.trees]
        for done, (text, parses) in enumerate(zip(new, treescore.parse(new), strict=True)):
            self.trees[text] = cast(DependencyTree, parses.best)
            self.numbers[text] = len(self.numbers)
            if done % 10_000 == 0:
                print(f"parsed {done} of {len(new)}", file=sys.stderr)

    def arrays(self, pieces: WordPieces) -> dict[str, NDArray[np.generic]]:
        """All texts one after another: words a text, pieces a word, heads, pieces."""
        cut = [
            [pieces.cut(word).pieces[:LONGEST_WORD] for word in tree.words]
            for tree in self.trees.values()
        ]
        return {
            "text.words": np.array([len(words) for words in cut], np.int16),
            "text.heads": np.array(
                [h for tree in self.trees.values() for h in tree.heads], np.int16
            ),
            "text.pieces": np.array([len(word) for words in cut for word in words], np.int16),
            "text.cases": np.array(
                [pieces.cut(w).case for tree in self.trees.values() for w in tree.words], np.int8
            ),
            "text.ids": np.array([i for words in cut for word in words for i in word], np.int16),
        }


class Pairs:
    """Every pair of a translation and a reference once, with its chrF."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts
        self.numbers: dict[tuple[str, str], int] = {}

    def of(self, hypothesis: str, reference: str) -> int:
        return self.numbers.setdefault((hypothesis, reference), len(self.numbers))

    def arrays(self) -> dict[str, NDArray[np.generic]]:
        numbers = self.texts.numbers
        chrf = CHRF(whitespace=True)
        values = [chrf.sentence_score(one, [other]).score / 100 for one, other in self.numbers]
        return {
            "pair.texts": np.array([(numbers[a], numbers[b]) for a, b in self.numbers], np.int32),
            "pair.chars": np.array(values, np.float16),
        }


def near_words(folder: Path, forms: Forms) -> dict[str, list[str]]:
    """For a word others of the same tag whose embeddings are nearest, no synonyms among them."""
    vocabulary = (folder / "vocab.txt").read_text(encoding="utf-8").split("\n")
    vectors = read_source(folder / "model.safetensors")["embeddings.word_embeddings.weight"]
    numbers = {word: i for i, word in enumerate(vocabulary)}
    thesaurus = Thesaurus()
    near: dict[str, list[str]] = {}
    for tag in ("NN", "NNS", "VB", "VBD", "VBZ", "VBN", "VBG", "JJ", "RB"):
        words = [word for word in forms.frequent(tag) if word in numbers and len(word) > 2]
        chosen = vectors[[numbers[word] for word in words]]
        chosen = chosen / np.linalg.norm(chosen, axis=1, keepdims=True)
        for word, row in zip(words, chosen @ chosen.T, strict=True):
            same = thesaurus.of(word)
            order = [words[i] for i in np.argsort(-row)[1 : 3 * NEIGHBOURS]]
            found = [w for w in order if w not in same and w[:4] != word[:4]][:NEIGHBOURS]
            near.setdefault(word, found)
    return near


def foreign_words(folder: Path, random: Random) -> list[str]:
    """Words of other languages, from the sources of translations."""
    words: set[str] = set()
    for path in sorted(folder.glob("wmt1[56]da.*-en.segs.tsv.gz")):
        for _, row in read_table(str(path), ("source",), ""):
            words.update(re.findall(r"\w{4,}", row["source"]))
    return random.sample(sorted(words), 3000)


def demetr(path: Path) -> list[tuple[str, str, str, str]]:
    """Kind, reference, translation and perturbed translation."""
    with gzip.open(path, "rt", encoding="utf-8") as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    return [(row[0], row[5], row[6], row[7]) for row in lines[1:]]


def own_pairs() -> list[tuple[str, str, str, str]]:
    """Kind, reference, paraphrase and what means something else."""
    lines = OWN.read_text(encoding="utf-8").splitlines()
    return [tuple(line.split("\t")) for line in lines]  # type: ignore[misc]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("data", "minilm", "other", "output"):
        parser.add_argument(name, type=Path)
    given = parser.parse_args()
    random = Random(SEED)  # noqa: S311 - no secret
    folder = given.data / "judgements"
    ranked, graded = list(preferences(folder)), list(grades(folder))
    texts = Texts()
    texts.parse(text for each in ranked for text in (each.reference, each.better, each.worse))
    texts.parse(text for each in graded for text in (each.reference, each.hypothesis))
    tokens: dict[str, Sequence[Token]] = {
        text: tokens_of(text, tree) for text, tree in texts.trees.items()
    }
    forms = Forms(tokens.values())
    means = Means(forms, near_words(given.minilm, forms), foreign_words(folder, random))
    bases = sorted(
        {(each.source, each.reference, each.better) for each in ranked}
        | {(each.source.split(".")[0], each.reference, each.hypothesis) for each in graded}
    )
    worse = list(made_worse(bases, tokens, means, random))
    worse += list(said_otherwise(graded, tokens, means, random))
    texts.parse(text for each in worse for text in (each.reference, each.better, each.worse))
    save(given, texts, ranked, worse, graded)


def save(
    given: argparse.Namespace,
    texts: Texts,
    ranked: Sequence[Preference],
    worse: Sequence[Preference],
    graded: Sequence[Grade],
) -> None:
    """Write all as arrays."""
    judged = {
        name: read_judgements(str(given.data / f"judgements/{name}.segs.tsv.gz")) for name in MQM
    }
    challenge = demetr(given.data / "demetr" / "demetr-even.tsv.gz")
    texts.parse(
        t
        for name in MQM
        for o in judged[name].outputs.values()
        for t in (o.hypothesis, o.references[0])
    )
    own = own_pairs()
    texts.parse(text for _, *row in (*challenge, *own) for text in row)
    other = [line.split("\t") for line in given.other.read_text(encoding="utf-8").splitlines()]
    texts.parse(text for row in other for text in row)
    pairs = Pairs(texts)
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, examples in (("ranked", ranked), ("worse", worse)):
        arrays[f"{name}.pairs"] = np.array(
            [(pairs.of(e.better, e.reference), pairs.of(e.worse, e.reference)) for e in examples],
            np.int32,
        )
        arrays[f"{name}.source"] = np.array([e.source for e in examples])
        arrays[f"{name}.votes"] = np.array([e.votes for e in examples], np.int16)
    held = [
        Grade(name, output.references[0], output.hypothesis, output.human or 0.0)
        for name in MQM
        for output in judged[name].outputs.values()
        if output.machine
    ]
    arrays["graded.pair"] = np.array(
        [pairs.of(g.hypothesis, g.reference) for g in (*graded, *held)], np.int32
    )
    arrays["graded.source"] = np.array([g.source for g in (*graded, *held)])
    arrays["graded.grade"] = np.array([g.grade for g in (*graded, *held)], np.float32)
    for name, rows in (("demetr", challenge), ("own", own)):
        arrays[f"{name}.pairs"] = np.array(
            [(pairs.of(good, ref), pairs.of(bad, ref)) for _, ref, good, bad in rows], np.int32
        )
        arrays[f"{name}.source"] = np.array([kind for kind, *_ in rows])
    arrays["other.pairs"] = np.array([pairs.of(text, ref) for ref, text in other], np.int32)
    vocabulary = (given.minilm / "vocab.txt").read_text(encoding="utf-8")
    arrays |= texts.arrays(WordPieces(vocabulary.split("\n"))) | pairs.arrays()
    np.savez_compressed(given.output, **arrays)  # type: ignore[arg-type]
    for name, array in arrays.items():
        print(name, array.shape, array.dtype)


if __name__ == "__main__":
    main()
