"""A server of our own, with a Java that is made here: when it starts, ends and starts again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from treescore.errors import MissingResource, UsageError
from treescore.io.temporary import remove_left_over
from treescore.parsing import corenlp_jars
from treescore.parsing.base import CannotParse, Parser
from treescore.parsing.cache import ParseCache
from treescore.parsing.registry import load_parser
from treescore.trees.nbest import Parses

PROJECT = Path(__file__).parents[2]
PATIENCE = 30.0


@pytest.fixture
def java(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in which the Java of these tests leaves traces; jars of the right size are there."""
    program = tmp_path / "jdk" / "bin" / "java"
    program.parent.mkdir(parents=True)
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m tests.parsing.fake_java "$@"\n')
    program.chmod(0o755)
    monkeypatch.setenv("JAVA_HOME", str(tmp_path / "jdk"))
    monkeypatch.setenv("FAKE_JAVA", str(tmp_path))
    monkeypatch.setenv("PYTHONPATH", str(PROJECT))
    monkeypatch.setenv("TREESCORE_DATA", str(tmp_path / "data"))
    temporary(tmp_path).mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary(tmp_path)))
    monkeypatch.setattr(tempfile, "tempdir", str(temporary(tmp_path)))
    for lang in ("en", "de", "fr"):
        for jar in corenlp_jars.jars(lang):
            jar.path.parent.mkdir(parents=True, exist_ok=True)
            with jar.path.open("wb") as file:
                file.truncate(jar.size)  # a hole, which takes no room
    return tmp_path


def temporary(java: Path) -> Path:
    """The system's folder for temporary files."""
    return java / "tmp"


def started(java: Path) -> list[str]:
    traces = java / "started"
    return traces.read_text().splitlines() if traces.exists() else []


def words(parses: Parses) -> str:
    return " ".join(parses.best.tokens)  # type: ignore[union-attr]


def test_java_starts_with_the_first_text(java: Path):
    parser = load_parser("corenlp")
    assert parser.signature == "corenlp-4.5.10/en-beam/ptb"
    assert not started(java), "the signature needs no server"
    assert [words(each) for each in parser.parse(["a rose", "", "red"])] == ["a rose", "", "red"]
    (line,) = started(java)
    assert "-Xmx4g" in line
    assert "stanford-corenlp-4.5.10-models-english.jar" in line
    assert "german" not in line


def test_the_usual_parser_may_be_named(java: Path):
    assert load_parser("corenlp:beam").signature == load_parser("corenlp").signature
    assert load_parser("corenlp:sr").signature == "corenlp-4.5.10/en-sr/ptb"


def remove_java(java: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(java))


def test_what_is_in_the_cache_needs_no_java(
    java: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    cache = ParseCache(tmp_path / "parses.sqlite")
    first = list(load_parser("corenlp", "en", cache).parse(["a rose"]))
    remove_java(java, monkeypatch)
    assert list(load_parser("corenlp", "en", cache).parse(["a rose"])) == first
    assert len(started(java)) == 1


def test_texts_come_in_their_order(java: Path):
    texts = [f"number {number}" for number in range(100)]
    assert [words(each) for each in load_parser("corenlp").parse(texts)] == texts


def test_a_java_that_ends_is_started_again(java: Path):
    texts = ["a", "die once 1", *map(str, range(30)), "die once 2", "z"]
    assert [words(each) for each in load_parser("corenlp").parse(texts)] == texts
    assert len(started(java)) == 3


def test_a_text_that_always_ends_java(java: Path):
    with pytest.raises(CannotParse, match=r"Java ended 3 times over the same text, 'die'; "):
        list(load_parser("corenlp").parse(["die"]))
    assert len(started(java)) == 3


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return "Z" not in Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]


def await_end(process: int) -> None:
    until = time.monotonic() + PATIENCE
    while is_running(process):
        assert time.monotonic() < until, "Java goes on alone"
        time.sleep(0.05)


def test_java_ends_with_its_parser(java: Path):
    parser: Parser | None = load_parser("corenlp")
    assert parser
    list(parser.parse(["a rose"]))
    process = int(started(java)[0].split()[0])
    assert is_running(process)
    parser = None
    await_end(process)


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
def test_java_ends_with_the_program(java: Path, number: signal.Signals):
    script = (
        "import time; from treescore.parsing.registry import load_parser; "
        "p = load_parser('corenlp'); list(p.parse(['a'])); print('ready', flush=True); "
        "time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as program:
        assert program.stdout
        assert program.stdout.readline() == b"ready\n"
        program.send_signal(number)
    await_end(int(started(java)[0].split()[0]))
    remove_left_over(temporary(java))  # as a later run does
    assert not list(temporary(java).iterdir())


def folders(java: Path) -> list[Path]:
    """The folders for temporary files of all that were started."""
    option = "-Djava.io.tmpdir="
    words = (word for line in started(java) for word in line.split())
    return [Path(word.removeprefix(option)) for word in words if word.startswith(option)]


def test_temporary_files_go_with_java(java: Path):
    parser: Parser | None = load_parser("corenlp")
    assert parser
    assert not list(temporary(java).iterdir()), "nothing is there before it is needed"
    list(parser.parse(["a", "die once", "z"]))
    first, second = folders(java)
    assert list(temporary(java).iterdir()) == [second], "what ended has left nothing"
    assert [path.name for path in second.iterdir()] == ["corenlp.shutdown"]
    assert first != second
    parser = None
    assert not list(temporary(java).iterdir())


def test_the_end_of_the_program_removes_temporary_files(java: Path):
    script = (
        "from treescore.parsing.registry import load_parser; "
        "p = load_parser('corenlp'); list(p.parse(['a']))"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
    assert [path.parent for path in folders(java)] == [temporary(java)]
    assert not list(temporary(java).iterdir())


def test_a_java_that_cannot_start(java: Path):
    (java / "broken").touch()
    told = (
        "Error: no room for heap; .*install a JDK.*; "
        "if CoreNLP's jars are damaged, mend them: treescore parsers --install corenlp -l en$"
    )
    with pytest.raises(CannotParse, match=told):
        list(load_parser("corenlp").parse(["a"]))
    assert folders(java)
    assert not list(temporary(java).iterdir())


def test_a_java_that_is_no_program(java: Path):
    (java / "jdk" / "bin" / "java").write_bytes(b"\0")
    with pytest.raises(CannotParse, match=r"^Java cannot be started: .*Exec format error"):
        list(load_parser("corenlp").parse(["a"]))
    assert not list(temporary(java).iterdir())


def test_no_java(java: Path, monkeypatch: pytest.MonkeyPatch):
    remove_java(java, monkeypatch)
    parser = load_parser("corenlp")
    with pytest.raises(MissingResource, match=r"runs Java, which is not here; install a JDK"):
        list(parser.parse(["a"]))


@pytest.mark.parametrize(
    ("reason", "cure"),
    [
        (
            "java.io.StreamCorruptedException: invalid stream header",
            "its models may be damaged; have their sums checked: "
            "treescore parsers --install corenlp -l de",
        ),
        ("CoreNLP request timed out", "leave very long texts out"),
        ("java.lang.OutOfMemoryError: Java heap space", "leave very long texts out"),
    ],
)
def test_a_text_that_is_refused(java: Path, reason: str, cure: str):
    with pytest.raises(CannotParse) as error:
        list(load_parser("corenlp", "de").parse(["a", f"refuse {reason}"]))
    assert str(error.value) == f"CoreNLP cannot parse: {reason}; {cure}"
    assert len(started(java)) == 1


def test_lists_are_of_the_pcfg(java: Path):
    with pytest.raises(CannotParse, match=r"corenlp:pcfg"):
        load_parser("corenlp").parse(["a"], 5)
    (parses,) = load_parser("corenlp:pcfg").parse(["a rose"], 5)
    assert parses.logprobs == (-1.0, -2.0)


@pytest.mark.parametrize(
    ("spec", "lang", "fault"),
    [
        (
            "corenlp:pcfg",
            "fr",
            "no 'pcfg' for -l fr; there are corenlp:beam, corenlp:sr, corenlp:dep",
        ),
        ("corenlp:charniak", "en", "no 'charniak'"),
        ("corenlp", "cs", "no models for the language 'cs'"),
    ],
)
def test_what_corenlp_has_not(java: Path, spec: str, lang: str, fault: str):
    with pytest.raises(UsageError, match=fault):
        load_parser(spec, lang)
