"""Charts are read back from the SVG: every place is held against the names of the ticks."""

import re
from fractions import Fraction
from itertools import pairwise
from math import inf, nan

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.report.drawn import MINUS, find, numbers, parse, read_ticks, scale
from treescore.report.charts import MOST_POINTS, Bar, Bars, Chart, Scatter, to_html, to_svg

PIXEL = 0.05
FINITE = st.floats(allow_nan=False, allow_infinity=False)


def scatter(*points, **texts):
    return Scatter(texts.pop("title", "t"), "human score", "chrf", points, **texts)


def captions(root):
    return [note.text for note in find(root, "text", "note")]


@st.composite
def bars(draw):
    low, value, high = sorted(draw(st.tuples(FINITE, FINITE, FINITE)))
    return Bar("m", value, low, high, draw(st.booleans()))


def test_a_bar_of_twice_the_value_is_twice_as_long():
    root = parse(to_svg([Bars("t", [Bar("a", 0.2, None, None), Bar("b", 0.4, None, None)])]))
    short, long = (numbers(bar, "width")[0] for bar in find(root, "rect", "bar"))
    assert long == pytest.approx(2 * short, abs=PIXEL)
    assert short > 100


@given(st.lists(bars(), min_size=1, max_size=5))
def test_bars_and_whiskers_stand_where_the_ticks_say(many):
    root = parse(to_svg([Bars("t", many)]))
    at = scale(root)
    drawn = find(root, "rect", "bar")
    whiskers = find(root, "line", "whisker")
    caps = find(root, "line", "cap")
    for i, (bar, box, whisker) in enumerate(zip(many, drawn, whiskers, strict=True)):
        x, length = numbers(box, "x", "width")
        assert [x, x + length] == pytest.approx(sorted((at(0), at(bar.value))), abs=PIXEL)
        ends = numbers(whisker, "x1", "x2")
        assert ends == pytest.approx([at(bar.low), at(bar.high)], abs=PIXEL)
        assert [numbers(cap, "x1")[0] for cap in caps[2 * i : 2 * i + 2]] == ends
        top, height = numbers(box, "y", "height")
        assert numbers(whisker, "y1", "y2") == [top + height / 2] * 2
    (zero,) = find(root, "line", "zero")
    assert numbers(zero, "x1", "x2") == pytest.approx([at(0)] * 2, abs=PIXEL)
    for line in (*whiskers, zero):
        left, right = numbers(line, "x1", "x2")
        assert numbers(find(root, "text", "label")[0], "x")[0] < left
        assert right < float(root.get("width"))


def test_a_round_value_at_the_end_of_the_axis_has_its_tick():
    root = parse(to_svg([Bars("t", [Bar("ter", -0.6, None, None)])]))  # as a float, less than that
    assert find(root, "text", "tick")[0].text == f"{MINUS}0.6"


def test_values_are_printed_beyond_bar_and_whisker_and_within_the_drawing():
    many = [Bar("up", 0.5, 0.4, 0.75), Bar("down", -0.25, -0.5, 0.1), Bar("bare", -0.1, None, None)]
    root = parse(to_svg([Bars("t", many)]))
    at = scale(root)
    up, down, bare = find(root, "text", "value")
    assert [up.text, down.text, bare.text] == ["0.500", f"{MINUS}0.250", f"{MINUS}0.100"]
    assert at(0.75) < numbers(up, "x")[0] < float(root.get("width")) - 30
    labels = [numbers(label, "x")[0] for label in find(root, "text", "label")]
    assert max(labels) + 30 < numbers(down, "x")[0] < at(-0.5)
    assert numbers(bare, "x")[0] < at(-0.1)
    assert {"negative"} <= set(down.get("class").split())  # these end where they stand


def test_the_best_are_marked_without_colour():
    many = [Bar("first", 0.5, None, None, best=True), Bar("second", 0.4, None, None)]
    root = parse(to_svg([Bars("t", many)]))
    assert [label.text for label in find(root, "text", "label")] == ["* first", "second"]
    assert [label.text for label in find(root, "text", "label best")] == ["* first"]
    assert re.search(r"\.best\.label\{[^}]*font-weight:bold", root.find("style").text)
    assert [note[0] for note in captions(root)] == ["*"]
    assert not captions(parse(to_svg([Bars("t", many[1:])])))


@pytest.mark.parametrize("value", [nan, inf, -inf])
def test_a_value_that_is_no_number_has_a_row_and_no_bar(value):
    root = parse(
        to_svg(
            [
                Bars(
                    "t",
                    [Bar("a", value, 0.1, 0.2), Bar("b", 0.5, nan, 0.6), Bar("c", 0.5, 0.4, value)],
                )
            ]
        )
    )
    assert len(find(root, "rect", "bar")) == 2
    assert not find(root, "line", "whisker")
    assert [text.text for text in find(root, "text", "value")] == ["n/a", "0.500", "0.500"]


@pytest.mark.parametrize(
    ("long", "size"), [("tesla-m:" + "synonyms=wordnet," * 9, 6), ("評価指標" * 20, 12)]
)
def test_a_long_word_is_cut_but_kept_whole_beside(long, size):
    bar = Bar(long, 0.5, None, None, best=True)
    root = parse(to_svg([Bars("t", [bar]), Scatter("t", "x", long, [])]))
    cut = [text.text for text in root.iter("text") if text.text.endswith("…")]
    assert len(cut) == 2  # a bar, an axis
    assert all(long.startswith(text.removeprefix("* ")[:-1]) for text in cut)
    assert all(5 < len(text) < len(long) for text in cut)
    (label,) = find(root, "text", "label")
    assert len(label.text) * size < numbers(label, "x")[0]  # it ends there
    whole = [title.text for title in root.iter("title")]
    assert sum(long in text for text in whole) == 2 + 1  # texts, the row of the bar


def test_long_titles_and_captions_take_several_lines():
    long = "seg-pearson, a set with a name that is long, and then some more of it (2,000 outputs)"
    charts: list[Chart] = [Bars(long, []), Scatter(long, long, "y", [(1, 2), (3, 4)], long)]
    root = parse(to_svg(charts))
    assert not [text.text for text in root.iter("text") if text.text.endswith("…")]
    for kind, times in (("title", 2), ("name", 1), ("note", 1)):
        lines = [text for text in find(root, "text", kind) if text.text not in ("y", "no metrics")]
        assert " ".join(text.text for text in lines) == " ".join([long] * times)
    places = [numbers(text, "y")[0] for text in find(root, "text", "note")[1:]]
    assert len(places) > 1
    assert places == sorted(set(places))


@given(st.lists(st.tuples(FINITE, FINITE), min_size=1, max_size=20))
@example([(0.0, 0.6), (1.0, 0.6)])
@example([(1.7e308, -1.7e308), (-1.7e308, 1.7e308)])
@example([(5e-324, 1e16), (0.0, 1e16 + 2)])
def test_points_stand_where_the_ticks_say_inside_the_plot(points):
    root = parse(to_svg([scatter(*points)]))
    across, down = scale(root, "x"), scale(root, "y")
    (plot,) = find(root, "rect", "plot")
    x, y, width, height = numbers(plot, "x", "y", "width", "height")
    for point, circle in zip(points, find(root, "circle"), strict=True):
        cx, cy = numbers(circle, "cx", "cy")
        assert (cx, cy) == pytest.approx((across(point[0]), down(point[1])), abs=PIXEL)
        assert x < cx < x + width
        assert y < cy < y + height


@given(st.lists(st.tuples(FINITE, FINITE), min_size=1, max_size=5))
@example([(0.0, 0.0), (1.0, 100.0)])
def test_ticks_are_round_numbers_in_even_steps(points):
    root = parse(to_svg([scatter(*points)]))
    for axis in "xy":
        places, values = zip(*read_ticks(root, axis), strict=True)
        (step,) = {b - a for a, b in pairwise(values)}
        assert str(step * Fraction(10) ** 400).rstrip("0") in {"1", "2", "5"}
        assert all(value % step == 0 for value in values)
        assert 2 <= len(values) <= 7
        assert min(abs(a - b) for a, b in pairwise(places)) > 30
        (plot,) = find(root, "rect", "plot")
        start, length = numbers(plot, axis, {"x": "width", "y": "height"}[axis])
        assert start - PIXEL < min(places) < max(places) < start + length + PIXEL


def test_many_points_become_squares_that_are_the_darker_the_fuller():
    points = [(0, 0)] * 400 + [(10, 10)] * 20 + [(5, 5)]
    root = parse(to_svg([scatter(*points, note="seg-pearson 0.5")]))
    assert not find(root, "circle")
    note, *told = captions(root)
    assert note == "seg-pearson 0.5"
    assert " ".join(told) == "421 points; the darker a square, the more of them it holds"
    (group,) = find(root, "g", "points")
    across = scale(root)
    shades = {}
    for square in group:
        x, width = numbers(square, "x", "width")
        (value,) = [each for each in (0, 5, 10) if x - PIXEL <= across(each) <= x + width + PIXEL]
        shades[value] = float(square.get("style").removeprefix("fill-opacity:"))
    assert shades[0] == 1
    assert 0 < shades[5] < shades[10] < shades[0]


def test_as_many_points_as_can_be_drawn_are_all_drawn():
    root = parse(to_svg([scatter(*((i, i) for i in range(MOST_POINTS)))]))
    assert len(find(root, "circle")) == MOST_POINTS
    assert not captions(root)


def test_points_that_are_not_finite_are_left_out_and_counted():
    root = parse(to_svg([scatter((nan, 1), (1, inf), (2, 3), (-inf, nan), (4, 5))]))
    assert len(find(root, "circle")) == 2
    assert captions(root) == ["points left out (not finite): 3"]


def test_a_single_point_stands_in_the_middle():
    root = parse(to_svg([scatter((3.5, 0))]))
    (plot,), (circle,) = find(root, "rect", "plot"), find(root, "circle")
    x, y, width, height = numbers(plot, "x", "y", "width", "height")
    assert numbers(circle, "cx", "cy") == [x + width / 2, y + height / 2]


def test_nothing_to_draw_is_said():
    assert "Nothing to draw." in "".join(parse(to_svg([])).itertext())
    assert "Nothing to draw." in "".join(parse(to_html("t", [])).itertext())
    root = parse(to_svg([Bars("t", []), scatter()]))
    assert {"no metrics", "no points"} <= {text.text for text in root.iter("text")}
    assert not find(root, "text", "tick")
    zeros = parse(to_svg([Bars("t", [Bar("a", 0.0, 0.0, 0.0)])]))
    assert numbers(*find(zeros, "rect", "bar"), "width") == [0]


def test_bars_come_first_then_scatters_in_three_columns():
    one, other = (Bars(title, [Bar("m", 0.5, None, None)]) for title in ("one", "other"))
    charts = [
        *(scatter((1, 2), title=name) for name in "ab"),
        one,
        scatter(title="c", note="n"),
        other,
    ]
    charts += [scatter(title=name) for name in "de"]
    root = parse(to_svg(charts))
    placed = [group for group in root.iter("g") if group.get("role") == "img"]
    assert [group.find("title").text for group in placed] == ["one", "other", *"abcde"]
    places = [re.findall(r"\d+", group.get("transform")) for group in placed]
    columns, rows = zip(*((int(x), int(y)) for x, y in places), strict=True)
    assert columns == (0, 0, 0, 320, 640, 0, 320)
    assert rows[0] < rows[1] < rows[2] == rows[3] == rows[4] < rows[5] == rows[6]
    for group, row in zip(placed, rows, strict=True):
        end = min(other for other in (*rows, int(root.get("height"))) if other > row)
        assert row + max(float(text.get("y", 0)) for text in group.iter("text")) < end
