"""What workers do: score, explain, report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from time import monotonic
from typing import Any

from treescore.api import evaluate_inputs
from treescore.engine.explaining import Explained, explain_segment
from treescore.engine.local import evaluate
from treescore.errors import MissingResource, UsageError
from treescore.explanation.marks import owners_shown
from treescore.io.testset import Stream, Testset
from treescore.metrics.base import Metric, named_files
from treescore.metrics.registry import make_metric
from treescore.metrics.trained import Tesla
from treescore.parsing.base import Parser
from treescore.parsing.named import open_named
from treescore.parsing.registry import load_parser
from treescore.report.machine import to_json
from treescore.report.packing import Packer
from treescore.report.results import make_results
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


def choose_metrics(specs: Sequence[str]) -> dict[str, Metric[Any]]:
    """The metrics of specs; none that reads a file, for visitors have none here."""
    chosen = {spec: make_metric(spec) for spec in specs}
    for spec, metric in chosen.items():
        if isinstance(metric, Tesla) or not NO_FILES.issuperset(named_files(metric)):
            raise UsageError(
                f"{spec}: reads a file, which cannot be chosen here; use the command line"
            )
    return chosen


@cache
def _parser(lang: str) -> Parser:
    """The usual parser of a language, loaded once; texts that are typed in are not kept."""
    return load_parser("spacy", lang)


def open_parser(
    lang: str,
    metrics: Mapping[str, Metric[Any]],
    opener: Callable[[str], Parser] = _parser,
) -> Parser | None:
    """The parser, for the pictures' sake also where no metric needs it."""
    try:
        return opener(lang)
    except MissingResource:
        if any(metric.nbest for metric in metrics.values()):
            raise
        return None


def _fine(answer: object) -> Reply:
    return Reply(FINE, json.dumps(answer, ensure_ascii=False, allow_nan=False).encode())


def score(task: Task) -> Reply:
    """The scores of systems, as `treescore score -f json` gives them."""
    metrics = choose_metrics(task["metrics"])
    parser = open_parser(task["lang"], metrics)
    evaluation = evaluate_inputs(
        task["systems"], task["references"], metrics, task["lang"], parser or "spacy"
    )
    return Reply(FINE, to_json(make_results(evaluation, ci=False, test=None)).encode())


def explain(task: Task) -> Reply:
    """Why translations of one segment have their scores, with all trees."""
    lang = task["lang"]
    metrics = choose_metrics(task["metrics"])
    testset = Testset(
        tuple(Stream(f"reference {n}", (text,)) for n, text in enumerate(task["references"], 1)),
        {name: Stream(name, (text,)) for name, text in task["hypotheses"].items()},
        lang=lang,
    )
    explained = explain_segment(testset, metrics, open_parser(lang, metrics))
    references = next(iter(explained.values())).references
    return _fine(
        {
            "lang": lang,
            "references": [sentence_json(sentence) for sentence in references],
            "hypotheses": {
                name: _with_words(explained_json(each, metrics), each)
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
    from treescore.report.page import render  # templates take their time to load

    lang = task["lang"]
    metrics = choose_metrics(task["metrics"])
    testset = load_upload(task["folder"], task["references"], task["systems"], lang)
    parser = open_parser(lang, metrics, partial(open_named, "spacy"))
    packer = Packer()
    evaluation = evaluate(testset, metrics, parser, partial(_track, tell), watch=packer.add)
    return _fine({"report": render(evaluation, packer)})


def _track(tell: Tell, items: Iterable[Any], _: str, total: int | None) -> Iterator[Any]:
    """Pass items through, and tell now and then how many there were."""
    told = 0.0
    for done, item in enumerate(items):
        if monotonic() - told > TELL:
            told = monotonic()
            tell(json.dumps({"done": done, "total": total}).encode())
        yield item
