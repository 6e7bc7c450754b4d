"""treescore meta refuses in one line, counts what it leaves out, and takes text for text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.judged import (
    META,
    OUTPUT_COUNT,
    Row,
    pairs,
    read_tsv,
    segs,
    systems,
    write_scores,
    write_table,
)
from tests.conftest import called
from tests.report.drawn import parse

PEARSON = "--protocol seg-pearson"
SEGS, PAIRS, SYS = (f"news.de-en.{kind}.tsv" for kind in ("segs", "pairs", "sys"))
FIRST = 2
"""The line of the first row of a table."""


def untied() -> list[Row]:
    return [row for row in pairs() if row["pref"] != "0"]


TABLES = {SEGS: segs, PAIRS: untied, SYS: systems}


@pytest.fixture
def files(tmp_path: Path) -> Path:
    """The set, of which nothing is left out, and scores of its outputs and systems."""
    for name, rows in TABLES.items():
        write_table(tmp_path / name, rows())
    write_scores(tmp_path / "good.score", segs(), "human_score")
    write_scores(tmp_path / "five.score", segs(5), "human_score")
    write_scores(tmp_path / "systems.svg", systems(), "human_sys")
    write_scores(tmp_path / "systems.de-en.svg", systems(), "human_sys")
    north = [row for row in segs() if row["system"] == "north"]
    write_table(tmp_path / "one.de-en.segs.tsv", north)
    write_table(tmp_path / "bare.segs.tsv", segs())
    return tmp_path


Change = Callable[[Path], object]


def nothing(_: Path) -> None:
    pass


def change(name: str, column: str, value: str, *places: int) -> Change:
    """Write a table once more, with this value in some rows, or in all."""

    def write(folder: Path) -> None:
        rows = TABLES[name]()
        for place in places or range(len(rows)):
            rows[place][column] = value
        write_table(folder / name, rows)

    return write


def add(name: str, text: str) -> Change:
    """More lines for a file."""

    def write(folder: Path) -> None:
        with open(folder / name, "a") as stream:
            stream.write(text)

    return write


@pytest.mark.parametrize(
    ("spoil", "arguments", "code", "says"),
    [
        (nothing, "meta", 2, "Missing argument"),
        (nothing, "meta none.de-en.segs.tsv", 1, "none.de-en.segs.tsv: cannot be read"),
        (nothing, "meta good.score", 1, "good.score: expected a name that ends in .segs.tsv"),
        (nothing, "meta none#de-en", 1, "none#de-en: there is no such file or folder"),
        (nothing, "meta bare.segs.tsv", 2, "bare: names no language pair; say the language of"),
        (nothing, f"{META} --protocol seg-pearso", 2, "did you mean seg-pearson?"),
        (nothing, f"{META} -m blue", 2, "unknown metric 'blue'; there are "),
        (nothing, f"{META} -m bleu:order=9..2", 2, "expected a sweep from a smaller number"),
        (nothing, f"{META} -m tesla", 2, "tesla needs a trained model"),
        (nothing, f"{META} --table tesl", 2, "unknown table 'tesl'; there are liu-gildea-fluency"),
        (nothing, f"{META} --against gramar", 2, "'grammar'"),
        (nothing, f"{META} --group segment", 2, "'item'"),
        (nothing, f"{META} --resamples 0", 2, "--resamples"),
        (nothing, f"{META} --by mood", 1, f"{SEGS}:1: no column 'mood'"),
        (nothing, f"{META} --protocol consistency --test williams", 2, "not for consistency"),
        (nothing, f"{META} {PEARSON} --group item --test williams", 2, "without groups"),
        (nothing, f"{META} {PEARSON} --min-chars 99", 1, "24 outputs whose reference is too short"),
        (nothing, "meta one.de-en.segs.tsv --protocol sys-pearson", 1, "expected two or more"),
        (change(SEGS, "human_score", "good", 3, 9), META, 1, f"{SEGS}:5: human_score 'good'"),
        (change(SEGS, "hter", "nan", 3), META, 1, f"{SEGS}:5: hter 'nan'"),
        (change(SEGS, "h_fluency", "1e99", 3), META, 1, f"{SEGS}:5: h_fluency '1e99'"),
        (change(PAIRS, "pref", "2", 1), META, 1, f"{PAIRS}:3: pref '2'; expected 1, -1 or 0"),
        (change(SYS, "human_sys", "high", 2), META, 1, f"{SYS}:4: human_sys 'high'"),
        (change(SEGS, "ref", ""), META, 1, f"{SEGS}:2: left out: 24 outputs without a reference"),
        (change(SEGS, "human_score", ""), f"{META} {PEARSON}", 1, "human"),
        (change(SEGS, "mqm_grammar", ""), f"{META} --against grammar {PEARSON}", 1, "grammar"),
        (change(SEGS, "mqm_grammar", ""), f"{META} --against grammar", 1, "grammar"),
        (nothing, f"{META} --scores X=none.score", 1, "none.score: cannot be read"),
        (nothing, f"{META} --scores X=five.score", 1, "five.score:13: 5 scores of the system"),
        (add("good.score", "west\t1\n"), f"{META} --scores X=good.score", 1, "good.score:25: no "),
        (add("good.score", "east\ta\n"), f"{META} --scores X=good.score", 1, "good.score:25: sco"),
        (nothing, f"{META} --scores good.score", 2, "--scores good.score: expected NAME=FILE"),
        (nothing, f"{META} --scores =good.score", 2, "expected NAME=FILE"),
        (nothing, f"{META} --scores bleu=good.score", 2, "two metrics are called 'bleu'"),
        (nothing, f"{META} --scores X=good.score --scores X=good.score", 2, "are called 'X'"),
        (nothing, f"{META} --plot plot.png", 2, "--plot plot.png: expected a name that ends in"),
        (nothing, f"{META} --plot none/plot.svg", 1, "none/plot.svg: cannot be written"),
        (nothing, f"{META} --scores X=systems.svg --plot systems.svg", 2, "be overwritten"),
        (
            nothing,
            f"{META} --protocol sys-pearson --scores X=systems.{{lp}}.svg --plot systems.de-en.svg",
            2,
            "would be overwritten",
        ),
        (nothing, f"{META} --parser files:systems.svg --plot systems.svg", 2, "be overwritten"),
        (nothing, "meta . --plot plot.svg", 1, ".: holds no test set"),
    ],
)
def test_mistakes_are_one_line(files: Path, spoil: Change, arguments: str, code: int, says: str):
    spoil(files)
    before = {path: path.read_bytes() for path in files.iterdir()}
    metric = () if " -m " in arguments else ("-m", "bleu")
    done = called(files, *arguments.split(), *metric, *(() if "--resamples" in arguments else FEW))
    assert (done.returncode, done.stdout) == (code, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("treescore: ")
    assert says in line
    assert {path: path.read_bytes() for path in files.iterdir()} == before


FEW = ("--resamples", "20")


def left_out(stderr: str) -> list[str]:
    lines = stderr.splitlines()
    assert all(line.startswith("treescore: ") for line in lines)
    return [line.removeprefix("treescore: ") for line in lines]


def test_what_is_left_out_is_counted(files: Path):
    rows = segs()
    for place in (4, 10):
        rows[place]["ref"] = ""
    people = [row | {"system": "someone", "hyp": row["ref"]} for row in rows[:6:3]]
    write_table(
        files / SEGS,
        [
            *(row | {"sys_kind": "mt"} for row in rows),
            *(row | {"sys_kind": "human"} for row in people),
        ],
    )
    write_table(files / PAIRS, pairs())
    add(PAIRS, "1\tnorth\twest\t1\n9\tnorth\teast\t1\n2\twest\tnorth\t0\n")(files)
    add(SYS, "west\t0.7\nhome\t0.6\n")(files)
    done = called(
        files,
        *f"{META} -m bleu {PEARSON} --protocol consistency --protocol sys-pearson".split(),
        *FEW,
        *"-f json".split(),
    )
    assert done.returncode == 0
    messages = left_out(done.stderr)
    for where, says in {
        f"{SEGS}:{FIRST + 4}": "2 outputs without a reference",
        f"{PAIRS}:{FIRST + len(pairs())}": "3 pairs",
        f"{SYS}:{FIRST + 3}": "2 systems without outputs",
    }.items():
        (line,) = (line for line in messages if line.startswith(f"{where}: "))
        assert f"left out: {says}" in line
    assert any("left out: 2 outputs of people" in line for line in messages)
    assert any("left out: 2 ties" in line for line in messages)
    sizes = {each["protocol"]: each["n"] for each in json.loads(done.stdout)}
    assert sizes == {"seg-pearson": OUTPUT_COUNT - 2, "consistency": 6, "sys-pearson": 3}


@pytest.mark.parametrize(
    ("spoil", "protocol", "n", "says"),
    [
        (change(SEGS, "ref", "", 7), "consistency", 6, "1 pairs"),
        (change(SYS, "human_sys", "", 1), "sys-pearson", 2, "1 systems"),
    ],
)
def test_what_falls_away_with_something_else_is_counted_too(
    files: Path, spoil: Change, protocol: str, n: int, says: str
):
    """A pair of which one output has no reference; a system that humans did not score."""
    spoil(files)
    done = called(files, *f"{META} -m bleu --protocol {protocol} -f json".split(), *FEW)
    assert [each["n"] for each in json.loads(done.stdout)] == [n]
    assert any(f"left out: {says}" in line for line in left_out(done.stderr))


ESCAPES = "\x1b[31m[bold]red"
SCRIPT = "<script>alert(1)</script>"


def test_names_of_systems_are_text(files: Path):
    names = {"east": ESCAPES, "south": SCRIPT}
    rows = [row | {"system": names.get(row["system"], row["system"])} for row in segs()]
    write_table(files / SEGS, rows)
    done = called(files, *f"{META} -m bleu {PEARSON} --by system --plot plot.html".split(), *FEW)
    assert done.returncode == 0
    assert "\x1b" not in done.stdout + done.stderr
    assert SCRIPT in done.stdout
    assert "[bold]red" in done.stdout
    assert len(left_out(done.stderr)) == 2, "pairs and systems whose outputs have other names now"
    page = (files / "plot.html").read_text()
    assert "\x1b" not in page
    root = parse(page)
    assert not list(root.iter("script"))
    assert any(SCRIPT in (title.text or "") for title in root.iter("title"))


@pytest.mark.parametrize("output", ["table", "latex", "tsv", "json"])
def test_names_of_metrics_are_text(files: Path, output: str):
    odd = f"A&B_$x% \t{SCRIPT}\x1b"
    shown = f"A&B_$x% {SCRIPT}\u241b"
    done = called(
        files,
        *(*META.split(), "--scores", f"{odd}=good.score", *PEARSON.split()),
        *("-f", output, "--plot", "plot.svg", *FEW),
    )
    assert done.returncode == 0, done.stderr
    assert "\x1b" not in done.stdout
    if output == "json":
        assert json.loads(done.stdout)[0]["metric"] == odd
    elif output == "tsv":
        assert [row["metric"] for row in read_tsv(done.stdout)] == [shown]
    elif output == "table":
        assert done.stdout.splitlines()[1].startswith(f"{shown} ")
    else:
        row = next(line for line in done.stdout.splitlines() if line.startswith("A"))
        tag = r"\textless{}%s\textgreater{}"
        assert row.split(" & ")[0].split() == [
            r"A\&B\_\$x\%",
            f"{tag % 'script'}alert(1){tag % '/script'}\u241b",
        ]
    root = parse((files / "plot.svg").read_text())
    assert not list(root.iter("script"))
    assert any(shown in (title.text or "") for title in root.iter("title"))
