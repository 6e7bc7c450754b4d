"""What treescore says when it cannot go on: one line, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

LONGEST = 1000
"""Characters of a message; of a longer one the middle is left out."""


class TreescoreError(Exception):
    """A fault the user can mend; its text is one line that says how.

    It may quote what stands in a file, which may be anything, and of any length.
    """

    exit_code = 1

    def __init__(self, text: str) -> None:
        line = " ".join(text.splitlines())
        cut = len(line) > LONGEST
        super().__init__(f"{line[: LONGEST // 2]} ... {line[-LONGEST // 2 :]}" if cut else line)


class Interrupted(TreescoreError):
    """The user stopped the run."""

    exit_code = 130


class UsageError(TreescoreError):
    """A command that asks for something that does not exist."""

    exit_code = 2


class MissingResource(TreescoreError):
    """A parser, a model or a package that is not installed; the text says how to install it."""


class UnknownName(UsageError):
    """A name that is not among the known ones; the text lists them, and the nearest."""

    def __init__(self, what: str, name: str, known: Iterable[str], meant: str = "") -> None:
        names = list(known)
        near = [meant] if meant else get_close_matches(name.lower(), names, n=1)
        hint = f"; did you mean {near[0]}?" if near else ""
        super().__init__(f"unknown {what} {name!r}; there are {', '.join(names)}{hint}")


def reason_of(error: Exception) -> str:
    """What an exception of foreign code says, as a part of one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def how_to_install(extra: str = "") -> str:
    """What installs treescore with an extra, from where this one was installed.

    No index that everybody has knows it: most have it from the folder of a clone.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from pathlib import Path
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    wanted = f"[{extra}]" if extra else ""
    try:
        told = distribution("treescore").read_text("direct_url.json")
    except PackageNotFoundError:  # it is run in the folder of a clone
        told = json.dumps({"url": Path(__file__).parents[2].as_uri(), "dir_info": {}})
    if not told:
        return f"pip install 'treescore{wanted}'"
    origin = json.loads(told)
    if "dir_info" not in origin:
        version_control = origin.get("vcs_info", {}).get("vcs", "")
        url = f"{version_control}+{origin['url']}" if version_control else origin["url"]
        return f"pip install 'treescore{wanted} @ {url}'"
    folder = Path(url2pathname(urlsplit(origin["url"]).path))
    place = "." if folder == Path.cwd() else str(folder)
    editable = "-e " if origin["dir_info"].get("editable") else ""
    return f"pip install {editable}'{place}{wanted}'"
