"""Take the pictures of the README: the demo's report, and the web application.

    python scripts/screenshots.py

Needs the development install and Chromium of the system (on Debian: apt install chromium).
"""

from __future__ import annotations

import shutil
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from playwright.sync_api import Browser, sync_playwright

IMAGES = Path(__file__).parents[1] / "docs" / "images"
WIDTH = 1280
SEGMENT = 27
"""A segment of the demo whose errors fit the picture."""
STARTING = 60.0


def main() -> None:
    chromium = shutil.which("chromium")
    if chromium is None:
        sys.exit("chromium is not installed (on Debian: apt install chromium)")
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        take_report(browser, Path(folder))
        take_application(browser)
        browser.close()


def take_report(browser: Browser, folder: Path) -> None:
    subprocess.run([sys.executable, "-m", "treescore", "demo"], cwd=folder, check=True)
    address = (folder / "treescore-demo.html").as_uri()
    page = browser.new_page(viewport={"width": WIDTH, "height": 1150})
    page.goto(address)
    page.wait_for_selector("#list tbody tr")
    page.screenshot(path=IMAGES / "report.png")
    page.set_viewport_size({"width": WIDTH, "height": 1150})
    page.goto(f"{address}#segment={SEGMENT}")
    page.wait_for_selector("#segment svg")
    page.screenshot(path=IMAGES / "segment.png")


def take_application(browser: Browser) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "treescore", "serve", "--port", str(port)]
    server = subprocess.Popen(command)  # noqa: S603
    try:
        address = f"http://127.0.0.1:{port}/"
        _wait(address)
        page = browser.new_page(viewport={"width": WIDTH, "height": 1500})
        page.goto(address)
        page.wait_for_selector("svg [class~=match]", timeout=STARTING * 1000)
        page.screenshot(path=IMAGES / "web.png")
    finally:
        server.terminate()
        server.wait()


def _wait(address: str) -> None:
    end = time.monotonic() + STARTING
    while True:
        try:
            urlopen(address)  # noqa: S310
        except OSError:
            if time.monotonic() > end:
                raise
            time.sleep(0.2)
        else:
            return


if __name__ == "__main__":
    main()
