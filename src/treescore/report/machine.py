"""Results for other programs: JSON and TSV."""

from __future__ import annotations

import json
from collections.abc import Iterator

from treescore.engine.local import Evaluation
from treescore.report.escape import cell


def to_json(evaluation: Evaluation) -> str:
    """One object; `low` and `high` are null where no interval was asked for."""
    systems = {}
    for system in evaluation.systems:
        scores = {metric: evaluation.score(system, metric) for metric in evaluation.metrics}
        systems[system] = {
            metric: {
                "score": score.value,
                "low": score.low,
                "high": score.high,
                "signature": score.signature,
            }
            for metric, score in scores.items()
        }
    return json.dumps({"systems": systems, "tests": []}, ensure_ascii=False, indent=2)


def to_tsv(evaluation: Evaluation) -> str:
    """A header, then a line for every system and metric."""
    lines = ["system\tmetric\tscore\tlow\thigh\tsignature"]
    for system in evaluation.systems:
        for metric in evaluation.metrics:
            score = evaluation.score(system, metric)
            low, high = ("" if bound is None else repr(bound) for bound in (score.low, score.high))
            lines.append(
                "\t".join((cell(system), metric, repr(score.value), low, high, score.signature))
            )
    return "\n".join(lines)


def segment_lines(evaluation: Evaluation) -> Iterator[str]:
    """The scores of all segments as lines of TSV; segments count from 1."""
    yield "system\tdoc\tseg\tmetric\tscore\n"
    for system in evaluation.systems:
        for metric in evaluation.metrics:
            scores = evaluation.segment_scores(system, metric)
            for number, score in enumerate(scores, 1):
                doc = cell(evaluation.segments[number - 1].doc)
                yield f"{cell(system)}\t{doc}\t{number}\t{metric}\t{score!r}\n"
