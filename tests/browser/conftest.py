"""A real browser: Chromium of the system, without a screen and without a network."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ABORTED = "net::ERR_ABORTED"
"""What becomes of requests when the page itself moves on."""
FLAGS = [
    "--no-sandbox",  # needs rights that a container often lacks
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("needs a browser: Chromium of the system (on Debian: apt install chromium)")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """An empty page; whatever the browser complains of, or asks the network for, is a failure."""
    with browser.new_context() as context:
        page = context.new_page()
        complaints: list[str] = []

        def listen(message: ConsoleMessage) -> None:
            if message.type in ("error", "warning"):
                complaints.append(message.text)

        def fail(request: Request) -> None:
            if request.failure != ABORTED:
                complaints.append(f"{request.failure}: {request.url}")

        page.on("console", listen)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("requestfailed", fail)
        yield page
        assert not complaints
