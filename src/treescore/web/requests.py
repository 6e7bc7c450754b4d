"""The JSON that visitors send."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints
from pydantic_core import PydanticCustomError

from treescore.errors import UsageError
from treescore.languages import language
from treescore.web.limits import CHARACTERS, METRICS, NAME, REFERENCES, SEGMENTS, SYSTEMS


def _language(code: str) -> str:
    """The language of a code; what is wrong with one is told as of any other field."""
    try:
        return language(code)
    except UsageError as error:
        raise PydanticCustomError("language", "{reason}", {"reason": str(error)}) from None


Text = Annotated[str, StringConstraints(max_length=CHARACTERS)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=NAME)]
Lang = Annotated[
    str,
    StringConstraints(pattern=r"^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})?$"),
    AfterValidator(_language),
]
"""Nothing that could become the path of a model."""
Metrics = Annotated[list[Name], Field(min_length=1, max_length=METRICS)]
References = Annotated[list[Text], Field(min_length=1, max_length=REFERENCES)]


class Request(BaseModel):
    """What all requests have."""

    model_config = ConfigDict(extra="forbid", strict=True)

    metrics: Metrics = Field(
        default_factory=list,
        description="Metrics, each `NAME` or `NAME:key=value,key=value`; without this field, those "
        "that are usual in the language.",
    )
    lang: Lang = Field(default="en", description="Language of the translations.")


class Systems(BaseModel):
    """Systems and the references of every segment."""

    references: Annotated[list[References], Field(min_length=1, max_length=SEGMENTS)] = Field(
        description="For every segment its references.", examples=[[["It rains."], ["We stay."]]]
    )
    systems: Annotated[
        dict[Name, Annotated[list[Text], Field(min_length=1, max_length=SEGMENTS)]],
        Field(min_length=1, max_length=SYSTEMS),
    ] = Field(
        description="For every system its translations of all segments.",
        examples=[{"A": ["It rains.", "We are staying."]}],
    )


class ScoreRequest(Request, Systems):
    """What to score."""


class DiagnoseRequest(Systems):
    """Systems whose errors are looked for."""

    model_config = ConfigDict(extra="forbid", strict=True)

    lang: Lang = Field(default="en", description="Language of the translations.")
    against: Name | None = Field(
        default=None, description="The system that the others are compared with; else the first."
    )


class ExplainRequest(Request):
    """Translations of one segment, and its references."""

    references: References = Field(
        description="All references of the segment.", examples=[["The cat sat on the mat."]]
    )
    hypotheses: Annotated[dict[Name, Text], Field(min_length=1, max_length=SYSTEMS)] = Field(
        description="Translations by name.", examples=[{"A": "The cat is sitting on the mat."}]
    )
    source: Text | None = Field(
        default=None, description="What was translated: it is shown, and never scored."
    )


class Problem(BaseModel):
    """What went wrong."""

    error: str = Field(description="One line: what is wrong, and what to do.")
    also: list[str] = Field(
        default=[], description="What else is wrong, a line each; left out if nothing is."
    )
