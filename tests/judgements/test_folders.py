from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treescore.errors import TreescoreError, UnknownName
from treescore.io.errors import InputError
from treescore.judgements.base import Judgements, LeftOut, Output
from treescore.judgements.folders import read_folder

FILES = {
    "system-outputs/de-en/online.txt": "It rain.\nWe stays.\n\n",
    "system-outputs/de-en/baseline.txt": "Rain it.\nWe stay.\nGood night.\n",
    "system-outputs/de-en/refB.txt": "It is raining.\n\nSleep well.\n",
    "references/de-en.refB.txt": "It is raining.\n\nSleep well.\n",
    "references/de-en.refA.txt": "It rains.\nWe are staying.\n\n",
    "documents/de-en.docs": "weather\tforecast\nhotel a day\nhotel a day\n",
    "human-scores/de-en.mqm.seg.score": "online\t-1\nonline\tNone\nonline\t-2.5\n"
    "refB 0\nrefB 0\nrefB -0.5\n",
    "human-scores/de-en.mqm.sys.score": "refB 0\nonline -1.5\nbaseline None\n",
}
"""A test set in one direction; baseline was not judged."""


def write(folder: Path, files: dict[str, str]) -> str:
    for name, content in files.items():
        file = folder / "news" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")
    return str(folder / "news")


def without(files: dict[str, str], part: str) -> dict[str, str]:
    return {name: content for name, content in files.items() if part not in name}


def refused(path: str, file: str, line: int | None, *said: str):
    """What is said, in one line, of which file and line."""
    with pytest.raises(InputError) as caught:
        read_folder(path)
    error = caught.value
    assert (error.path, error.line) == (file, line)
    assert "\n" not in str(error)
    assert all(words in str(error) for words in said)


def test_a_folder(tmp_path: Path):
    one = ("It rains.", "It is raining.")
    two = ("We are staying.",)
    three = ("Sleep well.",)
    assert read_folder(write(tmp_path, FILES)) == [
        Judgements(
            "news.de-en",
            {
                ("1", "baseline"): Output("Rain it.", one, None, doc="forecast"),
                ("1", "online"): Output("It rain.", one, -1.0, doc="forecast"),
                ("1", "refB"): Output("It is raining.", one, 0.0, doc="forecast", machine=False),
                ("2", "baseline"): Output("We stay.", two, None, doc="a day"),
                ("2", "online"): Output("We stays.", two, None, doc="a day"),
                ("2", "refB"): Output("", two, 0.0, doc="a day", machine=False),
                ("3", "baseline"): Output("Good night.", three, None, doc="a day"),
                ("3", "online"): Output("", three, -2.5, doc="a day"),
                ("3", "refB"): Output("Sleep well.", three, -0.5, doc="a day", machine=False),
            },
            testset="news",
            lp="de-en",
            systems={"refB": 0.0, "online": -1.5},
            systems_kind="mqm",
            left_out=(),
        )
    ]


def test_outputs_in_the_order_of_segments_and_systems(tmp_path: Path):
    """Ten is behind nine, and a longer name behind the shorter one."""
    files = {
        f"system-outputs/de-en/{system}.txt": "a\n" * 10 for system in ("a-b", "a", "B", "a.b")
    }
    files |= {"references/de-en.refA.txt": "a\n" * 10, "human-scores/de-en.x.sys.score": "a 1\n"}
    (found,) = read_folder(write(tmp_path, files))
    assert list(found.outputs) == [
        (str(segment), system) for segment in range(1, 11) for system in ("B", "a", "a-b", "a.b")
    ]


@pytest.mark.parametrize(
    ("by", "values"),
    [
        ("", ["", "", ""]),
        ("doc", ["forecast", "a day", "a day"]),
        ("domain", ["weather", "hotel", "hotel"]),
        ("system", ["online", "online", "online"]),
    ],
)
def test_broken_down(tmp_path: Path, by: str, values: list[str]):
    (found,) = read_folder(write(tmp_path, FILES), by)
    assert [output.by for (_, system), output in found.outputs.items() if system == "online"] == (
        values
    )


def test_broken_down_by_what_is_not_there(tmp_path: Path):
    path = write(tmp_path, without(FILES, "documents"))
    with pytest.raises(UnknownName, match=r"de-en.*news: 'doc'; there are system$"):
        read_folder(path, "doc")
    write(tmp_path, FILES)
    with pytest.raises(UnknownName, match=r"'genre'; there are doc, domain, system$"):
        read_folder(path, "genre")


def test_directions(tmp_path: Path):
    """Those that have everything, in alphabetical order; a hash picks one."""
    path = write(tmp_path, FILES)
    lacks = {"cs-en": "nothing", "fr-en": "outputs", "ja-en": "references", "zh-en": "scores"}
    for lp, part in lacks.items():
        renamed = {name.replace("de-en", lp): content for name, content in FILES.items()}
        write(tmp_path, {name: renamed[name] for name in renamed if part not in name.split("/")[0]})
    assert [judged.lp for judged in read_folder(path)] == ["cs-en", "de-en"]
    assert [judged.name for judged in read_folder(f"{path}#de-en")] == ["news.de-en"]
    with pytest.raises(UnknownName, match=r"news: 'zh-en'; there are cs-en, de-en") as caught:
        read_folder(f"{path}#zh-en")
    assert "outputs, references and human scores" in str(caught.value)


@pytest.mark.parametrize(
    ("kinds", "chosen"),
    [
        (["mqm.seg", "mqm.sys", "esa.seg", "esa.sys"], "mqm"),
        (["da-sqm.seg", "esa.sys"], "da-sqm"),
        (["wmt-z.sys", "wmt.sys", "wmt-raw.sys", "a.sys"], "wmt-z"),
        (["wmt-appraise-z.seg", "wmt-raw.seg", "wmt-appraise.seg"], "wmt-appraise-z"),
        (["wmt.seg", "a.seg"], "wmt"),
        (["c.seg", "b.seg", "a.sys"], "b"),
        (["b.sys", "a.x.sys"], "a.x"),
    ],
)
def test_the_kind_of_scores(tmp_path: Path, kinds: list[str], chosen: str):
    """Every file has another score."""
    files = {
        f"human-scores/de-en.{kind}.score": f"online {score}\n" * (3 if "seg" in kind else 1)
        for score, kind in enumerate(kinds)
    }
    (found,) = read_folder(write(tmp_path, without(FILES, "human-scores") | files))
    segs, systems = (
        kinds.index(f"{chosen}.{level}") if f"{chosen}.{level}" in kinds else None
        for level in ("seg", "sys")
    )
    assert found.outputs["2", "online"].human == segs
    assert found.systems.get("online") == systems
    assert found.systems_kind == (chosen if found.systems else "")


def test_a_kind_of_scores_picked(tmp_path: Path):
    files = FILES | {"human-scores/de-en.esa.x.sys.score": "online 70\n"}
    path = write(tmp_path, files | {"human-scores/de-en.wmt-z.doc.score": "online 1\n"})
    (found,) = read_folder(f"{path}#de-en.esa.x")
    assert (found.systems, found.systems_kind) == ({"online": 70.0}, "esa.x")
    with pytest.raises(UnknownName, match=r"de-en in .*news: 'wmt-z'; there are esa.x, mqm$"):
        read_folder(f"{path}#de-en.wmt-z")


def test_a_hash_may_be_part_of_the_name(tmp_path: Path):
    path = Path(write(tmp_path, FILES)).rename(tmp_path / "news#de-en")
    for source in (str(path), f"{path}#de-en.mqm"):
        (found,) = read_folder(source)
        assert found.name == "news#de-en.de-en"


def test_the_folder_we_are_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(write(tmp_path, FILES))
    (found,) = read_folder(".")
    assert found.testset == "news"


def test_hidden_and_other_files_are_no_outputs(tmp_path: Path):
    more = {
        "system-outputs/de-en/._online.txt": "x\n",
        "system-outputs/de-en/README": "x\n",
        "references/._de-en.refA.txt": "x\n",
        "references/de-en.txt": "x\n",
    }
    (found,) = read_folder(write(tmp_path, FILES))
    assert read_folder(write(tmp_path, FILES | more)) == [found]


def test_without_documents(tmp_path: Path):
    (found,) = read_folder(write(tmp_path, without(FILES, "documents")))
    assert {output.doc for output in found.outputs.values()} == {""}


def test_segments_without_a_reference(tmp_path: Path):
    path = write(tmp_path, FILES | {"references/de-en.refB.txt": "a\n\nb\n"})
    write(tmp_path, {"references/de-en.refA.txt": "a\n\n\n"})
    (found,) = read_folder(path)
    place = f"{path}/references/de-en.refA.txt"
    assert found.left_out == (LeftOut("outputs without a reference", 3, place, 2),)


def test_scores_of_systems_without_outputs(tmp_path: Path):
    strange = {
        "human-scores/de-en.mqm.seg.score": "online 1\n" * 3 + "x 1\ny 1\nx 2\n",
        "human-scores/de-en.mqm.sys.score": "online 1\nz 1\n",
    }
    path = write(tmp_path, FILES | strange)
    (found,) = read_folder(path)
    assert [(each.count, each.path, each.line) for each in found.left_out] == [
        (2, f"{path}/human-scores/de-en.mqm.seg.score", 4),
        (1, f"{path}/human-scores/de-en.mqm.sys.score", 2),
    ]
    assert found.systems == {"online": 1.0}


@given(
    st.integers(1, 4).flatmap(
        lambda size: st.dictionaries(
            st.sampled_from(["a", "b", "c"]),
            st.lists(st.none() | st.floats(-100, 100), min_size=size, max_size=size),
            min_size=1,
        )
    ),
    st.randoms(use_true_random=False),
)
def test_what_was_written_is_read(
    tmp_path_factory: pytest.TempPathFactory, human: dict[str, list[float | None]], random
):
    """In any order of the lines that keeps the segments of a system in theirs."""
    size = len(next(iter(human.values())))
    turns = [system for system in human for _ in range(size)]
    random.shuffle(turns)
    rest = {system: iter(values) for system, values in human.items()}
    files = {f"system-outputs/de-en/{system}.txt": "x\n" * size for system in "abc"}
    files["references/de-en.refA.txt"] = "x\n" * size
    files["human-scores/de-en.mqm.seg.score"] = "".join(
        f"{system}\t{next(rest[system])}\n" for system in turns
    )
    (found,) = read_folder(write(tmp_path_factory.mktemp("folder"), files))
    expected = {
        (str(place + 1), system): human[system][place] if system in human else None
        for place in range(size)
        for system in "abc"
    }
    assert {key: output.human for key, output in found.outputs.items()} == expected


@pytest.mark.parametrize("part", ["system-outputs", "references", "human-scores"])
def test_a_folder_of_something_else(tmp_path: Path, part: str):
    path = write(tmp_path, without(FILES, part))
    layout = ("system-outputs/LP/SYSTEM.txt", "references/LP.NAME.txt", "human-scores/LP.KIND.seg")
    refused(path, path, None, "holds no test set", *layout)


@pytest.mark.parametrize("name", ["nothing", "a.txt"])
def test_no_folder(tmp_path: Path, name: str):
    (tmp_path / "a.txt").write_text("x\n")
    path = str(tmp_path / name)
    refused(f"{path}#de-en", path, None, "is no folder")


OUTPUT = "system-outputs/de-en/online.txt"
REFERENCE = "references/de-en.refB.txt"
DOCS = "documents/de-en.docs"
SEG = "human-scores/de-en.mqm.seg.score"
SYS = "human-scores/de-en.mqm.sys.score"


@pytest.mark.parametrize(
    ("file", "content", "line", "said"),
    [
        (OUTPUT, "a\nb\n", 3, ("2 segments, but", "refA.txt has 3")),
        (OUTPUT, "a\nb\nc\nd\n", 4, ("4 segments, but", "has 3")),
        (OUTPUT, "", None, ("is empty; expected one segment a line",)),
        (REFERENCE, "a\nb\n", 3, ("2 segments, but", "refA.txt has 3")),
        (DOCS, "a b\na b\n", 3, ("2 segments, but", "has 3")),
        (DOCS, "a b\na\na b\n", 2, ("'a'; expected a domain and a document",)),
        (DOCS, "a b\na b\n\n", 3, ("''; expected a domain and a document",)),
        (
            SEG,
            "online 1\nrefB 1\nonline 1\nrefB 1\nrefB 1\n",
            3,
            ("2 scores of the system 'online'",),
        ),
        (SEG, "online 1\n" * 4 + "refB 1\n", 4, ("4 scores", "3 segments")),
        (SEG, "online 1\n" * 6, 4, ("6 scores of the system 'online'", "refA.txt", "None")),
        (SEG, "online 1\nonline good\nonline 1\n", 2, ("score 'good'; expected a number",)),
        (SEG, "", None, ("is empty; expected a system and a score a line",)),
        (SYS, "online 1\nrefB 1\nonline 1\n", 3, ("the system 'online' has a score above",)),
        (SYS, "online 1\nrefB\n", 2, ("'refB'; expected a system and a score",)),
    ],
)
def test_faults(
    tmp_path: Path,
    file: str,
    content: str,
    line: int | None,
    said: tuple[str, ...],
):
    path = write(tmp_path, FILES | {file: content})
    refused(path, f"{path}/{file}", line, *said)


def test_only_what_is_picked_is_read(tmp_path: Path):
    """A fault in another direction, or in another kind of scores, is none here."""
    broken = {name.replace("de-en", "cs-en"): "x\n" for name in FILES}
    path = write(tmp_path, FILES | broken | {"human-scores/de-en.esa.seg.score": "x\n"})
    assert len(read_folder(f"{path}#de-en")) == 1
    with pytest.raises(TreescoreError, match=r"cs-en"):
        read_folder(path)
