"""Training TESLA: from human judgements and resources to a model."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np

from treescore.engine.scorer import check_kinds, encoders_of, tree_kinds
from treescore.engine.sentences import parsed_segments
from treescore.errors import TreescoreError
from treescore.judgements.base import Judgements, Output, OutputId
from treescore.judgements.outputs import as_testset
from treescore.learning.ranking import (
    Examples,
    Matrix,
    RankedExamples,
    ScoredExamples,
    cross_validate,
    split,
)
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.parsing.base import Parser
from treescore.resources.model import Feature, LinearModel, Resource
from treescore.tracking import Track, silent

Key = tuple[int, OutputId]
"""The number of a set, and an output of it."""


CONSTANT = 1e-9
"""A feature that deviates less does not change: what is left is rounding."""


def train(
    judgements: Sequence[Judgements],
    features: TeslaFeatures,
    parser: Parser,
    folds: int,
    folder: Path,
    track: Track[Any] = silent,
) -> LinearModel:
    """Fit a model to judgements; it names its resources as seen from a folder."""
    outputs = judged_outputs(judgements)
    split(groups(judgements, list(outputs)), folds)  # better to learn now that it cannot be
    matrix = feature_matrix(list(outputs.values()), features, parser, track)
    means, scales = matrix.mean(axis=0), matrix.std(axis=0)
    scales[scales < CONSTANT] = 1.0
    examples = make_examples(judgements, list(outputs), (matrix - means) / scales)
    fitted = cross_validate(examples, folds)
    columns = zip(features.names, means, scales, fitted.weights.weights, strict=True)
    return LinearModel(
        features.target.lexicon.lang,
        tuple(Feature(name, *map(float, numbers)) for name, *numbers in columns),
        fitted.weights.intercept,
        tuple(_resources(features, folder)),
        features.target.parameters(),
        tuple((spec, metric.parameters()) for spec, metric in features.metrics.items()),
        {
            "sets": [each.name for each in judgements],
            "outputs": len(outputs),
            "examples": len(examples.groups),
            "ties": sum(each.ties for each in judgements),
            "unknown": sum(each.unknown for each in judgements),
            "parser": parser.signature,
            "phrases": [
                {"pivot": table.pivot_lang, "alternatives": table.alternatives}
                for table in features.tables
            ],
            "lms": [
                {
                    "order": model.order,
                    "lowercase": model.lowercase,
                    "punctuation": model.punctuation,
                }
                for model in features.models
            ],
            "figure": examples.figure,
            "folds": folds,
            "strength": fitted.strength,
            "tried": [[strength, mean(figures)] for strength, figures in fitted.figures.items()],
        },
    )


def _resources(features: TeslaFeatures, folder: Path) -> Iterator[Resource]:
    for table in features.tables:
        yield Resource("phrases", os.path.relpath(table.path, folder), table.digest)
    for model in features.models:
        yield Resource("lm", os.path.relpath(model.path, folder), model.digest)


def judged_outputs(judgements: Sequence[Judgements]) -> dict[Key, Output]:
    """The outputs that somebody judged: by preferences if there are any, else by scores."""
    ranked = {bool(each.preferences) for each in judgements}
    if len(ranked) > 1:
        raise TreescoreError(
            "some sets have preferences (pairs), others have not; train on one kind at a time"
        )
    outputs: dict[Key, Output] = {}
    for number, each in enumerate(judgements):
        if each.preferences:
            keys = dict.fromkeys(key for pair in each.preferences for key in pair)
        else:
            keys = dict.fromkeys(k for k, out in each.outputs.items() if out.human is not None)
        if not keys:
            raise TreescoreError(
                f"{each.name}: neither preferences nor scores ({each.ties} ties and {each.unknown} "
                "preferences of unknown outputs are left out); give a pairs table beside it, or "
                "fill the column human_score"
            )
        for (segment, system), output in each.outputs.items():
            if (segment, system) in keys and not output.references:
                raise TreescoreError(
                    f"{each.name}: segment {segment} of {system} has no reference; fill the "
                    "column ref"
                )
        # By segment: its references are then prepared once.
        outputs |= {(number, key): each.outputs[key] for key in sorted(keys)}
    return outputs


def feature_matrix(
    outputs: Sequence[Output], features: TeslaFeatures, parser: Parser, track: Track[Any] = silent
) -> Matrix:
    """The features of every output, one row each."""
    testset = as_testset(outputs, features.target.lexicon.lang)
    sizes = sorted({1} | {metric.nbest for metric in features.metrics.values()} - {0})
    rows = []
    known: list[Sentence] = []
    prepared = None
    encoders = encoders_of(features.metrics.values())
    segments = parsed_segments(testset, sizes, parser, encoders)
    for segment in track(segments, "Features", len(outputs)):
        check_kinds(tree_kinds(segment), features.metrics.values())
        if prepared is None or segment.references != known:
            known, prepared = segment.references, features.prepare(segment.references)
        (hypothesis,) = segment.hypotheses
        rows.append(features.values(hypothesis, prepared))
    return np.array(rows)


def make_examples(
    judgements: Sequence[Judgements], keys: Sequence[Key], features: Matrix
) -> Examples:
    """What there is to learn from."""
    rows = {key: row for row, key in enumerate(keys)}
    segments = groups(judgements, keys)
    pairs = _pairs(judgements)
    if not pairs:
        humans = [judgements[number].outputs[key].human for number, key in keys]
        return ScoredExamples(features, np.array(humans), segments)
    better, worse = (np.array([rows[key] for key in side]) for side in zip(*pairs, strict=True))
    return RankedExamples(features, better, worse, segments)


def groups(judgements: Sequence[Judgements], keys: Sequence[Key]) -> list[str]:
    """For every example its references: several sets may share a segment, under any name."""
    examples = [better for better, _ in _pairs(judgements)] or keys
    return ["\n".join(judgements[number].outputs[key].references) for number, key in examples]


def _pairs(judgements: Sequence[Judgements]) -> list[tuple[Key, Key]]:
    return [
        ((number, better), (number, worse))
        for number, each in enumerate(judgements)
        for better, worse in each.preferences
    ]
