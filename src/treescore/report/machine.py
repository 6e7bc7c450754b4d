"""Results for other programs: JSON, TSV and LaTeX."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict

from treescore.engine.evaluation import Evaluation
from treescore.engine.extremes import ShownSegment
from treescore.engine.results import Results
from treescore.report.escape import cell, latex
from treescore.report.results import bounds_shown, notes, rank, rank_shown, score_shown

TEST = ("metric", "baseline", "system", "test", "delta", "p")
"""What is told of a paired test."""


def to_json(results: Results, **extremes: Sequence[ShownSegment]) -> str:
    """One object; `low` and `high` are null where no interval was asked for.

    Ranks are there if all pairs were tested, lists of segments (`worst`, `best`) if asked for.
    """
    systems = {
        system: {
            metric: {
                "score": score.score,
                "low": score.low,
                "high": score.high,
                "signature": score.signature,
            }
            for metric, score in scores.items()
        }
        for system, scores in results.scores.items()
    }
    tests = [{key: getattr(test, key) for key in TEST} for test in results.tests]
    content: dict[str, object] = {"systems": systems, "tests": tests}
    if results.ranks:
        content["ranks"] = results.ranks
    for name, segments in extremes.items():
        content[name] = [asdict(segment) for segment in segments]
    return json.dumps(content, ensure_ascii=False, indent=2)


def to_tsv(results: Results) -> str:
    """A header, then a line for every system and metric.

    p and delta are those of the test against the first system, rank that of the test of all pairs.
    """
    lines = ["system\tmetric\tscore\tlow\thigh\tsignature\tp\tdelta\trank"]
    for system, scores in results.scores.items():
        for metric, score in scores.items():
            tested = (results.p(system, metric), results.delta(system, metric))
            value, low, high, p, delta = (
                "" if number is None else repr(number)
                for number in (score.score, score.low, score.high, *tested)
            )
            place = rank(results, system, metric)
            columns = (cell(system), metric, value, low, high, score.signature, p, delta, place)
            lines.append("\t".join(columns))
    return "\n".join(lines)


def to_latex(results: Results) -> str:
    """A tabular in the manner of booktabs: best in bold, significance starred, signatures below."""
    metrics = results.metrics
    arrows = {True: r"$\uparrow$", False: r"$\downarrow$"}
    header = [f"{latex(name)} {arrows[m.higher_is_better]}" for name, m in metrics.items()]
    rows = []
    for system in results.scores:
        cells = []
        for name in metrics:
            text = score_shown(results, system, name)
            text = rf"\textbf{{{text}}}" if results.is_best(system, name) else text
            starred = not results.all_pairs and results.is_significant(system, name)
            rest = bounds_shown(results, system, name) + rank_shown(results, system, name)
            cells.append(text + "$^{*}$" * starred + latex(rest))
        rows.append(" & ".join((latex(cell(system)), *cells)) + r" \\")
    return "\n".join(
        (
            rf"\begin{{tabular}}{{l{'r' * len(metrics)}}}",
            r"\toprule",
            " & ".join(("system", *header)) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            *(f"% {line}" for line in notes(results)),
        )
    )


def segment_lines(evaluation: Evaluation) -> Iterator[str]:
    """The scores of all segments as lines of TSV; segments count from 1."""
    yield "system\tdoc\tseg\tmetric\tscore\n"
    for system in evaluation.systems:
        for metric in evaluation.metrics:
            scores = evaluation.segment_scores(system, metric)
            for number, (doc, score) in enumerate(zip(evaluation.docs, scores, strict=True), 1):
                yield f"{cell(system)}\t{cell(doc)}\t{number}\t{metric}\t{score!r}\n"


def document_lines(evaluation: Evaluation) -> Iterator[str]:
    """The scores of all documents as lines of TSV."""
    yield "system\tdoc\tmetric\tscore\n"
    for system in evaluation.systems:
        for metric in evaluation.metrics:
            for doc, score in evaluation.document_scores(system, metric).items():
                yield f"{cell(system)}\t{cell(doc)}\t{metric}\t{score!r}\n"


def statistics_lines(evaluation: Evaluation) -> Iterator[str]:
    """The statistics of all segments as lines of TSV, one number a line."""
    yield "system\tdoc\tseg\tmetric\tstatistic\tvalue\n"
    for (system, metric), rows in evaluation.statistics.items():
        columns = evaluation.metrics[metric].columns
        for number, (doc, row) in enumerate(zip(evaluation.docs, rows.tolist(), strict=True), 1):
            start = f"{cell(system)}\t{cell(doc)}\t{number}\t{metric}"
            for name, value in zip(columns, row, strict=True):
                yield f"{start}\t{name}\t{value!r}\n"
