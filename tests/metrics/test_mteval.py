from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st
from sacrebleu.tokenizers.tokenizer_re import TokenizerRegexp

from treescore.metrics.mteval import tokenize

sacrebleus = TokenizerRegexp()
PIECES = st.sampled_from([*"ab19 .,-'\"/&;<>|~`_^%$#@!?*+=()[]{}\\:", "é", "„", "\u00a0", "\t"])


@given(st.one_of(st.text(), st.lists(PIECES).map("".join)))
@example("1,000.5-fold, e.g. 3-4. (a/b)... -1 x-2 &amp; ,,")
def test_words_are_those_of_sacrebleus_rules(text: str):
    assert tokenize(text) == sacrebleus(f" {text} ").split()


def test_entities_stay_as_they_are():
    assert tokenize("R&amp;D") == ["R", "&", "amp", ";", "D"]
