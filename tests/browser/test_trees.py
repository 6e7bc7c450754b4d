"""What the scripts of pages compute and draw, against what Python says of the same trees."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from playwright.sync_api import Page

from tests.browser.pages import Data, Json, load_functions, sentence
from tests.strategies import constituency_trees, flatten, heads
from treescore.report.escape import printable

few = settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
WORD = st.sampled_from(["a", "b", "c", "__proto__", "constructor", ""])
HOSTILE = '<script>window.ran=1</script>"onmouseover=\x1b[31m\u202eabc\u0301👩‍👩‍👧'


@pytest.fixture
def tools(page: Page) -> Iterator[Page]:
    load_functions(page)
    yield page
    assert page.evaluate("window.ran") is None


@st.composite
def sentences(draw: st.DrawFn) -> Json:
    tree = draw(constituency_trees())
    size = len(tree.leaves)
    return sentence(tree, draw(heads(size, size)))


def arc_keys(one: Json) -> list[object]:
    words, above = one["words"], one["heads"]
    return [(w, words[h] if h >= 0 else None) for w, h in zip(words, above, strict=True)]


def node_keys(one: Json) -> list[object]:
    tree = one["constituents"]
    parents, labels = tree["parents"], tree["labels"]
    return [
        (label, one["words"][token])
        if token >= 0
        else (label, tuple(labels[i] for i, parent in enumerate(parents) if parent == node))
        for node, (label, token) in enumerate(zip(labels, tree["tokens"], strict=True))
    ]


KEYS = {"tokens": lambda one: list(one["words"]), "arcs": arc_keys, "nodes": node_keys}


@few
@given(sentences(), sentences())
def test_trees_share_what_both_have_as_often_as_both_do(tools: Page, one: Json, two: Json) -> None:
    marks = tools.evaluate("([one, two]) => treescore.compareTrees(one, two)", [one, two])
    for part, keys in KEYS.items():
        here, there = keys(one), keys(two)
        common = Counter(here) & Counter(there)
        assert Counter(here[i] for i in marks["hypothesis"][part]) == common
        assert Counter(there[i] for i in marks["reference"][part]) == common
        assert len(set(marks["hypothesis"][part])) == len(marks["hypothesis"][part])


def test_of_equal_parts_those_with_the_same_words_are_shared(tools: Page) -> None:
    first = flatten(["S", ["ADVP", ["RB", "Even"]], ["ADVP", ["RB", "first"]]])
    second = flatten(["S", ["ADVP", ["RB", "first"]]])
    one, two = sentence(first, [-1, 0]), sentence(second, [-1])
    marks = tools.evaluate("([one, two]) => treescore.compareTrees(one, two)", [one, two])
    assert marks["hypothesis"]["nodes"] == [3, 4]
    assert marks["reference"]["nodes"] == [1, 2]


HEADS = [1, 2, -1, 4, 2]
COMPARE = "([one, two, metric]) => treescore.compareTrees(one, two, metric)"


def chase(words: str, relations: str = "det nsubj ROOT det obj") -> Json:
    """Somebody does something to somebody, in five words."""
    first, noun, verb, second, other = words.split()
    tree = flatten(
        [
            "S",
            ["NP", ["DT", first], ["NN", noun]],
            ["VP", ["VB", verb], ["NP", ["DT", second], ["NN", other]]],
        ]
    )
    return {**sentence(tree, HEADS), "relations": relations.split()}


def test_of_two_equal_words_the_one_in_the_right_place_is_shared(tools: Page) -> None:
    twice = chase("the dog saw the cat")
    for other, right in (("a dog saw the cat", 3), ("the dog saw a cat", 0)):
        for sides in ([twice, chase(other)], [chase(other), twice]):
            marks = tools.evaluate(COMPARE, [*sides, "hwcm"])
            for side in marks.values():
                assert side["tokens"] == sorted([1, 2, 4, right])
                assert side["arcs"] == sorted([1, 2, 4, right])


def test_marks_are_those_of_the_metric(tools: Page) -> None:
    one = chase("the dog saw the cat")
    two = chase("a dog saw the kitten")
    words, chains, arcs, nodes = (
        tools.evaluate(COMPARE, [one, two, metric])["hypothesis"]
        for metric in ("bleu:order=2", "hwcm", "dpm", "stm")
    )
    assert words == {"tokens": [1, 2, 3], "arcs": None, "nodes": None}
    assert chains == {**words, "arcs": [1, 2], "half_arcs": []}
    # The label with the word above, that with the word itself, that with the word above.
    assert arcs == {**words, "arcs": [0, 1, 2, 3, 4], "half_arcs": [0, 3, 4]}
    assert nodes["tokens"] is None
    assert nodes["arcs"] is None
    assert len(nodes["nodes"]) == 7  # all but the tags over `the` and `cat`


def test_labels_make_arcs_the_same_where_they_count(tools: Page) -> None:
    one = chase("the dog saw the cat")
    two = chase("the dog saw the cat", "det nsubj ROOT det iobj")
    chains, arcs = (
        tools.evaluate(COMPARE, [one, two, metric])["reference"] for metric in ("hwcm", "dpm")
    )
    assert chains["arcs"] == [0, 1, 2, 3, 4]
    assert arcs["arcs"] == [0, 1, 2, 3]
    assert arcs["half_arcs"] == []


def longest_common(one: Sequence[str], two: Sequence[str]) -> int:
    if not one or not two:
        return 0
    if one[0] == two[0]:
        return 1 + longest_common(one[1:], two[1:])
    return max(longest_common(one[1:], two), longest_common(one, two[1:]))


def check_alignment(steps: list[Json], one: Sequence[str], two: Sequence[str]) -> int:
    """The number of equal words of an alignment that leaves nothing out."""
    here = there = equal = 0
    for step in steps:
        (start, end), (start_two, end_two) = step["hypothesis"], step["reference"]
        assert (start, start_two) == (here, there)
        here, there = end, end_two
        kinds = {(True, True): "replace", (True, False): "delete", (False, True): "insert"}
        if step["op"] == "equal":
            assert one[start:end] == two[start_two:end_two]
            equal += end - start
        else:
            assert step["op"] == kinds[start < end, start_two < end_two]
    assert (here, there) == (len(one), len(two))
    assert all("equal" in (a["op"], b["op"]) for a, b in pairwise(steps))
    return equal


@few
@given(st.lists(WORD, max_size=8), st.lists(WORD, max_size=8))
def test_a_difference_keeps_as_many_words_as_can_be(
    tools: Page, one: list[str], two: list[str]
) -> None:
    steps = tools.evaluate("([one, two]) => treescore.wordDifference(one, two)", [one, two])
    assert check_alignment(steps, one, two) == longest_common(one, two)
    shown = tools.evaluate(
        """([one, two]) => [...treescore.renderDifference(one, two).children]
             .map((part) => [part.localName, part.textContent])""",
        [one, two],
    )
    for side, words in (("del", one), ("ins", two)):
        kept = [text for name, text in shown if name in ("span", side)]
        assert " ".join(kept) == " ".join(words)


def test_a_difference_of_many_words_comes_to_an_end(tools: Page) -> None:
    differ = "([one, two]) => treescore.wordDifference(one, two)"
    one = [f"w{i * i % 701}" for i in range(3000)]
    two = [f"w{i * 3 % 701}" for i in range(3000)]
    assert check_alignment(tools.evaluate(differ, [one, two]), one, two) > 0
    many = ["start", *one, *one, "end"], ["start", *two, *two, "end"]
    steps = tools.evaluate(differ, many)
    assert check_alignment(steps, *many) >= 2
    assert [step["op"] for step in steps][0::2] == ["equal", "equal"]


@few
@given(sentences())
def test_packed_sentences_unpack(tools: Page, one: Json) -> None:
    data = Data([], [])
    data.add([one], [], [])
    unpacked = tools.evaluate("(data) => treescore.unpackSentence(data, 0)", vars(data))
    assert unpacked == json.loads(json.dumps(one))


def test_brackets_of_the_smallest_sentences(tools: Page) -> None:
    unpack = "(packed) => treescore.unpackSentence({names: ['S', 'X'], sentences: [packed]}, 0)"
    bare: Json = {"text": None, "words": [], "constituents": None}
    assert tools.evaluate(unpack, {"t": None, "w": ""}) == bare
    one = tools.evaluate(unpack, {"t": "", "w": "", "h": [-1], "r": [1], "g": [1], "c": [-2, 1]})
    assert one["words"] == [""]
    assert one["constituents"] == {"labels": ["X"], "parents": [-1], "tokens": [0]}


DRAW = """([one, marks]) => {
  const kinds = [treescore.drawDependencies, treescore.drawConstituents];
  document.body.replaceChildren(...kinds.map((draw) => draw(one, marks)));
  const all = (selector) => [...document.querySelectorAll(selector)];
  const box = (part) => {
    const { x, y, width, height } = part.getBBox();
    return [x, y, x + width, y + height];
  };
  const matched = (selector, name) =>
    all(selector + ".match").map((part) => Number(part.dataset[name])).sort((a, b) => a - b);
  return {
    words: all(".dependencies .word").map((part) => part.textContent),
    arcs: matched(".arc", "arc"), tokens: matched(".dependencies .token", "token"),
    nodes: matched(".node", "node"), drawn: [all(".arc").length, all(".node").length],
    lines: all(".arc").map((part) => [Number(part.dataset.arc), box(part.firstChild)]),
    apart: [all(".dependencies .word"), all(".dependencies .tag"), all(".constituents .word"),
            all(".relation"), all("rect")].map((parts) => parts.map(box)),
  };
}"""


@few
@given(sentences())
def test_drawings_show_all_parts_and_none_hides_another(tools: Page, one: Json) -> None:
    size, nodes = len(one["words"]), len(one["constituents"]["labels"])
    marks = {
        "tokens": list(range(0, size, 2)),
        "arcs": list(range(0, size, 3)),
        "nodes": list(range(1, nodes, 2)),
    }
    drawn = tools.evaluate(DRAW, [one, marks])
    assert drawn["words"] == list(one["words"])
    assert drawn["drawn"] == [size, nodes]
    assert {part: drawn[part] for part in marks} == marks
    for boxes in drawn["apart"]:
        assert not any(overlap(a, b) for a, b in combinations(boxes, 2))
    tops = {number: round(box[1], 1) for number, box in drawn["lines"]}
    spans = {
        dependent: sorted((dependent, head))
        for dependent, head in enumerate(one["heads"])
        if head >= 0
    }
    for a, b in combinations(spans, 2):
        if max(spans[a][0], spans[b][0]) < min(spans[a][1], spans[b][1]):
            assert tops[a] != tops[b], "one arc would lie on the other"


def test_what_matched_in_part_looks_so(tools: Page) -> None:
    marks = {"tokens": [0, 1], "half_tokens": [1], "arcs": [1, 2], "half_arcs": [2], "nodes": None}
    tools.evaluate(DRAW, [chase("the dog saw the cat"), marks])
    for selector, numbers in (("token", ["1"]), ("arc", ["2"])):
        half = tools.locator(f".dependencies .{selector}.half")
        assert half.evaluate_all(f"all => all.map(each => each.dataset.{selector})") == numbers
    assert "2 of 5 arcs matched, 1 of them in part" in (
        tools.locator("svg.dependencies > title").text_content() or ""
    )
    dashes = {
        kind: tools.locator(f".arc.{kind} .line").first.evaluate(
            "line => getComputedStyle(line).strokeDasharray"
        )
        for kind in ("match", "half", "miss")
    }
    assert len(set(dashes.values())) == 3, "they can be told apart without colours"


LONG = """([one, marks]) => {
  const box = document.createElement("div");
  box.className = "drawing";
  box.append(treescore.drawDependencies(one, marks));
  document.body.replaceChildren(box);
}"""
SEEN = """() => {
  const box = document.querySelector(".drawing");
  const { left, right } = document.querySelector(".relation").getBoundingClientRect();
  const view = box.getBoundingClientRect();
  return { root: view.left <= left && right <= view.right,
           whole: box.scrollWidth <= box.clientWidth,
           letters: document.querySelector(".word").getBoundingClientRect().height };
}"""


def flat(size: int, root: int) -> Json:
    """A long sentence in which all hangs on one word, whose arc comes first."""
    tree = flatten(["S", *(["X", f"word{i}"] for i in range(size))])
    one = sentence(tree, [-1 if i == root else root for i in range(size)])
    return {**one, "relations": ["ROOT" if i == root else "x" for i in range(size)]}


@pytest.mark.parametrize("width", [1280, 390])
def test_a_long_tree_fits_or_shows_its_root(tools: Page, width: int) -> None:
    tools.set_viewport_size({"width": width, "height": 800})
    nothing: Json = {"tokens": [], "arcs": [], "nodes": []}
    seen = SEEN.replace('".relation"', "\"[data-arc='40'].relation\"")
    tools.evaluate(LONG, [flat(60, 40), nothing])
    first = tools.evaluate(seen)
    assert (first["root"], first["whole"]) == (True, False)
    assert first["letters"] >= 10, "it can be read"
    tools.get_by_role("button", name="larger").click()
    larger = tools.evaluate(seen)
    assert larger["root"]
    assert larger["letters"] > first["letters"]
    tools.get_by_role("button", name="Fit").click()
    fitted = tools.evaluate(seen)
    assert (fitted["root"], fitted["whole"]) == (True, True)
    assert fitted["letters"] < first["letters"]
    tools.get_by_role("button", name="smaller").click()
    assert tools.evaluate(seen)["whole"]


def test_a_short_tree_has_no_buttons(tools: Page) -> None:
    nothing: Json = {"tokens": [], "arcs": [], "nodes": []}
    tools.evaluate(LONG, [flat(3, 1), nothing])
    assert tools.get_by_role("button").count() == 0
    tools.set_viewport_size({"width": 150, "height": 800})
    tools.get_by_role("button", name="Fit").wait_for()


def overlap(one: Sequence[float], two: Sequence[float]) -> bool:
    return all(max(one[i], two[i]) + 0.01 < min(one[i + 2], two[i + 2]) for i in (0, 1)) and all(
        box[0] < box[2] for box in (one, two)
    )


def test_long_empty_and_hostile_sentences_are_drawn(tools: Page) -> None:
    nothing: Json = {"tokens": [], "arcs": [], "nodes": []}
    long = sentence(flatten(["S", *(["X", f"w{i}"] for i in range(3000))]), [-1, *range(2999)])
    drawn = tools.evaluate(DRAW, [long, nothing])
    assert drawn["drawn"] == [200, 201]
    assert (
        tools.locator("text.cut").all_text_contents()
        == ["The first 200 of 3000 words are drawn."] * 2
    )
    deep: list[object] = ["X", "w"]
    for _ in range(300):
        deep = ["S", deep]
    assert tools.evaluate(DRAW, [sentence(flatten(deep), [-1]), nothing])["drawn"] == [1, 301]
    empty = {**sentence(flatten(["S", ["X", "w"]]), []), "words": [], "tags": []}
    empty["constituents"] = {"labels": ["S"], "parents": [-1], "tokens": [-1]}
    assert tools.evaluate(DRAW, [empty, nothing])["drawn"] == [0, 0]
    hostile = sentence(flatten([HOSTILE, [HOSTILE, HOSTILE], ["X", "\u202e"]]), [-1, 0])
    drawn = tools.evaluate(DRAW, [hostile, nothing])
    assert tools.locator("text.word title").first.text_content() == printable(HOSTILE)
    assert drawn["words"][1] == "\ufffd"
    assert tools.locator("svg script").count() == 0
    assert tools.get_by_role("img").count() == 2


def test_what_would_act_on_a_screen_is_made_visible(tools: Page) -> None:
    characters = [*range(0x300), *range(0x2000, 0x2070), 0xFEFF, 0x1F469]
    text = "".join(map(chr, characters))
    assert tools.evaluate("treescore.printable", text) == printable(text)
    halves = tools.evaluate("treescore.printable('a' + String.fromCharCode(0xd800) + 'b\\udc00')")
    assert halves == printable("a\ud800b\udc00")
