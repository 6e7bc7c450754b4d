"""A report as a value: it is saved as a page, or shown in a notebook."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from os import PathLike, fspath

from treescore.engine.evaluation import Evaluation
from treescore.io.files import open_output

FRAMED = (
    ("<head>", '<head><base href="about:srcdoc"/>'),
    ("base-uri &#39;none&#39;", "base-uri about:"),
)
"""In a frame without an address, links inside of the page would lead to the page around it."""


@dataclass(frozen=True, repr=False)
class Report:
    """A page with all there is to see of systems and references, and the scores on it."""

    html: str
    evaluation: Evaluation

    def __repr__(self) -> str:
        return f"Report({len(self.html) // 1000:,} kB of {self.evaluation!r})"

    def save(self, path: str | PathLike[str]) -> None:
        """Write the page to a file."""
        with open_output(fspath(path)) as stream:
            stream.write(self.html)

    def _repr_html_(self) -> str:
        """The page in a frame of its own, out of which it cannot reach."""
        page = self.html
        for alone, framed in FRAMED:
            page = page.replace(alone, framed, 1)
        style = "width:100%;height:85vh;min-height:30em;border:1px solid;background:none"
        return (
            f'<iframe title="treescore report" sandbox="allow-scripts" style="{style}" '
            f'srcdoc="{escape(page)}"></iframe>'
        )
