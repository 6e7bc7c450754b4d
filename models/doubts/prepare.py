"""Make examples, and the clues of all their words.

    python -m models.doubts.prepare JUDGEMENTS OUTPUT

JUDGEMENTS is the folder of judged translations, OUTPUT what `models.doubts.train` learns from.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

import treescore
from models.doubts.examples import Example, good_translations, make_examples, mended, near_words
from models.sdpm.edits import Means
from models.sdpm.words import Forms, tokens_of
from treescore.diagnosis.alignment import align
from treescore.diagnosis.clues import REACH, Clues, make_clues
from treescore.diagnosis.doubts import KINDS, OTHER, RIGHT
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.view import View, view
from treescore.encoder.encoder import Encoder
from treescore.engine.diagnosing import give_alone
from treescore.engine.sentences import give_vectors
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree

SEED = 1
CHUNK = 400


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


def look(all_of_them: Sequence[Example]) -> Iterator[tuple[Example, View, View, Clues | None]]:
    """Examples with what the right and the wrong text look like, and the clues."""
    rest = iter(all_of_them)
    while chunk := list(islice(rest, CHUNK)):
        texts = list(dict.fromkeys(t for each in chunk for t in each[:3]))
        sentences = {
            text: Sentence(text, {1: parses})
            for text, parses in zip(texts, treescore.parse(texts), strict=True)
        }
        give_vectors(sentences.values(), [Encoder("trees", cached=False)])
        give_alone(list(sentences.values()), cached=True)
        for each in chunk:
            mine, theirs = view(sentences[each.text]), view(sentences[each.reference])
            pair = Pair(mine, theirs, align(mine, theirs))
            clues = make_clues(mine, theirs, pair.alignment, pair.closeness)
            yield each, mine, view(sentences[each.right]), clues
        print(".", end="", flush=True, file=sys.stderr)


def labels(wrong: Sequence[str], right: Sequence[str], kind: str) -> list[int]:
    """For every word what is wrong with it, or with the gap before it."""
    found = [RIGHT] * len(wrong)
    if not kind:
        return found
    number = OTHER if kind == "other" else KINDS.index(kind)
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


def main() -> None:
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    made = examples(Path(sys.argv[1]))
    print(len(made), "examples")
    columns: list[list[NDArray[Any]]] = [[] for _ in Clues._fields]
    answers, sizes, references = [], [], []
    for each, mine, right, clues in look(made):
        if clues is None:
            continue
        for column, name in zip(columns, Clues._fields, strict=True):
            part: NDArray[Any] = getattr(clues, name)
            column.append(part.astype(np.uint8 if part.ndim == 1 else np.float16))
        find = mended_labels(mine.forms, right.forms) if each.kind == "other" else None
        found = labels(mine.forms, right.forms, each.kind) if find is None else find
        answers += [RIGHT] * REACH + found + [RIGHT] * REACH
        sizes.append(len(found))
        references.append(each.reference)
    numbers = {text: number for number, text in enumerate(dict.fromkeys(references))}
    np.savez(
        sys.argv[2],
        answers=np.array(answers, np.uint8),
        sizes=np.array(sizes),
        references=np.array([numbers[text] for text in references]),
        **{
            name: np.concatenate(column)
            for name, column in zip(Clues._fields, columns, strict=True)
        },  # type: ignore[arg-type]
    )


if __name__ == "__main__":
    main()
