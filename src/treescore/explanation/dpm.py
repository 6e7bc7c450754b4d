"""Why DPM, EDPM and BDPM score as they do: n-grams and parts of arcs, and where they stand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain
from operator import mul
from typing import NamedTuple

from treescore.explanation.base import (
    Explanation,
    Part,
    Patterns,
    Place,
    Remainder,
    at_places,
    beyond_rounding,
    clipped_parts,
    covering,
    kept,
    ngrams_at,
    rank_references,
)
from treescore.metrics.dpm import (
    BDPM,
    DPM,
    PARTS,
    ROOT_WORD,
    Bag,
    Counts,
    DependencyPairMatch,
)
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import ROOT

KINDS = {
    "dl": "dependent and label",
    "lh": "label and head",
    "dh": "dependent and head",
    "dlh": "dependent, label and head",
}
Weighed = tuple[list[float], tuple[Remainder, ...]]
"""What a match of every component adds, and what remains."""
Owners = tuple[int, ...]
"""Where a word stands: the tokens that it shares letters with."""


class Arc(NamedTuple):
    """An arc of some tree of a list."""

    words: tuple[str, str, str]
    """Dependent, label and head."""
    owners: tuple[Owners, Owners, Owners]
    """Where each of them stands, a label nowhere."""
    drawn: Owners
    """The dependent, if the best tree has this arc, too."""
    weight: float


def explain_dpm(metric: DPM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """DPM and EDPM, which put all into one bin."""
    return _explanation(metric, hypothesis, references, _one_bin)


def explain_bdpm(metric: BDPM, hypothesis: Sentence, references: Sequence[Sentence]) -> Explanation:
    """A bin for every component."""
    return _explanation(metric, hypothesis, references, partial(_bins, metric))


def _explanation(
    metric: DependencyPairMatch,
    hypothesis: Sentence,
    references: Sequence[Sentence],
    weigh: Callable[[Counts, float], Weighed],
) -> Explanation:
    row = metric.statistics(hypothesis, metric.prepare(references))
    score = metric.segment_score(row)
    counts = metric.read(row)
    if any(map(any, counts)):
        shares, remainders = weigh(counts, score)
    else:
        shares = [0.0] * len(metric.component_names)
        reason = "there is nothing to compare, and the words are those of a reference"
        remainders = beyond_rounding(Remainder(reason, score))
    words, *others = (_tokens(metric, sentence) for sentence in (hypothesis, *references))
    ranking = rank_references(words, others)
    return Explanation(
        score,
        words,
        tuple(others),
        tuple(_parts(metric, hypothesis, references, ranking, shares)),
        remainders,
    )


def _one_bin(counts: Counts, score: float) -> Weighed:
    """F1 is 2 * overlap / (hypothesis + reference) unless recall is cut."""
    ours, theirs, overlap = map(sum, counts)
    share = 2 / (ours + theirs)
    shares = [share] * len(counts[0])
    if overlap <= theirs:
        return shares, ()
    reason = (
        "recall is cut at 1"
        if theirs
        else "the nearest reference has nothing to compare, so recall is 0"
    )
    return shares, beyond_rounding(Remainder(reason, score - overlap * share))


def _bins(metric: BDPM, counts: Counts, score: float) -> Weighed:
    """Every match adds to its component's precision and recall, of which there are so many."""
    hypothesis, reference, overlap = counts
    ratios = metric.ratios(counts)
    shares = [
        sum(1 / total for total in totals if total) / len(ratios)
        for totals in zip(hypothesis, reference, strict=True)
    ]
    uncut = sum(map(mul, overlap, shares))
    arithmetic = sum(ratios) / len(ratios)
    reason = (
        "the harmonic mean is below the arithmetic mean"
        if all(ratios)
        else "the harmonic mean is 0, as one precision or recall is 0"
    )
    return shares, beyond_rounding(
        Remainder("recall is cut at 1", arithmetic - uncut), Remainder(reason, score - arithmetic)
    )


def _tokens(metric: DependencyPairMatch, sentence: Sentence) -> tuple[str, ...]:
    return sentence.labelled_dependencies(metric.nbest).best.words


def _parts(
    metric: DependencyPairMatch,
    hypothesis: Sentence,
    references: Sequence[Sentence],
    ranking: Sequence[int],
    shares: Sequence[float],
) -> Iterator[Part]:
    ours = _patterns(metric, hypothesis)
    theirs = zip(*(_patterns(metric, reference) for reference in references), strict=True)
    components = zip(metric.component_names, shares, ours, theirs, strict=True)
    for name, share, mine, others in components:
        kind = KINDS.get(name) or f"{name[:-1]}-gram"
        show = partial(_show, PARTS[name]) if name in PARTS else " ".join
        yield from clipped_parts(kind, mine, others, ranking, share, show)


def _show(parts: tuple[int, ...], pattern: tuple[str, ...]) -> str:
    arc = dict(zip(parts, pattern, strict=True))
    return show_arc(arc.get(0, ""), arc.get(1, ""), arc.get(2, ""))


def show_arc(dependent: str, label: str, head: str) -> str:
    """Like `dog ←obj— had`, with as much of it as there is."""
    return " ".join(filter(None, (dependent, f"←{label}—" if label else "←", head)))


def _patterns(metric: DependencyPairMatch, sentence: Sentence) -> list[Patterns]:
    """Component by component the patterns of a sentence."""
    tokens, bags = metric.counts(sentence)
    words = metric.words(sentence)
    owners = _left(metric, words, covering(words, _tokens(metric, sentence)))
    arcs = list(_arcs(metric, sentence))
    return [
        _of_arcs(arcs, PARTS[name], bag)
        if name in PARTS
        else ngrams_at(tokens, owners, int(name[:-1]))
        for name, bag in zip(metric.component_names, bags, strict=True)
    ]


def _left(metric: DependencyPairMatch, words: Sequence[str], owners: list[Owners]) -> list[Owners]:
    """The owners of those words that punctuation leaves."""
    return [owners[at] for at in kept(words, metric.punct)]


def _arcs(metric: DependencyPairMatch, sentence: Sentence) -> Iterator[Arc]:
    """The arcs of all trees of a list; places count the tokens of the best."""
    parses = sentence.labelled_dependencies(metric.nbest)
    weights = parses.weights(metric.gamma)
    owners_of = {
        words: _left(metric, words, covering(words, parses.best.words))
        for words in {tree.words for tree in parses}
    }
    best: set[tuple[Owners, str, Owners]] = set()
    for whole, tree, weight in zip(parses, metric.trees(sentence), weights, strict=True):
        owners = owners_of[whole.words]
        for at, (label, head) in enumerate(zip(tree.relations, tree.heads, strict=True)):
            word, above = (ROOT_WORD, ()) if head == ROOT else (tree.words[head], owners[head])
            ends = (owners[at], label, above)
            if whole is parses.best:
                best.add(ends)
            drawn = owners[at] if ends in best else ()
            yield Arc((tree.words[at], label, word), (owners[at], (), above), drawn, weight)


def _of_arcs(arcs: Sequence[Arc], parts: tuple[int, ...], bag: Bag) -> Patterns:
    """Every place once, the most probable first."""
    weights: dict[tuple[tuple[str, ...], Place], float] = defaultdict(float)
    for arc in arcs:
        pattern = tuple([arc.words[part] for part in parts])
        tokens = tuple(chain(*(arc.owners[part] for part in parts)))
        if pattern in bag and (tokens or arc.drawn):
            weights[pattern, Place(tokens, arcs=arc.drawn)] += arc.weight
    ranked = sorted(weights, key=lambda each: -weights[each])
    return Patterns(bag, at_places(ranked).places)
