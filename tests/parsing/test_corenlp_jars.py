"""Jars that a Maven made here brings."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.errors import MissingResource, TreescoreError
from treescore.parsing import corenlp_jars
from treescore.parsing.corenlp_jars import Jar, find_jars, install, is_installed
from treescore.parsing.corenlp_languages import LANGUAGES

MAVEN = """#!{python}
import sys
from pathlib import Path
here = Path(__file__).parent
told = dict(each[2:].split("=", 1) for each in sys.argv if each.startswith("-D"))
with (here / "asked").open("a") as asked:
    asked.write(told["artifact"] + "\\n")
if (here / "unreachable").exists():
    print("[INFO] at work\\n[ERROR] Could not find artifact\\n[ERROR] more")
    sys.exit(1)
_, name, version, _, *classifier = told["artifact"].split(":")
folder = Path(told["outputDirectory"])
folder.mkdir(parents=True)
(folder / ("-".join((name, version, *classifier)) + ".jar")).write_text(told["artifact"])
"""


def jar(lang: str, coordinates: str) -> Jar:
    return Jar(
        lang, coordinates, len(coordinates), hashlib.sha256(coordinates.encode()).hexdigest()
    )


JARS = (jar("*", "org.x:run:1.0:jar"), jar("en", "org.x:run:1.0:jar:models"))


@pytest.fixture
def maven(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a Maven that writes the coordinates into the file they stand for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "mvn").write_text(MAVEN.format(python=sys.executable))
    (folder / "mvn").chmod(0o755)
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setenv("TREESCORE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(corenlp_jars, "_known", lambda: JARS)
    return folder


def asked(maven: Path) -> list[str]:
    return (maven / "asked").read_text().split() if (maven / "asked").exists() else []


def nothing(_: str) -> None:
    pass


def test_what_is_missing_is_fetched_once(maven: Path, tmp_path: Path):
    with pytest.raises(MissingResource, match=r"treescore parsers --install corenlp -l en$"):
        find_jars("en")
    install("en", nothing)
    assert [path.name for path in find_jars("en")] == ["run-1.0.jar", "run-1.0-models.jar"]
    assert sorted(path.name for path in (tmp_path / "data" / "corenlp").iterdir()) == [
        "run-1.0-models.jar",
        "run-1.0.jar",
    ], "nothing else is left there"
    install("en", nothing)
    assert asked(maven) == ["org.x:run:1.0:jar", "org.x:run:1.0:jar:models"]
    assert is_installed("en")
    assert not is_installed("de")


@pytest.mark.parametrize("damage", [lambda text: text[:-1], lambda text: "X" + text[1:]])
def test_a_damaged_jar_is_fetched_again(maven: Path, damage: Callable[[str], str]):
    install("en", nothing)
    path = JARS[1].path
    path.write_text(damage(path.read_text()))
    install("en", nothing)
    assert path.read_text() == JARS[1].coordinates


def test_another_file_is_not_taken(maven: Path, monkeypatch: pytest.MonkeyPatch):
    other = Jar("*", "org.x:run:1.0:jar", JARS[0].size, "0" * 64)
    monkeypatch.setattr(corenlp_jars, "_known", lambda: (other, JARS[1]))
    with pytest.raises(TreescoreError, match=f"something else .SHA-256 {JARS[0].sha256}, not 000"):
        install("en", nothing)
    assert not other.path.exists()


def test_a_maven_that_cannot(maven: Path):
    (maven / "unreachable").touch()
    with pytest.raises(TreescoreError, match="cannot fetch it: Could not find artifact; mend"):
        install("en", nothing)


def test_without_maven_jars_come_by_hand(maven: Path):
    (maven / "mvn").unlink()
    with pytest.raises(MissingResource) as error:
        install("en", nothing)
    for told in (*(each.coordinates for each in JARS), str(JARS[0].path.parent)):
        assert told in str(error.value)
    JARS[0].path.parent.mkdir(parents=True)
    for each in JARS:
        each.path.write_text(each.coordinates)
    lines: list[str] = []
    install("en", lines.append)
    assert lines[-1].endswith("its sums are right")


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda text: text[:-1], "not whole, or another file (23 bytes, not 24)"),
        (
            lambda text: "X" + text[1:],
            "damaged, or another file (SHA-256 "
            f"{hashlib.sha256(b'Xrg.x:run:1.0:jar:models').hexdigest()}, not {JARS[1].sha256})",
        ),
    ],
)
def test_without_maven_a_damaged_jar_is_named(
    maven: Path, damage: Callable[[str], str], fault: str
):
    install("en", nothing)
    (maven / "mvn").unlink()
    path = JARS[1].path
    path.write_text(damage(path.read_text()))
    with pytest.raises(MissingResource) as error:
        install("en", nothing)
    assert str(error.value).startswith(f"{path} is {fault}; CoreNLP is fetched by Maven, and ")
    assert str(JARS[0].path) not in str(error.value)


def test_the_command(maven: Path, run: Run):
    wrong = run("parsers", "--install", "spacy")
    assert (wrong.returncode, "there are corenlp" in wrong.stderr) == (2, True)
    done = run("parsers", "--install", "corenlp")
    assert "fetching org.x:run:1.0:jar:models" in done.stdout
    assert "runs Java, which is not here" in done.stderr, "it says what else is missing"


def test_every_language_is_pinned():
    for lang in LANGUAGES:
        for each in corenlp_jars.jars(lang):
            assert len(each.sha256) == 64
            assert each.name.endswith(".jar")
    names = {each.coordinates.rpartition(":models-")[2] for each in corenlp_jars.jars("zh")}
    assert "chinese" in names
