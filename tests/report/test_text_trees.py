"""Trees on a terminal: what is drawn can be read back."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import constituency_trees, dependency_trees, heads
from treescore.explanation.marks import Marks
from treescore.report.text_trees import (
    DEEPEST,
    HALF,
    LINES,
    MATCHED,
    MOST_LINES,
    STEP,
    TICK,
    UNMATCHED,
    draw_constituents,
    draw_dependencies,
)
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree

NOTHING = Marks(frozenset())
ENDS_BELOW, ENDS_ABOVE, HEADS = "╰┶", "╭┮", "┾┶┮"


@st.composite
def projective_heads(draw: st.DrawFn) -> tuple[int, ...]:
    """Heads without crossing arcs: every word stands somewhere among its dependents' phrases."""
    tree = draw(heads(1, 8))
    phrases: dict[int, list[int]] = {}
    waiting = [word for word, head in enumerate(tree) if head == ROOT]
    top_down = []
    while waiting:
        top_down.append(waiting.pop())
        waiting += [word for word, head in enumerate(tree) if head == top_down[-1]]
    for word in reversed(top_down):
        below = [phrases[other] for other, head in enumerate(tree) if head == word]
        below.insert(draw(st.integers(0, len(below))), [word])
        phrases[word] = [each for phrase in below for each in phrase]
    order = [each for word, head in enumerate(tree) if head == ROOT for each in phrases[word]]
    place = {word: index for index, word in enumerate(order)}
    return tuple(ROOT if tree[word] == ROOT else place[tree[word]] for word in order)


def tree_of(chosen: tuple[int, ...]) -> DependencyTree:
    names = tuple(f"w{number}" for number in range(len(chosen)))
    return DependencyTree(names, chosen, names, names, names, names)


def read_heads(lines: list[str]) -> tuple[int, ...]:
    """The head of a word: the word that is joined to the upright line it hangs on."""
    found = []
    depths = [line.index("w") // STEP - 1 for line in lines]
    for row, depth in enumerate(depths):
        if depth == 0:
            found.append(ROOT)
            continue
        column = (depth - 1) * STEP
        first = last = row
        while lines[first][column] not in ENDS_ABOVE:
            first -= 1
        while lines[last][column] not in ENDS_BELOW:
            last += 1
        (head,) = (r for r in range(first, last + 1) if lines[r][column] in HEADS)
        assert depths[head] == depth - 1
        found.append(head)
    return tuple(found)


@given(projective_heads())
def test_dependencies_can_be_read_back(chosen: tuple[int, ...]) -> None:
    lines = [line.plain for line in draw_dependencies(tree_of(chosen), NOTHING)]
    assert [line.split()[-1] for line in lines] == [f"w{i}" for i in range(len(chosen))]
    assert read_heads(lines) == chosen


@given(dependency_trees(), st.sets(st.integers(0, 7)), st.sets(st.integers(0, 7)))
def test_words_and_relations_are_ticked_if_they_matched(
    tree: DependencyTree, tokens: set[int], arcs: set[int]
) -> None:
    lines = draw_dependencies(tree, Marks(frozenset(tokens), frozenset(arcs)))
    assert len(lines) == (len(tree) or 1)  # crossing arcs and several roots do no harm
    for word, line in enumerate(lines[: len(tree)]):
        shown = tree.words[word] + (f" {TICK}" if word in tokens else "")
        shown += "  " + tree.relations[word] + (f" {TICK}" if word in arcs else "")
        assert line.plain.endswith(f" {shown}")


def read_depths(lines: list[str]) -> list[int]:
    return [(len(line) - len(line.lstrip("│├╰─ "))) // STEP for line in lines]


@given(constituency_trees(), st.sets(st.integers(0, 10)), st.none() | st.sets(st.integers(0, 5)))
def test_constituents_can_be_read_back(
    tree: ConstituencyTree, nodes: set[int], tokens: set[int] | None
) -> None:
    marks = Marks(None if tokens is None else frozenset(tokens), nodes=frozenset(nodes))
    lines = [line.plain for line in draw_constituents(tree, marks)]
    above: dict[int, int] = {-1: -1}
    for node, (line, depth) in enumerate(zip(lines, read_depths(lines), strict=True)):
        assert above[depth - 1] == tree.parents[node]
        above[depth] = node
        label = tree.labels[node] + (f" {TICK}" if node in nodes else "")
        word = tree.words[node]
        if word is not None:
            token = tree.leaves.index(node)
            label += f" {word}" + (f" {TICK}" if token in (tokens or ()) else "")
        assert line.endswith(label)


def test_a_deep_or_long_tree_stays_within_the_screen() -> None:
    size = 5000
    chain = tree_of((ROOT, *range(size - 1)))
    drawn = draw_dependencies(chain, NOTHING)
    assert max(len(line.plain) for line in drawn) <= DEEPEST * STEP + 20
    assert drawn[-1].plain == f"… and {size - MOST_LINES} more words"
    labels = ("X",) * (size - 1)
    deep = ConstituencyTree((*labels, "T"), (-1, *range(size - 1)), (*[None] * (size - 1), "w"))
    drawn = draw_constituents(deep, NOTHING)
    assert max(len(line.plain) for line in drawn) <= DEEPEST * STEP + 20
    assert drawn[-1].plain == f"… and {size - MOST_LINES} more nodes"


def test_escape_sequences_are_made_visible() -> None:
    word = "\x1b[2J\u202eabc"
    tree = DependencyTree((word,), (ROOT,), (word,), ("X",), ("X",), (word,))
    shown = (
        draw_dependencies(tree, NOTHING)[0].plain
        + draw_constituents(ConstituencyTree((word,), (-1,), (word,)), NOTHING)[0].plain
    )
    assert shown.count("␛[2J\ufffdabc") == 4
    assert "\x1b" not in shown


def test_what_nobody_looked_at_is_neither_ticked_nor_coloured() -> None:
    tree = tree_of((ROOT, 0))
    looked = draw_dependencies(tree, Marks(frozenset({0}), frozenset()))
    styles = [{span.style for span in line.spans} for line in looked]
    assert styles == [{LINES, MATCHED, UNMATCHED}, {LINES, UNMATCHED}]
    for line in draw_dependencies(tree, Marks()):
        assert {span.style for span in line.spans} == {LINES}
        assert not line.style  # or all of the line would be as its joints are


def test_what_matched_by_half_has_half_a_tick() -> None:
    tree = tree_of((ROOT, 0))
    both = frozenset({0, 1})
    lines = draw_dependencies(tree, Marks(both, both, None, frozenset({0}), frozenset({1})))
    assert [(line.plain.count(TICK), line.plain.count(HALF)) for line in lines] == [(1, 1)] * 2
    word, relation = (lines[0].plain.index(mark) for mark in (HALF, TICK))
    assert word < relation


def test_no_words_are_said_to_be_none() -> None:
    (line,) = draw_dependencies(tree_of(()), NOTHING)
    assert line.plain == "(no words)"
