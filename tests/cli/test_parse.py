from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import Run
from treescore.io.parses import read_parses
from treescore.trees.constituency import ConstituencyTree

TEXT = "I had a dog.\n\nShe saw the man (with a telescope).\n"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    (tmp_path / "a.txt").write_text(TEXT)
    return tmp_path


def test_conllu(run: Run, text: Path):
    done = run("parse", "a.txt")
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    blocks = done.stdout.rstrip("\n").split("\n\n")
    assert len(blocks) == 3
    assert blocks[0].splitlines()[:3] == [
        "# sent_id = 1",
        "# text = I had a dog.",
        "1\tI\tI\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
    ]
    assert blocks[1] == "# sent_id = 2\n# text = "


@pytest.mark.parametrize("nbest", ["1", "5"])
@pytest.mark.parametrize("name", ["a.conllu", "a.trees"])
def test_what_is_written_is_read_back(run: Run, text: Path, nbest: str, name: str):
    assert run("parse", "a.txt", "--nbest", nbest, "-o", name).returncode == 0
    read = list(read_parses(str(text / name)))
    assert len(read) == 3, "one block a segment, the empty one too"
    for (_, parses), line in zip(read, TEXT.splitlines(), strict=True):
        tree = parses.best
        words = tree.tokens if isinstance(tree, ConstituencyTree) else tree.words
        assert "".join(words) == "".join(line.split())
        assert 1 <= len(parses) <= int(nbest)
    assert run("parse", "a.txt", "--nbest", nbest, "-o", f"again-{name}").returncode == 0
    assert (text / name).read_text() == (text / f"again-{name}").read_text()


def test_penn_trees_become_dependencies(run: Run, text: Path):
    (text / "b.trees").write_text("(S (NP (PRP I)) (VP (VBD had) (NP (DT a) (NN dog))) (. .))\n")
    (text / "b.txt").write_text("I had a dog.\n")
    done = run("parse", "b.txt", "--parser", "files:b.trees")
    assert "1\tI\t_\t_\tPRP\t_\t2\tS/NP\t_\t_" in done.stdout.splitlines()


def test_projected_lists_hold_different_trees(run: Run, text: Path):
    run("parse", "a.txt", "--nbest", "50", "-o", "a.trees")
    for _, parses in read_parses(str(text / "a.trees")):
        assert len(set(parses.trees)) == len(parses)
        assert sum(parses.weights()) == pytest.approx(1)


@pytest.mark.parametrize("name", ["a.trees.gz", "a.txt2", "conllu"])
def test_an_unknown_format_is_refused(run: Run, text: Path, name: str):
    done = run("parse", "a.txt", "-o", name)
    assert done.returncode == 2
    assert "expected a name that ends in .conllu, .trees, .svg or .tex" in done.stderr
    assert not (text / name).exists()


def test_constituents_of_any_language(run: Run, text: Path):
    rows = ["1\tPetr\t_\tPROPN\t_\t_\t2\tnsubj", "2\tspí\t_\tVERB\t_\t_\t0\troot"]
    (text / "b.conllu").write_text("".join(f"{row}\t_\t_\n" for row in rows), encoding="utf-8")
    (text / "b.txt").write_text("Petr spí\n", encoding="utf-8")
    done = run(*"parse b.txt -l cs --parser files:b.conllu -o b.trees".split())
    assert done.returncode == 0
    made = (text / "b.trees").read_text(encoding="utf-8")
    assert made == "(S (NP (PROPN Petr)) (VP (VERB spí)))\n"


def test_constituents_need_universal_tags(run: Run, text: Path):
    (text / "b.conllu").write_text("1\tAno\tano\t_\tTT\t_\t0\troot\t_\t_\n")
    (text / "b.txt").write_text("Ano\n")
    done = run(*"parse b.txt -l cs --parser files:b.conllu -o b.trees".split())
    assert done.returncode == 1
    assert "universal tags (UPOS)" in done.stderr
    assert not (text / "b.trees").exists()


def test_languages_may_be_written_large(run: Run, text: Path):
    assert run(*"parse a.txt -l EN -o a.trees".split()).returncode == 0


def test_standard_input(run: Run):
    done = run("parse", "-", stdin="It works.\n")
    assert "\tworks\t" in done.stdout


@pytest.mark.parametrize("options", [[], ["--constituents"], ["--nbest", "3"]])
def test_figures_show_every_segment(run: Run, text: Path, options: list[str]):
    for name in ("a.svg", "a.tex"):
        done = run("parse", "a.txt", "-o", name, *options)
        assert done.returncode == 0, done.stderr
    drawing = ElementTree.parse(text / "a.svg").getroot()
    words = {each.text for each in drawing.iter() if "word" in each.get("class", "").split()}
    assert {"dog", "telescope"} <= words
    kind = "forest" if "--constituents" in options else "dependency"
    trees = (text / "a.tex").read_text().count(f"\\begin{{{kind}}}")
    assert trees > 3 if "--nbest" in options else trees == 3


def test_wrong_names_of_figures(run: Run, text: Path):
    assert run("parse", "a.txt", "-o", "a.pdf").returncode == 2
    done = run("parse", "a.txt", "-o", "a.trees", "--constituents")
    assert done.returncode == 2
    assert "--constituents is for figures" in done.stderr
