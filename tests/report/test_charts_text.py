"""Text in charts stays text, can be read, and the page that holds them runs nothing."""

import re
from html.parser import HTMLParser
from math import nan

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.report.drawn import find, numbers, parse
from treescore.report.charts import Bar, Bars, Scatter, to_html, to_svg
from treescore.report.escape import printable

ANY_TEXT = st.text(st.characters(), max_size=60)  # surrogates and control characters included
HOSTILE = [
    "</title><script>alert(1)</script>",
    '"onmouseover="alert(1)',
    "'><img src=x onerror=alert(1)>",
    "]]><!--",
    "&lt;script&gt; &#60;",
    "\x1b[31mred\x00 \u202e \ud800 \uffff",
    "</style></svg>",
]
DRAWN = {"svg", "style", "g", "title", "desc", "text", "rect", "line", "circle"}
PAGE = {"html", "head", "meta", "body", "h1", "section"}


def test_the_drawing_brings_its_own_background():
    root = parse(to_svg([Scatter("s", "x", "y", [(1, 2)])]))
    back = next(shape for shape in root if shape.tag not in {"style", "title"})
    assert back.get("class") == "back"
    assert numbers(back, "width", "height") == numbers(root, "width", "height")


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (((c + 0.055) / 1.055) ** 2.4 if c > 0.04045 else c / 12.92 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("dark", [False, True])
def test_text_and_shapes_stand_out_from_the_background(dark):
    css = to_html("t", []).split("@media (prefers-color-scheme:dark)")[dark]

    def contrast(pattern):
        colours = (re.findall(p, css)[0] for p in (pattern, r"\.back\{background:(#\w+)"))
        low, high = sorted(map(luminance, colours))
        return (high + 0.05) / (low + 0.05)

    assert contrast(r"\ntext\{fill:(#\w+)") > 7
    assert contrast(r"\.note\{fill:(#\w+)") > 4.5
    for shape in (r"\n\.bar\{.*stroke:(#\w+)", r"\.best\.bar\{.*stroke:(#\w+)"):
        assert contrast(shape) > 3


def as_text(text):
    """What a reader has to find of a text: one line, control characters made visible."""
    return " ".join(re.sub("[\ufffe\uffff]", "\ufffd", printable(text)).split())


def hostile_charts(text):
    bar = Bar(text, 0.5, 0.4, 0.6, best=True)
    return [Bars(text, [bar]), Scatter(text, text, text, [(1, 2), (nan, 1)], text)]


@given(ANY_TEXT | st.sampled_from(HOSTILE))
def test_text_from_outside_stays_text(text):
    svg = to_svg(hostile_charts(text))
    svg.encode()
    root = parse(svg)
    charts = [group for group in root.iter("g") if group.get("role") == "img"]
    assert [group.find("title").text or "" for group in charts] == [as_text(text)] * 2
    assert {element.tag for element in root.iter()} <= DRAWN
    plain = parse(to_svg(hostile_charts("x")))
    assert attributes(root) <= attributes(plain)


def attributes(root):
    return {name for element in root.iter() for name in element.attrib}


class Reader(HTMLParser):
    """Tags and attributes as a browser would see them."""

    def __init__(self, page):
        super().__init__()
        self.seen = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs)))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)


@given(ANY_TEXT | st.sampled_from(HOSTILE))
def test_a_page_has_no_script_and_no_link_whatever_its_texts(text):
    page = to_html(text, hostile_charts(text))
    page.encode()
    seen = Reader(page).seen
    assert {tag for tag, _ in seen} <= DRAWN | PAGE
    names = {name for _, attrs in seen for name in attrs}
    assert not {name for name in names if name.startswith("on") or "href" in name or name == "src"}
    root = parse(page)
    titles = [root.find("head/title"), root.find("body/h1")]
    assert [title.text or "" for title in titles] == [as_text(text)] * 2


def test_a_page_is_whole_and_forbids_scripts_and_network():
    one = Bars("b", [Bar("m", 0.5, 0.4, 0.6)])
    page = to_html("Agreement", [one, Scatter("s", "x", "y", [(1, 2)])])
    assert page.startswith("<!DOCTYPE html>")
    metas = [attrs for tag, attrs in Reader(page).seen if tag == "meta"]
    assert metas[0] == {"charset": "utf-8"}
    assert any(meta.get("name") == "viewport" for meta in metas)
    (policy,) = (m["content"] for m in metas if m.get("http-equiv") == "Content-Security-Policy")
    rules = dict(rule.split(maxsplit=1) for rule in policy.split("; "))
    assert rules.pop("default-src") == "'none'"
    assert rules.pop("style-src") == "'unsafe-inline'"
    assert set(rules.values()) == {"'none'"}
    assert "url(" not in page
    assert "@import" not in page
    drawings = find(parse(page), "svg")
    assert [drawing.get("role") for drawing in drawings] == ["img", "img"]
    assert [drawing[0].text for drawing in drawings] == ["b", "s"]
    assert "m: 0.500 [0.400, 0.600]" in drawings[0].find("desc").text
