"""Pages for tests: the scripts in an empty page, and reports of sentences made by hand."""

from __future__ import annotations

import gzip
import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader
from markupsafe import Markup
from playwright.sync_api import Page

from treescore.report.page import CROWD, POLICY, SCRIPT, SCRIPTS, STYLE
from treescore.trees.constituency import ConstituencyTree

Json = dict[str, Any]


def load_functions(page: Page) -> None:
    """All of `treescore` that a report does not start by itself."""
    page.add_style_tag(content=STYLE)
    *functions, _ = SCRIPTS
    for script in functions:
        page.add_script_tag(content=files("treescore").joinpath(script).read_text("utf-8"))


def sentence(tree: ConstituencyTree, heads: Sequence[int]) -> Json:
    """A sentence as pages know it; the relation of each word is `to-` and its word."""
    tokens = [-1] * len(tree)
    for number, leaf in enumerate(tree.leaves):
        tokens[leaf] = number
    return {
        "text": " ".join(tree.tokens),
        "words": tree.tokens,
        "heads": heads,
        "relations": [f"to-{word}" for word in tree.tokens],
        "tags": tree.tags,
        "constituents": {"labels": tree.labels, "parents": tree.parents, "tokens": tokens},
    }


@dataclass
class Data:
    """The data of a report, gathered segment by segment."""

    systems: list[str]
    metrics: list[Json]
    docs: list[str] | None = None
    sources: list[str] | None = None
    types: list[str] = field(default_factory=list)
    errors: list[list[list[int]]] | None = None
    documents: Json | None = None
    names: list[str] = field(default_factory=list)
    sentences: list[Json] = field(default_factory=list)
    references: list[list[int]] = field(default_factory=list)
    outputs: list[list[int]] = field(default_factory=list)
    scores: list[list[list[float | None]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = [[[] for _ in self.systems] for _ in self.metrics]

    def add(
        self,
        references: Sequence[Json],
        outputs: Sequence[Json],
        scores: Sequence[Sequence[float | None]],
    ) -> None:
        """A segment; its scores metric by metric, those of all systems together."""
        self.references.append([self._add(each) for each in references])
        self.outputs.append([self._add(each) for each in outputs])
        for columns, row in zip(self.scores, scores, strict=True):
            for column, score in zip(columns, row, strict=True):
                column.append(score)

    def _add(self, unpacked: Json) -> int:
        self.sentences.append(self.packed(unpacked))
        return len(self.sentences) - 1

    def packed(self, unpacked: Json) -> Json:
        packed = {"t": unpacked["text"], "w": " ".join(unpacked["words"])}
        if "heads" in unpacked:
            packed["h"] = unpacked["heads"]
            packed["r"] = [self._name(name) for name in unpacked["relations"]]
            packed["g"] = [self._name(name) for name in unpacked["tags"]]
            packed["c"] = self._brackets(unpacked["constituents"], 0)
        return packed

    def _name(self, name: str) -> int:
        if name not in self.names:
            self.names.append(name)
        return self.names.index(name)

    def _brackets(self, tree: Json, node: int) -> list[int]:
        label = self._name(tree["labels"][node])
        if tree["tokens"][node] >= 0:
            return [-2, label]
        children = [child for child, parent in enumerate(tree["parents"]) if parent == node]
        return [label, *(n for child in children for n in self._brackets(tree, child)), -1]


def write_report(folder: Path, data: Data, title: str = "A report") -> str:
    """Write the page, and return its address."""
    packed = b64encode(gzip.compress(json.dumps(vars(data)).encode())).decode()
    return write_page(folder, packed, title, crowded=len(data.systems) > CROWD)


def write_page(folder: Path, packed: str, title: str, *, crowded: bool = False) -> str:
    environment = Environment(
        loader=PackageLoader("treescore.report", "page"), autoescape=True, trim_blocks=True
    )
    html = environment.get_template("page.html.jinja").render(
        title=title,
        top=Markup("<header><h1>{}</h1></header>").format(title),
        crowded=crowded,
        csp=POLICY,
        css=Markup(STYLE),
        script=Markup(SCRIPT),
        data=packed,
        summary=Markup('<section id="scores"><h2>Scores</h2></section>'),
        notes=["a note"],
        version="0",
    )
    file = folder / "report.html"
    file.write_text(html, encoding="utf-8")
    return file.as_uri()
