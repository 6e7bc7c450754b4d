"""How likely findings have to be, to be named: what `LEAST` of `belief.py` gains and loses.

    python -m models.doubts.thresholds DATA TOOLS [--cost COST ...]

DATA holds `demetr/` and `judgements/`, TOOLS the program that judges types. Known errors of
DEMETR's even half should get their names, and what is named in real outputs should be true. One
threshold a type is chosen so that the points of known errors named (mean of all kinds), less COST
for every likely false finding an output, are most; a likely true one makes up for one of them.
For each COST a row is printed, and the thresholds. What the rules would find otherwise where less
is believed is not asked again: `benchmarks/diagnosis.py` tells what comes out in the end.
"""

from __future__ import annotations

import argparse
import ast
import csv
import gzip
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from models.doubts.prepare import CHUNK, views_of
from models.doubts.verdicts import other_outputs
from treescore.diagnosis.alignment import align
from treescore.diagnosis.findings import Pair
from treescore.diagnosis.rules import WHOLE
from treescore.diagnosis.segment import ask
from treescore.kernels.threads import one_thread

GRID = (*(at / 50 for at in range(20)), 0.4, 0.45, 0.5)
"""Thresholds that are tried: what is likelier true than not is always named."""
SELDOM = frozenset("agreement attachment modal mood person pronoun role voice".split())
"""Types of which readers judged a few dozens or hundreds, and hardly a known error asks for one."""
RARE = 0.08
"""The threshold of these."""
FLOOR = 0.1
"""From here on a finding keeps later rules from its words."""
MOST = 1500
"""Real outputs that are looked at."""
ROUNDS = 3
"""How often all types are gone through."""
COSTS = (0.2, 0.5, 1.0, 2.0, 4.0, 8.0)
Texts = tuple[str, str]
"""A translation and its reference."""


class Named(NamedTuple):
    """What the rules find, and how likely it is true."""

    type: str
    likely: float


class Item(NamedTuple):
    """A known error."""

    kind: str
    wanted: frozenset[str]
    right: Texts
    wrong: Texts


def named(pair: Pair) -> Iterator[Named]:
    """All that may be named."""
    if pair.mine.text == pair.theirs.text:
        return
    for rule in WHOLE:
        if found := list(rule(pair)):
            yield from (Named(each.type, 1.0) for each in found)
            return
    for error, likely, _ in ask(pair, lambda _, likely: likely >= FLOOR):
        yield Named(error.type, likely)


def look(chunk: Sequence[Texts]) -> list[tuple[Texts, list[Named]]]:
    views = views_of(list(dict.fromkeys(text for texts in chunk for text in texts)))
    found = []
    with one_thread():
        for each in chunk:
            mine, theirs = (views[text] for text in each)
            found.append((each, list(named(Pair(mine, theirs, align(mine, theirs))))))
    return found


def look_at_all(texts: Iterable[Texts]) -> dict[Texts, list[Named]]:
    every = list(dict.fromkeys(texts))
    chunks = [every[at : at + CHUNK] for at in range(0, len(every), CHUNK)]
    with Pool() as pool:
        return {texts: found for some in pool.imap(look, chunks) for texts, found in some}


def expected_types(program: Path) -> Mapping[str, Sequence[str]]:
    """The table of the program that judges: which names fit which kind of error."""
    for node in ast.parse(program.read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "EXPECTED":
            found: Mapping[str, Sequence[str]] = ast.literal_eval(node.value)
            return found
    raise SystemExit(f"{program}: no table EXPECTED")


def known_errors(path: Path, wanted: Mapping[str, Sequence[str]]) -> list[Item]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as stream:
        rows = csv.DictReader(stream, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [
            Item(
                row["perturbation"],
                frozenset(wanted[row["perturbation"]]),
                (row["mt"], row["ref"]),
                (row["perturbed"], row["ref"]),
            )
            for row in rows
            if row["perturbation"] in wanted
        ]


class Search:
    """What every threshold of every type gains and costs."""

    def __init__(
        self,
        items: Sequence[Item],
        found: Mapping[Texts, Sequence[Named]],
        outputs: Sequence[Sequence[Named]],
    ) -> None:
        by_name: dict[str, list[float]] = defaultdict(list)
        for some in outputs:
            for each in some:
                by_name[each.type].append(each.likely)
        self._likely = {
            name: np.array([sum(each for each in some if each > least) for least in GRID])
            for name, some in by_name.items()
        }
        self._named = {
            name: np.array([sum(each > least for each in some) for least in GRID])
            for name, some in by_name.items()
        }
        self._outputs = len(outputs)
        counts = Counter(item.kind for item in items)
        self._shares = np.array([1 / counts[item.kind] / len(counts) for item in items])
        self._hits: dict[str, NDArray[np.bool_]] = {}
        for number, item in enumerate(items):
            wrong, right = _by_type(found[item.wrong]), _by_type(found[item.right])
            for name, likely in wrong.items():
                if name in item.wanted or name.partition(":")[0] in item.wanted:
                    hits = self._hits.setdefault(name, np.zeros((len(GRID), len(items)), bool))
                    hits[:, number] = _above(likely) > _above(right.get(name, []))
        self.names = sorted(self._hits.keys() | by_name.keys())
        every = (each for some in (*found.values(), *outputs) for each in some)
        self.judged = frozenset(each.type for each in every if each.likely < 1)
        """Types of which the network says how likely they are true."""

    def macro(self, chosen: Mapping[str, int]) -> float:
        """The share of known errors that are named, the mean of all kinds."""
        found = np.zeros(len(self._shares), bool)
        for name, at in chosen.items():
            if name in self._hits:
                found |= self._hits[name][at]
        return float(found @ self._shares)

    def sums(self, chosen: Mapping[str, int]) -> tuple[float, float]:
        """What is named in an output, and how much of it is likely true."""
        known = [(name, at) for name, at in chosen.items() if name in self._named]
        every = sum(self._named[name][at] for name, at in known)
        true = sum(self._likely[name][at] for name, at in known)
        return float(every / self._outputs), float(true / self._outputs)

    def choose(self, cost: float) -> dict[str, int]:
        """The best threshold of every type, given those of the others; rare types have theirs."""
        chosen = {name: GRID.index(RARE if name in SELDOM else 0.0) for name in self.names}

        def worth(name: str, at: int) -> float:
            new = {**chosen, name: at}
            every, true = self.sums(new)
            return 100 * self.macro(new) - cost * (every - 2 * true)

        for _ in range(ROUNDS):
            for name in sorted(chosen.keys() - SELDOM):
                # Of equally good ones the highest.
                best = max(range(len(GRID)), key=lambda at: (worth(name, at), at))
                chosen[name] = best
        return chosen


def _by_type(found: Sequence[Named]) -> dict[str, list[float]]:
    by_type: dict[str, list[float]] = defaultdict(list)
    for each in found:
        by_type[each.type].append(each.likely)
    return by_type


def _above(likely: Sequence[float]) -> NDArray[np.int64]:
    """How many are above each threshold."""
    return np.array([sum(each > least for each in likely) for least in GRID])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("tools", type=Path)
    parser.add_argument("--cost", type=float, nargs="+", default=list(COSTS))
    given = parser.parse_args()
    wanted = expected_types(given.tools / "demetr_types.py")
    items = known_errors(given.data / "demetr" / "demetr-even.tsv.gz", wanted)
    drawn = other_outputs(given.data / "judgements", MOST, Random(1))  # noqa: S311 - no secret
    outputs = [(each.text, each.reference) for each in drawn]
    known = look_at_all([text for item in items for text in (item.right, item.wrong)])
    good = {item.right for item in items}
    real = look_at_all(outputs)
    search = Search(items, known, [real[each] for each in outputs])
    clean = Search([], {}, [known[each] for each in good])
    print("cost", "known errors named", "in 100 good", "in 100 outputs", "likely true")
    for cost in given.cost:
        chosen = search.choose(cost)
        every, true = search.sums(chosen)
        alarms, _ = clean.sums(chosen)
        row = [f"{search.macro(chosen):.4f}", f"{100 * alarms:.0f}", f"{100 * every:.0f}"]
        print(cost, *row, f"{true / every:.2f}")
        print({name: GRID[at] for name, at in chosen.items() if at and name in search.judged})


if __name__ == "__main__":
    main()
