"""Make examples, and the clues of all their words.

    python -m models.doubts.prepare JUDGEMENTS OTHER.tsv OUTPUT

JUDGEMENTS is the folder of judged translations, OTHER.tsv what `models.sdpm.translate` made of
other text, OUTPUT what `models.doubts.train` and
`models.doubts.teach` learn from: good translations with an error put in, real outputs of which
readers judged findings, and others, of which a teacher may say what it thinks. Of every example
there are the clues, the pieces of the words, what is wrong with each word as far as it is known,
and findings, with what is known of whether they are true.
"""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

import treescore
from models.doubts.examples import (
    Example,
    faultless,
    good_translations,
    make_examples,
    mended,
    near_words,
)
from models.doubts.verdicts import Judged, Place, judged_outputs, other_outputs
from models.sdpm.edits import Means
from models.sdpm.words import Forms, tokens_of
from treescore.diagnosis.alignment import align
from treescore.diagnosis.belief import NAMES, claim_of
from treescore.diagnosis.clues import Clues, Side, make_clues
from treescore.diagnosis.doubts import KINDS, OTHER, RIGHT, Claim
from treescore.diagnosis.findings import Finding, Pair
from treescore.diagnosis.rules import RULES
from treescore.diagnosis.segment import to_error
from treescore.diagnosis.view import Extent, View, view
from treescore.encoder.encoder import Encoder, bundled_network
from treescore.encoder.pieces import Word
from treescore.engine.diagnosing import give_alone
from treescore.engine.sentences import give_vectors
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree

SEED = 1
CHUNK = 400
UNKNOWN = 255
"""The kind of a word, or the answer to a claim, of which nothing is known."""
LONGEST_WORD = 8
"""Pieces of a word that are looked at."""
OTHERS, ELSEWHERE = 45_000, 20_000
"""Outputs that nobody judged, and translations of other text."""
MOST_WORDS = 8
"""Words of a finding that are looked at on either side."""
AT_RANDOM = 2
"""Findings of any type at any place of a line that is right there."""


class Known(NamedTuple):
    """A finding, and whether it is true, or `UNKNOWN`."""

    claim: Claim
    true: int


class Scene(NamedTuple):
    """What is learned from one pair of lines."""

    clues: Clues
    answers: Sequence[int]
    """For every word of the translation one of `KINDS`, by number, or `UNKNOWN`."""
    findings: Sequence[Known]
    words: tuple[Sequence[Word], Sequence[Word]]
    """Of both lines, in pieces."""
    reference: str
    output: str
    """Where a real output is from; nothing for what is made."""


def elsewhere(path: Path, most: int, random: Random) -> Iterator[Judged]:
    """Translations of other text, of which nobody said anything."""
    lines = path.read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(random.sample(lines, min(most, len(lines)))):
        reference, text = line.split("\t")
        yield Judged(Place("elsewhere", "", str(number), ""), reference, text, [])


def trees_of(texts: Sequence[str]) -> dict[str, DependencyTree]:
    return {
        text: cast(DependencyTree, parses.best)
        for text, parses in zip(texts, treescore.parse(list(texts)), strict=True)
    }


def examples(folder: Path) -> list[Example]:
    random = Random(SEED)  # noqa: S311 - no secret
    pairs = good_translations(folder, random)
    tokens = {
        text: tokens_of(text, tree)
        for text, tree in trees_of(list(dict.fromkeys(right for _, right in pairs))).items()
    }
    forms = Forms(tokens.values())
    means = Means(forms, near_words(forms), [])
    return [*make_examples(pairs, tokens, means, random), *mended(folder)]


def views_of(texts: Sequence[str]) -> dict[str, View]:
    """Lines as rules see them."""
    sentences = {
        text: Sentence(text, {1: parses})
        for text, parses in zip(texts, treescore.parse(list(texts)), strict=True)
    }
    give_vectors(sentences.values(), [Encoder("trees", cached=False)])
    give_alone(list(sentences.values()), cached=True)
    return {text: view(sentence) for text, sentence in sentences.items()}


def look(chunk: Sequence[Example | Judged]) -> list[Scene]:
    """What is learned from some examples."""
    texts = [[e.reference, e.text, *([e.right] if isinstance(e, Example) else [])] for e in chunk]
    views = views_of(list(dict.fromkeys(chain.from_iterable(texts))))
    found = []
    for each in chunk:
        mine, theirs = views[each.text], views[each.reference]
        pair = Pair(mine, theirs, align(mine, theirs))
        clues = make_clues(mine, theirs, pair.alignment, pair.closeness)
        if clues is None:
            continue
        words = _pieces(mine), _pieces(theirs)
        if isinstance(each, Judged):
            known = _judged(pair, each) if each.verdicts else _unjudged(pair)
            scene = Scene(clues, *known, words, each.reference, "/".join(each.place))
        else:
            answers = _answers(mine, views[each.right], each.kind)
            made = list(_made(pair, each, answers))
            scene = Scene(clues, answers, made, words, each.reference, "")
        found.append(scene)
    return found


def _pieces(view: View) -> list[Word]:
    return [bundled_network().pieces.cut(word) for word in view.tree.words]


def _unjudged(pair: Pair) -> tuple[list[int], list[Known]]:
    """All that rules find, and nothing known of it."""
    found = [finding for rule in RULES for finding in list(rule(pair))]
    places = ((each, to_error(pair, each)) for each in found)
    claims = [claim_of(pair, each, (error.start, error.end)) for each, error in places]
    return [UNKNOWN] * len(pair.mine), [Known(claim, UNKNOWN) for claim in claims]


def _judged(pair: Pair, judged: Judged) -> tuple[list[int], list[Known]]:
    """What readers said of words, and of findings."""
    answers, findings = [UNKNOWN] * len(pair.mine), []
    for verdict in judged.verdicts:
        theirs = _words(pair.theirs, verdict.ref_extent)
        claim = claim_of(pair, Finding(verdict.type, (), theirs, 0.0), verdict.extent)
        true = verdict.verdict == "true"
        findings.append(Known(claim, true))
        for word in claim.mine or (min(claim.behind, len(pair.mine) - 1),):
            if verdict.verdict != "false":
                answers[word] = _number(verdict.type) if true else OTHER
            elif answers[word] == UNKNOWN:
                answers[word] = RIGHT
    return answers, findings


def _words(view: View, extent: Extent) -> tuple[int, ...]:
    """The words within an extent."""
    start, end = extent
    return tuple(
        word for word, each in enumerate(view.extents) if each[0] < end and each[1] > start
    )


def _number(kind: str) -> int:
    """The number of a kind of words, or of `OTHER` for an error that words are not asked for."""
    name = kind.partition(":")[0]
    known = [each for each in (kind, name) if each in KINDS]
    return KINDS.index(known[0]) if known else OTHER


def draw(reference: str) -> float:
    """A number from 0 to 1: by it references are kept apart, however many others there are."""
    return zlib.crc32(reference.encode()) / 2**32


def _answers(mine: View, right: View, kind: str) -> list[int]:
    if kind == "other":
        return mended_labels(mine.forms, right.forms)
    return labels(mine.forms, right.forms, kind)


def _made(pair: Pair, example: Example, answers: Sequence[int]) -> Iterator[Known]:
    """What rules say of an error that was put in, its own name, and other names elsewhere."""
    if example.kind == "other":
        return
    wrong = [word for word, answer in enumerate(answers) if answer != RIGHT]
    pair.__dict__["reading"] = None  # rules alone: the network is what is made here
    for rule in RULES:
        for finding in list(rule(pair)):
            error = to_error(pair, finding)
            claim = claim_of(pair, finding, (error.start, error.end))
            spots = claim.mine or (claim.behind,)
            if any(abs(spot - word) <= 1 for spot in spots for word in wrong):
                yield Known(claim, int(_is_named(error.type, example.kind)))
            elif (example.reference, example.right) in FAULTLESS:
                yield Known(claim, False)
    if wrong:
        yield Known(_claim(pair, example.kind, wrong), True)
    random = Random(example.text)  # noqa: S311 - no secret
    right = [word for word, answer in enumerate(answers) if answer == RIGHT]
    for word in random.sample(right, min(AT_RANDOM, len(right))):
        yield Known(_claim(pair, random.choice(KINDS[1:OTHER]), [word]), False)


def _claim(pair: Pair, kind: str, words: Sequence[int]) -> Claim:
    """That words, or the gap before the first, are wrong in a way that the network names."""
    if kind.startswith("missing"):
        start = pair.mine.extents[words[0]][0]
        return claim_of(pair, Finding(kind, (), (), 0.0), (start, start))
    theirs = sorted({pair.alignment.forth[word] for word in words} - {-1})
    finding = Finding(kind, tuple(words), tuple(theirs), 0.0)
    return claim_of(pair, finding, pair.mine.extent(words))


def _is_named(found: str, kind: str) -> bool:
    """Whether a type fits a kind of error; what is missing may be called in several ways."""
    return found.partition(":")[0] == kind.partition(":")[0]


FAULTLESS: set[tuple[str, str]] = set()
"""References, and outputs in which translators found no error; every worker has its own."""


def _remember(pairs: Iterable[tuple[str, str]]) -> None:
    FAULTLESS.update(pairs)


def labels(wrong: Sequence[str], right: Sequence[str], kind: str) -> list[int]:
    """For every word what is wrong with it, or with the gap before it."""
    found = [RIGHT] * len(wrong)
    if not kind:
        return found
    number = _number(kind)
    start, end = _differ(wrong, right)
    if start >= end or kind.startswith("missing"):
        found[min(start, len(wrong) - 1)] = number
    else:
        found[start:end] = [number] * (end - start)
    return found


def mended_labels(wrong: Sequence[str], right: Sequence[str]) -> list[int]:
    """The words that somebody changed, and those before which somebody put one."""
    from difflib import SequenceMatcher

    found = [RIGHT] * len(wrong)
    for what, start, end, *_ in SequenceMatcher(None, wrong, right, autojunk=False).get_opcodes():
        if what != "equal":
            last = min(max(end, start + 1), len(wrong))
            found[start:last] = [OTHER] * (last - start)
    return found


def _differ(wrong: Sequence[str], right: Sequence[str]) -> tuple[int, int]:
    """From the first word that differs to the last one."""
    shorter = min(len(wrong), len(right))
    start = next((i for i in range(shorter) if wrong[i] != right[i]), shorter)
    behind = 0
    while behind < shorter - start and wrong[-1 - behind] == right[-1 - behind]:
        behind += 1
    return start, len(wrong) - behind


def arrays_of(scenes: Sequence[Scene]) -> dict[str, NDArray[Any]]:
    """All scenes, one behind the other."""
    found: dict[str, NDArray[Any]] = {}
    kinds = {"here": np.int8, "alone": np.int8, "single": np.float16}
    for number, name in enumerate(Clues._fields):
        sides = [scene.clues[number] for scene in scenes]
        found[f"{name}.size"] = np.array([len(side.tags) for side in sides])
        for part in Side._fields:
            columns = [getattr(side, part).astype(kinds.get(part, np.int16)) for side in sides]
            found[f"{name}.{part}"] = np.concatenate(columns)
        words = [word for scene in scenes for word in scene.words[number]]
        pieces = [word.pieces[:LONGEST_WORD] for word in words]
        found[f"{name}.pieces"] = np.array([len(each) for each in pieces], np.uint8)
        found[f"{name}.ids"] = np.array([*chain.from_iterable(pieces)], np.uint16)
        found[f"{name}.cases"] = np.array([word.case for word in words], np.int8)
    found["answers"] = np.concatenate([scene.answers for scene in scenes]).astype(np.uint8)
    found["draws"] = np.array([draw(scene.reference) for scene in scenes])
    found["real"] = np.array([scene.output != "" for scene in scenes])
    findings = [each for scene in scenes for each in scene.findings]
    claims = [each.claim for each in findings]
    found["findings.size"] = np.array([len(scene.findings) for scene in scenes])
    found["findings.true"] = np.array([each.true for each in findings], np.uint8)
    found["findings.numbers"] = np.array(
        [(c.name, c.refinement, c.behind) for c in claims], np.int16
    )
    for side in ("mine", "theirs"):
        words = [getattr(claim, side)[:MOST_WORDS] for claim in claims]
        rows = [(*each, *[-1] * (MOST_WORDS - len(each))) for each in words]
        found[f"findings.{side}"] = np.array(rows, np.int16)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("judgements", "other", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--share", type=float, default=1.0, help="of what nobody judged")
    given = parser.parse_args()
    random = Random(SEED)  # noqa: S311 - no secret
    made = examples(given.judgements)
    everything: list[Example | Judged] = [*random.sample(made, round(given.share * len(made)))]
    everything += judged_outputs(given.judgements)
    everything += other_outputs(given.judgements, round(given.share * OTHERS), random)
    everything += elsewhere(given.other, round(given.share * ELSEWHERE), random)
    rest = iter(everything)
    chunks = iter(lambda: list(islice(rest, CHUNK)), [])
    right = [set(faultless(given.judgements))]
    with Pool(given.jobs, _remember, right) as pool:
        scenes = list(chain.from_iterable(pool.imap(look, chunks)))
    print(len(scenes), "examples of", len(NAMES), "types")
    np.savez(given.output, **arrays_of(scenes))  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
