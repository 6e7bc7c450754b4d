"""Word alignment: links between the words of two languages, from nothing but sentence pairs.

The aligner eflomal samples an alignment in each direction, and the two are made one. Its program
seeds itself from the system and takes no seed, so that two runs over the same sentences differ in
a good many links. All that follows from the links is exact.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from treescore.errors import MissingResource, TreescoreError, how_to_install
from treescore.io.temporary import temporary_folder

Links = set[tuple[int, int]]
"""Pairs of places, counted from 0: a target word and the pivot word it is linked to."""
NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


def align(targets: Iterable[Sequence[str]], pivots: Iterable[Sequence[str]]) -> Iterator[Links]:
    """The links of every sentence pair; no sentence may be empty."""
    aligner = load_aligner()
    with temporary_folder() as folder:
        forward, backward = (folder / name for name in ("forward", "backward"))
        try:
            aligner.align(_numbered(targets), _numbered(pivots), str(forward), str(backward))
        except (subprocess.CalledProcessError, OSError) as error:
            raise TreescoreError(
                f"the word aligner failed ({error}); check the memory and the disk"
            ) from None
        with forward.open() as forward_lines, backward.open() as backward_lines:
            for one, other in zip(forward_lines, backward_lines, strict=True):
                yield grow_diag_final_and(_links(one), _links(other))


def load_aligner() -> Any:
    """The aligner, without a word of its own on the screen."""
    try:
        from eflomal import Aligner
    except ImportError:
        raise MissingResource(
            f"the word aligner eflomal is not installed; run: {how_to_install('tesla')}"
        ) from None
    return Aligner()


def _numbered(sentences: Iterable[Sequence[str]]) -> Iterator[str]:
    """The sentences with numbers for words: the aligner would split words that hold blanks."""
    numbers: dict[str, str] = {}
    for words in sentences:
        yield " ".join(numbers.setdefault(word, str(len(numbers))) for word in words)


def _links(line: str) -> Links:
    pairs = (pair.split("-") for pair in line.split())
    return {(int(target), int(pivot)) for target, pivot in pairs}


def grow_diag_final_and(forward: Links, backward: Links) -> Links:
    """One alignment out of those of both directions (Koehn, Och and Marcu 2003).

    It starts from the links both have, and grows along neighbouring links that either has, as long
    as they reach a word without link. In the end it takes links between words that both still lack
    one. As each link can rule out others, their order matters: that of the target words, then of
    the pivot words.
    """
    links = forward & backward
    targets = {target for target, _ in links}
    pivots = {pivot for _, pivot in links}

    def add(link: tuple[int, int]) -> None:
        links.add(link)
        targets.add(link[0])
        pivots.add(link[1])

    either = sorted(forward | backward)
    candidates = forward ^ backward
    grown = bool(candidates)
    while grown:
        grown = False
        for target, pivot in either:
            if (target, pivot) not in links:
                continue
            for down, right in NEIGHBOURS:
                link = target + down, pivot + right
                if link in candidates and not (link[0] in targets and link[1] in pivots):
                    candidates.remove(link)
                    add(link)
                    grown = True
    for direction in (forward, backward):
        for link in sorted(direction & candidates):
            if link[0] not in targets and link[1] not in pivots:
                add(link)
    return links
