"""How large a report is, how long it takes to make, and how soon a browser shows it.

    python benchmarks/report.py [--segments 2000] [--systems 10]

The sentences are those of the demo with some of their words changed, so that all are different.
"""

from __future__ import annotations

import argparse
import random
import shutil
import tempfile
import time
from pathlib import Path

from playwright.sync_api import sync_playwright

from treescore.cli.demo import load_sample
from treescore.engine.preparing import ParserChoice, prepare
from treescore.io.testset import Stream, Testset
from treescore.metrics.usual import usual
from treescore.report.making import Draft

CHANGED = 0.2
"""The part of words that are replaced by others of the sample."""
ROUNDS = 5


def changed(texts: tuple[str | None, ...], size: int, draw: random.Random) -> tuple[str, ...]:
    """So many sentences made from a few."""
    known = [text or "" for text in texts]
    vocabulary = [word for text in known for word in text.split()]
    return tuple(
        " ".join(
            draw.choice(vocabulary) if draw.random() < CHANGED else word
            for word in known[number % len(known)].split()
        )
        for number in range(size)
    )


def make_testset(segments: int, systems: int) -> Testset:
    sample = load_sample()
    draw = random.Random(1)
    sources = list(sample.systems.values())
    return Testset(
        (Stream("reference", changed(sample.references[0].texts or (), segments, draw)),),
        {
            f"system-{n + 1}": Stream(
                f"system-{n + 1}", changed(sources[n % len(sources)].texts or (), segments, draw)
            )
            for n in range(systems)
        },
    )


def measure(path: Path, browser_path: str) -> dict[str, list[float]]:
    """Seconds until things are to be seen, several times."""
    times: dict[str, list[float]] = {"first view": [], "sort": [], "search": [], "open": []}
    with sync_playwright() as playwright:
        flags = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
        browser = playwright.chromium.launch(executable_path=browser_path, args=flags)
        for _ in range(ROUNDS):
            page = browser.new_page()
            start = time.perf_counter()
            page.goto(path.as_uri())
            page.wait_for_selector("#list tbody tr")
            times["first view"].append(time.perf_counter() - start)
            start = time.perf_counter()
            page.select_option("select[name=sort]", "spread")
            page.wait_for_selector("#list tbody tr")
            times["sort"].append(time.perf_counter() - start)
            start = time.perf_counter()
            shown = page.locator("#count").inner_text()
            page.fill("input[name=query]", "danger")
            while page.locator("#count").inner_text() == shown:
                time.sleep(0.01)
            times["search"].append(time.perf_counter() - start)
            start = time.perf_counter()
            page.locator("#list tbody tr a").first.click()
            page.wait_for_selector("#segment svg")
            times["open"].append(time.perf_counter() - start)
            page.close()
        browser.close()
    return times


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--segments", type=int, default=2000)
    arguments.add_argument("--systems", type=int, default=10)
    options = arguments.parse_args()
    testset = make_testset(options.segments, options.systems)
    start = time.perf_counter()
    draft = Draft(prepare(testset, None, ParserChoice(), pictures=True))
    page = draft.page(draft.evaluate())
    print(f"{options.segments} segments, {options.systems} systems, {' '.join(usual('en'))}")
    print(f"made in {time.perf_counter() - start:.1f} s, parsing included unless it was cached")
    print(f"size {len(page.encode()) / 1e6:.1f} MB")
    browser = shutil.which("chromium")
    if browser is None:
        print("no chromium: the view is not measured")
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.html"
        path.write_text(page, encoding="utf-8")
        for what, seconds in measure(path, browser).items():
            print(f"{what}: {sorted(seconds)[ROUNDS // 2]:.2f} s (median of {ROUNDS})")


if __name__ == "__main__":
    main()
