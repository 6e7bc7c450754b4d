from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from treescore.text.mteval import tokenize, tokenize_13a

sacrebleus = TokenizerRegexp()
thirteen = Tokenizer13a()
CHARACTERS = "ab19 .,-'\"/&;<>|~`_^%$#@!?*+=()[]{}\\:\t\n\u00a0é„"
PIECES = st.sampled_from(["&amp;", "&quot;", "&lt;", "<skipped>", *CHARACTERS])


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
@example("1,000.5-fold, e.g. 3-4. (a/b)... -1 x-2 &amp; ,,")
def test_words_are_those_of_sacrebleus_rules(text: str):
    assert tokenize(text) == sacrebleus(f" {text} ").split()


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
@example("a &amp;quot; b-\nc &gt;\n<skipped>d")
def test_with_entities_they_are_those_of_13a(text: str):
    assert tokenize_13a(text) == thirteen(text).split()


def test_entities_stay_as_they_are():
    assert tokenize("R&amp;D") == ["R", "&", "amp", ";", "D"]
