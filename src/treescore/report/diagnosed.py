"""A diagnosis for other programs: JSON, TSV and LaTeX, and the errors themselves."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

from treescore.diagnosis.errors import Error
from treescore.diagnosis.result import ERROR_COLUMNS, TYPE_COLUMNS, Diagnosis, Profile
from treescore.diagnosis.separating import Example
from treescore.report.diagnosis_words import notes, rate_shown
from treescore.report.escape import cell, kept_long, latex

MAJOR = 0.5
"""From this weight on an error is a major one."""


def to_json(diagnosis: Diagnosis) -> str:
    """One object: rates by system and type, tests, examples."""
    found = {
        "systems": {
            system: {name: asdict(rate) for name, rate in rates.items()}
            for system, rates in diagnosis.rates.items()
        },
        "likely_true": diagnosis.likely_true,
        "tests": [asdict(test) for test in diagnosis.tests],
        "examples": [_example(diagnosis, each) for each in diagnosis.examples],
        "profiles": [_profile(each) for each in diagnosis.profiles],
        "not_looked_for": diagnosis.not_looked_for,
        "not_looked_at": [number + 1 for number in diagnosis.not_looked_at],
        "signature": diagnosis.signature,
    }
    return json.dumps(found, ensure_ascii=False, indent=2)


def _example(diagnosis: Diagnosis, example: Example) -> dict[str, Any]:
    names = [name for name in (example.system, example.other) if name]
    return {
        "type": example.type,
        "system": example.system,
        "other": example.other or None,
        "doc": diagnosis.docs[example.segment],
        "seg": example.segment + 1,
        "source": diagnosis.source_of(example.segment),
        "texts": {name: diagnosis.text_of(name, example.segment) for name in names},
        "reference": diagnosis.reference_of(example.segment, example.errors[0]),
        "errors": [asdict(error) for error in example.errors],
    }


def _profile(profile: Profile) -> dict[str, Any]:
    return {
        "baseline": profile.baseline,
        "system": profile.system,
        "words": [asdict(each) for each in profile.words],
        "patterns": [
            {**asdict(each), "segments": [number + 1 for number in each.segments]}
            for each in profile.patterns
        ],
    }


def to_tsv(diagnosis: Diagnosis) -> str:
    """A header, then a line for every system and type; the last three where there was a test."""
    lines = ["\t".join(TYPE_COLUMNS)]
    for system, name, *numbers in diagnosis.type_rows():
        shown = ("" if number is None else repr(number) for number in numbers)
        lines.append("\t".join((cell(str(system)), str(name), *shown)))
    return "\n".join(lines)


def to_latex(diagnosis: Diagnosis) -> str:
    """A tabular in the manner of booktabs: types by systems, significance starred."""
    rows = []
    for name in diagnosis.rows:
        cells = [
            latex(rate_shown(diagnosis, system, name)) + _star(diagnosis, system, name)
            for system in diagnosis.systems
        ]
        rows.append(" & ".join((latex(name), *cells)) + r" \\")
    return "\n".join(
        (
            rf"\begin{{tabular}}{{l{'r' * len(diagnosis.systems)}}}",
            r"\toprule",
            " & ".join(("type", *(latex(cell(name)) for name in diagnosis.systems))) + r" \\",
            r"\midrule",
            *rows,
            r"\bottomrule",
            r"\end{tabular}",
            *(f"% {line}" for line in notes(diagnosis)),
        )
    )


def _star(diagnosis: Diagnosis, system: str, name: str) -> str:
    test = diagnosis.test(system, name)
    return "$^{*}$" if test and test.is_significant else ""


def error_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """All errors as lines of TSV; segments count from 1."""
    yield "\t".join(ERROR_COLUMNS) + "\n"
    for system, doc, number, *values in diagnosis.error_rows():
        cells = (cell(str(system)), cell(str(doc)), str(number), *map(_value, values))
        yield "\t".join(cells) + "\n"


def _value(value: str | int | float) -> str:
    """A text keeps its length, blanks included, so that it is what the extent covers."""
    return kept_long(value) if isinstance(value, str) else repr(value)


def span_lines(diagnosis: Diagnosis) -> Iterator[str]:
    """All errors as spans: a list of documents, each a list of items, one item a line.

    That is how tools for error span annotation take translations with spans marked beforehand.
    """
    yield "[\n"
    numbered = groupby(enumerate(diagnosis.docs), key=lambda each: each[1])
    for place, (doc, segments) in enumerate(numbered):
        yield ",\n[\n" if place else "[\n"
        items = (
            json.dumps(_item(diagnosis, doc, number), ensure_ascii=False) for number, _ in segments
        )
        yield ",\n".join(items) + "\n]"
    yield "\n]\n"


def _item(diagnosis: Diagnosis, doc: str, segment: int) -> dict[str, Any]:
    texts = {name: diagnosis.text_of(name, segment) for name in diagnosis.systems}
    source = diagnosis.source_of(segment)
    return {
        "item_id": f"{doc}#{segment + 1}" if doc else str(segment + 1),
        **({} if source is None else {"src": source}),
        "ref": diagnosis.first_reference(segment),
        "tgt": texts,
        "error_spans": {
            name: [_span(error, text) for error in diagnosis.errors[name][segment] if text]
            for name, text in texts.items()
        },
    }


def _span(error: Error, text: str) -> dict[str, Any]:
    """Both ends belong to a span; where words are missing, it is the character at their place."""
    start = min(error.start, len(text) - 1)
    return {
        "start_i": start,
        "end_i": max(start, error.end - 1),
        "severity": "major" if error.weight >= MAJOR else "minor",
        "category": error.type,
    }
