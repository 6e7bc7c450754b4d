"""What SDPM learns from: people's preferences and grades, and translations made worse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from models.sdpm.edits import Means
from models.sdpm.paraphrase import paraphrased
from models.sdpm.perturb import PERTURBATIONS, SEVERE, perturbed
from models.sdpm.templates import short_sentences
from models.sdpm.words import Token
from treescore.io.tables import read_table
from treescore.judgements.tables import read_judgements

RANKED = ("wmt08", "wmt09", "wmt13")
GRADED = ("wmt15da", "wmt16da", "graham16")
EDITED = "mlqepe-train"
OF_A_KIND = 1500
"""Perturbed texts of every kind."""
REWORDED = 10_000
"""References that are said in other words, at most."""
SHORT = 10_000
"""Short sentences of our own, three changes of each."""
HEAVY = 3
"""Votes of an example in which the meaning changes and the words hardly do."""
GOOD = 0.6
"""A grade (standard deviations above the mean) from which on a translation says the same."""


@dataclass(frozen=True)
class Preference:
    """Of two translations of the same reference, one is better."""

    source: str
    """The test set, or of a perturbed text: the test set and the kind."""
    reference: str
    better: str
    worse: str
    votes: int = 1


@dataclass(frozen=True)
class Grade:
    """A translation, and how good people found it."""

    source: str
    """The test set with its direction, within which grades compare."""
    reference: str
    hypothesis: str
    grade: float


def preferences(folder: Path) -> Iterator[Preference]:
    """What people preferred, each pair of outputs once, with the votes that are left over."""
    for testset in RANKED:
        for path in sorted(folder.glob(f"{testset}.*-en.segs.tsv.gz")):
            judged = read_judgements(str(path))
            votes = Counter(judged.preferences)
            for (better, worse), count in votes.items():
                left = count - votes[worse, better]
                texts = judged.outputs[better].hypothesis, judged.outputs[worse].hypothesis
                if left > 0 and texts[0] != texts[1]:
                    (reference,) = judged.outputs[better].references
                    yield Preference(testset, reference, *texts, left)


def grades(folder: Path) -> Iterator[Grade]:
    """Direct assessments; where a translation was edited instead of translated anew, the edit."""
    for testset in GRADED:
        for path in sorted(folder.glob(f"{testset}.*-en.segs.tsv.gz")):
            judged = read_judgements(str(path))
            for output in judged.outputs.values():
                if output.human is not None and output.references:
                    yield Grade(judged.name, output.references[0], output.hypothesis, output.human)
    for path in sorted(folder.glob(f"{EDITED}.*-en.segs.tsv.gz")):
        for _, row in read_table(str(path), ("hyp", "post_edit", "human_score"), ""):
            name = path.name.removesuffix(".segs.tsv.gz")
            yield Grade(name, row["post_edit"], row["hyp"], float(row["human_score"]))


def made_worse(
    pairs: Sequence[tuple[str, str, str]],
    tokens: Mapping[str, Sequence[Token]],
    means: Means,
    random: Random,
) -> Iterator[Preference]:
    """Translations before their perturbed forms; pairs are test set, reference, translation."""
    for kind in PERTURBATIONS:
        found = 0
        for source, reference, text in random.sample(pairs, len(pairs)):
            worse = perturbed(kind, tokens[text], random, means)
            if worse and worse != text and worse != reference:
                yield Preference(f"{source}/{kind}", reference, text, worse)
                found += 1
            if found == OF_A_KIND:
                break
    for source, reference, text in random.sample(pairs, len(pairs))[:OF_A_KIND]:
        for kind, worse in (
            ("lower", text.lower()),
            ("lower first", text[:1].lower() + text[1:]),
            ("tokenized", " ".join(token.word for token in tokens[text])),
            ("unrelated", random.choice(pairs)[2]),
            ("empty", random.choice(".-?")),
        ):
            if worse != text:
                yield Preference(f"{source}/{kind}", reference, text, worse)


def said_otherwise(
    graded: Sequence[Grade],
    tokens: Mapping[str, Sequence[Token]],
    means: Means,
    random: Random,
) -> Iterator[Preference]:
    """Good translations, and paraphrases of references, before references with another meaning."""
    for grade in random.sample(graded, min(REWORDED, len(graded))):
        testset = grade.source.split(".")[0]
        words = tokens[grade.reference]
        better = [grade.hypothesis] if grade.grade >= GOOD else []
        better += paraphrased(words, random, means)
        if len(words) > 40 or not better:
            continue
        for kind in random.sample(SEVERE, 2):
            worse = perturbed(kind, words, random, means)
            for text in better:
                if worse and worse != grade.reference and text != grade.reference:
                    name = f"{testset}/severe {kind}"
                    yield Preference(name, grade.reference, text, worse, HEAVY)
    for reference, same, changed in short_sentences(SHORT, random):
        yield Preference("own/short", reference, same, changed, HEAVY)
