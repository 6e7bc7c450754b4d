from __future__ import annotations

import errno
import os
from collections.abc import Callable
from itertools import chain, count, islice, repeat
from pathlib import Path
from typing import Any

import pytest

from tests.engine import tasks
from treescore.engine.automatic import PARSE, START, Automatic, Forecast, Foreseeing
from treescore.engine.base import IN_PROCESS, doing, open_engine
from treescore.engine.evaluating import evaluate
from treescore.engine.parsing import TextParser
from treescore.engine.preparing import ParserChoice
from treescore.engine.reranking import Contest, Reranker
from treescore.engine.scorer import Scorer
from treescore.engine.sentences import Row
from treescore.errors import TreescoreError, UsageError
from treescore.io.candidates import CandidateList
from treescore.io.errors import InputError
from treescore.io.values import make_testset
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.parsing.named import open_named

NUMBERS = list(range(20))
SQUARES = [number * number for number in NUMBERS]
HERE = os.getpid()
LONG = 10 * START
"""Seconds of a task that others are worth their start for."""


def every_task(seconds: float, cores: int = 2) -> Automatic:
    """An engine by whose clock every task takes so long."""
    return Automatic(cores, count(0.0, seconds).__next__)


def test_little_work_is_done_here():
    engine = every_task(START / 100)
    assert set(engine.map(tasks.process_number, NUMBERS, len(NUMBERS))) == {HERE}
    assert engine.working == 1


def test_much_work_is_shared_by_a_process_for_every_core():
    engine = every_task(LONG, cores=3)
    first, second, *others = engine.map(tasks.process_number, NUMBERS, len(NUMBERS))
    assert first == second == HERE  # loading models tells nothing about the rest
    assert HERE not in others
    assert 1 < len(set(others)) <= 3
    assert engine.working == 3


def test_what_is_left_matters_and_not_what_was_done():
    last = every_task(LONG).map(tasks.process_number, NUMBERS, 2)
    assert set(last) == {HERE}


def test_work_that_turns_out_to_be_slow_is_shared_then():
    quick, slow = count(0.0, START / 1000), count(LONG, LONG)
    engine = Automatic(2, chain(islice(quick, 2 * 8), slow).__next__)
    done = list(engine.map(tasks.process_number, NUMBERS, len(NUMBERS)))
    assert set(done[:8]) == {HERE}
    assert HERE not in done[-5:]


def test_of_an_unknown_number_of_tasks_as_many_are_expected_as_were_done():
    engine = every_task(START)
    done = list(engine.map(tasks.process_number, NUMBERS))
    assert done[0] == HERE
    assert done[-1] != HERE
    assert set(every_task(START / 100).map(tasks.process_number, NUMBERS)) == {HERE}


def test_much_that_is_known_to_be_parsed_is_shared_from_the_start():
    many, few = (round(factor * START / PARSE / len(NUMBERS)) for factor in (10, 0.1))
    clock = every_task(0.0)
    assert HERE not in set(clock.map(tasks.Foreseen(many), NUMBERS, len(NUMBERS)))
    assert set(clock.map(tasks.Foreseen(few), NUMBERS, len(NUMBERS))) == {HERE}
    assert set(clock.map(tasks.Foreseen(many), NUMBERS)) == {HERE}  # who knows how many more


def test_only_what_the_cache_lacks_is_expected_to_be_parsed(
    english_texts: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("TREESCORE_CACHE", str(tmp_path))
    parser = open_named("spacy", "en")
    known, new = english_texts[:3], english_texts[3:8]
    list(parser.parse(known))
    rows = [Row(((text, None), None), ((new[0], None),)) for text in (*known, *new)]
    lists = [Contest(CandidateList(str(n), (text, new[0])), ()) for n, text in enumerate(known)]
    works: list[tuple[Any, Any, int]] = [
        (Scorer({"hwcm": make_metric("hwcm")}, parser, [1], "en"), rows, len(new)),
        (Scorer({"bleu": make_metric("bleu")}, parser, [], "en"), rows, 0),
        (Reranker(make_metric("dpm"), parser, "en"), lists, 1),
        (TextParser(parser, 1), [*known, *new, *new], len(new)),
        (TextParser(parser, 2), known, len(known)),
    ]
    for work, task, expected in works:
        assert isinstance(work, Foreseeing)
        assert work.unparsed(task) == expected


def test_a_forecast_counts_segments():
    forecast = Forecast(100)
    forecast.add(10, 1000.0)
    assert forecast.seconds_left == 0  # nothing is known yet
    forecast.add(30, 15.0)
    assert forecast.seconds_left == 30  # 60 are left, two a second
    chunks = [[0] * 5] * 4
    shared = every_task(LONG).map(tasks.segments_and_process, chunks, 20)
    assert [size for size, _ in shared] == [5] * 4


def test_results_come_in_order_and_an_engine_works_again():
    engine = every_task(LONG)
    for _ in range(2):
        assert list(engine.map(tasks.square, NUMBERS, len(NUMBERS))) == SQUARES
    assert list(engine.map(tasks.square, [])) == []


@pytest.mark.parametrize("work", [lambda number: number * number, tasks.square])
def test_what_cannot_be_handed_over_is_done_here(
    work: Callable[[int], int], monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("treescore.engine.automatic.LARGEST", 1)
    monkeypatch.setattr("treescore.engine.processes.share", None)  # would fail
    assert list(every_task(LONG).map(work, NUMBERS, len(NUMBERS))) == SQUARES


def test_what_others_cannot_open_or_survive_is_done_here():
    unready = tasks.Unready()
    assert list(every_task(LONG).map(unready, NUMBERS, len(NUMBERS))) == NUMBERS
    deadly = tasks.DeadlyElsewhere(HERE)
    engine = every_task(LONG)
    assert list(engine.map(deadly, NUMBERS, len(NUMBERS))) == SQUARES
    assert engine.working == 1


def test_where_no_process_can_be_started_work_is_done_here(monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr("treescore.engine.processes.Spawned", refuse)
    assert list(every_task(LONG).map(tasks.square, NUMBERS, len(NUMBERS))) == SQUARES
    with pytest.raises(TreescoreError, match=r"^no process can be started \(Resource"):
        list(open_engine(jobs=2).map(tasks.square, NUMBERS))


def test_an_error_is_that_of_one_process_and_comes_after_the_same_results():
    results = every_task(LONG).map(tasks.refuse, NUMBERS, len(NUMBERS))
    assert [next(results) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(InputError, match="ends too soon"):
        next(results)


def test_the_progress_line_says_how_many_processes_work():
    engine = every_task(LONG, cores=3)
    words = doing("Scoring", engine)
    assert callable(words)
    said = [words() for _ in engine.map(tasks.square, NUMBERS, len(NUMBERS))]
    assert "1 process" in said[0]
    assert "3 processes" in said[-1]


def test_numbers_are_the_same_to_the_last_bit(english_texts: list[str]):
    testset = make_testset(
        {"A": english_texts[:40], "B": english_texts[20:60]},
        [[text] for text in english_texts[40:80]],
    )
    metrics: dict[str, Metric[Any]] = {
        name: make_metric(name) for name in ("sdpm", "dpm", "hwcm", "stm", "bleu")
    }
    parser = open_named("spacy", "en", cached=False)
    engines = (IN_PROCESS, open_engine(jobs=2), every_task(LONG))
    one, two, automatic = (
        evaluate(testset, metrics, parser, engine=engine, chunk=20) for engine in engines
    )
    for each in (two, automatic):
        assert each.signatures == one.signatures
        for key, rows in one.statistics.items():
            assert each.statistics[key].tobytes() == rows.tobytes()


@pytest.fixture
def english_texts() -> list[str]:
    who = ("the dog", "a tall man", "my sister", "every child", "nobody here")
    what = ("saw a house", "bought seven apples", "will never find it", "has painted the boat")
    return [
        f"{one} {two} {when}."
        for one in who
        for two in what
        for when in "here now later twice".split()
    ]


def test_without_a_number_it_is_automatic_where_there_are_cores(monkeypatch: pytest.MonkeyPatch):
    base = "treescore.engine.base"
    for cores, free, automatic in ((4, True, True), (1, True, False), (4, False, False)):
        monkeypatch.setattr(f"{base}.usable_cores", repeat(cores).__next__)
        monkeypatch.setattr(f"{base}.is_free_to_start", repeat(free).__next__)
        engine = open_engine()
        assert isinstance(engine, Automatic) == automatic
        assert open_engine(jobs=1) is IN_PROCESS
        assert open_engine(jobs=3).working == 3
        assert open_engine("dask").working == cores
    with pytest.raises(UsageError, match="jobs=0"):
        open_engine(jobs=0)


def test_parsers_that_share_badly_work_alone_unless_asked():
    own = open_named("spacy", "en")
    specs = ("stanza", "benepar", "spacy:en_core_web_trf", "files:some.conllu", own)
    alone = [ParserChoice(spec) for spec in specs]
    for choice in (*alone, ParserChoice(gpu=True)):
        assert choice.jobs(None) == 1
        assert choice.jobs(3) == 3
    for spec in ("spacy", "spacy:en_core_web_md"):
        assert ParserChoice(spec).jobs(None) is None
