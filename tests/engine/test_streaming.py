from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import treescore as ts
from tests.metrics.every import RandomParser
from treescore.engine import sentences, streaming
from treescore.engine.base import IN_PROCESS, Engine, open_engine
from treescore.engine.evaluating import evaluate
from treescore.engine.streaming import Job, score_pairs
from treescore.errors import TreescoreError, UsageError
from treescore.io import testset as io
from treescore.io.pairs import open_pairs
from treescore.io.testset import Stream
from treescore.metrics.registry import make_metric

SPECS = ("hwcm", "dpm", "nist", "bleu", "chrf", "tesla-m")
WORDS = "the a old cat dog saw heard house never in on quickly ran slept".split()


def sentence(number: int) -> str:
    """One of some hundred sentences, of which many come again."""
    number %= 97
    return " ".join(WORDS[(number * step) % len(WORDS)] for step in range(1, 4 + number % 9))


def rows(size: int) -> list[dict[str, Any]]:
    return [
        {
            "id": number,
            "system": "AB"[number % 2],
            "doc": f"d{number % 7}",
            "reference": sentence(number * 3),
            "reference2": sentence(number * 5) if number % 3 else None,
            "hypothesis": sentence(number),
        }
        for number in range(size)
    ]


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Many chunks of few rows, so that there is something to interrupt."""
    monkeypatch.setattr(sentences, "ROWS", 17)
    monkeypatch.setattr(streaming, "ROWS", 17)


def make_job(folder: Path, size: int = 200, output: str = "scores.parquet") -> Job:
    path = folder / "pairs.parquet"
    if not path.exists():
        pq.write_table(pa.Table.from_pylist(rows(size)), path)
    pairs = open_pairs(str(path), references=("reference", "reference2"))
    metrics = {spec: make_metric(spec) for spec in SPECS}
    return Job(pairs, metrics, RandomParser("dep"), "en", str(folder / output))


def digest(job: Job) -> str:
    return hashlib.sha256(Path(job.output).read_bytes()).hexdigest()


def test_scores_are_those_of_the_same_rows_as_a_test_set(tmp_path: Path):
    job = make_job(tmp_path)
    scores = score_pairs(job)
    table = pq.read_table(job.output).to_pylist()
    assert [row["id"] for row in table] == list(range(200))
    every = [(row["reference"], row["reference2"]) for row in rows(200)]
    texts = [[text for text in pair if text] for pair in every]
    for system in "AB":
        own = [row for row in rows(200) if row["system"] == system]
        testset = io.Testset(
            (
                Stream("one", tuple(row["reference"] for row in own)),
                Stream("two", tuple(row["reference2"] for row in own)),
            ),
            {system: Stream(system, tuple(row["hypothesis"] for row in own))},
            tuple(row["doc"] for row in own),
        )
        found = evaluate(testset, job.metrics, job.parser, learn_from=texts)
        for spec in SPECS:
            assert scores[system][spec] == found.score(system, spec)
            written = [row[spec] for row in table if row["system"] == system]
            assert written == found.segment_scores(system, spec)


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize(("spec", "jobs"), [("local", 2), ("dask", 2)])
def test_the_file_is_the_same_whoever_did_the_work(tmp_path: Path, spec: str, jobs: int):
    job = make_job(tmp_path)
    scores = score_pairs(job)
    other = replace(job, output=str(tmp_path / "other.parquet"))
    assert score_pairs(other, open_engine(spec, jobs)) == scores
    assert digest(other) == digest(job)


class Stopped(Exception):
    """What a test interrupts a run with."""


class Stopping:
    """An engine that gives up after some results; it counts them."""

    working = 1

    def __init__(self, engine: Engine, results: int) -> None:
        self.engine = engine
        self.results = results
        self.done = 0

    def map(
        self, work: Callable[[Any], Any], tasks: Iterable[Any], size: int | None = None
    ) -> Iterator[Any]:
        for result in islice(self.engine.map(work, tasks, size), self.results):
            self.done += 1
            yield result
        raise Stopped


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("suffix", [".parquet", ".tsv", ".tsv.gz"])
def test_a_run_that_is_stopped_goes_on_where_it_was(tmp_path: Path, suffix: str):
    whole = make_job(tmp_path, output=f"whole{suffix}")
    scores = score_pairs(whole)
    job = replace(whole, output=str(tmp_path / f"parts{suffix}"))
    for results in (1, 0, 3, 2):
        with pytest.raises(Stopped):
            score_pairs(job, Stopping(IN_PROCESS, results))
        assert not Path(job.output).exists()
    counting = Counting()
    assert score_pairs(job, counting) == scores
    assert counting.done == 12 - 6  # of 200 rows in chunks of 17
    assert counting.size == 200 - 6 * 17
    assert digest(job) == digest(whole)
    assert not Path(job.output + streaming.UNFINISHED).exists()


class Counting:
    """An engine that counts its tasks."""

    working = 1
    done = 0
    size: int | None = None

    def map(
        self, work: Callable[[Any], Any], tasks: Iterable[Any], size: int | None = None
    ) -> Iterator[Any]:
        self.size = size
        for task in tasks:
            self.done += 1
            yield work(task)


@pytest.mark.usefixtures("small_chunks")
def test_work_for_something_else_is_not_mixed_in(tmp_path: Path):
    job = make_job(tmp_path)
    with pytest.raises(Stopped):
        score_pairs(job, Stopping(IN_PROCESS, 3))
    with pytest.raises(TreescoreError, match=r"belongs to another run \(metrics"):
        score_pairs(replace(job, metrics={"hwcm": make_metric("hwcm:length=2")}))
    with pytest.raises(TreescoreError, match=r"belongs to another run \(parser"):
        score_pairs(replace(job, parser=replace(RandomParser("dep"), signature="random-2")))
    pq.write_table(pa.Table.from_pylist(rows(201)), tmp_path / "pairs.parquet")
    with pytest.raises(TreescoreError, match=r"belongs to another run \(input"):
        score_pairs(make_job(tmp_path))


@pytest.mark.usefixtures("small_chunks")
def test_the_old_output_stands_until_the_new_one_is_complete(tmp_path: Path):
    job = make_job(tmp_path)
    Path(job.output).write_text("the old one")
    with pytest.raises(Stopped):
        score_pairs(job, Stopping(IN_PROCESS, 3))
    assert Path(job.output).read_text() == "the old one"


class Meanwhile:
    """An engine during whose work something happens to the input."""

    working = 1

    def __init__(self, happens: Callable[[], object]) -> None:
        self.happens = happens

    def map(
        self, work: Callable[[Any], Any], tasks: Iterable[Any], size: int | None = None
    ) -> Iterator[Any]:
        yield from map(work, list(tasks))
        self.happens()


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("change", [rows(200)[::-1], rows(100), rows(300)])
@pytest.mark.parametrize("suffix", [".parquet", ".tsv"])
def test_an_input_that_changes_during_the_run_is_refused(
    tmp_path: Path, change: list[dict[str, Any]], suffix: str
):
    path = tmp_path / f"pairs{suffix}"

    def write(content: list[dict[str, Any]]) -> None:
        if suffix == ".parquet":
            pq.write_table(pa.Table.from_pylist(content), path)
        else:
            lines = ["\t".join(str(cell or "") for cell in row.values()) for row in content]
            path.write_text("\n".join(["\t".join(content[0]), *lines]) + "\n")

    write(rows(200))
    job = replace(make_job(tmp_path), pairs=open_pairs(str(path)))
    with pytest.raises(TreescoreError, match="has changed"):
        score_pairs(job, Meanwhile(lambda: write(change)))
    assert not Path(job.output).exists()


def test_every_system_has_its_own_number_of_references(tmp_path: Path):
    table = rows(40)
    for row in table:
        row["reference2"] = None if row["system"] == "A" else "the cat slept"
    pq.write_table(pa.Table.from_pylist(table), tmp_path / "pairs.parquet")
    scores = score_pairs(make_job(tmp_path))
    assert "|nrefs:1|" in scores["A"]["hwcm"].signature
    assert "|nrefs:2|" in scores["B"]["hwcm"].signature


@pytest.mark.parametrize("spec", ["sepia", "hwcm"])
def test_documents_of_several_systems_are_kept_apart(tmp_path: Path, spec: str):
    job = replace(make_job(tmp_path), metrics={spec: make_metric(spec)})
    scores = score_pairs(job)
    for system in "AB":
        own = [row for row in rows(200) if row["system"] == system]
        found = ts.score(
            [row["hypothesis"] for row in own],
            [[row["reference"], *filter(None, [row["reference2"]])] for row in own],
            [spec],
            parser=RandomParser("dep"),
            docs=[row["doc"] for row in own],
        )
        assert scores[system][spec] == found.score("system", spec)


def test_nothing_to_score_with_is_refused(tmp_path: Path):
    with pytest.raises(UsageError, match="no metric"):
        score_pairs(replace(make_job(tmp_path), metrics={}))


@pytest.mark.parametrize("most", [1, 5, 64])
def test_chunks_are_cut_by_different_sentences(most: int):
    texts = [sentence(number) for number in range(300)]
    one = [sentences.Row((("same", None),), ((text, None),)) for text in texts]
    chunks = list(sentences.in_chunks(one, most))
    assert [row for chunk in chunks for row in chunk] == one
    for chunk in chunks[:-1]:
        assert different(chunk[:-1]) < most <= different(chunk)


def different(chunk: Sequence[sentences.Row]) -> int:
    return len({entry for row in chunk for part in row for entry in part})
