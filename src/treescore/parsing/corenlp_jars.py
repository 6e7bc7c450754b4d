"""CoreNLP's jars: which ones a language needs, whether they are here, and how they get here.

`data/corenlp.tsv` pins them by their coordinates and sums. Maven fetches them, from wherever it is
told to, and only when a user asks for it.
"""

from __future__ import annotations

import csv
import hashlib
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import Path

from platformdirs import user_data_path

from treescore.errors import MissingResource, TreescoreError, UsageError
from treescore.io.temporary import temporary_file

EVERY = "*"
"""Stands for all languages."""
COPY = "dependency:copy"
"""What Maven is to do; its plug-in of that name comes with it."""
COMPLAINT = "[ERROR] "
HINT = 300
"""How much of Maven's complaint a message shows."""


@dataclass(frozen=True)
class Jar:
    """A file that Java runs CoreNLP from, or that holds models."""

    lang: str
    coordinates: str
    size: int
    sha256: str

    @property
    def name(self) -> str:
        """As Maven calls the file: `group:artifact:version:jar[:classifier]` without the group."""
        _, artifact, version, _, *classifier = self.coordinates.split(":")
        return "-".join((artifact, version, *classifier)) + ".jar"

    @property
    def path(self) -> Path:
        return jar_folder() / self.name

    @property
    def is_here(self) -> bool:
        """Whether it is there in full; sums take seconds, and were looked at when it came."""
        return self.path.is_file() and self.path.stat().st_size == self.size


def jar_folder() -> Path:
    """The folder `corenlp` in the one named by TREESCORE_DATA, or in the user's for data."""
    folder = os.environ.get("TREESCORE_DATA")
    return (Path(folder) if folder else user_data_path("treescore")) / "corenlp"


@cache
def _known() -> tuple[Jar, ...]:
    table = (files("treescore") / "data" / "corenlp.tsv").read_text("utf-8").splitlines()
    rows = csv.DictReader(table, delimiter="\t", quoting=csv.QUOTE_NONE)
    return tuple(
        Jar(row["lang"], row["coordinates"], int(row["bytes"]), row["sha256"]) for row in rows
    )


def jars(lang: str) -> list[Jar]:
    """All that a language needs."""
    languages = dict.fromkeys(jar.lang for jar in _known() if jar.lang != EVERY)
    if lang not in languages:
        raise UsageError(
            f"CoreNLP has no models for the language {lang!r}; there are {', '.join(languages)}"
        )
    return [jar for jar in _known() if jar.lang in {EVERY, lang}]


def version() -> str:
    """The version of CoreNLP that is pinned."""
    return _known()[0].coordinates.split(":")[2]


def install_command(lang: str) -> str:
    return f"treescore parsers --install corenlp -l {lang}"


def is_installed(lang: str) -> bool:
    return any(jar.lang == lang for jar in _known()) and all(jar.is_here for jar in jars(lang))


def find_jars(lang: str) -> list[Path]:
    """The files of a language, which must be there."""
    wanted = jars(lang)
    missing = [jar for jar in wanted if not jar.is_here]
    if missing:
        size = sum(jar.size for jar in missing) / 1e6
        raise MissingResource(
            f"{missing[0].path}: not there, or not whole; fetch what CoreNLP needs ({size:,.0f} "
            f"MB): {install_command(lang)}"
        )
    return [jar.path for jar in wanted]


def install(lang: str, say: Callable[[str], None]) -> None:
    """Fetch what is not here yet, and check the sums of all."""
    wanted = jars(lang)
    lacking = [jar for jar in wanted if not (jar.is_here and _sum(jar.path) == jar.sha256)]
    if lacking:
        maven = _maven(lang, lacking)
        jar_folder().mkdir(parents=True, exist_ok=True)
        for jar in lacking:
            say(f"fetching {jar.coordinates} ({jar.size / 1e6:,.0f} MB)")
            _fetch(maven, jar)
    say(f"CoreNLP {version()} for -l {lang} is in {jar_folder()}, and its sums are right")


def _maven(lang: str, lacking: list[Jar]) -> str:
    maven = shutil.which("mvn")
    if maven is None:
        coordinates = ", ".join(jar.coordinates for jar in lacking)
        wrong = "".join(f"{_fault(jar)}; " for jar in lacking if jar.path.is_file())
        raise MissingResource(
            f"{wrong}CoreNLP is fetched by Maven, and there is no mvn; install it (Debian: apt "
            f"install maven), or fetch {coordinates} elsewhere, put the jars into {jar_folder()}, "
            f"and have them checked: {install_command(lang)}"
        )
    return maven


def _fault(jar: Jar) -> str:
    """What is wrong with a file that is there."""
    size = jar.path.stat().st_size
    if size != jar.size:
        return f"{jar.path} is not whole, or another file ({size:,} bytes, not {jar.size:,})"
    return f"{jar.path} is damaged, or another file (SHA-256 {_sum(jar.path)}, not {jar.sha256})"


def _fetch(maven: str, jar: Jar) -> None:
    with temporary_file(jar_folder()) as place:
        folder = place.with_name(f"{place.name}.d")  # Maven names the file itself
        try:
            _run([maven, "-q", "-B", COPY, *_told(jar, folder)], jar)
            came = folder / jar.name
            found = _sum(came) if came.is_file() else "no file"
            if found != jar.sha256:
                raise TreescoreError(
                    f"{jar.coordinates}: Maven brings something else (SHA-256 {found}, not "
                    f"{jar.sha256}), which is thrown away; look at where Maven fetches from"
                )
            came.replace(jar.path)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def _told(jar: Jar, folder: Path) -> list[str]:
    return [f"-Dartifact={jar.coordinates}", f"-DoutputDirectory={folder}"]


def _run(command: list[str], jar: Jar) -> None:
    done = subprocess.run(  # noqa: S603 - Maven, with coordinates of our own
        command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace"
    )
    if done.returncode:
        lines = [line for line in done.stdout.splitlines() if COMPLAINT in line] or [done.stderr]
        said = lines[0].partition(COMPLAINT)[2] or lines[0]
        raise TreescoreError(
            f"{jar.coordinates}: mvn cannot fetch it: {' '.join(said.split())[:HINT]}; "
            "mend what it says, and run the command again"
        )


def _sum(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
