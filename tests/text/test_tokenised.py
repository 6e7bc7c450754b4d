from __future__ import annotations

import pytest

from treescore.text.tokenised import tokenised


@pytest.mark.parametrize(
    ("texts", "sign"),
    [
        (["It rains .", "We stay .", "Why ?", "They go .\n"], "3 of 4 lines end in a full stop"),
        (["它 很 好 。"] * 3, "3 of 3 lines end in a full stop"),
        (["It &apos;s late", "a well @-@ known man", "un@@ seen"], "marks like &apos;"),
        (["▁It ▁rain s"] * 5 + ["It rains."] * 5, "5 of 10 lines have marks like ▁"),
    ],
)
def test_what_a_tokenizer_leaves_is_told(texts: list[str], sign: str):
    assert sign in tokenised(texts)


@pytest.mark.parametrize(
    "texts",
    [
        [],
        ["It rains .", "We stay ."],
        ["It rains."] * 5 + ["We stay ."] * 4,
        ["Vraiment ?", "Oui !", "Alors : non ;"] * 3,
        ["and so on ...", "you see ..", ". . ."],
        ["Tom & Jerry", "me@example.org", "a@b"] * 3,
        ["", ".", "."],
    ],
)
def test_text_as_people_write_it_is_fine(texts: list[str]):
    assert tokenised(texts) == ""
