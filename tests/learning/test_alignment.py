from __future__ import annotations

import random
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.errors import MissingResource, TreescoreError
from treescore.learning import alignment
from treescore.learning.alignment import Links, align, grow_diag_final_and, load_aligner

SIZE = 5


def slow_grow_diag_final_and(forward: Links, backward: Links) -> Links:
    """The published steps one by one, over all points of the grid."""
    links = forward & backward

    def target_is_free(target: int) -> bool:
        return all(other != target for other, _ in links)

    def pivot_is_free(pivot: int) -> bool:
        return all(other != pivot for _, other in links)

    grid = [(target, pivot) for target in range(SIZE) for pivot in range(SIZE)]
    while True:
        before = len(links)
        for target, pivot in grid:
            if (target, pivot) in links:
                # The straight neighbours first, then the diagonal ones.
                for down, right in [
                    *((-1, 0), (0, -1), (1, 0), (0, 1)),
                    *((-1, -1), (-1, 1), (1, -1), (1, 1)),
                ]:
                    near = (target + down, pivot + right)
                    free = target_is_free(near[0]) or pivot_is_free(near[1])
                    if free and near in forward | backward:
                        links.add(near)
        if len(links) == before:
            break
    for direction in (forward, backward):
        for target, pivot in grid:
            if target_is_free(target) and pivot_is_free(pivot) and (target, pivot) in direction:
                links.add((target, pivot))
    return links


PLACES = st.integers(0, SIZE - 1)
LINKS = st.sets(st.tuples(PLACES, PLACES), max_size=15)


@given(LINKS, LINKS)
def test_symmetrisation_follows_the_published_steps(forward: Links, backward: Links):
    given_links = forward.copy(), backward.copy()
    assert grow_diag_final_and(forward, backward) == slow_grow_diag_final_and(forward, backward)
    assert (forward, backward) == given_links, "what is given stays as it is"


@pytest.mark.parametrize(
    ("forward", "backward", "links"),
    [
        pytest.param({(0, 0), (1, 1)}, {(0, 0), (1, 1)}, {(0, 0), (1, 1)}, id="agreed"),
        pytest.param({(0, 0), (1, 1)}, {(0, 0)}, {(0, 0), (1, 1)}, id="diagonal"),
        pytest.param({(0, 0), (0, 1)}, {(0, 0)}, {(0, 0), (0, 1)}, id="one word is free"),
        pytest.param(
            {(0, 0), (1, 1), (0, 1)}, {(0, 0), (1, 1)}, {(0, 0), (1, 1)}, id="none is free"
        ),
        pytest.param({(0, 0), (3, 3)}, {(0, 0)}, {(0, 0), (3, 3)}, id="final"),
        pytest.param({(0, 0), (0, 3)}, {(0, 0)}, {(0, 0)}, id="final needs both free"),
        pytest.param({(0, 1)}, {(1, 1)}, {(0, 1)}, id="forward comes first"),
    ],
)
def test_symmetrisation_by_hand(forward: Links, backward: Links, links: Links):
    assert grow_diag_final_and(forward, backward) == links


def bitext(size: int) -> tuple[list[list[str]], list[list[str]]]:
    """Sentences whose translations have the same words, in order, with a blank in each."""
    chance = random.Random(7)
    targets = [[f"w{chance.randrange(30)}" for _ in range(6)] for _ in range(size)]
    return targets, [[f"le {word}" for word in words] for words in targets]


def test_the_aligner_finds_a_dictionary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    pytest.importorskip("eflomal")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    aligned = list(align(*bitext(200)))
    assert len(aligned) == 200
    right = sum(len(links & {(place, place) for place in range(6)}) for links in aligned)
    assert right > 0.8 * 200 * 6
    assert list(tmp_path.iterdir()) == [], "temporary files are gone"


def test_a_missing_aligner_is_named(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "eflomal", None)
    with pytest.raises(MissingResource, match=r"pip install .*\[tesla\]'"):
        load_aligner()


def test_a_failing_aligner_is_one_line(monkeypatch: pytest.MonkeyPatch):
    class Broken:
        def align(self, *_: object) -> None:
            raise subprocess.CalledProcessError(1, "eflomal")

    monkeypatch.setattr(alignment, "load_aligner", Broken)
    with pytest.raises(TreescoreError, match=r"^the word aligner failed \(.*\); check"):
        next(align([["a"]], [["b"]]))
