from __future__ import annotations

from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.errors import UsageError
from treescore.io.names import named_apart, short_names


@pytest.mark.parametrize(
    ("files", "names"),
    [
        ("newstest2013.de-en.online-A newstest2013.de-en.online-B", "online-A online-B"),
        ("x/newstest.de-en.A.txt y/newstest.de-en.B.txt.gz", "A B"),
        ("newstest2014.JHU.3081.de-en newstest2014.online-A.0.de-en", "JHU.3081 online-A.0"),
        ("a.txt b.tsv.gz", "a b"),
        ("a.txt a.tsv", "a.txt a.tsv"),
        ("set.uedin set.jhu", "uedin jhu"),
        ("set.JHU set.UEDIN", "JHU UEDIN"),
        ("set.a set.b", "a b"),
        ("out.v1.txt out.v1.1.txt", "v1 v1.1"),
        ("A A.2", "A A.2"),
        ("newstest2013.de-en.online-A", "newstest2013.de-en.online-A"),
        ("newstest2013.de-en.online-A.txt", "newstest2013.de-en.online-A"),
        ("out.hyp.en", "out.hyp"),
        ("trees.conllu", "trees"),
        (".txt", ".txt"),
        ("-", "system"),
        ("table.tsv#one.two table.tsv#one.three", "two three"),
    ],
)
def test_files_are_called_as_short_as_they_can_be_told_apart(files: str, names: str):
    assert short_names(files.split()) == names.split()


def test_nothing_is_named_where_nothing_is():
    assert short_names([]) == []


@pytest.mark.parametrize(
    "given", [[(None, "one/a.txt"), (None, "two/a.txt")], [("a", "b.txt"), (None, "a.txt")]]
)
def test_two_of_one_name_are_an_error_that_names_both_files(given: list[tuple[str | None, str]]):
    with pytest.raises(UsageError) as caught:
        named_apart((name, path, None) for name, path in given)
    assert "two systems are called 'a'" in str(caught.value)
    assert all(path in str(caught.value) for _, path in given)
    assert "NAME=FILE" in str(caught.value)


def test_trees_of_systems_find_theirs(run: Run, tmp_path: Path):
    tree = "1\t{0}\t{0}\t_\tNN\t_\t0\troot\t_\t_\n\n"
    names = ("set.de-en.online-A", "set.de-en.online-B")
    for name, word in zip((*names, "ref"), ("Rain", "Hail", "Rain"), strict=True):
        (tmp_path / name).write_text(f"{word}\n")
        (tmp_path / f"{name}.conllu").write_text(tree.format(word))
    systems = [part for name in names for part in ("-s", name)]
    parses = [part for name in names for part in ("--sys-parses", f"{name}.conllu")]
    done = run(
        *("score", "-r", "ref", "--ref-parses", "ref.conllu", *systems, *parses),
        *("-m", "hwcm", "-f", "tsv"),
    )
    assert (done.returncode, done.stderr) == (0, "")
    rows = [line.split("\t")[:3] for line in done.stdout.splitlines()[1:]]
    assert rows == [["online-A", "hwcm", "1.0"], ["online-B", "hwcm", "0.0"]]
