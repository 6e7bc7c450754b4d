"""The web application as a visitor sees it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Literal
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Browser, Dialog, Locator, Page, Route, expect

PATIENCE = 60_000
"""Milliseconds: the first answer comes after the parser was loaded."""
HOSTILE = "<img src=x onerror=alert(1)> \u202eevil\u202c \x07 &amp; <script>alert(2)</script>"


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """A server of its own; Ctrl-C ends it, without a complaint."""
    process = subprocess.Popen(
        [sys.executable, "-m", "treescore", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # What was started in the background ignores Ctrl-C, and so do its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler) and None,
    )
    assert process.stdout
    address = re.match(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())
    assert address
    yield address[0]
    process.send_signal(signal.SIGINT)
    _, complaints = process.communicate(timeout=60)
    assert (process.returncode, complaints) == (0, "")


@pytest.fixture
def app(server: str, page: Page) -> Page:
    """The application with its example, once that is scored."""
    return opened(page, server)


def opened(page: Page, address: str, **state: object) -> Page:
    page.set_default_timeout(PATIENCE)
    page.goto(f"{address}#{urlencode(state, doseq=True)}")
    expect(page.locator("#parts")).to_be_visible(timeout=PATIENCE)
    return page


def scores(page: Page) -> dict[str, list[str]]:
    rows = page.locator("#scores tbody tr").all()
    return {row.locator("th").inner_text(): row.locator("td").all_inner_texts() for row in rows}


def test_an_example_is_there_at_first_sight(app: Page):
    assert list(scores(app)) == ["A", "B", "C"]
    assert app.locator("svg.dependencies").count() == 2
    assert app.locator("svg.constituents").count() == 2
    assert app.locator(".difference ins, .difference del").count() > 0
    for drawing in app.locator("svg.dependencies").all():
        assert drawing.locator(".match").count() > 0
    expect(app.locator("#chosen")).to_contain_text("Translation A: sdpm")


def test_typing_changes_the_scores(app: Page):
    before = scores(app)
    reference = app.get_by_role("textbox", name="Reference 1").input_value()
    app.get_by_role("textbox", name="Translation C").fill(reference)
    expect(app.locator("#scores tbody tr").nth(2).locator("td").last).to_have_text("100.00")
    after = scores(app)
    assert (after["A"], after["B"]) == (before["A"], before["B"])
    app.get_by_role("button", name="Remove Translation A").click()
    expect(app.locator("#scores tbody tr")).to_have_count(2)
    assert list(scores(app).values()) == [before["B"], after["C"]]
    app.reload()
    expect(app.locator("#scores tbody tr")).to_have_count(2, timeout=PATIENCE)
    assert list(scores(app).values()) == [before["B"], after["C"]]


def test_metrics_and_translations_are_chosen(app: Page):
    app.locator("#metrics > summary").click()
    app.get_by_label(re.compile("^wer")).check()
    app.get_by_label(re.compile("^chrf")).uncheck()
    expect(app.locator("#scores thead")).to_contain_text("wer ↓")
    expect(app.locator("#scores thead")).not_to_contain_text("chrf")
    app.get_by_role("button", name=re.compile("^B, wer")).click()
    expect(app.locator("#chosen")).to_contain_text("Translation B: wer")
    expect(app.locator("#parts tbody")).to_contain_text("substitution")
    assert app.locator("#scores [aria-pressed=true]").count() == 1
    assert "by=wer" in app.url


def heads(page: Page) -> Locator:
    return page.locator("#scores thead th")


def test_a_language_has_its_usual_metrics(app: Page):
    english = ["Translation", "sdpm ↑", "dpm ↑", "chrf ↑", "bleu ↑"]
    expect(heads(app)).to_have_text(english)
    app.get_by_label("Language").select_option("de")
    expect(heads(app)).to_have_text(["Translation", "dpm ↑", "hwcm ↑", "chrf ↑", "bleu ↑"])
    expect(app.locator("#status")).to_be_empty()
    expect(app.locator("#metric-list [value=sdpm]")).to_be_disabled()
    app.reload()
    expect(app.locator("#metric-list [value=hwcm]")).to_be_checked()
    app.get_by_label("Language").select_option("en")
    expect(heads(app)).to_have_text(english)
    expect(app.locator("#metric-list [value=sdpm]")).to_be_enabled()


def test_a_language_brings_its_example(app: Page):
    reference = app.get_by_role("textbox", name="Reference 1")
    english = reference.input_value()
    app.get_by_label("Language").select_option("de")
    expect(reference).to_have_value(re.compile("^Der kleine Hund"))
    expect(app.get_by_role("textbox", name="Translation A")).to_have_value(re.compile("Katze"))
    expect(app.locator("svg.dependencies .word").first).to_have_text("Das")
    expect(app.locator("#notes")).to_contain_text("small bundled model")
    app.get_by_label("Language").select_option("en")
    expect(reference).to_have_value(english)
    expect(app.locator("#notes")).to_be_empty()
    reference.fill("Es regnet.")
    app.get_by_label("Language").select_option("de")
    expect(app.locator("#notes")).to_contain_text("small bundled model")
    expect(reference).to_have_value("Es regnet.")


def test_parameters_are_set(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="A dog slept.", m=["bleu", "hwcm"], by="hwcm")
    page.locator("#metrics > summary").click()
    page.get_by_text("Parameters of hwcm").click()
    row = page.locator(".metric", has_text="Parameters of hwcm")
    row.get_by_label("length", exact=True).fill("1")
    row.get_by_label("case", exact=True).select_option("lower")
    expect(heads(page)).to_have_text(["Translation", "hwcm:length=1,case=lower ↑", "bleu ↑"])
    expect(page.locator("#chosen")).to_contain_text("hwcm:length=1,case=lower")
    assert scores(page)["A"][0] == "0.7500"
    page.reload()
    expect(page.locator("#chosen")).to_contain_text("hwcm:length=1,case=lower 0.7500")
    expect(row.get_by_label("length", exact=True)).to_have_value("1")
    page.locator("#metrics > summary").click()
    page.get_by_text("Parameters of ter").click()
    terms = page.locator(".metric", has_text="Parameters of ter")
    terms.get_by_label("case", exact=True).select_option("mixed")
    expect(terms.get_by_role("checkbox")).to_be_checked()


def test_three_things_that_are_wrong_are_three_messages(server: str, browser: Browser):
    with browser.new_context() as context:  # a browser complains of every answer that is a problem
        page = opened(context.new_page(), server, r="a", h="a", m=["hwcm:length=1", "ter"])
        told = page.locator("#status p")
        page.locator("#metrics > summary").click()
        page.get_by_text("Parameters of hwcm").click()
        page.locator(".metric", has_text="Parameters of hwcm").get_by_label(
            "length", exact=True
        ).fill("x")
        page.get_by_role("textbox", name="Reference 1").fill("b")
        expect(told).to_have_text(["hwcm:length=x: expected a whole number"])
        for name in ("Reference 1", "Translation A"):
            page.get_by_role("textbox", name=name).fill("")
        for name in ("hwcm", "ter"):
            page.locator(f"#metric-list [value={name}]").uncheck()
        expect(told).to_have_text(["Give a reference.", "Give a translation.", "Choose a metric."])
        page.get_by_role("textbox", name="Reference 1").fill("b")
        expect(told).to_have_text(["Give a translation.", "Choose a metric."])


def test_errors_are_named_and_marked(server: str, page: Page):
    state = {"r": "She sold the old house.", "h": "She has sold the house.", "m": "bleu"}
    opened(page, server, **state)
    rows = page.locator("#errors li")
    expect(rows).to_have_count(2)
    expect(rows.nth(0)).to_contain_text("missing: modifier old")
    expect(rows.nth(1)).to_contain_text("aspect has sold for sold")
    marks = page.locator("#errors mark")
    expect(marks).to_have_text(["sold", "old", "has sold", "‸"])
    rows.nth(0).hover()
    expect(page.locator("#errors mark.focused")).to_have_text(["old", "‸"])
    page.locator("h1").hover()
    expect(page.locator("#errors mark.focused")).to_have_count(0)
    rows.nth(1).focus()
    expect(page.locator("#errors mark.focused")).to_have_text(["sold", "has sold"])
    page.get_by_role("textbox", name="Translation A").fill(state["r"])
    expect(page.locator("#errors")).to_contain_text("No error was found.")


def test_the_source_is_shown_and_kept(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="A dog slept.", m="bleu")
    assert "Source" not in page.locator("#errors").inner_text()
    page.get_by_label(re.compile("^What was translated")).fill(HOSTILE)
    expect(page.locator("#errors dt").first).to_have_text("Source")
    expect(page.locator("#errors dd").first).to_contain_text("onerror=alert(1)")
    page.reload()
    expect(page.locator("#errors dd").first).to_contain_text("onerror=alert(1)")
    assert page.locator("main img, main script").count() == 0


def test_extents_count_characters_as_python_does(server: str, page: Page):
    apart = "\N{ROCKET}\N{LINEAR B SYLLABLE B008 A} "  # each of them is two for a browser
    opened(
        page, server, r=f"{apart}She sold the old house.", h=f"{apart}She sold the house.", m="ter"
    )
    expect(page.locator("#errors mark")).to_have_text(["old", "‸"])


@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_long_sentences_show_their_roots(
    server: str, page: Page, width: int, scheme: Literal["light", "dark"]
):
    page.set_viewport_size({"width": width, "height": 844})
    page.emulate_media(color_scheme=scheme)
    long = "The dog that the man who lives near the bridge over the river had bought " * 2
    opened(page, server, r=long + "slept.", h=long + "barked.", m=["hwcm", "stm"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for box in page.locator(".drawing").all():
        inside = box.evaluate(
            """box => {
              const view = box.getBoundingClientRect();
              const root = Number(box.querySelector("svg").dataset.root);
              const svg = box.querySelector("svg").getBoundingClientRect();
              const scale = svg.width / box.querySelector("svg").viewBox.baseVal.width;
              const x = svg.left + root * scale;
              return view.left < x && x < view.right && svg.top < view.bottom;
            }"""
        )
        assert inside
    page.get_by_role("button", name="Fit").first.click()
    for box in page.locator(".drawing").all():
        assert box.evaluate("box => box.scrollWidth <= box.clientWidth")


def test_other_metrics_stay_when_the_language_changes(server: str, page: Page):
    opened(page, server, r="Der Hund schlief.", h="Ein Hund schlief.", m=["sdpm", "wer"])
    page.get_by_label("Language").select_option("de")
    expect(heads(page)).to_have_text(["Translation", "wer ↓"])
    page.get_by_label("Language").select_option("en")
    expect(heads(page)).to_have_text(["Translation", "sdpm ↑", "wer ↓"])


def test_where_no_metric_is_left_the_usual_ones_are_taken(server: str, page: Page):
    opened(page, server, r="Der Hund schlief.", h="Ein Hund schlief.", m="sdpm")
    page.get_by_label("Language").select_option("de")
    expect(heads(page)).to_have_text(["Translation", "dpm ↑", "hwcm ↑", "chrf ↑", "bleu ↑"])


def test_the_drawings_show_what_the_metric_matched(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="The cat slept.", m="hwcm")
    for side in page.locator("svg.dependencies").all():
        words = side.locator(".token.match .word").all_text_contents()
        assert words == ["The", "slept", "."]
        assert side.locator(".token.miss .word").count() == 1
    page.get_by_role("textbox", name="Translation A").fill("The dog slept.")
    expect(page.locator("svg.dependencies .token.miss")).to_have_count(0)
    expect(page.locator("svg.dependencies .arc.match")).to_have_count(2 * 3)  # all but the roots'


def test_a_row_shows_its_places(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="Here the dog slept.", m="bleu")
    row = page.locator("#parts tbody tr.match").filter(has_text="dog slept").first
    assert page.locator(".focused").count() == 0
    for single_out, leave in ((row.hover, page.locator("h1").hover), (row.focus, row.blur)):
        single_out()
        for drawing in page.locator("svg.dependencies").all():
            words = drawing.locator(".token.focused .word").all_text_contents()
            assert {"dog", "slept"} <= set(words)
            assert "Here" not in words
        leave()
        assert page.locator(".focused").count() == 0


def test_what_did_not_match_comes_first(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="The dog sleeps.", m="hwcm")
    kinds = [row.get_attribute("class") or "" for row in page.locator("#parts tbody tr").all()]
    assert set(kinds) == {"match", "miss"}
    assert kinds == sorted(kinds, reverse=True)


def test_rows_add_up_to_the_score(server: str, page: Page):
    opened(page, server, r="The dog slept.", h="The dog sleeps.", m="hwcm")
    shares = page.locator("#parts tbody .share, #parts tfoot tr:not(:last-child) .share")
    total = sum(float(text.replace("\u2212", "-")) for text in shares.all_inner_texts())
    score = float(page.locator("#chosen .number").inner_text())
    assert total == pytest.approx(score, abs=0.0005 * shares.count())


def test_further_references(server: str, page: Page):
    opened(page, server, r=["The dog slept.", "A dog was asleep."], h="A dog slept.", m="hwcm")
    page.get_by_label("Compared with").select_option("Reference 2")
    expect(page.locator("figcaption", has_text="Reference 2")).to_have_count(2)
    words = page.locator("[data-side='1'] .token .word").all_text_contents()
    assert words[:5] == ["A", "dog", "was", "asleep", "."]
    page.get_by_role("button", name="Add a reference").click()
    page.get_by_role("textbox", name="Reference 3").fill("A dog slept.")
    expect(page.locator("#chosen .number")).to_have_text("1.0000")


def test_hostile_text_is_text(server: str, page: Page):
    dialogs: list[Dialog] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog))
    opened(page, server, r=HOSTILE, h=[HOSTILE, "a"], m=["bleu", "hwcm"])
    assert page.locator("main img, main script").count() == 0
    shown = page.locator("main").inner_text()
    assert "onerror=alert(1)" in shown.replace(" ", "")
    assert not re.search("[\u202a-\u202e\u2066-\u2069\x00-\x08]", shown)
    assert "\u2407" in shown
    assert not dialogs


def test_long_texts_stay_in_their_boxes(server: str, page: Page):
    page.set_viewport_size({"width": 390, "height": 844})
    long = " ".join(f"word{n}" for n in range(300)) + " " + "x" * 300
    opened(page, server, r=long, h=long.replace("word7", "other"), m="bleu")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_problems_are_told_in_one_line(server: str, browser: Browser):
    with browser.new_context() as context:  # a browser complains of every answer that is a problem
        page = opened(context.new_page(), server)
        page.get_by_role("textbox", name="Reference 1").fill("x " * 10_001)
        expect(page.locator("#status")).to_contain_text("at most 20000 characters")
        expect(page.locator("#results")).to_be_hidden()
        page.get_by_role("textbox", name="Reference 1").fill("")
        expect(page.locator("#status")).to_have_text("Give a reference.")
        page.get_by_role("textbox", name="Reference 1").fill("It rains.")
        expect(page.locator("#results")).to_be_visible()
        expect(page.locator("#status")).to_be_empty()


def test_the_newest_request_wins(server: str, browser: Browser):
    with browser.new_context() as context:
        page = opened(context.new_page(), server, r="The dog slept.", h="x", m="bleu")
        waiting = []

        def hold_back(route):
            if "slow" in (route.request.post_data or ""):
                waiting.append(route)
            else:
                route.continue_()

        page.route("**/api/explain", hold_back)
        with page.expect_request("**/api/explain"):
            page.get_by_role("textbox", name="Translation A").fill("slow")
        page.get_by_role("textbox", name="Translation A").fill("The dog slept.")
        expect(page.locator("#chosen .number")).to_have_text("100.00")
        assert len(waiting) == 1
        waiting[0].abort()  # by now nobody waits for it


def test_files_become_a_report(app: Page, tmp_path: Path):
    (tmp_path / "ref.txt").write_text("The dog slept.\nNobody came.\n")
    (tmp_path / "one.txt").write_text("A dog slept.\nNobody came.\n")
    (tmp_path / "two.txt").write_text("The dog sleeps.\n<b>No</b> one came.\n")
    app.get_by_role("link", name="Files").click()
    app.locator("[name=references]").set_input_files(tmp_path / "ref.txt")
    app.locator("[name=systems]").set_input_files([tmp_path / "one.txt", tmp_path / "two.txt"])
    app.get_by_role("button", name="Make the report").click()
    expect(app.locator("#report")).to_be_visible(timeout=PATIENCE)
    expect(app.locator("#upload-status")).to_have_text("The report is ready.")
    complaints: list[str] = []
    with app.context.expect_page() as found:
        app.get_by_role("link", name="Open the report").click()
    report = found.value
    report.on("console", lambda message: complaints.append(message.text))
    expect(report.locator("h1")).to_be_visible()
    expect(report.locator("#list")).to_contain_text("Nobody came.")  # its script runs
    expect(report.locator("#list b")).to_have_count(0)
    assert not complaints
    with app.expect_download() as download:
        app.get_by_role("link", name="Save it").click()
    assert download.value.suggested_filename == "report.html"


def test_faults_of_files_are_told(app: Page, tmp_path: Path):
    (tmp_path / "ref.txt").write_text("The dog slept.\nNobody came.\n")
    (tmp_path / "one.txt").write_text("A dog slept.\n")
    app.get_by_role("link", name="Files").click()
    app.locator("[name=references]").set_input_files(tmp_path / "ref.txt")
    app.locator("[name=systems]").set_input_files(tmp_path / "one.txt")
    app.get_by_role("button", name="Make the report").click()
    expect(app.locator("#upload-status")).to_contain_text("ref.txt has 2", timeout=PATIENCE)
    expect(app.locator("#report")).to_be_hidden()


def test_without_a_parser_texts_are_scored(server: str, page: Page):
    bare = {"lang": "en", "parser": False, "metrics": ["sdpm", "bleu"]}
    page.route("**/api/languages", lambda route: route.fulfill(json=[bare]))
    opened(page, server, r="The dog slept.", h="The dog slept.", m=["hwcm", "stm", "bleu"])
    expect(page.locator("#no-parser")).to_contain_text("No parser is installed")
    expect(page.locator("#status")).to_be_empty()
    assert page.locator("#language option").evaluate_all("all => all.map(each => each.value)") == [
        "en"
    ]
    assert scores(page) == {"A": ["100.00"]}
    metrics = page.request.get(f"{server}api/metrics").json()
    assert {metric["reads"] for metric in metrics} == {"text", "dependencies", "constituents"}
    for metric in metrics:
        box = page.locator(f"#metric-list [value='{metric['name']}']")
        assert box.is_enabled() == (metric["reads"] == "text")


def test_with_a_parser_nothing_is_missing(app: Page):
    expect(app.locator("#no-parser")).to_be_hidden()
    assert app.locator("#metric-list :disabled").count() == 0


def test_only_a_server_that_is_gone_does_not_answer(server: str, browser: Browser):
    with browser.new_context() as context:
        page = opened(context.new_page(), server, r="The dog slept.", h="x", m="bleu")
        page.route("**/api/explain", lambda route: route.abort())
        page.get_by_role("textbox", name="Translation A").fill("y")
        expect(page.locator("#status")).to_contain_text("The server does not answer")
        page.route("**/api/explain", lambda route: route.fulfill(json={}))
        page.get_by_role("textbox", name="Translation A").fill("z")
        expect(page.locator("#status")).not_to_contain_text("The server does not answer")
        expect(page.locator("#status")).not_to_be_empty()


@pytest.mark.parametrize("choice", [{"t": "toString", "to": "x"}, {"to": -1}, {"to": 0.5}])
def test_links_that_choose_what_is_not_there(server: str, page: Page, choice: dict[str, object]):
    opened(page, server, r=["a b", "b a"], h="a b", m="bleu", **choice)
    expect(page.locator("#chosen")).to_contain_text("Translation A: bleu")
    expect(page.locator("figcaption", has_text="Reference 1")).not_to_have_count(0)
    expect(page.get_by_label("Compared with")).to_have_value("0")


def test_a_browser_that_keeps_no_address_scores(server: str, page: Page):
    page.add_init_script(
        "globalThis.kept = [];"
        "history.replaceState = (...all) => { kept.push(all[2]); throw new Error('too often'); };"
    )
    opened(page, server, r="dog", h="c", m="wer")
    before = page.evaluate("kept.length")
    page.get_by_role("textbox", name="Translation A").evaluate(
        """field => {
          for (const text of ["d", "do", "dog"]) {
            field.value = text;
            field.dispatchEvent(new Event("input"));
          }
        }"""
    )
    expect(page.locator("#scores tbody td")).to_have_text(re.compile(r"^0\.0*$"))
    kept = page.evaluate("kept")[before:]
    assert len(kept) == 1
    assert "h=dog" in kept[0]


def test_a_choice_of_no_metrics_is_kept(server: str, page: Page):
    opened(page, server, r="a", h="a", m="wer")
    page.locator("#metrics > summary").click()
    page.get_by_label(re.compile("^wer")).uncheck()
    expect(page.locator("#status")).to_have_text("Choose a metric.")
    page.reload()
    expect(page.locator("#status")).to_have_text("Choose a metric.")
    expect(page.locator("#chosen-metrics")).to_have_text("none")


def test_files_need_a_metric_as_sentences_do(server: str, page: Page, tmp_path: Path):
    (tmp_path / "one.txt").write_text("A dog slept.\n")
    page.goto(f"{server}#r=a&h=a&m=")
    expect(page.locator("#status")).to_have_text("Choose a metric.")
    page.get_by_role("link", name="Files").click()
    page.locator("[name=references]").set_input_files(tmp_path / "one.txt")
    page.locator("[name=systems]").set_input_files(tmp_path / "one.txt")
    page.get_by_role("button", name="Make the report").click()
    told = page.locator("#status").text_content()
    assert told
    expect(page.locator("#upload-status")).to_have_text(told)


def test_the_focus_stays_near_what_is_gone(app: Page):
    for gone, next_to_it, left in (("C", "B", 2), ("A", "A", 1)):
        app.get_by_role("button", name=f"Remove Translation {gone}").press("Enter")
        expect(app.get_by_role("textbox", name=f"Translation {next_to_it}")).to_be_focused()
        expect(app.locator("#scores tbody tr")).to_have_count(left)
    more = app.get_by_role("button", name="Show more")
    rows = app.locator("#parts tbody tr")
    while more.is_visible():
        before = rows.count()
        more.press("Enter")
        expect(rows).not_to_have_count(before)
    expect(rows.nth(before)).to_be_focused()


def test_after_cancel_the_report_can_be_made_again(server: str, browser: Browser, tmp_path: Path):
    (tmp_path / "one.txt").write_text("A dog slept.\n")
    with browser.new_context() as context:  # a request that was given up is a complaint
        page = opened(context.new_page(), server, r="a", h="a", m="bleu")
        waiting: list[Route] = []
        page.route("**/api/report", lambda route: waiting.append(route))
        page.get_by_role("link", name="Files").click()
        page.locator("[name=references]").set_input_files(tmp_path / "one.txt")
        page.locator("[name=systems]").set_input_files(tmp_path / "one.txt")
        with page.expect_request("**/api/report"):
            page.get_by_role("button", name="Make the report").click()
        page.get_by_role("button", name="Cancel").press("Enter")
        expect(page.locator("#upload-status")).to_have_text("Cancelled.")
        expect(page.get_by_role("button", name="Make the report")).to_be_focused()
        waiting[0].abort()


def test_the_page_of_the_api(server: str, page: Page):
    page.goto(f"{server}api/docs")
    for path in (
        "/api/score",
        "/api/explain",
        "/api/diagnose",
        "/api/report",
        "/api/metrics",
        "/api/languages",
    ):
        expect(page.locator("h2", has_text=path)).to_be_visible()
    command = page.locator("section", has_text="/api/score").locator("pre").inner_text()
    body = json.loads(command.partition("-d '")[2].removesuffix("'"))
    answer = page.request.post(f"{server}api/score", data=body)
    assert answer.status == 200
    assert list(answer.json()["systems"]) == list(body["systems"])
