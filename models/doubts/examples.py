"""What the diagnosis learns to doubt from: good translations, with one error put in or none.

That a translation says what its reference says in other words is no error: most words of the
examples show that. What people changed when they mended a translation is an error, too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from models.sdpm.edits import Made, Means, Tokens, pick, replaced
from models.sdpm.perturb import PERTURBATIONS, Perturbation, dropping, dropping_phrase
from models.sdpm.tables import CONTENT
from models.sdpm.words import Forms, Thesaurus, Token, text_of
from treescore.encoder.encoder import Encoder
from treescore.io.tables import read_table
from treescore.judgements.tables import read_judgements
from treescore.lexicon.relations import antonyms, hypernyms

EDITED_ALONE = "mlqepe-*.*-en.segs.tsv.gz"
"""Outputs with what people made of them, and no other reference."""
EDITED = ("wmt09edit.*-en.segs.tsv.gz", "graham16.*-en.segs.tsv.gz")
"""Outputs with their references, and what people made of them."""
GRADED, BEST = "wmt15da.*-en.segs.tsv.gz", 0.4
"""Outputs with grades, and the share of them that is good."""
RANKED, WINS = "wmt13.*-en.segs.tsv.gz", 3
"""Outputs that were compared, and how often a good one won, without having ever lost."""
MARKED = ("wmt21mqm.zh-en.segs.tsv.gz", "tedmqm.zh-en.segs.tsv.gz")
"""Outputs in which translators marked errors, or none: other words for the same, for certain."""
KEPT_APART = frozenset({"talk.5", "talk.7"})
"""Two of TED's five talks, to look at what is found (`benchmarks/diagnosis.py`)."""
HTER = 0.45
"""Share of words that an output may differ in from what people made of it."""
SHORTEST, LONGEST = 5, 45
MOST = 9000
"""Translations of one kind at most."""
TIMES = 4
"""Texts with an error that are made of a translation."""
TRIES = 4
OTHER = "other"
"""The kind of an error that people mended: which one it was is not known."""
PREPOSITIONS = (
    "about above across after against along alongside among around at before behind below beside "
    "between beyond by despite down during for from in inside into like near of off on onto out "
    "over per since through throughout to toward under unlike until up upon via with within without"
).split()
DETERMINERS = "the a an this these that those its their his her our my your some any no".split()
CONJUNCTIONS = "and or but that because if while although when whether so as than".split()


class Example(NamedTuple):
    """A reference, a right translation, and the same with an error."""

    reference: str
    right: str
    text: str
    kind: str
    """What the error is to be called; empty where there is none."""


def other_function_word(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Another preposition, determiner or conjunction."""
    tables = (PREPOSITIONS, PREPOSITIONS, DETERMINERS, CONJUNCTIONS)
    table = random.choice(tables)
    places = [i for i, token in enumerate(tokens) if token.word.lower() in table]
    if not places:
        return None
    place = random.choice(places)
    others = [word for word in table if word != tokens[place].word.lower()]
    return replaced(tokens, place, random.choice(others))


def by_wordnet(tokens: Tokens, random: Random, means: Means) -> Made:
    """The opposite, or a word that means much more, in the same form."""
    place = pick(tokens, random, *CONTENT)
    if place is None:
        return None
    token = tokens[place]
    lemmas = sorted(random.choice((antonyms, hypernyms))(token.lemma))
    words = [word for lemma in lemmas if (word := means.forms.form(lemma, token.tag))]
    return replaced(tokens, place, random.choice(words)) if words else None


def being(tokens: Tokens, random: Random, means: Means) -> Made:  # noqa: ARG001
    """Something that is done, or is, goes on."""
    places = [i for i, t in enumerate(tokens) if t.word.lower() in ("is", "are", "was", "were")]
    if not places:
        return None
    place = random.choice(places)
    return replaced(tokens, place, tokens[place].word, "being")


def other_number(tokens: Tokens, random: Random, means: Means) -> Made:
    """One for several, or several for one."""
    place = pick(tokens, random, "NN", "NNS")
    if place is None:
        return None
    token = tokens[place]
    word = means.forms.form(token.lemma, "NN" if token.tag == "NNS" else "NNS")
    return replaced(tokens, place, word) if word and word != token.word.lower() else None


MADE: dict[str, Sequence[Perturbation]] = {
    "word-form": [PERTURBATIONS["form"]] * 3,
    "function-word": [other_function_word] * 3,
    "order": [PERTURBATIONS["neighbours"]] * 3,
    "tense": [PERTURBATIONS["tense"]] * 2,
    "aspect": [PERTURBATIONS["aspect"], PERTURBATIONS["aspect"], being],
    "word-choice": [
        PERTURBATIONS["other word"],
        PERTURBATIONS["random word"],
        by_wordnet,
        by_wordnet,
    ],
    "addition": [PERTURBATIONS["addition"]] * 2,
    "punctuation": [PERTURBATIONS["extra mark"]] * 2,
    "missing:conjunction": [PERTURBATIONS["conjunction"]] * 3,
    "missing:determiner": [dropping("DT", "PRP$")],
    "missing:preposition": [dropping("IN", "TO")],
    "missing:noun": [PERTURBATIONS["noun"], PERTURBATIONS["noun"], PERTURBATIONS["name"]],
    "missing:verb": [PERTURBATIONS["verb"]] * 2,
    "missing:modifier": [PERTURBATIONS["modifier"]] * 2,
    "missing:subject": [PERTURBATIONS["subject"], PERTURBATIONS["subject head"]],
    "missing:adjunct": [dropping_phrase("prep")] * 2,
    "number": [other_number],
    "name": [PERTURBATIONS["other name"]],
    "numeral": [PERTURBATIONS["other number"]],
    "negation": [PERTURBATIONS["negation"]],
    "gender": [PERTURBATIONS["sex"]],
    "case": [PERTURBATIONS["case"]],
    "role": [PERTURBATIONS["roles"]],
    "mood": [PERTURBATIONS["question"]],
}
"""How errors of every kind are made; the more ways, the more often."""


def good_translations(folder: Path, random: Random) -> list[tuple[str, str]]:
    """References, and translations that people found good or made good."""
    kinds = [
        _edited_alone(folder),
        _edited(folder),
        _graded(folder),
        _ranked(folder),
        faultless(folder),
    ]
    found: list[tuple[str, str]] = []
    for kind in kinds:
        pairs = sorted({pair for pair in kind if all(map(_is_handy, pair))})
        found += random.sample(pairs, min(MOST, len(pairs)))
    return list(dict.fromkeys(found))


def _is_handy(text: str) -> bool:
    return SHORTEST <= len(text.split()) <= LONGEST


def _edited_alone(folder: Path) -> Iterator[tuple[str, str]]:
    """Outputs take the place of references: they say the same in other words, and badly."""
    for path in sorted(folder.glob(EDITED_ALONE)):
        for _, row in read_table(str(path), ("hyp", "post_edit", "hter"), ""):
            if row["hter"] and float(row["hter"]) <= HTER:
                yield row["hyp"], row["post_edit"]


def _edited(folder: Path) -> Iterator[tuple[str, str]]:
    return ((reference, edited) for reference, _, edited in _edits(folder))


def _edits(folder: Path) -> Iterator[tuple[str, str, str]]:
    """References, outputs, and what people made of these."""
    for pattern in EDITED:
        for path in sorted(folder.glob(pattern)):
            for _, row in read_table(str(path), ("ref", "hyp", "post_edit"), ""):
                if row["post_edit"]:
                    yield row["ref"], row["hyp"], row["post_edit"]


def _graded(folder: Path) -> Iterator[tuple[str, str]]:
    for path in sorted(folder.glob(GRADED)):
        outputs = [
            each for each in read_judgements(str(path)).outputs.values() if each.human is not None
        ]
        outputs.sort(key=lambda each: -(each.human or 0.0))
        for output in outputs[: int(BEST * len(outputs))]:
            yield output.references[0], output.hypothesis


def _ranked(folder: Path) -> Iterator[tuple[str, str]]:
    """Of every other segment: the rest is there to look at what is found."""
    for path in sorted(folder.glob(RANKED)):
        judged = read_judgements(str(path))
        wins = Counter(better for better, _ in judged.preferences)
        lost = {worse for _, worse in judged.preferences}
        for number, (key, output) in enumerate(sorted(judged.outputs.items())):
            if wins[key] >= WINS and key not in lost and number % 2 == 0:
                yield output.references[0], output.hypothesis


def faultless(folder: Path) -> Iterator[tuple[str, str]]:
    """Outputs in which translators found no error."""
    for name in MARKED:
        for output in read_judgements(str(folder / name)).outputs.values():
            reference = output.references[0]
            faultless = output.human == 0 and output.hypothesis != reference
            if faultless and output.doc not in KEPT_APART:
                yield reference, output.hypothesis


def make_examples(
    pairs: Sequence[tuple[str, str]],
    tokens: Mapping[str, Sequence[Token]],
    means: Means,
    random: Random,
) -> Iterator[Example]:
    """Good translations as they are, and with an error each."""
    ways = [(kind, way) for kind, several in MADE.items() for way in several]
    for reference, right in pairs:
        yield Example(reference, right, right, "")
        for _ in range(TIMES):
            for kind, way in random.choices(ways, k=TRIES):
                made = way(tokens[right], random, means)
                if made and text_of(made) != text_of(tokens[right]):
                    yield Example(reference, right, text_of(made), kind)
                    break


def mended(folder: Path) -> Iterator[Example]:
    """Outputs with what people changed in them."""
    for reference, output, edited in _edits(folder):
        if output != edited and all(map(_is_handy, (reference, output, edited))):
            yield Example(reference, edited, output, OTHER)


def near_words(forms: Forms, nearest: range = range(3, 30), most: int = 8) -> dict[str, list[str]]:
    """For a word others of the same tag that are rather alike, no synonyms among them."""
    encoder, thesaurus = Encoder("trees"), Thesaurus()
    near: dict[str, list[str]] = {}
    for tag in CONTENT:
        words = [word for word in forms.frequent(tag) if len(word) > 2 and word.islower()]
        vectors = np.stack([each.directions[0] for each in encoder.encode([(w,) for w in words])])
        unit = vectors / np.linalg.norm(vectors.astype(np.float32), axis=1, keepdims=True)
        for word, row in zip(words, unit @ unit.T, strict=True):
            order = [words[i] for i in np.argsort(-row)[nearest.start : nearest.stop]]
            same = thesaurus.of(word)
            found = [other for other in order if other not in same and other[:4] != word[:4]]
            near.setdefault(word, found[:most])
    return near
