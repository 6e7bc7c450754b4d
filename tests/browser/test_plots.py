"""The plots of `treescore meta`, as a page, on a desk and on a telephone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.conftest import called

ROWS = [
    ("It rains.", "It is raining.", 80),
    ("She sold the old house.", "She sold a house.", 60),
    ("We stay at home.", "Home we are.", 20),
    ("Nobody knew the way.", "Nobody knew the way.", 95),
]
INSIDE = """(drawing) => {
  const frame = drawing.getBoundingClientRect();
  return [...drawing.querySelectorAll("text")].filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const wide = left < frame.left - 1 || right > frame.right + 1;
    return wide || top < frame.top - 1 || bottom > frame.bottom + 1;
  }).map((text) => text.textContent);
}"""


@pytest.fixture(scope="module")
def plots(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("plots")
    lines = ["seg_id\tsystem\tref\thyp\thuman_score"]
    lines += [f"{n}\tA\t{ref}\t{hyp}\t{human}" for n, (ref, hyp, human) in enumerate(ROWS)]
    file = "a-set-with-a-rather-long-name.de-en.segs.tsv"
    (folder / file).write_text("\n".join(lines) + "\n")
    asked = f"meta {file} -m chrf:words=2,beta=3 wer --plot p.html"
    assert called(folder, *asked.split()).returncode == 0
    return (folder / "p.html").as_uri()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_plots_fit_and_nothing_of_them_is_cut(
    page: Page, plots: str, scheme: str, width: int
) -> None:
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(plots)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    drawings = page.locator("svg").all()
    assert len(drawings) >= 3
    for drawing in drawings:
        assert drawing.evaluate(INSIDE) == []
    back = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (back == "rgb(255, 255, 255)") == (scheme == "light")
