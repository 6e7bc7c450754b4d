"""treescore parsers: what can parse here, and what could."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from treescore.languages import language
from treescore.parsing.catalogue import Offer, offers, usual_spec
from treescore.parsing.models import installed_models
from treescore.plugins import PARSERS, plugins
from treescore.report.escape import printable

ADAPTERS = (
    "spacy:MODEL           dependencies by a spaCy pipeline; installed models:",
    "stanza                dependencies by Stanza (stanza:constituency: constituents)",
    "benepar:MODEL         constituents by benepar",
    "corenlp:URL           constituents and n-best lists by a CoreNLP server",
    "udpipe:FILE           dependencies by UDPipe",
    "files:FILE            parses read from CoNLL-U, Penn trees or a Charniak n-best list",
)

EXAMPLES = """\
treescore parsers
treescore parsers -l fr
"""


def parsers(
    lang: Annotated[
        str | None,
        typer.Option("-l", "--lang", help="All parsers for this language, the best first."),
    ] = None,
) -> None:
    """List the parsers and the installed models, or all there are for a language."""
    for line in _adapters() if lang is None else _offers(language(lang)):
        print(printable(line))


def _adapters() -> Iterator[str]:
    spacy, *others = ADAPTERS
    yield spacy
    for model in sorted(installed_models(), key=lambda each: (each.lang, each.name)):
        yield f"  -l {model.lang:4}--parser spacy:{model.name:20} {model.version}"
    yield from others
    for name, entry in sorted(plugins(PARSERS).items()):
        yield f"{name:20}  from the package {entry.dist.name if entry.dist else entry.value}"
    yield ""
    yield "treescore parsers -l LANG tells what could be installed for a language."


def _offers(lang: str) -> Iterator[str]:
    usual = usual_spec(lang)
    yield f"{'  parser':26}{'trees':14}{'UAS':>6}{'LAS/F1':>8}{'words/s':>9}  measured on"
    for offer in offers(lang):
        yield f"{'*' if offer.spec == usual else ' '} {_figures(offer)}".rstrip()
        yield "      " + "; ".join(_remarks(offer))
    yield ""
    yield (
        f"*: taken for -l {lang} unless --parser names another"
        if usual
        else f"nothing is installed for -l {lang}: install one, or give parses with files:FILE"
    )


def _figures(offer: Offer) -> str:
    accuracy = ["" if x is None else f"{x:.3f}" for x in (offer.unlabelled, offer.labelled)]
    speed = "" if offer.speed is None else f"{offer.speed:,}"
    figures = f"{accuracy[0]:>6}{accuracy[1]:>8}{speed:>9}"
    return f"{offer.spec:23} {offer.trees:14}{figures}  {offer.on}"


def _remarks(offer: Offer) -> Iterator[str]:
    if not offer.installed:
        yield f"to install: {offer.command}"
    elif offer.spec.startswith("spacy:"):
        yield "installed"
    else:
        yield f"its library is installed, models were not looked for; to get one: {offer.command}"
    if offer.note:
        yield offer.note
