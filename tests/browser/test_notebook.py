"""A report in a notebook's frame: its links stay inside."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

import treescore as ts


@pytest.mark.parametrize("width", [1280, 390])
def test_links_stay_in_the_frame(page: Page, tmp_path: Path, width: int) -> None:
    texts = {"A": ["It rains.", "We stay."], "B": ["Rains.", "Stay we."]}
    report = ts.report(texts, [["It rains."], ["We stay."]], ["wer"], resamples=20)
    host = tmp_path / "host.html"
    host.write_text(f'<!doctype html><meta charset="utf-8"/>{report._repr_html_()}', "utf-8")
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(host.as_uri())
    frame = page.frames[1]
    frame.locator('a[href="#segment=2"]').first.click()
    frame.wait_for_url("about:srcdoc#segment=2")
    expect(frame.locator("dialog[open]")).to_be_visible()
    assert page.url == host.as_uri()
    page.keyboard.press("k")
    frame.wait_for_url("about:srcdoc#segment=1")
