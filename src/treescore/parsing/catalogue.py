"""Which parsers there are for a language, and how good and how fast they are where that is known.

The figures stand in `data/parsers.tsv`. Accuracy is compared only roughly: on other texts, by other
conventions, the same parser gets other figures.
"""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec

from treescore.errors import MissingResource, how_to_install
from treescore.parsing import corenlp_jars
from treescore.parsing.models import find_installed, install_command, installed_models, model_for

ANY = "*"
"""Stands for all languages: a library that has models for a great many."""
PACKAGES = {"benepar": "benepar", "stanza": "stanza", "udpipe": "ufal.udpipe"}
"""What adapters need."""
EXTRA = re.compile(r"\{(\w+)\}")
"""Stands in a command for the one that installs an extra of treescore."""


@dataclass(frozen=True)
class Offer:
    """A parser that is installed, or that could be."""

    spec: str
    trees: str
    """Dependencies or constituents."""
    unlabelled: float | None = None
    """Heads that are right (UAS)."""
    labelled: float | None = None
    """Heads and relations that are right (LAS), or the F1 of brackets."""
    on: str = ""
    """The treebank that the accuracy is for, and whether it was measured here or published."""
    speed: int | None = None
    """Words per second in one process."""
    command: str = ""
    """How to get it."""
    note: str = ""
    lang: str = ""

    @property
    def installed(self) -> bool:
        """Whether it can be used now; only of spaCy and CoreNLP the models are seen."""
        library, _, model = self.spec.partition(":")
        if library == "corenlp":
            return corenlp_jars.is_installed(self.lang)
        if library != "spacy":
            return library in PACKAGES and _importable(PACKAGES[library])
        try:
            find_installed(model)
        except MissingResource:
            return False
        return True


def _importable(package: str) -> bool:
    try:
        return find_spec(package) is not None
    except ModuleNotFoundError:  # not even the package around it
        return False


def offers(lang: str) -> list[Offer]:
    """All parsers for a language: dependencies before constituents, the best known first."""
    known: list[Offer] = []
    general: list[Offer] = []
    table = (files("treescore") / "data" / "parsers.tsv").read_text("utf-8").splitlines()
    for row in csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE):
        if row["lang"] == lang:
            known.append(_offer(row, lang))
        elif row["lang"] == ANY:
            general.append(_offer(row, lang))
    specs = {offer.spec for offer in known}
    known += [
        Offer(f"spacy:{model.name}", "dependencies")
        for model in installed_models()
        if model.lang == lang and f"spacy:{model.name}" not in specs
    ]
    libraries = {(offer.spec.partition(":")[0], offer.trees) for offer in known}
    known += [
        each for each in general if (each.spec.partition(":")[0], each.trees) not in libraries
    ]
    return sorted(known, key=lambda each: (each.trees != "dependencies", -(each.labelled or 0)))


def _offer(row: dict[str, str], lang: str) -> Offer:
    library, _, model = row["spec"].partition(":")
    return Offer(
        row["spec"],
        row["trees"],
        float(row["unlabelled"]) if row["unlabelled"] else None,
        float(row["labelled"]) if row["labelled"] else None,
        row["on"],
        int(row["speed"]) if row["speed"] else None,
        EXTRA.sub(lambda extra: how_to_install(extra[1]), row["command"].replace("LANG", lang))
        or (install_command(model) if library == "spacy" else ""),
        row["note"],
        lang,
    )


def usual_spec(lang: str) -> str | None:
    """What is taken for a language unless another parser is named."""
    try:
        return f"spacy:{model_for(lang).name}"
    except MissingResource:
        return None
