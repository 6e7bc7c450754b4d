"""The segments of a report, as a reader with a keyboard, a mouse or a telephone meets them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.pages import Data, Json, sentence, write_page, write_report
from tests.strategies import flatten
from treescore.report.escape import printable
from treescore.report.svg import minus

HOSTILE = [
    "<script>window.ran=1</script>",
    '"onmouseover="window.ran=1',
    "<img src=x onerror=window.ran=1>",
    "\x1b[31mred\x07",
    "\u202eturned\u2066",
    "שלום עולם",
    "e\u0301\u0316 👩‍👩‍👧 ",
    "__proto__",
    "constructor",
    "${window.ran=1}{{ 1 }}</script><!--",
    "",
]
BETTER = {"name": "fit", "higher": True, "digits": 2}
WORSE = {"name": "cost", "higher": False, "digits": 1}


def bare(text: str) -> Json:
    return {"text": text, "words": text.split()}


def dog(verb: str, *nouns: str) -> Json:
    """A dog that does something to one thing or more."""
    objects = [["NP", ["DT", "a"], ["NN", noun]] for noun in nouns]
    tree = flatten(["S", ["NP", ["DT", "the"], ["NN", "dog"]], ["VP", ["VB", verb], *objects]])
    above = [1, 2, -1]
    for start in range(3, 3 + 2 * len(nouns), 2):
        above += [start + 1, 2]
    return sentence(tree, above)


def many(segments: int = 120) -> Data:
    """Three systems with random scores, some of them equal and some missing."""
    random = Random(7)
    docs = [f"doc {number // 50}" for number in range(segments)]
    data = Data(["one", "two", "three"], [BETTER, WORSE], docs)
    for number in range(segments):
        scores = [[random.choice([None, 0.1, 0.3, 0.5, -2.0]) for _ in range(3)] for _ in "fc"]
        outputs = [bare(f"output {name} {number}") for name in data.systems]
        data.add([bare(f"Reference {number}")], outputs, scores)
    return data


def chooser(page: Page, name: str) -> Locator:
    return page.get_by_role("combobox", name=name, exact=True)


def listed(page: Page) -> list[int]:
    """The numbers of all segments in the list, page by page."""
    numbers: list[int] = []
    following = page.get_by_role("button", name="Next page")
    while True:
        numbers += map(int, page.locator("#list tbody td:first-child").all_text_contents())
        if not (following.is_visible() and following.is_enabled()):
            return numbers
        following.click()


@pytest.mark.parametrize("metric", [0, 1])
@pytest.mark.parametrize("order", [1, -1])
def test_the_list_is_sorted(page: Page, tmp_path: Path, metric: int, order: int) -> None:
    data = many()
    page.goto(write_report(tmp_path, data))
    one, two, three = data.scores[metric]

    def spread(*scores: float | None) -> float | None:
        known = [score for score in scores if score is not None]
        return max(known) - min(known) if len(known) == len(scores) else None

    keys: dict[str, list[float | None]] = {
        "number": list(range(120)),
        "score": list(two),
        "difference": [
            None if a is None or b is None else a - b for a, b in zip(two, three, strict=True)
        ],
        "spread": [spread(*scores) for scores in zip(one, two, three, strict=True)],
    }
    chooser(page, "Metric").select_option(index=metric)
    chooser(page, "Order").select_option(str(order))
    for sort, key in keys.items():
        chooser(page, "Sort by").select_option(sort)
        if sort in ("score", "difference"):
            chooser(page, "System").select_option("two")
        if sort == "difference":
            chooser(page, "Other system").select_option("three")
        known = [number for number, value in enumerate(key) if value is not None]
        unknown = [number for number, value in enumerate(key) if value is None]
        known.sort(key=lambda number: order * (key[number] or 0))
        assert listed(page) == [number + 1 for number in known + unknown]


def test_the_list_is_searched_and_marks_the_best(page: Page, tmp_path: Path) -> None:
    data = many()
    page.goto(write_report(tmp_path, data))
    count = page.locator("#count span")
    expect(count).to_have_text("120 of 120 segments")
    assert page.locator("#list tbody tr").count() == 50
    page.get_by_role("searchbox", name="Search").fill("THREE 11")
    expect(count).to_have_text("11 of 120 segments")
    assert listed(page) == [12, *range(111, 121)]
    chooser(page, "Document").select_option("doc 2")
    assert listed(page) == list(range(111, 121))
    page.get_by_role("searchbox", name="Search").fill("nowhere")
    expect(count).to_have_text("No segment is like that (0 of 120 segments).")
    assert page.locator("#list table").count() == 0
    page.get_by_role("button", name="Show all segments").click()
    expect(count).to_have_text("120 of 120 segments")
    expect(page.get_by_role("button", name="Show all segments")).not_to_be_visible()
    chooser(page, "Document").select_option("doc 2")
    page.get_by_role("searchbox", name="Search").press("Enter")
    assert listed(page) == list(range(101, 121))
    chooser(page, "Metric").select_option("cost")
    for number, row in enumerate(page.locator("#list tbody tr").all(), 100):
        scores = [column[number] for column in data.scores[1]]
        known = [score for score in scores if score is not None]
        best = [minus(f"{min(known):.1f}")] * known.count(min(known)) if known else []
        assert row.locator("td.best").all_text_contents() == best
        assert row.locator("td", has_text="n/a").count() == scores.count(None)
    links = page.get_by_role("navigation").get_by_role("link")
    assert links.all_text_contents() == ["Scores", "Segments"]


def test_a_segment_opens_moves_and_closes_by_keyboard(page: Page, tmp_path: Path) -> None:
    address = write_report(tmp_path, many())
    page.goto(address)
    name = page.get_by_role("dialog").get_by_role("heading", name="Segment")
    page.get_by_role("link", name="Segment 49:").focus()
    page.keyboard.press("Enter")
    expect(name).to_have_text("Segment 49")
    assert page.url == f"{address}#segment=49"
    for key, number in (("j", 50), ("ArrowRight", 51), ("ArrowRight", 52), ("k", 51)):
        page.keyboard.press(key)
        expect(name).to_have_text(f"Segment {number}")
    expect(page.locator("#segment-place")).to_have_text("doc 1 · 51 of 120 in the list")
    chooser(page, "A").focus()
    page.keyboard.press("j")  # chooses in the list of systems, and leads nowhere else
    expect(name).to_have_text("Segment 51")
    page.locator("#segment-name").focus()
    page.keyboard.press("Escape")
    expect(name).not_to_be_visible()
    expect(page.get_by_role("link", name="Segment 51:")).to_be_focused()
    assert page.url == f"{address}#segments"
    page.go_back()
    expect(name).to_have_text("Segment 51")
    page.go_back()
    expect(name).not_to_be_visible()


def test_an_address_leads_to_a_segment(page: Page, tmp_path: Path) -> None:
    address = write_report(tmp_path, many())
    page.goto(f"{address}#segment=120")
    name = page.get_by_role("dialog").get_by_role("heading", name="Segment")
    expect(name).to_have_text("Segment 120")
    expect(page.get_by_role("button", name="Next", exact=False).last).to_be_disabled()
    page.keyboard.press("j")
    expect(name).to_have_text("Segment 120")
    page.get_by_role("button", name="Close").click()
    expect(page.get_by_role("link", name="Segment 120:")).to_be_focused()
    for wrong in ("0", "121", "x", "99999999999999999999"):
        page.goto(f"{address}#segment={wrong}")
        expect(name).not_to_be_visible()


def test_trees_show_what_both_sentences_share(page: Page, tmp_path: Path) -> None:
    data = Data(["one", "two"], [{**BETTER, "name": name} for name in ("hwcm", "stm", "bleu")])
    references = [dog("chases", "cat"), dog("bites", "man", "cat")]
    data.add(references, [dog("chases", "cat"), dog("bites", "cat")], [[1.0, 0.5]] * 3)
    page.goto(f"{write_report(tmp_path, data)}#segment=1")

    def matches(part: str) -> list[int]:
        kind = "constituents" if part == "node" else "dependencies"
        return [tree.locator(f".{part}.match").count() for tree in page.locator(f".{kind}").all()]

    # The reference, as compared with A; then A and B.
    expect(page.locator(".tree")).to_have_count(6)
    # B lacks the verb: the arcs to it and its root have no partner.
    assert (matches("token"), matches("arc")) == ([5, 5, 4], [5, 5, 2])
    assert matches("node") == [0, 0, 0], "hwcm does not look at constituents"
    page.locator("#pair [name=metric]").select_option("stm")
    assert (matches("arc"), matches("node")) == ([0, 0, 0], [9, 9, 8])
    page.locator("#pair [name=metric]").select_option("bleu")
    assert (matches("token"), matches("arc"), matches("node")) == ([5, 5, 4], [0] * 3, [0] * 3)
    page.locator("#pair [name=metric]").select_option("hwcm")
    chooser(page, "A").select_option("two")
    expect(page.locator(".outputs strong").first).to_have_text("A: two")
    expect(page.locator(".outputs strong").last).to_have_text("B: one")
    assert matches("arc") == [2, 2, 5]
    chooser(page, "B").select_option("-1")
    chooser(page, "Reference").select_option("2")
    assert (matches("token"), matches("arc")) == ([5, 5], [5, 5])
    assert page.locator(".difference ins").all_text_contents() == ["man a"]
    page.get_by_text("Dependency trees").click()
    chooser(page, "A").select_option("one")
    expect(page.locator(".tree")).to_have_count(2)
    expect(page.locator(".outputs .card")).to_have_count(1)


def test_what_is_folded_stays_so_however_quickly_the_next_choice_comes(
    page: Page, tmp_path: Path
) -> None:
    data = Data(["one", "two"], [BETTER])
    data.add([dog("chases", "cat")], [dog("chases", "cat"), dog("bites", "cat")], [[1.0, 0.5]])
    page.goto(f"{write_report(tmp_path, data)}#segment=1")
    expect(page.locator(".tree")).to_have_count(6)
    # Both in one task of the browser, before it tells anybody that something was folded.
    page.evaluate("""() => {
      const folds = [...document.querySelectorAll("summary")];
      folds.find(({ textContent }) => textContent === "Dependency trees").click();
      const first = document.querySelector("#pair [name=first]");
      first.value = 1;
      first.dispatchEvent(new Event("input", { bubbles: true }));
    }""")
    expect(page.locator(".outputs strong").first).to_have_text("A: two")
    expect(page.locator(".tree")).to_have_count(3)
    page.get_by_text("Dependency trees").click()
    expect(page.locator(".tree")).to_have_count(6)


WRONG = "The dogs 👩 bites cat loud"
RIGHT = "The dog 👩 bites a cat"


def diagnosed() -> Data:
    """Two systems: the first errs thrice in the first segment, the second is right."""
    data = Data(["bad", "good"], [BETTER, WORSE], ["one", "two"], ["Quelle", ""])
    data.types = ["number", "missing:determiner", "addition:modifier"]
    for output in (WRONG, RIGHT):
        data.add([bare("Other"), bare(RIGHT)], [bare(output), bare(RIGHT)], [[0.3, 1.0]] * 2)
    # Against the second reference: type, start, length, the same in the reference, weight,
    # whether it is doubtful.
    first = [1, 0, 4, 4, 4, 3, 20, 0, 1, 17, 0, 16, 1, 10, 1, 2, 21, 4, 0, 0, 50, 0]
    data.errors = [[first, []], [[], []]]
    return data


def test_errors_are_marked_and_named(page: Page, tmp_path: Path) -> None:
    data = diagnosed()
    assert (WRONG[4:8], RIGHT[4:7], WRONG[17:21], RIGHT[16:17], WRONG[21:25]) == (
        ("dogs", "dog", "cat ", "a", "loud")
    )
    page.goto(f"{write_report(tmp_path, data)}#segment=1")
    bad, good = page.locator(".outputs .card").all()
    assert bad.locator("mark.wrong").all_text_contents() == ["dogs", "loud"]
    assert bad.locator(".gap").count() == 1
    assert bad.locator("sup").all_text_contents() == ["A1", "A2", "A3"]
    assert bad.locator(".errors li").all_text_contents() == [
        "A3 addition:modifier: loud",  # the heaviest first
        "A1 number: dogs for dog",
        "A2 perhaps missing:determiner: lacks a",
    ]
    expect(good.locator(".note")).to_have_text("No errors were found.")
    source, other, reference = page.locator(".cards").first.locator(".card").all()
    expect(source).to_contain_text("Quelle")
    assert other.locator("mark").count() == 0
    assert reference.locator("mark.missing").all_text_contents() == ["a"]
    expect(page.locator("#pair [name=reference]")).to_have_value("1")
    bad.locator(".errors li").nth(1).hover()
    assert page.locator(".texts .focused").all_text_contents() == ["dog", "dogs", "A1"]
    page.keyboard.press("Escape")


def test_the_list_is_filtered_by_errors(page: Page, tmp_path: Path) -> None:
    address = write_report(tmp_path, diagnosed())
    page.goto(f"{address}#errors=missing")
    assert listed(page) == [1]
    expect(page.locator("#list .named")).to_have_text("bad: lacks a")
    page.goto(f"{address}#errors=number&system=1")
    assert listed(page) == [1]
    expect(page.locator("#list .named")).to_have_text("dogs for dog")
    page.locator("#list tbody a").click()
    expect(page.locator("mark.wrong.chosen")).to_have_text(["dogs"])
    page.keyboard.press("Escape")
    chooser(page, "made by").select_option("good")
    expect(page.locator("#count span")).to_have_text("No segment is like that (0 of 2 segments).")
    chooser(page, "Errors").select_option("any or none")
    chooser(page, "made by").select_option("any system")
    assert listed(page) == [1, 2]


def test_a_column_is_sorted_by_a_click(page: Page, tmp_path: Path) -> None:
    data = many()
    page.goto(write_report(tmp_path, data))
    known = [n for n, score in enumerate(data.scores[0][1]) if score is not None]
    unknown = [n for n in range(120) if n not in known]
    for order in (1, -1):
        page.locator("#list th").get_by_role("button", name="two").click()
        known.sort(key=lambda n: (order * (data.scores[0][1][n] or 0), n))
        assert listed(page) == [n + 1 for n in known + unknown]
        sorted_by = page.locator("#list th[aria-sort]")
        expect(sorted_by).to_have_attribute("aria-sort", "ascending" if order > 0 else "descending")


def test_texts_without_trees_are_compared_word_by_word(page: Page, tmp_path: Path) -> None:
    data = Data(["only"], [BETTER])
    data.add([bare("one small step")], [bare("one giant step")], [[0.5]])
    data.add([bare("")], [bare("")], [[None]])
    page.goto(f"{write_report(tmp_path, data)}#segment=1")
    parts = page.locator(".difference > *").all_text_contents()
    assert parts == ["one", "giant", "small", "step"]
    expect(page.get_by_text("there are none for these sentences")).to_have_count(2)
    page.keyboard.press("j")
    expect(page.get_by_text("(empty)").last).to_be_visible()
    page.keyboard.press("Escape")
    expect(chooser(page, "System")).not_to_be_visible()
    expect(chooser(page, "Document")).not_to_be_visible()
    assert page.locator("td.best").count() == 0


def test_all_text_stays_text(page: Page, tmp_path: Path) -> None:
    data = Data(HOSTILE, [{**BETTER, "name": name} for name in HOSTILE], HOSTILE)
    for text in HOSTILE:
        tree = flatten(["S", [text, text.replace(" ", "\u2423")], ["X", "x"]])
        one = {**sentence(tree, [-1, 0]), "text": text, "relations": [text, text]}
        data.add([one], [one] * len(HOSTILE), [[0.5] * len(HOSTILE)] * len(HOSTILE))
    page.goto(write_report(tmp_path, data, HOSTILE[0]))
    expect(page.locator("h1")).to_have_text(HOSTILE[0])
    visible = [printable(text) for text in HOSTILE]
    assert page.locator("#list tbody td.doc").all_text_contents() == visible
    links = [text or "(empty)" for text in visible]
    assert page.locator("#list tbody a").all_text_contents() == links
    assert page.locator("#list thead th").all_text_contents()[3:] == visible
    assert page.locator("select[name=system] option").all_text_contents() == visible
    chooser(page, "Document").select_option(index=1 + HOSTILE.index("__proto__"))
    expect(page.locator("#count span")).to_have_text("1 of 11 segments")
    for number, text in enumerate(visible, 1):
        page.goto(f"{page.url.partition('#')[0]}#segment={number}")
        expect(page.locator("#segment-name")).to_have_text(f"Segment {number}")
        assert page.locator("#segment .text").last.text_content() == (text or "(empty)")
        expect(page.locator("#segment .tree")).to_have_count(6)
    assert page.locator("script").count() == 2
    assert page.locator("img").count() == 0
    assert page.evaluate("window.ran") is None


CONTRAST = """(selector) => {
  const light = (color) => {
    const [r, g, b] = color.match(/[\\d.]+/g).slice(0, 3).map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const part = document.querySelector(selector);
  const style = getComputedStyle(part);
  const back = (element) => getComputedStyle(element).backgroundColor;
  let behind = part;
  while (back(behind) === "rgba(0, 0, 0, 0)") behind = behind.parentElement;
  const ink = part.ownerSVGElement ? style.fill : style.color;
  const [low, high] = [ink, back(behind)].map(light).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1200])
def test_pages_fit_the_screen_and_can_be_read(
    page: Page, tmp_path: Path, scheme: str, width: int
) -> None:
    systems = [f"a-system-with-a-long-name-{number}" for number in range(10)]
    data = Data(systems, [{**BETTER, "name": "hwcm"}, {**WORSE, "name": "w" * 300}], ["d" * 300])
    long = dog("chases", *[f"cat{number}" for number in range(100)], "w" * 400)
    data.add([dog("sees", "it"), long], [long] * 10, [[0.5] * 10, [0.1] * 10])
    page.set_viewport_size({"width": width, "height": 800})
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.goto(write_report(tmp_path, data, "t" * 300))
    expect(page.locator("#list tbody tr")).to_have_count(1)
    overflow = "(part) => part.scrollWidth - part.clientWidth"
    assert page.locator("html").evaluate(overflow) == 0
    page.locator("#list a").click()
    expect(page.locator(".tree")).to_have_count(6)
    assert page.locator("html").evaluate(overflow) == 0
    assert page.locator("dialog").evaluate(overflow) == 0
    assert page.locator(".drawing").last.evaluate(overflow) > 0
    for part in ("body", "p.note", "#count", ".difference del", ".relation.miss", ".match > .word"):
        assert page.evaluate(CONTRAST, part) >= 4.5
    assert page.evaluate(CONTRAST, ".tag") >= 4.5
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (back == "rgb(255, 255, 255)") == (scheme == "light")


def test_damaged_data_are_reported_in_one_line(page: Page, tmp_path: Path) -> None:
    page.goto(write_page(tmp_path, "bm90IGd6aXA=", "A report"))
    expect(page.locator("#count")).to_contain_text("cannot be unpacked")
