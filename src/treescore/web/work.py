"""What workers do: score, explain, diagnose, report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from functools import cache, partial
from time import monotonic
from typing import Any

from treescore.diagnosis.errors import Error
from treescore.diagnosis.types import TYPES, not_looked_for
from treescore.engine.diagnosing import diagnose as engine_diagnose
from treescore.engine.diagnosing import errors_of
from treescore.engine.evaluating import evaluate
from treescore.engine.explaining import Explained, explain_segment
from treescore.engine.preparing import ParserChoice, prepare
from treescore.engine.results import make_results
from treescore.errors import TreescoreError, UsageError
from treescore.explanation.marks import owners_shown
from treescore.io.values import make_testset
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.trained import Tesla
from treescore.parsing.base import Parser
from treescore.report.diagnosed import to_json as diagnosis_json
from treescore.report.diagnosis_words import verdict
from treescore.report.machine import to_json
from treescore.report.making import Draft
from treescore.report.packed_errors import nearest
from treescore.report.sentences import explained_json, sentence_json
from treescore.web.notes import listening, repeat
from treescore.web.uploads import load_upload, without_folder
from treescore.web.workers import FINE, Faults, Reply, Task, Tell

TELL = 0.2
"""Seconds between two words of progress."""
NO_FILES = {"auto", "none"}
"""What a parameter may say in the place of a file's name."""


def work(task: Task, tell: Tell) -> Reply:
    """Do a task by its name."""
    if task["do"] == "report":
        return report(task, tell)
    return {"score": score, "explain": explain, "diagnose": diagnose}[task["do"]](task)


def choose_metrics(specs: Sequence[str]) -> dict[str, Metric[Any]] | None:
    """The metrics of specs, if there are any; none that reads a file: visitors have none here."""
    chosen: dict[str, Metric[Any]] = {}
    faults = []
    for spec in specs:  # no sweeps: requests are bounded
        try:
            chosen[spec] = _choose(spec)
        except TreescoreError as error:
            faults.append(str(error))
    if faults:
        raise Faults(faults)
    return chosen or None


def _choose(spec: str) -> Metric[Any]:
    metric = make_metric(spec)
    if isinstance(metric, Tesla) or not NO_FILES.issuperset(metric.files()):
        raise UsageError(f"{spec}: reads a file, which cannot be chosen here; use the command line")
    return metric


@cache
def _opened(lang: str) -> tuple[Parser, tuple[str, ...]]:
    """A parser, and what was said when it was opened."""
    with listening() as notes:
        parser = ParserChoice(cached=False).open(lang)
    return parser, tuple(notes)


class ToldParser(ParserChoice):
    """The usual parser; what it is worth is told each time, not once a cache."""

    def open(self, lang: str) -> Parser:
        repeat(_opened(lang)[1])
        return super().open(lang)


class KeptParser(ParserChoice):
    """The usual parser, loaded once; texts that are typed in are not kept."""

    def open(self, lang: str) -> Parser:
        parser, notes = _opened(lang)
        repeat(notes)
        return parser


KEPT_PARSER = KeptParser(cached=False)


def _fine(answer: object) -> Reply:
    return Reply(FINE, json.dumps(answer, ensure_ascii=False, allow_nan=False).encode())


def score(task: Task) -> Reply:
    """The scores of systems, as `treescore score -f json` gives them, with notes."""
    testset = make_testset(task["systems"], task["references"], lang=task["lang"])
    with listening() as notes:
        evaluation = evaluate(*prepare(testset, choose_metrics(task["metrics"]), KEPT_PARSER))
    results = json.loads(to_json(make_results(evaluation, ci=False, test=None)))
    return _fine({**results, "notes": [*notes]})


def explain(task: Task) -> Reply:
    """Why translations of one segment have their scores, with all trees, and what is wrong."""
    lang, source = task["lang"], task["source"]
    systems = {name: [text] for name, text in task["hypotheses"].items()}
    testset = make_testset(
        systems, [task["references"]], lang=lang, sources=None if source is None else [source]
    )
    with listening() as notes:
        ready = prepare(testset, choose_metrics(task["metrics"]), KEPT_PARSER, pictures=True)
        explained = explain_segment(*ready)
        references = next(iter(explained.values())).references
        answer = {
            "lang": lang,
            "source": source,
            "references": [sentence_json(sentence) for sentence in references],
            "hypotheses": {
                name: {
                    **_with_words(explained_json(each, ready.metrics), each),
                    "diagnosis": _diagnosis(each),
                }
                for name, each in explained.items()
            },
            "not_looked_for": not_looked_for(lang),
        }
    return _fine({**answer, "notes": [*notes]})


def _diagnosis(explained: Explained) -> dict[str, Any] | None:
    """The errors of a translation, and the reference that it is nearest to; none without trees."""
    sentences = (explained.hypothesis, *explained.references)
    if not all(sentence.parses for sentence in sentences):
        return None
    errors = errors_of(explained.hypothesis, explained.references, cached=False)
    texts = [reference.text or "" for reference in explained.references]
    return {"reference": nearest(errors, texts), "errors": [*map(_error, errors)]}


def _error(error: Error) -> dict[str, Any]:
    return {**asdict(error), "doubtful": error.is_doubtful, "about": TYPES[error.kind]}


def diagnose(task: Task) -> Reply:
    """What is wrong with systems, as `treescore diagnose -f json` gives it, with all errors."""
    testset = make_testset(task["systems"], task["references"], lang=task["lang"])
    with listening() as notes:
        parser = KEPT_PARSER.open(testset.lang)
        found = engine_diagnose(testset, parser, against=task["against"], cached=False)
    errors = {
        system: [[_error(error) for error in segment] for segment in segments]
        for system, segments in found.errors.items()
    }
    answer = {"verdict": verdict(found), **json.loads(diagnosis_json(found)), "errors": errors}
    return _fine({**answer, "notes": [*notes]})


def _with_words(answer: dict[str, Any], explained: Explained) -> dict[str, Any]:
    """The answer, and for every token that places count the words that are shown of it."""
    for name, explanation in explained.explanations.items():
        pairs = zip(explanation.references, explained.references, strict=True)
        answer["metrics"][name]["words"] = {
            "hypothesis": owners_shown(explanation.hypothesis, explained.hypothesis),
            "references": [owners_shown(tokens, sentence) for tokens, sentence in pairs],
        }
    return answer


def report(task: Task, tell: Tell) -> Reply:
    """The report of uploaded files; their parses are kept, as those of the command line are."""
    lang = task["lang"]
    metrics = choose_metrics(task["metrics"])
    with listening() as notes:
        testset = load_upload(
            task["folder"], task["references"], task["systems"], lang, task["source"]
        )
        ready = prepare(testset, metrics, ToldParser(), pictures=True)
        draft = Draft(ready)
        page = draft.page(draft.evaluate(partial(_track, tell)))
    told = [without_folder(note, task["folder"]) for note in notes]
    return _fine({"report": page, "notes": told})


def _track(tell: Tell, items: Iterable[Any], _: str, total: int | None) -> Iterator[Any]:
    """Pass items through, and tell now and then how many there were."""
    told = 0.0
    for done, item in enumerate(items):
        if monotonic() - told > TELL:
            told = monotonic()
            tell(json.dumps({"done": done, "total": total}).encode())
        yield item
