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
NAME = '<i onclick>&"\u202e'


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The demo's report, and what the demo printed."""
    folder = tmp_path_factory.mktemp("demo")
    result = called(folder, "demo")
    assert result.stderr == "report written to treescore-demo.html\n"
    return folder / "treescore-demo.html", result.stdout


def test_the_summary_has_the_scores_that_the_demo_prints(
    page: Page, demo: tuple[Path, str]
) -> None:
    path, printed = demo
    page.goto(path.as_uri())
    rows = page.locator("#scores tbody tr")
    table = [line.split() for line in printed.splitlines()[1:5]]
    assert rows.count() == len(table)
    for row, (system, *numbers) in enumerate(table):
        expect(rows.nth(row).locator("th")).to_have_text(system)
        for column, number in enumerate(numbers):
            expect(rows.nth(row).locator("td").nth(column)).to_contain_text(number)
    for section in ("winners", "distributions", "lengths", "agreement", "segments"):
        expect(page.locator(f"nav a[href='#{section}']")).to_be_visible()
    expect(page.locator("#distributions figure svg path")).to_have_count(16)
    for signature in printed.splitlines()[6:]:
        expect(page.locator("footer")).to_contain_text(signature)


def test_segments_are_sorted_searched_and_opened(page: Page, demo: tuple[Path, str]) -> None:
    page.goto(demo[0].as_uri())
    rows = page.locator("#list tbody tr")
    expect(rows).to_have_count(50)
    page.select_option("select[name=sort]", "difference")
    page.select_option("select[name=order]", "-1")
    columns = page.locator("#list thead th").all_text_contents()
    places = [columns.index("fluent"), columns.index("literal")]
    leads = []
    for row in rows.all():
        cells = row.locator("td").all_text_contents()
        fluent, literal = (float(cells[place].lstrip("◆ ")) for place in places)
        leads.append(fluent - literal)
    assert leads == pytest.approx(sorted(leads, reverse=True), abs=1e-4)  # digits are cut
    sample = load_sample()
    texts = [text or "" for text in sample.references[0].texts or ()]
    word = next(word for word in texts[20].split() if len(word) > 7)
    page.get_by_role("searchbox").fill(word)
    expect(rows.first).to_be_visible()
    expect(page.locator("#count")).not_to_contain_text("64 of 64")
    page.get_by_role("searchbox").fill(texts[20])
    expect(rows).to_have_count(1)
    rows.first.locator("a").click()
    panel = page.locator("#segment")
    expect(panel).to_contain_text(texts[20])
    for drawing in panel.locator("svg").all():
        expect(drawing).to_be_visible()
    assert panel.locator("svg").count() == 4  # dependencies and constituents of both sides
    assert panel.locator("svg [class~=match]").count() > 20
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


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
def test_it_fits_a_telephone(page: Page, demo: tuple[Path, str], scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(demo[0].as_uri() + "#segment=1")
    expect(page.locator("#segment svg").first).to_be_visible()
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390
