"""What TESLA's model weighs: by hand, and against the oracle of TESLA-M."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.metrics.tesla_oracle import ROWS, SYNSETS, Oracle, Row, make, s_ms, s_pos
from tests.resources.tables import DER, HAUS, HUND, META, Content, write
from treescore.errors import UsageError
from treescore.metrics import TeslaM
from treescore.metrics.base import FileName
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.resources.language_model import LanguageModel
from treescore.resources.phrase_table import PhraseTable, open_phrase_table
from treescore.trees.nbest import single

NO_SYNONYMS = TeslaM(synonyms=FileName("none")).fit("en", [])
THE, DOG, HOUSE = (
    ("the", "the", "DT", "DET"),
    ("dog", "dog", "NN", "NOUN"),
    ("house", "house", "NN", "NOUN"),
)
CONTENT: Content = {
    ("the",): (4, [(4, (DER,))]),
    ("the", "dog"): (2, [(1, (DER, HUND)), (1, (HUND,))]),
    ("house",): (1, [(1, (HAUS,))]),
}


class Kenlm:
    """Every text has the same log-probability, to base 10."""

    def __init__(self, log10: float) -> None:
        self.log10 = log10

    def score(self, text: bytes) -> float:
        return self.log10


def language_model(log10: float) -> LanguageModel:
    return LanguageModel("lm.arpa", "0", 3, True, True, Kenlm(log10))


def table(folder: Path, pivot_lang: str = "de", tagged: bool = True) -> PhraseTable:
    path = folder / f"{pivot_lang}{tagged}.phrases"
    if not path.exists():
        write(path, CONTENT, META | {"pivot_lang": pivot_lang, "tagged": str(int(tagged))})
    return open_phrase_table(str(path))


def sentence(*rows: Row) -> Sentence:
    return Sentence(" ".join(word for word, *_ in rows), {1: single(make(rows))})


def by_name(
    features: TeslaFeatures, hypothesis: Sentence, *references: Sentence
) -> dict[str, float]:
    values = features.values(hypothesis, features.prepare(references))
    return dict(zip(features.names, values, strict=True))


def test_values_by_hand(tmp_path: Path):
    """The house / the dog.

    In the target language the unigrams weigh 0.1 and 1, the bigram 0.1. In the pivot language the
    hypothesis is `der Haus` (0.1, 1; 0.1), the reference half the time `der Hund`, else `Hund`
    (0.05, 1; 0.05). F is the overall similarity over 0.8 x reference + 0.2 x hypothesis.
    """
    metrics = {spec: make_metric(spec).fit("en", []) for spec in ("wer", "hwcm:length=1,unit=pos")}
    models = [language_model(-6.0), language_model(-2.0)]
    features = TeslaFeatures(NO_SYNONYMS, [table(tmp_path)], models, metrics)
    found = by_name(features, sentence(THE, HOUSE), sentence(THE, DOG))
    unigrams, bigrams = 0.8 * 1.05 + 0.2 * 1.1, 0.8 * 0.05 + 0.2 * 0.1
    assert found == pytest.approx(
        {
            "ms.1": (0.1 + 0.5) / 1.1,
            "pos.1": 1,
            "ms.2": 0.75,
            "pos.2": 1,
            "ms.3": 0.75,
            "pos.3": 1,
            "de.lem.1": 0.05 / unigrams,
            "de.pos.1": 1.05 / unigrams,
            "de.lem.2": 0,
            "de.pos.2": 0.05 / bigrams,
            "de.lem.3": 0,
            "de.pos.3": 0.05 / bigrams,
            "lm.1": -6 * math.log(10) / 2,
            "lm.2": -2 * math.log(10) / 2,
            "wer": 0.5,
            "hwcm:length=1,unit=pos": 1,
        }
    )
    assert list(found) == features.names


def test_a_table_without_tags_has_no_features_of_tags(tmp_path: Path):
    tables = [table(tmp_path, "cs", tagged=False), table(tmp_path, "de")]
    features = TeslaFeatures(NO_SYNONYMS, tables)
    found = by_name(features, sentence(THE, HOUSE), sentence(THE, DOG))
    pivots = [name for name in features.names if name.count(".") == 2]
    assert [name for name in pivots if name.startswith("cs")] == [
        "cs.lem.1",
        "cs.lem.2",
        "cs.lem.3",
    ]
    assert len(pivots) == 9
    for n in (1, 2, 3):
        assert found[f"cs.lem.{n}"] == found[f"de.lem.{n}"]


def test_one_table_for_a_pivot_language(tmp_path: Path):
    with pytest.raises(UsageError, match="two phrase tables for 'de'"):
        TeslaFeatures(NO_SYNONYMS, [table(tmp_path), table(tmp_path, tagged=False)])


SENTENCES = st.lists(ROWS, max_size=5).map(lambda rows: sentence(*rows))


@pytest.fixture(scope="module")
def with_synonyms(tmp_path_factory: pytest.TempPathFactory) -> TeslaM:
    path = tmp_path_factory.mktemp("synonyms") / "synonyms.tsv"
    path.write_text("".join("\t".join(sorted(synset)) + "\n" for synset in SYNSETS))
    return TeslaM(synonyms=FileName(str(path))).fit("en", [])


def filled(values: Sequence[float | None]) -> list[float]:
    """An order that neither side has is worth as much as the order below, and 1 below them all."""
    found = [1.0]
    for value in values:
        found.append(found[-1] if value is None else value)
    return found[1:]


@settings(max_examples=50)
@given(SENTENCES, SENTENCES)
def test_the_first_six_are_those_of_tesla_m(
    with_synonyms: TeslaM, hypothesis: Sentence, reference: Sentence
):
    found = by_name(TeslaFeatures(with_synonyms), hypothesis, reference)
    trees = hypothesis.dependency, reference.dependency
    for kind, similarity in (("ms", s_ms), ("pos", s_pos)):
        expected = filled([Oracle().order(*trees, n, similarity) for n in (1, 2, 3)])
        assert [found[f"{kind}.{n}"] for n in (1, 2, 3)] == pytest.approx(expected, abs=1e-9)


TEXTS = st.lists(st.sampled_from([THE, DOG, HOUSE, ("x", "x", "NN", "NOUN")]), max_size=5)


@settings(max_examples=50)
@given(TEXTS, st.lists(TEXTS, min_size=2, max_size=3))
def test_several_references(
    tmp_path_factory: pytest.TempPathFactory, hypothesis: list[Row], references: list[list[Row]]
):
    """An F is the mean of what it is for each; a metric has its own way."""
    hwcm = make_metric("hwcm")
    tables = [table(tmp_path_factory.getbasetemp())]
    features = TeslaFeatures(NO_SYNONYMS, tables, [language_model(-1.0)], {"hwcm": hwcm})
    known = [sentence(*rows) for rows in references]
    found = by_name(features, sentence(*hypothesis), *known)
    each = [by_name(features, sentence(*hypothesis), reference) for reference in known]
    own = hwcm.statistics(sentence(*hypothesis), hwcm.prepare(known))
    assert found.pop("hwcm") == hwcm.segment_score(own)
    for name, value in found.items():
        assert value == pytest.approx(sum(row[name] for row in each) / len(each)), name


@pytest.mark.parametrize("size", range(4))
def test_short_sentences_that_are_equal(tmp_path: Path, size: int):
    """Whatever is too short for an order takes nothing away."""
    features = TeslaFeatures(NO_SYNONYMS, [table(tmp_path)])
    same = sentence(*[THE, HOUSE, DOG][:size])
    assert by_name(features, same, same) == pytest.approx(dict.fromkeys(features.names, 1))


def test_one_side_without_words(tmp_path: Path):
    features = TeslaFeatures(NO_SYNONYMS, [table(tmp_path)])
    words, nothing = sentence(THE, HOUSE, DOG), sentence(("...", "...", ".", "PUNCT"))
    nowhere = dict.fromkeys(features.names, 0)
    assert by_name(features, words, nothing) == by_name(features, nothing, words) == nowhere
