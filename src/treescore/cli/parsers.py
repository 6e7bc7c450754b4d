"""treescore parsers: what can parse here."""

from __future__ import annotations

from treescore.parsing.models import installed_models
from treescore.report.escape import printable


def parsers() -> None:
    """List the parsers and the installed models."""
    print("spacy:MODEL  dependency parses by a spaCy pipeline; installed models:")
    for model in installed_models():
        name = model.name if model.name == model.package else f"{model.name} (as {model.package})"
        line = f"  -l {model.lang}  --parser spacy:{model.package}  {name} {model.version}"
        print(printable(line))
    print("files:FILE   parses read from CoNLL-U, Penn trees or a Charniak n-best list")
