"""Whole reports: many systems fit, and a segment tells what its score is made of."""

from __future__ import annotations

from itertools import product

import pytest
from playwright.sync_api import Locator, Page, expect

import treescore as ts

REFERENCES = [
    ["The old man sold a red boat to the children."],
    ["She has read every letter twice."],
    ["Nobody knew the way."],
]
CLOSE = [
    "The old man sold a blue boat to the children.",
    "She read each letter.",
    "Nobody knew it.",
]
FAR = ["Old man the boat has.", "Letters twice she reads every.", "The way nobody."]
OVERFLOW = "(part) => part.scrollWidth - part.clientWidth"
ABOVE = """(header) => {
  const { left, top, width, height } = header.getBoundingClientRect();
  const steps = [0.02, 0.25, 0.5, 0.75, 0.98];
  return steps.every((x) => steps.every((y) =>
    header.contains(document.elementFromPoint(left + x * width, top + y * height))));
}"""
OVERLAP = """(cell) => {
  const parts = [...cell.querySelectorAll("small, a")];
  const [one, other] = parts.map((part) => part.getBoundingClientRect());
  const beside = one.right <= other.left || other.right <= one.left;
  return !beside && one.bottom > other.top + 4 && other.bottom > one.top + 4;
}"""


@pytest.fixture(scope="module")
def few(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Four systems; their errors have long intervals."""
    file = tmp_path_factory.mktemp("few") / "report.html"
    systems = {f"system-{name}": made for name, made in zip("ABCD", [CLOSE, FAR] * 2, strict=True)}
    ts.report(systems, REFERENCES, ["dpm", "stm", "bleu", "wer"]).save(str(file))
    return file.as_uri()


@pytest.fixture(scope="module")
def crowd(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Seventeen systems with long names, and a document with one."""
    file = tmp_path_factory.mktemp("crowd") / "report.html"
    names = [f"{lab}-primary-{number}" for lab, number in product(("north", "south"), range(9))]
    systems = {name: FAR if number else CLOSE for number, name in enumerate(names[:17])}
    docs = ["paper/2012/12/01/1564248"] * 3
    ts.report(systems, REFERENCES, ["sdpm", "bleu"], docs=docs).save(str(file))
    return file.as_uri()


def misses(page: Page) -> Locator:
    return page.locator(".misses").first.locator("li")


def test_a_segment_has_the_parts_of_its_score_misses_first(page: Page, few: str) -> None:
    page.goto(f"{few}#segment=1")
    expect(misses(page).first).to_have_text("Words only in the reference: red")
    expect(misses(page).nth(1)).to_have_text("Words only in the translation: blue")
    parts = page.locator("#parts")
    assert parts.locator("thead th").all_text_contents() == [
        "part of dpm",
        *(page.locator(".outputs .card strong").all_text_contents()),
    ]
    rows = {row.locator("th").inner_text(): row for row in parts.locator("tbody tr").all()}
    # One word of eleven is another: it stands in two pairs of words, and is one dependent.
    assert rows["1-gram"].locator("td").first.inner_text() == "10 of 11\n11 in the reference"
    assert rows["2-gram"].locator("td").first.inner_text() == "8 of 10\n10 in the reference"
    assert next(iter(rows)) == "2-gram"


def test_the_parts_are_those_of_the_chosen_metric(page: Page, few: str) -> None:
    page.goto(f"{few}#segment=1")
    metric = page.locator("#pair select[name=metric]")
    metric.select_option(label="stm")
    expect(page.locator("#parts thead th").first).to_have_text("part of stm")
    assert page.locator("#parts tbody th").first.inner_text().startswith("subtree of depth")
    expect(page.locator("#segment .card", has_text="Words only in")).to_have_count(0)
    metric.select_option(label="wer")  # whose edits are the difference in words
    expect(page.locator("#parts")).to_have_count(0)
    expect(misses(page).first).to_have_text("Words only in the reference: red")


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_hides_the_top_of_a_segment(page: Page, few: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    page.goto(f"{few}#segment=1")
    top = page.locator("#segment > header")
    for table in page.locator("#segment table").all():
        table.evaluate("(table) => table.scrollIntoView()")
        for _ in range(3):
            assert top.evaluate(ABOVE)
            page.locator("#segment").evaluate("(box) => box.scrollBy(0, 40)")


@pytest.mark.parametrize("width", [390, 800, 1280])
def test_rates_do_not_run_into_their_intervals(page: Page, few: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(few)
    cells = page.locator(".types tr:not(.refined) td").all()
    assert len(cells) > 8
    assert not any(cell.evaluate(OVERLAP) for cell in cells)


def test_many_systems_fit(page: Page, crowd: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 900})
    page.goto(crowd)
    expect(page.locator("#list tbody td.score")).to_have_count(3 * 17)
    for table in page.locator(".wide:visible").all():
        assert table.evaluate(OVERFLOW) == 0, table.get_attribute("aria-label")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_on_a_telephone_names_stay_in_view(page: Page, crowd: str, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(crowd)
    assert page.locator("html").evaluate(OVERFLOW) == 0
    table = page.locator("#duels .wide:visible")
    table.evaluate("(box) => box.scrollTo(10_000, 0)")
    name, box = table.locator("tbody th").first.bounding_box(), table.bounding_box()
    assert name and box
    assert name["x"] == pytest.approx(box["x"], abs=1)
