"""The report: one HTML file that needs no server and no network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from hashlib import sha256
from importlib.resources import files

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from treescore.diagnosis.result import Diagnosis
from treescore.engine.results import LEVEL
from treescore.engine.summary import Summary
from treescore.report.about import TITLE, About
from treescore.report.escape import printable
from treescore.report.packing import Packer
from treescore.report.page.diagnosed import diagnosis_helpers
from treescore.report.page.numbers import STAR, count_told, day_told, summary_helpers
from treescore.report.results import TOO_FEW, signature_notes
from treescore.report.svg import DARK, LIGHT
from treescore.report.verdict import verdict
from treescore.stats.differences import SETS
from treescore.stats.resampling import FEW
from treescore.version import VERSION

CROWD = 6
"""Systems beyond which columns are narrow, and their names stand upright."""
STATIC, PAGE = "web/static", "report/page"
SCRIPTS = (
    *(f"{STATIC}/trees.js", f"{STATIC}/frames.js", f"{STATIC}/compare.js"),
    *(
        f"{PAGE}/{name}.js"
        for name in ("data", "errors", "parts", "segment", "tables", "list", "report")
    ),
)
STYLES = (
    *(f"{STATIC}/trees.css", f"{STATIC}/theme.css"),
    *(f"{PAGE}/{name}.css" for name in ("report", "tables", "list", "segment")),
)


def _joined(names: Sequence[str]) -> str:
    package = files("treescore")
    return "".join(package.joinpath(name).read_text(encoding="utf-8") for name in names)


def _hash(text: str) -> str:
    """What a content security policy calls an inline text."""
    return f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'"


SCRIPT = _joined(SCRIPTS)
STYLE = _joined(STYLES) + f".chart{{{LIGHT}}}@media (prefers-color-scheme:dark){{.chart{{{DARK}}}}}"
SCRIPT_HASH, STYLE_HASH = _hash(SCRIPT), _hash(STYLE)
POLICY = (
    f"default-src 'none'; script-src {SCRIPT_HASH}; style-src {STYLE_HASH}; "
    "base-uri 'none'; form-action 'none'"
)


def render(
    summary: Summary, packer: Packer, about: About, diagnosis: Diagnosis | None = None
) -> str:
    """The page of a test set whose segments were packed."""
    environment = Environment(
        loader=PackageLoader("treescore.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        finalize=_shown,
    )
    environment.globals.update(
        star=lambda starred: _made_here(STAR) if starred else "",
        crowded=len(summary.systems) > CROWD,
        level=LEVEL,
    )

    def part(name: str, **values: object) -> Markup:
        return _made_here(environment.get_template(f"{name}.html.jinja").render(**values))

    wrong = part("diagnosis", **diagnosis_helpers(summary, diagnosis))
    return environment.get_template("page.html.jinja").render(
        title=about.title,
        csp=POLICY,
        css=_made_here(STYLE),
        script=_made_here(SCRIPT),
        top=part(
            "top",
            about=about,
            kind=TITLE,
            day=day_told(about.made),
            verdict=verdict(summary, diagnosis),
            summary=summary,
            segments=len(summary.docs),
            references=max(map(len, packer.references), default=0),
            counted=count_told,
        ),
        summary=part(
            "summary",
            summary=summary,
            metrics=summary.metrics,
            best={name: summary.best(name) for name in summary.metrics},
            segments=len(summary.docs),
            diagnosis=wrong,
            few=FEW,
            too_few=TOO_FEW,
            resamples=summary.resamples,
            seed=summary.seed,
            precedents=SETS if any(duel.test.precedent for duel in summary.duels.values()) else "",
            **summary_helpers(summary),
        ),
        data=packer.pack(summary, diagnosis),
        notes=[
            *signature_notes(summary.scores),
            *([diagnosis.signature] if diagnosis is not None else []),
        ],
        version=VERSION,
    )


def _made_here(markup: str) -> Markup:
    """Markup of this program, in which all text from elsewhere was escaped."""
    return Markup(markup)  # noqa: S704


def _shown(value: object) -> object:
    """Text from anywhere: nothing in it acts on the reader's screen."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value
