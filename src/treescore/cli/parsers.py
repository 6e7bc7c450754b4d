"""treescore parsers: what can parse here, and what could; CoreNLP is fetched if asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

import typer

from treescore.errors import UnknownName
from treescore.languages import language
from treescore.parsing.catalogue import Offer, offers, usual_spec
from treescore.parsing.models import installed_models
from treescore.plugins import PARSERS, plugins
from treescore.report.escape import printable

ADAPTERS = (
    "spacy:MODEL           dependencies by a spaCy pipeline; installed models:",
    "stanza                dependencies by Stanza (stanza:constituency: constituents)",
    "benepar:MODEL         constituents by benepar",
    "corenlp               constituents by CoreNLP (corenlp:pcfg: with n-best lists)",
    "corenlp:URL           the same by a CoreNLP server that runs somewhere",
    "udpipe:FILE           dependencies by UDPipe",
    "files:FILE            parses read from CoNLL-U, Penn trees or a Charniak n-best list",
)

EXAMPLES = """\
treescore parsers
treescore parsers -l fr
treescore parsers --install corenlp -l de
"""


def parsers(
    lang: Annotated[
        str | None,
        typer.Option("-l", "--lang", help="All parsers for this language, the best first."),
    ] = None,
    install: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Fetch what a parser needs for the language (-l, or English), by Maven: corenlp.",
        ),
    ] = None,
) -> None:
    """List the parsers and the installed models, or all there are for a language."""
    if install is not None:
        _install(install, language(lang or "en"))
        return
    for line in _adapters() if lang is None else _offers(language(lang)):
        print(printable(line))


def _install(name: str, lang: str) -> None:
    from treescore.parsing import corenlp_jars
    from treescore.parsing.corenlp_server import find_java

    if name != "corenlp":
        raise UnknownName("parser to install", name, ["corenlp"])
    corenlp_jars.install(lang, lambda line: print(printable(line), flush=True))
    find_java()


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
    elif offer.spec.startswith(("spacy:", "corenlp")):
        yield "installed"
    else:
        yield f"its library is installed, models were not looked for; to get one: {offer.command}"
    if offer.note:
        yield offer.note
