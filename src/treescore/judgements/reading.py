"""Judgements in any of the forms that treescore reads."""

from __future__ import annotations

from pathlib import Path

from treescore.io.files import finds
from treescore.io.lengths import LONGEST
from treescore.judgements.base import Judgements
from treescore.judgements.folders import read_folder
from treescore.judgements.tables import read_judgements


def read_sets(path: str, by: str = "", longest: int = LONGEST) -> list[Judgements]:
    """The sets of a table or a folder, whose segments have up to `longest` characters."""
    if any(finds(Path(name).is_dir) for name in (path, path.rpartition("#")[0] or path)):
        return read_folder(path, by, longest)
    return [read_judgements(path, by, longest)]
