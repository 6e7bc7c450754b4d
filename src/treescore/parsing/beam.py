"""n-best dependency parses from a greedily trained spaCy parser.

spaCy's own beam search ranks parses by sums of raw scores, which a greedy model never learnt to
compare between states. Here the scores of every state become log-probabilities first, so that the
score of a parse is the log-probability of its transitions. Sequences of transitions that end in the
same tree are merged.
"""

from __future__ import annotations

import math
from collections import defaultdict
from itertools import islice
from typing import Any

import numpy as np
from spacy.pipeline._parser_internals import nonproj
from spacy.pipeline._parser_internals._beam_utils import BeamBatch
from spacy.tokens import Doc

from treescore.parsing.base import MOST_SEARCHED

PSEUDO_PROJECTIVE = "||"
"""Marks the labels by which spaCy encodes crossing arcs."""

Arcs = tuple[tuple[int, ...], tuple[str, ...]]
"""The heads of all words (a root is its own head, as in spaCy), and their relations."""


def beam_parse(parser: Any, docs: list[Doc], width: int) -> list[list[tuple[float, Arcs]]]:
    """For every document up to `width` trees with their probabilities, best first.

    A document that is too long has the tree that it has been given by the parser.
    """
    short = [doc for doc in docs if len(doc) <= MOST_SEARCHED]
    found = iter(_search(parser, short, width) if short else ())
    return [next(found) if len(doc) <= MOST_SEARCHED else [(1.0, _own_tree(doc))] for doc in docs]


def _own_tree(doc: Doc) -> Arcs:
    return tuple([token.head.i for token in doc]), tuple([token.dep_ for token in doc])


def _search(parser: Any, docs: list[Doc], width: int) -> list[list[tuple[float, Arcs]]]:
    step_model = parser.model.predict(docs)
    beams = BeamBatch(parser.moves, parser.moves.init_batch(docs), None, width)
    while not beams.is_done:
        scores = parser.model.ops.to_numpy(step_model.predict(_unfinished(beams)))
        beams.advance(_log_softmax(scores))
    step_model.clear_memory()
    return [_merge(parser, doc, beam) for doc, beam in zip(docs, beams, strict=True)]


def _unfinished(beams: BeamBatch) -> list[Any]:
    """The states that `advance` takes scores for.

    spaCy's own list has states of ended beams, too, whose scores would go to the next documents.
    """
    if not any(beam.is_done for beam in beams):
        return list(beams.get_unfinished_states())
    states = iter(beams.get_states())
    by_beam = [(beam, list(islice(states, len(beam.probs)))) for beam in beams]
    going_on = (state for beam, own in by_beam if not beam.is_done for state in own)
    return [state for state in going_on if not state.is_final()]


def _log_softmax(scores: Any) -> Any:
    shifted = scores - scores.max(axis=1, keepdims=True)
    return shifted - np.log(np.exp(shifted).sum(axis=1, keepdims=True))


def _merge(parser: Any, doc: Doc, beam: Any) -> list[tuple[float, Arcs]]:
    """The different trees of a beam, with the probabilities of their sequences added up."""
    if len(doc) < 2:  # spaCy leaves out parses without arcs
        return [(1.0, (tuple(range(len(doc))), ("ROOT",) * len(doc)))]
    trees: defaultdict[Arcs, float] = defaultdict(float)
    for probability, arcs in parser.moves.get_beam_parses(beam):
        trees[_tree(doc, arcs)] += probability
    total = math.fsum(trees.values())
    # Ties are broken by the trees themselves, so that the order never depends on the run.
    ranked = sorted(trees.items(), key=lambda item: (-item[1], item[0]))
    return [(probability / total, tree) for tree, probability in ranked if probability > 0]


def _tree(doc: Doc, arcs: list[tuple[int, int, str]]) -> Arcs:
    heads = list(range(len(doc)))
    relations = ["ROOT"] * len(doc)
    for head, dependent, label in arcs:
        heads[dependent] = head
        relations[dependent] = label
    if any(PSEUDO_PROJECTIVE in relation for relation in relations):
        copy = Doc(doc.vocab, words=[token.text for token in doc], heads=heads, deps=relations)
        nonproj.deprojectivize(copy)
        heads = [token.head.i for token in copy]
        relations = [token.dep_ for token in copy]
    return tuple(heads), tuple(relations)
