"""The codes of languages."""

from __future__ import annotations

import re

from treescore.errors import UsageError

CODE = re.compile(r"([a-z]{2,3})([-_].*)?")


def language(code: str) -> str:
    """The language of a code, in small letters and without its country: de for DE and for de-AT."""
    found = CODE.fullmatch(str(code).strip().lower())
    if not found:
        raise UsageError(
            f"the language {str(code)[:40]!r}: expected a code of two or three letters, "
            "like en or de"
        )
    return found[1]
