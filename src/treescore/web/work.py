"""What workers do: score, explain, report."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, partial
from time import monotonic
from typing import Any

from treescore.engine.evaluating import evaluate
from treescore.engine.explaining import Explained, explain_segment
from treescore.engine.preparing import ParserChoice, prepare
from treescore.engine.results import make_results
from treescore.errors import UsageError
from treescore.explanation.marks import owners_shown
from treescore.io.values import make_testset
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.trained import Tesla
from treescore.parsing.base import Parser
from treescore.report.machine import to_json
from treescore.report.making import Draft
from treescore.report.sentences import explained_json, sentence_json
from treescore.web.uploads import load_upload
from treescore.web.workers import FINE, Reply, Task, Tell

TELL = 0.2
"""Seconds between two words of progress."""
NO_FILES = {"auto", "none"}
"""What a parameter may say in the place of a file's name."""


def work(task: Task, tell: Tell) -> Reply:
    """Do a task by its name."""
    if task["do"] == "report":
        return report(task, tell)
    return {"score": score, "explain": explain}[task["do"]](task)


def choose_metrics(specs: Sequence[str]) -> dict[str, Metric[Any]] | None:
    """The metrics of specs, if there are any; none that reads a file: visitors have none here."""
    chosen = {spec: make_metric(spec) for spec in specs}  # no sweeps: requests are bounded
    for spec, metric in chosen.items():
        if isinstance(metric, Tesla) or not NO_FILES.issuperset(metric.files()):
            raise UsageError(
                f"{spec}: reads a file, which cannot be chosen here; use the command line"
            )
    return chosen or None


@cache
def _opened(lang: str) -> Parser:
    return ParserChoice(cached=False).open(lang)


class KeptParser(ParserChoice):
    """The usual parser, loaded once; texts that are typed in are not kept."""

    def open(self, lang: str) -> Parser:
        return _opened(lang)


KEPT_PARSER = KeptParser(cached=False)


def _fine(answer: object) -> Reply:
    return Reply(FINE, json.dumps(answer, ensure_ascii=False, allow_nan=False).encode())


def score(task: Task) -> Reply:
    """The scores of systems, as `treescore score -f json` gives them."""
    testset = make_testset(task["systems"], task["references"], lang=task["lang"])
    evaluation = evaluate(*prepare(testset, choose_metrics(task["metrics"]), KEPT_PARSER))
    return Reply(FINE, to_json(make_results(evaluation, ci=False, test=None)).encode())


def explain(task: Task) -> Reply:
    """Why translations of one segment have their scores, with all trees."""
    lang = task["lang"]
    systems = {name: [text] for name, text in task["hypotheses"].items()}
    testset = make_testset(systems, [task["references"]], lang=lang)
    ready = prepare(testset, choose_metrics(task["metrics"]), KEPT_PARSER, pictures=True)
    explained = explain_segment(*ready)
    references = next(iter(explained.values())).references
    return _fine(
        {
            "lang": lang,
            "references": [sentence_json(sentence) for sentence in references],
            "hypotheses": {
                name: _with_words(explained_json(each, ready.metrics), each)
                for name, each in explained.items()
            },
        }
    )


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
    testset = load_upload(task["folder"], task["references"], task["systems"], lang)
    ready = prepare(testset, metrics, ParserChoice(), pictures=True)
    draft = Draft(ready)
    return _fine({"report": draft.page(draft.evaluate(partial(_track, tell)))})


def _track(tell: Tell, items: Iterable[Any], _: str, total: int | None) -> Iterator[Any]:
    """Pass items through, and tell now and then how many there were."""
    told = 0.0
    for done, item in enumerate(items):
        if monotonic() - told > TELL:
            told = monotonic()
            tell(json.dumps({"done": done, "total": total}).encode())
        yield item
