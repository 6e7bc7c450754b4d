"""What was translated: from a file of its own, or beside references and translations."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from treescore.errors import UsageError
from treescore.io.errors import InputError
from treescore.io.testset import load_testset
from treescore.io.values import make_testset

SRC = "<srcset><doc docid=d><seg id=1>Eins.</seg><seg id=2>Zwei.</seg></doc></srcset>"
REF = "<refset><doc docid=d><seg id=2>Two.</seg><seg id=1>One.</seg></doc></refset>"
WMT = """<dataset><doc id="d"><src><seg id="1">Eins.</seg><seg id="2">Zwei.</seg></src>
<ref><seg id="2">Two.</seg><seg id="1">One.</seg><seg id="3">Three.</seg></ref>
<hyp system="X"><seg id="1">1</seg><seg id="2">2</seg><seg id="3">3</seg></hyp></doc></dataset>
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {
        "ref.txt": "One.\nTwo.\n",
        "out.txt": "1\n2\n",
        "src.txt": "Eins.\nZwei.\n",
        "short.txt": "Eins.\n",
        "all.tsv": "source\tref\tout\nEins.\tOne.\t1\n\tTwo.\t2\n",
        "all.jsonl": '{"source": "Eins.", "text": "One."}\n{"source": 7, "text": "Two."}\n',
        "src.sgm": SRC,
        "ref.sgm": REF,
        "set.xml": WMT,
    }.items():
        (tmp_path / name).write_text(text)
    return tmp_path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("reference", "system", "source", "expected"),
    [
        ("ref.txt", "out.txt", None, None),
        ("ref.txt", "out.txt", "src.txt", ("Eins.", "Zwei.")),
        ("ref.txt", "out.txt", "all.tsv#source", ("Eins.", "")),
        ("all.tsv#ref", "out.txt", None, ("Eins.", "")),
        ("ref.txt", "all.tsv#out", None, ("Eins.", "")),
        ("all.tsv#ref", "out.txt", "src.txt", ("Eins.", "Zwei.")),
        ("all.jsonl", "out.txt", None, ("Eins.", "")),
        ("ref.sgm", "out.txt", "src.sgm", ("Zwei.", "Eins.")),
        ("set.xml", "set.xml", None, ("Zwei.", "Eins.", "")),
    ],
)
def test_where_sources_come_from(
    reference: str, system: str, source: str | None, expected: tuple[str, ...] | None
) -> None:
    assert load_testset([reference], [(None, system)], source=source).sources == expected


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("reference", "source", "fault"),
    [
        ("ref.txt", "short.txt", "short.txt:2: 1 segments, but ref.txt has 2"),
        ("ref.txt", "none.txt", "none.txt"),
        ("ref.txt", "ref.sgm", "ref.sgm: no source; the file has none"),
        ("set.xml", "src.sgm", "src.sgm: the source lacks the segment 3 of the document 'd'"),
        ("src.sgm", None, "src.sgm: no reference; the file has none"),
    ],
)
def test_sources_that_do_not_fit(reference: str, source: str | None, fault: str) -> None:
    system = "set.xml" if reference == "set.xml" else "out.txt"
    with pytest.raises(InputError, match=re.escape(fault)):
        load_testset([reference], [(None, system)], source=source)


@pytest.mark.parametrize("sources", [["Eins."], "ab", [b"a", b"b"]])
def test_sources_from_python_are_checked(sources: list[str]) -> None:
    with pytest.raises(UsageError, match="sources"):
        make_testset({"A": ["1", "2"]}, [["One."], ["Two."]], sources=sources)
