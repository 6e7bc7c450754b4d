"""HanTa's German tagger, faster: the same tags and lemmas, found by searching less.

HanTa tries every tag at every place and looks most of them up in vain. Here a table says which tags
a morpheme can have, and a word that was seen before is not analysed again. Only whoever needs
German imports this module, because HanTa is an extra.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from importlib.metadata import version
from math import inf
from pathlib import Path

from numpy import logaddexp

from treescore.errors import MissingResource, how_to_install

try:
    from HanTa import HanoverTagger as hanta  # type: ignore[import-untyped]
except ImportError:
    raise MissingResource(
        "German tags and lemmas need HanTa where no parser gives them; "
        f"install it with: {how_to_install('tesla')}"
    ) from None

MODEL = Path(hanta.__file__).parent / "morphmodel_ger.pgz"
"""With its folder: given the bare name, HanTa would take a file of the working folder first."""
NAME = f"hanta-{version('HanTa')}"
LONGEST = 60
"""Of a longer word only the end is analysed: the time grows with the square of the length."""
NOMINALISED = {"NNA": "NN", "NNI": "NN"}
"""HanTa's own tags; otherwise it differs from STTS only in brackets, as in VV(FIN)."""
REMEMBERED = 2**20
"""Words whose analyses are kept."""

# The numbers of HanTa's own searches.
IMPOSSIBLE = -1e6
WORD_BEAM = 3
SENTENCE_BEAM = 5
BEAM_MARGIN = 1
CUTOFF = 5
WHOLE_WORD = 4.6
SUFFIX = 4
COUNTED_LENGTH = 24

State = tuple[int, int]
Row = dict[State, float]
Back = dict[State, tuple[State, int]]
START: State = (hanta.EMPTY, hanta.START)


class German(hanta.HanoverTagger):  # type: ignore[misc]  # HanTa has no types
    """HanTa's tagger with its three searches replaced."""

    def __init__(self) -> None:
        super().__init__(str(MODEL))
        self._known: dict[str, dict[int, float]] = {}
        for tag, morphemes in self.LP_m_t.items():
            for morpheme, logprob in morphemes.items():
                self._known.setdefault(morpheme, {})[tag] = logprob
        self._open = [tag for tag in self.LP_hapax_t if tag in self.LP_s_t]
        self._suffixes = frozenset().union(*self.LP_s_t.values())
        self._guess = cache(self._uncached_guess)
        self._readings = lru_cache(REMEMBERED)(self._uncached_readings)
        self._analysed = lru_cache(REMEMBERED)(self._uncached_analysed)

    def tag(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The STTS tag and the lemma of every word of a sentence."""
        pairs = zip(words, self.tag_sent_viterbi(words), strict=True)
        analysed = [self._analysed(word, tag) for word, tag in pairs]
        return [tag for tag, _ in analysed], [lemma for _, lemma in analysed]

    def _uncached_analysed(self, word: str, tag: int) -> tuple[str, str]:
        own = self.int2tag[tag]
        lemma = self.analyze(word, own)[0] if 0 < len(word) <= LONGEST else word.lower()
        stts = own[:-1].replace("(", "") if own.endswith(")") else own
        return NOMINALISED.get(stts, stts), lemma

    def analyze_forward(self, word: str) -> list[tuple[int, float]]:
        """The tags that a word can have, best first."""
        rows, _ = self._chart(word[-LONGEST:], strict=False)
        ends: Row = {}
        for state, logprob in rows[-1].items():
            for tag, step in self.LP_trans_final.get(state, ()):
                end = (state[1], tag)
                ends[end] = max(logprob + step, ends.get(end, -inf))
        tags: dict[int, float] = {}
        for (_, tag), logprob in ends.items():
            tags[-tag] = float(logaddexp(tags[-tag], logprob)) if -tag in tags else logprob
        ranked = sorted(tags.items(), key=lambda item: item[1], reverse=True)
        return ranked or [(hanta.UNKNOWN, 0)]

    def analyze_viterbi(self, word: str, targetpos: int) -> list[tuple[int, int]]:
        """The morphemes of a word whose tag is known: their tags, and where they end."""
        reachable = self.reachability.get(targetpos, frozenset())
        length = len(word)
        for strict in (True, False):
            rows, back = self._chart(word, strict, reachable)
            best, last = -inf, None
            for state, logprob in rows[-1].items():
                step = dict(self.LP_trans_final.get(state, ())).get(targetpos, -inf)
                if logprob + step > max(best, IMPOSSIBLE):
                    best, last = logprob + step, state
            if last is not None:
                return [*_path(back, last, length), (targetpos, length + 1)]
        return [(hanta.UNKNOWN, length), (hanta.END_UNKNOWN, length + 1)]

    def _chart(
        self, word: str, strict: bool, allowed: frozenset[int] | None = None
    ) -> tuple[list[Row], list[Back]]:
        """For every place the best way to each pair of last tags, and where it comes from."""
        length = len(word)
        rows: list[Row] = [{START: 0.0}, *({} for _ in range(length))]
        back: list[Back] = [{} for _ in rows]
        for start, row in enumerate(rows[:-1]):
            bound = _bound(row, WORD_BEAM)
            ways: dict[int, list[tuple[State, float]]] = {}
            for state, logprob in row.items():
                if logprob >= bound:
                    for tag, step in self.LP_trans_nonfinal.get(state, ()):
                        if allowed is None or tag in allowed:
                            ways.setdefault(tag, []).append((state, logprob + step))
            for end in range(start + 1, length + 1) if ways else ():
                following, origins = rows[end], back[end]
                for tag, emitted in self._emit(word[start:end], length, strict):
                    for state, before in ways.get(tag, ()):
                        reached = (state[1], tag)
                        if before + emitted > following.get(reached, IMPOSSIBLE):
                            following[reached] = before + emitted
                            origins[reached] = (state, start)
        return rows, back

    def _emit(self, morpheme: str, word_length: int, strict: bool) -> Iterable[tuple[int, float]]:
        """The tags of a morpheme; of an unknown one, guessed by its length and last letters."""
        known = self._known.get(morpheme)
        size = len(morpheme)
        if strict or (size <= 2 and word_length >= 4):
            return known.items() if known else ()
        suffix = morpheme[1:][-SUFFIX:]
        while suffix not in self._suffixes:
            suffix = suffix[1:]
        guess = self._guess(suffix, min(size, COUNTED_LENGTH), size == word_length)
        return (guess | known).items() if known else guess.items()

    def _uncached_guess(self, suffix: str, size: int, whole: bool) -> dict[int, float]:
        guesses: dict[int, float] = {}
        for tag in self._open:
            logprob = self.Int_t + self.LP_hapax_t[tag] + self.LP_len_t[tag][size]
            logprob += self.LP_s_t[tag][suffix] - (WHOLE_WORD if whole else 0)
            if logprob > -inf:
                guesses[tag] = logprob
        return guesses

    def tag_sent_viterbi(self, sent: Sequence[str], casesensitive: bool = True) -> list[int]:
        """The most probable tags of a sentence."""
        row: Row = {START: 0.0}
        back: list[dict[State, State]] = []
        for place, word in enumerate(sent):
            readings = self._readings(word, casesensitive and place > 0)
            bound = _bound(row, SENTENCE_BEAM)
            following: Row = {}
            origins: dict[State, State] = {}
            for state, logprob in row.items():
                if logprob < bound:
                    continue
                steps, previous = self.LP_trans_word[state], state[1]
                for tag, reading in readings:
                    total = logprob + steps[tag] + reading
                    reached = (previous, tag)
                    if reached not in following or total > following[reached]:
                        following[reached] = total
                        origins[reached] = state
            row = following
            back.append(origins)
        state = max(row, key=lambda state: row[state] + self.LP_trans_word[state][hanta.END])
        tags: list[int] = []
        for origins in reversed(back):
            tags.append(state[1])
            state = origins[state]
        return tags[::-1]

    def _uncached_readings(self, word: str, casesensitive: bool) -> list[tuple[int, float]]:
        """The tags of a word in the order of HanTa's tables; all of them if it knows none."""
        found = dict(self._tag_word(word, CUTOFF, casesensitive, conditional=True)) if word else {}
        if found.keys() <= {hanta.UNKNOWN}:
            return [(tag, 0.0) for tag in self.LP_wtag]
        return [(tag, found[tag]) for tag in self.LP_wtag if tag in found]


def _bound(row: Row, beam: int) -> float:
    """What a state must reach to be followed."""
    if len(row) <= beam:
        return -inf
    return sorted(row.values(), reverse=True)[beam] - BEAM_MARGIN


def _path(back: Sequence[Back], state: State, end: int) -> list[tuple[int, int]]:
    """The morphemes that lead to a state at the end of a word."""
    steps: list[tuple[int, int]] = []
    while end:
        steps.append((state[1], end))
        state, end = back[end][state]
    return steps[::-1]


@cache
def german() -> German:
    """The tagger, loaded once."""
    return German()
