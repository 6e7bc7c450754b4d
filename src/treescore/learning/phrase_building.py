"""Making a phrase table out of a bitext: tag, align, extract, count."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import nsmallest
from itertools import chain, groupby
from pathlib import Path
from typing import Any

from treescore.engine.noticing import notice_texts
from treescore.errors import TreescoreError
from treescore.io import lengths
from treescore.io.files import open_output
from treescore.io.temporary import temporary_folder
from treescore.learning.alignment import align, load_aligner
from treescore.learning.bitext import MOST_WORDS, Bitext, read_texts
from treescore.learning.phrase_extraction import LIMIT, extract_phrases
from treescore.learning.sorted_counts import SortedCounts, TextCount
from treescore.resources.phrase_table import Row, split_target, write_phrase_table
from treescore.resources.taggers import Tagger
from treescore.tracking import Track, silent

ALTERNATIVES = 20
"""Pivot phrases kept for a phrase.

The n-grams of a sentence grow with their third power: with all that 99 % of the mass needs, some
sentences take a minute and some gigabytes.
"""


@dataclass(frozen=True)
class TableSummary:
    """What became of a bitext."""

    pairs: int
    """Sentence pairs in the table."""
    empty: int
    """Pairs left out, as one side has no word."""
    long: int
    """Pairs left out, as one side has more than `MOST_WORDS` words."""
    phrases: int


def build_phrase_table(
    target: str,
    pivot: str,
    output: str,
    target_lang: str,
    pivot_lang: str,
    tagger: Tagger,
    track: Track[Any] = silent,
    longest: int = lengths.LONGEST,
) -> TableSummary:
    """Write the phrase table of two files whose lines are translations of each other.

    No line may have more than `longest` characters.
    """
    load_aligner()  # rather missed now than after the tagging
    with open_output(output) as stream, temporary_folder() as folder:
        targets, pivots = read_texts(target, pivot, longest)
        notice_texts({target: targets}, target_lang)
        notice_texts({pivot: pivots}, pivot_lang, "--pivot-lang")
        bitext = _tagged(targets, pivots, tagger, track)
        if not len(bitext):
            raise TreescoreError(
                f"{target}, {pivot}: no sentence pair has words on both sides, "
                f"and at most {MOST_WORDS} on each; check the files"
            )
        alignment = _align(bitext, track)
        meta = {
            "target_lang": target_lang,
            "pivot_lang": pivot_lang,
            "tagger": tagger.name,
            "tagged": str(int(tagger.tagged)),
            "alternatives": str(ALTERNATIVES),
            "pairs": str(len(bitext)),
        }
        table = folder / "table"
        try:
            phrases = write_phrase_table(
                table,
                meta,
                bitext.target_words.items,
                bitext.tagged_words.items,
                phrase_rows(bitext, alignment, folder, track),
            )
        except sqlite3.OperationalError as error:
            raise TreescoreError(
                f"{table}: cannot be written ({error}); make room in the folder for temporary files"
            ) from None
        if not phrases:
            raise TreescoreError(
                f"{target}, {pivot}: no phrase could be aligned; give more sentence pairs"
            )
        with table.open("rb") as finished:
            shutil.copyfileobj(finished, stream.buffer)
    return TableSummary(len(bitext), bitext.empty, bitext.long, phrases)


def _tagged(
    targets: Sequence[str], pivots: Sequence[str], tagger: Tagger, track: Track[Any]
) -> Bitext:
    bitext = Bitext()
    tagged = track(tagger.words(pivots), "Tagging", len(pivots))
    for text, words in zip(targets, tagged, strict=True):
        bitext.add(split_target(text), words)
    return bitext


def _align(bitext: Bitext, track: Track[Any]) -> list[bytes]:
    """The links of all pairs as bytes, target and pivot places in turn: thousands fit easily."""
    links = track(align(bitext.targets, bitext.lemmas()), "Aligning", len(bitext))
    return [bytes(chain.from_iterable(sorted(each))) for each in links]


def phrase_rows(
    bitext: Bitext, alignment: list[bytes], folder: Path, track: Track[Any] = silent
) -> Iterator[Row]:
    """The phrases of an aligned bitext, in order; the folder is for what does not fit in memory."""
    pairs, taggings = SortedCounts(folder), SortedCounts(folder)
    sentences = zip(bitext.targets, bitext.pivots, bitext.taggings, alignment, strict=True)
    for target, pivot, tagging, links in track(sentences, "Extracting", len(bitext)):
        boxes = extract_phrases(len(target), len(pivot), zip(links[::2], links[1::2], strict=True))
        pairs.update([f"{pivot[p0:p1]}\t{target[t0:t1]}" for t0, t1, p0, p1 in boxes])
        taggings.update(
            [
                f"{pivot[start:end]}\t{tagging[start:end]}"
                for start in range(len(pivot))
                for end in range(start + 1, min(start + LIMIT, len(pivot)) + 1)
            ]
        )
    by_target = SortedCounts(folder)
    for text, count in track(_tagged_pairs(pairs, taggings, bitext), "Sorting", None):
        by_target.update({text: count})
    for phrase, group in groupby(track(by_target.items(), "Writing", None), key=_first):
        options = list(group)
        best = _most_frequent(options, ALTERNATIVES, bitext)
        yield Row(phrase, sum(count for _, count in options), tuple(best))


def _first(each: TextCount) -> str:
    return each[0].partition("\t")[0]


def _second(text: str) -> str:
    return text.partition("\t")[2]


def _tagged_pairs(
    pairs: SortedCounts, taggings: SortedCounts, bitext: Bitext
) -> Iterator[TextCount]:
    """Target phrases with the tagging of their pivot phrases.

    Both counts are in the order of the pivot phrases, and every pivot phrase has a tagging.
    """
    tagged = groupby(taggings.items(), key=_first)
    for pivot, group in groupby(pairs.items(), key=_first):
        options = next(options for other, options in tagged if other == pivot)
        ((_, tagging),) = _most_frequent(options, 1, bitext)
        for text, count in group:
            yield f"{_second(text)}\t{tagging}", count


def _most_frequent(
    options: Iterable[TextCount], size: int, bitext: Bitext
) -> list[tuple[int, str]]:
    """The most frequent taggings, with their counts; of equals, the first in order."""
    taggings = [(count, _second(text)) for text, count in options]
    return nsmallest(size, taggings, key=lambda each: (-each[0], bitext.tagged_words.read(each[1])))
