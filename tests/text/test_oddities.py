from __future__ import annotations

from treescore.text.oddities import columns, gaps, lower_cased

CAPITALS = ["It rains.", "we stay", "They go."] * 4
SMALL = [text.lower() for text in CAPITALS]
NONE = ["雨が降る。"] * 12


def test_rows_of_a_table_are_told_from_a_tab_now_and_then():
    assert columns(["1\tIt rains."] * 4 + ["5 We stay."]) == "4 of 5 lines have a tab"
    assert columns(["1\tIt rains."] * 3 + ["We stay.", "They go."]) == ""
    assert columns(["one\ttwo"] * 2) == ""


def test_lines_without_a_text_are_counted_where_references_have_one():
    references: list[list[str | None]] = [
        ["It rains.", "", "We stay.", "They go."],
        [None, None, "We remain.", "Gone."],
    ]
    assert gaps(["", "", " ", ""], references) == "3 of 4 lines are empty"
    assert gaps(["", "", "We stay.", ""], references) == ""
    assert gaps(["x"] * 98 + [""] * 4, [["x"] * 102]) == ""
    assert gaps(["x"] * 98 + [""] * 6, [["x"] * 104]) == "6 of 104 lines are empty"
    assert gaps(["", "", ""], []) == ""


def test_capitals_are_missed_where_others_have_them():
    assert lower_cased({"ref": CAPITALS, "a": SMALL, "b": CAPITALS}) == ["a"]
    assert lower_cased({"ref": SMALL, "a": CAPITALS}) == ["ref"]
    assert lower_cased({"ref": SMALL, "a": SMALL}) == []
    assert lower_cased({"ref": CAPITALS, "a": [*SMALL[1:], "It"]}) == []
    assert lower_cased({"ref": CAPITALS, "a": NONE}) == []
    assert lower_cased({"ref": CAPITALS[:9], "a": SMALL[:9]}) == []
    assert lower_cased({}) == []
