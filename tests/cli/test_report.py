"""treescore report: one page, written whole or not at all."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.conftest import Run
from treescore.stats.differences import precedents

HOSTILE = '<script>alert(1)</script> "onmouseover="x" \x1b[31m \u202e & end.'


class Elements(HTMLParser):
    """The elements of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def write(folder: Path, **files: str) -> None:
    for name, text in files.items():
        (folder / f"{name}.txt").write_text(text, encoding="utf-8")


def test_a_page_holds_all_it_needs(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="A dog barks.\nIt rains.\n", a="A dog barks.\nRain.\n", b="Dogs.\nIt.\n")
    result = run("report", "-r", "ref.txt", "-s", "A=a.txt", "-s", "B=b.txt", "-o", "page.html")
    assert (result.returncode, result.stderr) == (0, "")
    assert result.stdout == "report written to page.html\n"
    page = Elements((tmp_path / "page.html").read_text(encoding="utf-8"))
    for tag, attributes in page.found:
        assert tag not in ("link", "img", "iframe", "object", "embed")
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert name != "style"
            if name in ("src", "href", "action"):
                assert (value or "").startswith("#")
    (policy,) = (a["content"] for t, a in page.found if a.get("http-equiv"))
    assert (policy or "").startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in (policy or "")


def test_a_page_is_the_same_by_however_many_processes(run: Run, tmp_path: Path) -> None:
    lines = [f"Our {number} dogs bark at the door." for number in range(300)]
    write(tmp_path, ref="\n".join(lines) + "\n", a="\n".join(reversed(lines)) + "\n")
    common = ("report", "-r", "ref.txt", "-s", "A=a.txt", "-m", "dpm", "--resamples", "10")
    for jobs in "12":
        assert run(*common, "--jobs", jobs, "-o", f"{jobs}.html").returncode == 0
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_a_page_says_what_differences_have_meant(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="It rains.\n" * 100, a="It rains.\n" * 100, b="It is.\n" * 100)
    last = precedents()["chrf"][-1]
    shown = f"{100 * last.share:.0f} % of {last.pairs} system pairs"
    arguments = ("report", "-s", "A=a.txt", "-s", "B=b.txt", "-m", "chrf", "-o", "-", "-r")
    known = Elements(run(*arguments, "ref.txt").stdout).text
    assert known.count(shown) == 3, "the verdict, A against B, and B against A"
    assert "pairs of systems of WMT08-13" in known
    unknown = Elements(run(*arguments, "ref.txt", "-r", "a.txt").stdout).text
    assert "system pairs" not in unknown
    assert "WMT" not in unknown


def test_text_of_others_never_becomes_markup(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref=f"{HOSTILE}\n", a=f"{HOSTILE}\n")
    name = '<i onclick>"\x1b[2J'
    result = run("report", "-r", "ref.txt", "-s", f"{name}=a.txt", "-m", "hwcm")
    assert result.returncode == 0
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "\x1b" not in text
    page = Elements(text)
    assert [tag for tag, _ in page.found].count("script") == 2
    assert "i" not in [tag for tag, _ in page.found]
    assert '<i onclick>"␛[2J' in page.text


def test_a_page_for_a_pipe(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="It rains.\n", a="Rain.\n")
    result = run("report", "-r", "ref.txt", "-s", "a.txt", "-m", "bleu", "-o", "-")
    assert result.stdout.startswith("<!DOCTYPE html>")
    assert not (tmp_path / "report.html").exists()


def test_without_a_parser_there_are_no_trees_but_a_page(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="a b\n", a="a c\n")
    arguments = ("report", "-r", "ref.txt", "-s", "a.txt", "-l", "xx", "-m")
    result = run(*arguments, "bleu")
    assert result.returncode == 0
    assert result.stderr.startswith("treescore: there are no trees to show: ")
    assert len(result.stderr.splitlines()) == 1
    refused = run(*arguments, "hwcm")
    assert refused.returncode == 1
    assert len(refused.stderr.splitlines()) == 1


def test_one_segment_proves_nothing(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="A dog barks.\n", a="A dog barks.\n", b="Cats.\n")
    assert run("report", "-r", "ref.txt", "-s", "a.txt", "-s", "b.txt").returncode == 0
    text = Elements((tmp_path / "report.html").read_text(encoding="utf-8")).text
    assert "not significantly better than b" in text
    assert " wins by " not in text


def test_trees_that_are_only_looked_at_may_be_of_two_kinds(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="It rains\n", a="Rain\n", gold="(S (NP (PRP It)) (VP (VBZ rains)))\n")
    arguments = ("-r", "ref.txt", "--ref-parses", "gold.txt", "-s", "a.txt", "-m")
    assert run("report", *arguments, "bleu").returncode == 0
    assert run("report", *arguments, "hwcm").returncode == 2


def test_trees_from_files_are_enough(run: Run, tmp_path: Path) -> None:
    write(tmp_path, gold="(S (NP (PRP It)) (VP (VBZ rains)))\n", mine="(S (NP (NN Rain)))\n")
    result = run("report", "--ref-parses", "gold.txt", "--sys-parses", "A=mine.txt")
    assert result.returncode == 0, result.stderr
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert "trees:const" in text
    assert "bleu" not in Elements(text).text.split("Segments")[0].split()


def test_one_segment_and_empty_lines_will_do(run: Run, tmp_path: Path) -> None:
    write(tmp_path, ref="\n", a="\n")
    metrics = [each for name in ("dpm", "stm", "bleu", "wer") for each in ("-m", name)]
    result = run("report", "-r", "ref.txt", "-s", "a.txt", *metrics)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "fault"),
    [
        (("-r", "ref.txt"), 2, "no system"),
        (("-s", "ref.txt"), 2, "no reference"),
        (("-r", "ref.txt", "-s", "a.txt", "-o", "a.txt"), 2, "would be overwritten"),
        (("-r", "ref.txt", "-s", "missing.txt"), 1, "missing.txt"),
        (("-r", "ref.txt", "-s", "a.txt", "-o", "no/such/folder.html"), 1, "cannot be written"),
    ],
)
def test_mistakes_get_one_line(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], code: int, fault: str
) -> None:
    write(tmp_path, ref="a b\n", a="a c\n")
    (tmp_path / "report.html").write_text("an older report", encoding="utf-8")
    result = run("report", *arguments)
    assert (result.returncode, result.stdout) == (code, "")
    assert len(result.stderr.splitlines()) == 1
    assert fault in result.stderr
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "an older report"
    assert (tmp_path / "a.txt").read_text(encoding="utf-8") == "a c\n"


def test_the_demo_says_where_its_report_is(run: Run, tmp_path: Path) -> None:
    result = run("demo", "-m", "bleu", "-f", "tsv", "-o", "sample.html")
    assert result.stderr == "report written to sample.html\n"
    assert result.stdout.startswith("system\tmetric\t")
    assert "treescore demo" in (tmp_path / "sample.html").read_text(encoding="utf-8")
    refused = run("demo", "-o", "one.tsv", "--segments", "one.tsv")
    assert refused.returncode == 2
