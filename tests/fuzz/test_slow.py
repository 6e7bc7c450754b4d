"""Files of which some hundred kilobytes once took half a minute or more, and far more memory."""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from pathlib import Path
from types import FrameType
from typing import TypeVar

import numpy as np
import pytest

from treescore.errors import UsageError
from treescore.io.conllu import parse_nbest
from treescore.io.tables import read_table
from treescore.judgements.base import Against, CannotJudge, Judgements, Output
from treescore.judgements.tables import read_judgements
from treescore.meta.agreement import Plan, measure
from treescore.meta.choices import Group
from treescore.meta.given import read_given
from treescore.meta.protocol import Knobs
from treescore.meta.protocols import PROTOCOLS
from treescore.meta.run import read_judged
from treescore.meta.sample import make_sample
from treescore.meta.scores import Mean, Scores
from treescore.trees.dependency import DependencyTree
from treescore.trees.projective import lift
from treescore.trees.punctuation import drop_from_dependencies

Value = TypeVar("Value")
MANY = 40_000
WORD = "1\ta\t_\t_\t_\t_\t0\troot\t_\t_"


@contextmanager
def soon(seconds: int = 10) -> Iterator[None]:
    """Fails what takes more than ten times as long as it should on a slow machine."""

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"still at work after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def judgements(count: int, segments: int, systems: int) -> Judgements:
    """Outputs of so many segments and systems by turns."""
    outputs = {
        (str(place % segments), str(place % systems)): Output(
            "a", ("a",), place % 13, {Against.hter: place % 11}, by=str(place)
        )
        for place in range(count)
    }
    return Judgements("set", outputs, testset="set", lp="de-en")


def test_a_table_of_many_columns(tmp_path: Path):
    names = [f"c{number}" for number in range(2 * MANY)]
    file = tmp_path / "wide.tsv"
    file.write_text("\t".join(names) + "\n" + "\t" * (len(names) - 1) + "\n")
    with soon():
        ((line, row),) = read_table(str(file), ["c5"], "")
    assert (line, len(row)) == (2, len(names))


def test_an_output_that_was_judged_many_times(tmp_path: Path):
    file = tmp_path / "set.de-en.segs.tsv"
    row = "1\tA\ta\ta\t{}\n"
    rows = (row.format(number % 3) for number in range(MANY))
    file.write_text("seg_id\tsystem\tref\thyp\thuman_score\n" + "".join(rows))
    with soon():
        judged = read_judgements(str(file))
    assert judged.outputs["1", "A"].human == pytest.approx(1, abs=1e-3)


def test_scores_of_many_systems_that_each_have_one_output(tmp_path: Path):
    judged = judgements(MANY, MANY, MANY)
    file = tmp_path / "x.score"
    rows = [f"{system}\t{number % 5}" for number, (_, system) in enumerate(judged.outputs)]
    file.write_text("\n".join([*rows, "0\t1"]) + "\n")
    with soon(), pytest.raises(Exception, match="2 scores of the system '0' end here"):
        read_given("x", str(file), judged)


def test_a_list_of_parses_with_many_comments():
    first = [*["#"] * MANY, "# sent_id = a", "# logprob = -1", WORD, ""]
    others = (
        ["# sent_id = a", f"# parse = {rank}", "# logprob = -1", WORD, ""]
        for rank in range(2, MANY // 10)
    )
    with soon():
        ((_, parses),) = parse_nbest(chain(first, *others), "file")
    assert len(parses) == MANY // 10 - 1


@pytest.mark.parametrize("top", [-1, 0], ids=["root", "word"])
def test_words_below_a_long_chain_of_punctuation(top: int):
    """Each moved up on its own, all the way."""
    size = MANY
    words = ("top", *("." * size), *("w" * size))
    heads = (-1, top, *range(1, size), *[size] * size)
    nothing = ("",) * len(words)
    tree = DependencyTree(words, heads, nothing, nothing, nothing, nothing)
    with soon():
        dropped = drop_from_dependencies(tree)
    assert set(dropped.words) == {"top", "w"}
    below = 0 if top == 0 else 1  # of the words, the first inherits the root
    expected = [0] * size if top == 0 else [-1, *[below] * (size - 1)]
    assert dropped.heads == (-1, *expected)


def test_two_long_chains_that_cross_each_other():
    """Every word was lifted on its own, all the way."""
    heads = [-1, 0, *range(MANY // 2 - 2)]
    with soon():
        lift(heads)
    assert set(heads) == {-1, 0}


@pytest.mark.parametrize("segments", [1, 9000])
def test_many_systems(segments: int):
    """Pairs of systems grow with the square of their number: they are counted before."""
    judged = judgements(9000, segments, 9000)
    with soon():
        sample = make_sample(judged, list(judged.outputs), Against.human)
        examined = dict.fromkeys(PROTOCOLS, 0)
        for name, protocol in PROTOCOLS.items():
            with suppress(CannotJudge):
                examined[name] = protocol.examine(sample, Knobs()).n
    assert {name for name, n in examined.items() if n == 9000} == {
        name for name in PROTOCOLS if name.startswith(("seg-", "sys-"))
    }
    assert set(examined.values()) == {0, 9000}


def test_parts_without_number(tmp_path: Path):
    file = tmp_path / "set.de-en.segs.tsv"
    rows = (f"{number}\tA\ta\ta\t{number % 3}\n" for number in range(MANY))
    file.write_text("seg_id\tsystem\tref\thyp\thuman_score\n" + "".join(rows))
    with soon(), pytest.raises(UsageError, match=r"--by seg_id: .* 40,000 different values"):
        read_judged([str(file)], by="seg_id")


def test_many_parts():
    """None needs a look at all the outputs of the others."""
    judged = judgements(MANY, MANY, MANY // 2)
    keys = list(judged.outputs)
    scores = {"x": Scores("x", Mean(), np.ones((len(keys), 2)))}

    def first_parts(items: Iterable[Value], *_: object) -> Iterator[Value]:
        return islice(items, 1000)

    with soon():
        columns = measure(judged, keys, scores, Plan([PROTOCOLS["delta-hter-seg"]]), first_parts)
    assert len(columns) == 1000


@pytest.mark.parametrize("group", ["item", "system"])
def test_groups_of_one_output_each(group: str):
    """None has a correlation; all are counted."""
    judged = judgements(MANY, MANY, MANY)
    sample = make_sample(judged, list(judged.outputs), Against.human)
    scores = Scores("x", Mean(), np.ones((MANY, 2)))
    with soon():
        examination = PROTOCOLS["seg-pearson"].examine(sample, Knobs(Group(group)))
        assert np.isnan(examination.value(scores))
        assert np.isnan(examination.resampled(scores, np.ones((100, MANY)))).all()
    assert examination.detail(scores) == f"undefined in {MANY} of {MANY} groups"
