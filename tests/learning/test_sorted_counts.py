from __future__ import annotations

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from treescore.learning.sorted_counts import SortedCounts

TEXTS = st.text(st.sampled_from("ab\t\u2028\x85é1"), max_size=3)


@given(st.lists(st.lists(TEXTS)), st.integers(1, 10))
def test_counts_are_complete_and_in_order(batches: list[list[str]], limit: int):
    with TemporaryDirectory() as folder:
        counts = SortedCounts(Path(folder), limit)
        for batch in batches:
            counts.update(batch)
        expected = Counter(text for batch in batches for text in batch)
        assert list(counts.items()) == sorted(expected.items())


def test_counts_add_up_over_files(tmp_path: Path):
    counts = SortedCounts(tmp_path, limit=2)
    for text, count in (("b", 3), ("a", 1), ("b", 4), ("c", 1), ("b", 1)):
        counts.update({text: count})
    assert len(list(tmp_path.iterdir())) == 2, "more than fits is in files"
    assert list(counts.items()) == [("a", 1), ("b", 8), ("c", 1)]
