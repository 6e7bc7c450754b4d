"""Real reports in a real browser: that of the demo, and one of hostile texts."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.conftest import called
from treescore.cli.demo import load_sample

HOSTILE = (
    '<script>window.ran=1</script> "onmouseover="window.ran=1" <img src=x onerror=window.ran=1> '
    "\x1b[31mred\x1b[0m \u202eevil\u202c שלום e\u0301\u0316 👩\u200d👩\u200d👧 end."
)
WITHOUT_NUMBERS = """(text) => {
  const copy = text.cloneNode(true);
  copy.querySelectorAll("sup").forEach((number) => number.remove());
  return copy.textContent;
}"""
NAME = '<i onclick>&"\u202e'


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The demo's report, and what the demo printed."""
    folder = tmp_path_factory.mktemp("demo")
    result = called(folder, "demo")
    assert result.stderr == "report written to treescore-demo.html\n"
    return folder / "treescore-demo.html", result.stdout


def ranking(printed: str) -> list[list[str]]:
    """The demo's systems with their scores, the best by the first metric first, as pages do."""
    table = [line.split() for line in printed.splitlines()[1:5]]
    return sorted(table, key=lambda row: -float(row[1]))


def test_the_summary_has_the_scores_that_the_demo_prints(
    page: Page, demo: tuple[Path, str]
) -> None:
    path, printed = demo
    page.goto(path.as_uri())
    rows = page.locator("#scores tbody tr")
    table = ranking(printed)
    assert rows.count() == len(table)
    for row, (system, *numbers) in enumerate(table):
        expect(rows.nth(row).locator("th")).to_have_text(system)
        for column, number in enumerate(numbers):
            expect(rows.nth(row).locator("td").nth(column)).to_contain_text(number)
    for section in ("diagnosis", "duels", "documents", "distributions", "lengths", "segments"):
        expect(page.locator(f"nav a[href='#{section}']")).to_be_visible()
    expect(page.locator("#distributions svg path")).to_have_count(16)
    verdict = page.locator(".verdict p")
    expect(verdict.first).to_contain_text("fluent wins by sdpm")
    expect(verdict.last).to_contain_text(f"{table[1][0]} makes more errors than fluent in ")
    expect(page.locator(".facts")).to_contain_text("English (en)")
    for signature in printed.splitlines()[6:]:
        expect(page.locator("footer")).to_contain_text(signature)


def test_segments_are_sorted_searched_and_opened(page: Page, demo: tuple[Path, str]) -> None:
    page.goto(demo[0].as_uri())
    rows = page.locator("#list tbody tr")
    expect(rows).to_have_count(50)
    page.select_option("select[name=sort]", "difference")
    page.select_option("select[name=order]", "-1")
    columns = page.locator("#list thead th").all_text_contents()
    places = [columns.index(system) for system, *_ in ranking(demo[1])[:2]]
    leads = []
    for row in rows.all():
        cells = row.locator("td").all_text_contents()
        best, second = (float(cells[place].lstrip("◆ ")) for place in places)
        leads.append(best - second)
    assert leads == pytest.approx(sorted(leads, reverse=True), abs=1e-4)  # digits are cut
    sample = load_sample()
    texts = [text or "" for text in sample.references[0].texts or ()]
    word = next(word for word in texts[20].split() if len(word) > 7)
    page.get_by_role("searchbox").fill(word)
    expect(rows.first).to_be_visible()
    expect(page.locator("#count span")).not_to_contain_text("64 of 64")
    page.get_by_role("searchbox").fill(texts[20])
    expect(rows).to_have_count(1)
    rows.first.locator("a").click()
    panel = page.locator("#segment")
    text = panel.locator(".reference .text").first
    assert text.evaluate(WITHOUT_NUMBERS) == texts[20]
    for drawing in panel.locator("svg").all():
        expect(drawing).to_be_visible()
    assert panel.locator("svg").count() == 6  # both kinds, of the reference, A and B
    assert panel.locator("svg [class~=match]").count() > 20
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_one_switch_for_all_metrics(page: Page, demo: tuple[Path, str]) -> None:
    page.goto(demo[0].as_uri())
    for number, metric in enumerate(("sdpm", "dpm", "chrf", "bleu")):
        page.get_by_role("combobox", name="Metric").select_option(metric)
        for section in ("duels", "distributions", "lengths"):
            names = page.locator(f"#{section} h3:visible")
            assert names.all_text_contents() == [metric]
        rows = page.locator("#scores tbody tr")
        best = page.locator("#scores td.best").nth(number).get_attribute("data-value") or ""
        assert len(page.locator("#document-table tbody tr").all()) == 8
        assert rows.count() == 4 and float(best) > 0
    page.get_by_role("button", name="bleu").click()
    systems = page.locator("#scores tbody th").all_text_contents()
    assert systems == ["fluent", "truncated", "literal", "salad"]
    page.locator("#document-table").get_by_role("link", name="law-1").click()
    expect(page.locator("#count span")).to_have_text("8 of 64 segments")


def test_a_type_of_errors_leads_to_its_segments(page: Page, demo: tuple[Path, str]) -> None:
    page.goto(demo[0].as_uri())
    types = page.locator("table.types")
    systems = types.locator("thead th").all_text_contents()[1:]
    row = types.locator("tbody tr", has=page.get_by_role("link", name="word-choice", exact=True))
    row.first.locator("td").nth(systems.index("literal")).locator("a").click()
    rows = page.locator("#list tbody tr")
    expect(rows.locator(".named").filter(has_text=" for ").first).to_be_visible()
    rows.first.locator("a").click()
    expect(page.locator(".outputs strong").first).to_have_text("A: literal")
    assert page.locator(".outputs mark.wrong.chosen").count() > 0
    page.keyboard.press("Escape")
    refined = types.locator("tr.refined")
    expect(refined.first).to_be_hidden()
    page.get_by_role("button", name="Show refinements").click()
    expect(refined.first).to_be_visible()


def test_hostile_text_is_shown_as_text(page: Page, tmp_path: Path) -> None:
    (tmp_path / "ref.txt").write_text(f"{HOSTILE}\nFine.\n", encoding="utf-8")
    long = "one two three " * 1000
    (tmp_path / "a.txt").write_text(f"{HOSTILE}\n{long}\n", encoding="utf-8")
    (tmp_path / "docs.txt").write_text(f"{NAME}\n{NAME}\n", encoding="utf-8")
    files = ("-r", "ref.txt", "-s", f"{NAME}=a.txt", "--docs", "docs.txt")
    result = called(tmp_path, "report", *files, "-m", "dpm", "-m", "bleu")
    assert (result.returncode, result.stdout) == (0, "report written to report.html\n")
    page.goto((tmp_path / "report.html").as_uri())
    shown = HOSTILE.replace("\x1b", "␛").replace("\u202e", "\ufffd").replace("\u202c", "\ufffd")
    expect(page.locator("#scores tbody th")).to_have_text(NAME.replace("\u202e", "\ufffd"))
    expect(page.locator("#list tbody tr").first).to_contain_text("<script>window.ran=1</script>")
    page.locator("#list tbody tr a").first.click()
    panel = page.locator("#segment")
    expect(panel).to_contain_text(shown)
    assert page.locator("#segment svg").count() == 4
    page.keyboard.press("j")
    expect(panel).to_contain_text(long.strip())
    expect(panel).to_contain_text("The first 200 of 3000 words are drawn.")
    assert page.evaluate("window.ran") is None
    for tag in ("img", "i[onclick]", "[onmouseover]"):
        assert page.locator(tag).count() == 0
    assert page.locator("script").count() == 2  # the data, and the page's own


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_fits_the_screen(page: Page, demo: tuple[Path, str], scheme: str, width: int) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(demo[0].as_uri())
    expect(page.locator("#list tbody tr").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    words, score = page.locator("#list tbody tr").first.locator("td.words, td.score").all()[1:3]
    boxes = words.bounding_box(), score.bounding_box()
    assert boxes[0] and boxes[1]
    below = boxes[1]["y"] >= boxes[0]["y"] + boxes[0]["height"]
    assert below == (width == 390), "on a telephone scores stand below the text"
    page.goto(demo[0].as_uri() + "#segment=1")
    expect(page.locator("#segment svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
