"""Values in notebooks: short in lists, printed as the command prints them, and as HTML."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import pytest

import treescore as ts
from tests.cli.judged import write_set
from tests.report.drawn import find, parse
from treescore.errors import TreescoreError, UnknownName, UsageError

HOSTILE = '<script>alert(1)</script> "x" & \x1b[31mred \u202eback'
REFERENCES = [["I had a dog."], ["It slept."]]
SYSTEMS = {"A": ["I had a dog.", "It slept."], "B": ["A dog.", HOSTILE]}


def page(value: Any) -> Any:
    """The elements of what a notebook shows, which is well-formed and runs nothing."""
    html = value._repr_html_()
    assert "\x1b" not in html
    assert "\u202e" not in html
    root = ElementTree.fromstring(f"<div>{html}</div>".replace("&nbsp;", " "))
    assert not [each for each in root.iter() if each.tag.endswith("script")]
    return root


def rows(root: Any) -> list[list[str]]:
    return [["".join(cell.itertext()) for cell in row] for row in root.iter("tr")]


def test_trees_are_drawn() -> None:
    (parses,) = ts.parse(["I had a dog."])
    assert repr(parses) == "<NBest: 1 parse, the best <DependencyTree: I had a dog .>>"
    for value in (parses, parses.best):
        words = [each.text for each in find(parse(value._repr_svg_()), "text", "word")]
        assert words == ["I", "had", "a", "dog", "."]
        assert "".join(page(value).itertext()).count("nsubj") == 1
        assert str(value).splitlines()[1] == "┾ had  ROOT"


def test_scores_are_a_table() -> None:
    found = ts.score(SYSTEMS, REFERENCES, ["wer", "chrf"])
    assert repr(found) == "Evaluation(A, B; wer, chrf; 2 segments)"
    head, first, second = rows(page(found))
    assert head == ["system", "wer ↓", "chrf ↑"]
    assert first == ["A", "0.0000", "100.00"]
    assert second[0] == "B"
    assert str(found).splitlines()[1].split() == first
    assert found.signature("A", "wer") in str(found)


def test_names_are_escaped() -> None:
    found = ts.score({HOSTILE: ["a"]}, [["a"]], ["wer"])
    assert rows(page(found))[1][0].startswith("<script>alert(1)</script>")


def test_explanations_have_both_trees_and_all_texts() -> None:
    why = ts.explain("She sold it.", ["She has sold it."], "hwcm", source=HOSTILE)
    assert repr(why) == f"Explanation(hwcm {why.score:.4f}; {len(why.parts)} parts)"
    root = page(why)
    shown = "".join(root.itertext())
    assert "source: <script>alert(1)</script>" in shown
    assert "reference 1: She has sold it." in shown
    assert "only in the reference: has" in shown
    svg = parse(why._repr_svg_())
    assert [each.text for each in find(svg, "text", "caption")] == ["translation", "reference 1"]
    assert "has" in [each.text for each in find(svg, "text", "word miss")]
    assert str(why).splitlines()[1] == "reference 1: She has sold it."


def test_explanations_of_metrics_that_read_constituents_show_these() -> None:
    why = ts.explain("It rains.", ["It rains."], "stm")
    assert "S" in [each.text for each in find(parse(why._repr_svg_()), "text", "label match")]


def test_diagnoses_name_errors_and_sources() -> None:
    found = ts.diagnose(SYSTEMS, REFERENCES, sources=["Ich hatte einen Hund.", "Er schlief."])
    root = page(found)
    assert rows(root)[0][:3] == ["type", "A ", "B "]
    assert "source: Ich hatte einen Hund." in "".join(root.itertext())
    assert "source: Ich hatte einen Hund." in str(found)


def test_agreement_with_people(tmp_path: Any) -> None:
    write_set(tmp_path)
    path = tmp_path / "news.de-en.segs.tsv"
    found = ts.meta(str(path), ["wer", "chrf"], protocols=["seg-pearson"], resamples=20)
    assert repr(found).startswith("Agreement(wer, chrf; seg-pearson; ")
    table = found.to_pandas()
    assert table["metric"].tolist() == ["wer", "chrf"]
    printed = dict(line.split()[:2] for line in str(found).splitlines()[1:3])
    shown = {row[0]: row[1].split()[0] for row in rows(page(found))[1:3]}
    for metric, value in zip(table["metric"], table["value"], strict=True):
        assert printed[metric].rstrip("*") == shown[metric].rstrip("*") == f"{value:.3f}"
    given = {"other": str(tmp_path / "none.tsv")}
    wrongs: list[dict[str, Any]] = [
        {"protocols": ["nonsense"]},
        {"protocols": "seg-pearson"},
        {"against": "nobody"},
        {"test": "coin"},
        {"group": "x"},
        {"resamples": 0},
        {"scores": given},
    ]
    for wrong in wrongs:
        with pytest.raises(TreescoreError):
            ts.meta(str(path), ["wer"], **wrong)


def test_reports_are_saved_and_framed(tmp_path: Any) -> None:
    made = ts.report(SYSTEMS, REFERENCES, ["wer"], sources=["a", "b"], resamples=20)
    made.save(tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text(encoding="utf-8") == made.html
    assert repr(made).endswith(" kB of Evaluation(A, B; wer; 2 segments))")
    framed = made._repr_html_()
    assert framed.count("<") == 2, "one element, and nothing of the page outside of its attribute"
    assert "&lt;base href=&quot;about:srcdoc&quot;/&gt;" in framed
    assert "base-uri about:" in framed
    with pytest.raises(UsageError, match="resamples=0"):
        ts.report(SYSTEMS, REFERENCES, ["wer"], resamples=0)
    with pytest.raises(UsageError, match="metrics are a list"):
        ts.report(SYSTEMS, REFERENCES, "wer")


def test_names_of_packages_stay_packages() -> None:
    from treescore.report.escape import cell

    assert cell("a\tb") == "a b"
    with pytest.raises(UnknownName, match="unknown protocol"):
        ts.meta("x", ["wer"], protocols=["nonsense"])
