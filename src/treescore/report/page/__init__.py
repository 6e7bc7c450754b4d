"""The report: one HTML file that needs no server and no network."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Sequence
from hashlib import sha256
from importlib.resources import files
from math import isnan
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from treescore.engine.results import LEVEL
from treescore.engine.summary import Bucket, Summary
from treescore.report.distributions import draw_spread
from treescore.report.escape import printable
from treescore.report.packing import Packer
from treescore.report.results import TOO_FEW, precedent_shown, signature_notes
from treescore.report.svg import DARK, LIGHT, minus
from treescore.stats.differences import SETS
from treescore.stats.resampling import FEW
from treescore.version import VERSION

SHADES = 10


STATIC, PAGE = "web/static", "report/page"
SCRIPTS = (
    *(f"{STATIC}/trees.js", f"{STATIC}/frames.js", f"{STATIC}/compare.js"),
    *(f"{PAGE}/data.js", f"{PAGE}/segment.js", f"{PAGE}/report.js"),
)
STYLES = (
    *(f"{STATIC}/trees.css", f"{STATIC}/theme.css"),
    *(f"{PAGE}/report.css", f"{PAGE}/segments.css"),
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


def render(summary: Summary, packer: Packer, title: str = "treescore report") -> str:
    """The page of a test set whose segments were packed."""
    environment = Environment(
        loader=PackageLoader("treescore.report", "page"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        finalize=_shown,
    )
    overview = environment.get_template("summary.html.jinja").render(
        summary=summary,
        metrics=summary.metrics,
        best={name: summary.best(name) for name in summary.metrics},
        segments=len(summary.docs),
        level=LEVEL,
        few=FEW,
        too_few=TOO_FEW,
        resamples=summary.resamples,
        seed=summary.seed,
        precedents=SETS if any(duel.test.precedent for duel in summary.duels.values()) else "",
        drawings={name: _made_here(draw_spread(each)) for name, each in summary.spreads.items()},
        **_helpers(summary),
    )
    return environment.get_template("page.html.jinja").render(
        title=title,
        csp=POLICY,
        css=_made_here(STYLE),
        script=_made_here(SCRIPT),
        summary=_made_here(overview),
        data=packer.pack(summary),
        notes=signature_notes(summary.scores),
        version=VERSION,
    )


def _made_here(markup: str) -> Markup:
    """Markup of this program, in which all text from elsewhere was escaped."""
    return Markup(markup)  # noqa: S704


def _shown(value: object) -> object:
    """Text from anywhere: nothing in it acts on the reader's screen."""
    return printable(value) if isinstance(value, str) and not isinstance(value, Markup) else value


def _helpers(summary: Summary) -> dict[str, Callable[..., Any]]:
    """What the template writes numbers with."""

    def number(metric: str, value: float) -> str:
        return minus(f"{value:.{summary.metrics[metric].digits}f}")

    def signed(metric: str, value: float) -> str:
        return minus(f"{value:+.{summary.metrics[metric].digits}f}")

    def rivals(metric: str) -> list[str]:
        """The systems that are worse than the best, but not significantly."""
        best = summary.best(metric)
        return [
            system
            for system in summary.scores
            if system not in best and not summary.beaten(metric, system, LEVEL)
        ]

    def bands(metric: str) -> list[str]:
        edges = [number(metric, edge) for edge in summary.spreads[metric].bands]
        between = [f"to {high}" for high in edges[1:]]
        return [f"up to {edges[0]}", *between, f"over {edges[-1]}"]

    def leads(bucket: Bucket, system: str, metric: str) -> bool:
        best = max if summary.metrics[metric].higher_is_better else min
        scores = [bucket.scores[other, metric] for other in summary.scores]
        return len(scores) > 1 and bucket.scores[system, metric] == best(scores)

    return {
        "number": number,
        "signed": signed,
        "rivals": rivals,
        "bands": bands,
        "leads": leads,
        "percent": lambda share: f"{share:.0%}",
        "p": lambda value: f"p {value:.3f}" if value >= 0.001 else "p < 0.001",
        "precedent": precedent_shown,
        "correlation": lambda value: "\N{EN DASH}" if isnan(value) else minus(f"{value:.2f}"),
        "heat": lambda value: 0 if isnan(value) else min(int(max(value, 0) * SHADES), SHADES - 1),
    }
