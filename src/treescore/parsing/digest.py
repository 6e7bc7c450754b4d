"""A few digits that stand for the files of a model."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path


def digest(folder: Path, files: Iterable[Path]) -> str:
    """Eight digits that change whenever one of these files below a folder does."""
    total = hashlib.sha256()
    for file in sorted(files):
        total.update(str(file.relative_to(folder)).encode())
        with file.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").hexdigest().encode())
    return total.hexdigest()[:8]
