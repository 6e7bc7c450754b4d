"""Why SEPIA scores as it does: n-grams, and arcs that weigh by their spans."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from treescore.explanation.base import (
    Explanation,
    Part,
    Patterns,
    Place,
    Remainder,
    at_places,
    beyond_rounding,
    clipped_parts,
    kept,
    ngrams_at,
    rank_references,
)
from treescore.explanation.dpm import show_arc
from treescore.metrics.sentence import Sentence
from treescore.metrics.sepia import (
    SEPIA,
    Spans,
    StructuralBigram,
    Weighted,
    arithmetic_mean,
    read_mode,
)
from treescore.metrics.units import prune
from treescore.trees.dependency import ROOT


def explain_sepia(
    metric: SEPIA, hypothesis: Sentence, references: Sequence[Sentence]
) -> Explanation:
    """n-grams and arcs, sub-score by sub-score."""
    prepared = metric.prepare(references)
    weighted = metric.weighted(metric.view(hypothesis), prepared)
    score = metric.segment_score(metric.statistics(hypothesis, prepared))
    return Explanation(
        score,
        hypothesis.dependency.words,
        tuple(reference.dependency.words for reference in references),
        tuple(_parts(metric, hypothesis, references, sum(weight for _, weight in weighted))),
        beyond_rounding(*_remainders(metric, score, weighted)),
    )


def _remainders(metric: SEPIA, score: float, weighted: Weighted) -> Iterator[Remainder]:
    if not weighted:
        reason = "there is nothing to compare, and the words are those of a reference"
        yield Remainder(reason, score)
        return
    mean = metric.mean_of(weighted)
    reason = (
        "the harmonic mean is below the arithmetic mean"
        if all(subscore for subscore, _ in weighted)
        else "the harmonic mean is 0, as one sub-score is 0"
    )
    yield Remainder(reason, mean - arithmetic_mean(weighted))
    reason = "brevity: the translation is shorter than the shortest reference"
    yield Remainder(reason, score - mean)


def _parts(
    metric: SEPIA, hypothesis: Sentence, references: Sequence[Sentence], total: float
) -> Iterator[Part]:
    """Sub-score by sub-score what both sides have; the sub-scores that count weigh `total`."""
    sentences = (hypothesis, *references)
    words, *others = (sentence.dependency.words for sentence in sentences)
    ranking = rank_references(words, others)
    arcs = [_arcs(metric, sentence) for sentence in sentences]
    bigrams = metric.view(hypothesis).bigrams
    spans = Spans(bigrams, {})
    for subscore, weight in zip(read_mode(metric.mode), metric.subscore_weights, strict=True):
        source, x = subscore
        portion = weight / total if total else 0.0
        if source == "ngrams":
            ours, *theirs = (_ngrams(metric, sentence, int(x)) for sentence in sentences)
            share = portion / max(sum(ours.counts.values()), 1)
            kind = f"{x:.0f}-gram"
            yield from clipped_parts(kind, ours, theirs, ranking, share, " ".join)
        else:
            ours, *theirs = arcs
            name = f"arc (sn{x:g})" if source == "sn" else "arc (spn)"
            shares = _match_shares(bigrams, spans.match_weights(subscore), portion)
            show = partial(_show, metric)
            yield from clipped_parts(name, ours, theirs, ranking, shares.__getitem__, show)


def _match_shares(
    bigrams: Sequence[tuple[StructuralBigram, int]], weights: Mapping[int, float], portion: float
) -> defaultdict[StructuralBigram, float]:
    """What a match adds: of all instances the mean, as each counts the same part of itself."""
    counts = Counter([bigram for bigram, _ in bigrams])
    shares: defaultdict[StructuralBigram, float] = defaultdict(float)
    for bigram, span in bigrams:
        shares[bigram] += portion * weights[span] / counts[bigram]
    return shares


def _ngrams(metric: SEPIA, sentence: Sentence, size: int) -> Patterns:
    positions = kept(sentence.dependency.words, metric.punct)
    return ngrams_at(metric.view(sentence).words, [(at,) for at in positions], size)


def _arcs(metric: SEPIA, sentence: Sentence) -> Patterns:
    bigrams = metric.view(sentence).bigrams
    positions = kept(sentence.dependency.words, metric.punct)
    heads = prune(sentence.dependency, metric.punct).heads
    ends = [(word, head) for word, head in enumerate(heads) if head != ROOT]
    return at_places(
        (bigram, Place((positions[word], positions[head]), arcs=(positions[word],)))
        for (bigram, _), (word, head) in zip(bigrams, ends, strict=True)
    )


def _show(metric: SEPIA, bigram: StructuralBigram) -> str:
    """Like `dog ←obj— had`; where order counts, a dependent on the right as `had —obj→ dog`."""
    head, dependent, *more = bigram
    if metric.pos == "yes":
        head, dependent, *more = f"{head}/{more[0]}", f"{dependent}/{more[1]}", *more[2:]
    relation = more[0] if metric.relation == "yes" else ""
    if metric.order == "yes" and more[-1] == "right":
        return f"{head} {f'—{relation}' if relation else ''}→ {dependent}"
    return show_arc(dependent, relation, head)
