"""A trained model as it is written, and how its checksum is made."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from treescore.resources.model import Feature, LinearModel, Resource

MODEL = LinearModel(
    "de",
    (Feature("ms.1", 0.5, 0.25, 2.0), Feature("fr.lem.1", 0.125, 1.5, -3.0)),
    10.0,
    (
        Resource("phrases", "fr.phrases", "ab12"),
        Resource("lm", "../lm/größer.arpa", "cd34"),
    ),
    {"synonyms": "openthesaurus", "compounds": "none"},
    (("stm:depth=4", {"depth": "4"}),),
    {"sets": ["a"], "outputs": 12, "figure": "consistency", "tried": [[0.1, 0.625]]},
)


def sealed(content: dict[str, Any]) -> str:
    """A model file with a checksum that is right, as another program may write it."""
    rest = {name: value for name, value in content.items() if name != "checksum"}
    text = json.dumps(rest, sort_keys=True)
    return json.dumps(rest | {"checksum": hashlib.sha256(text.encode()).hexdigest()})
