"""The way from a test set to its errors, whoever does the work."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import treescore as ts
from treescore.diagnosis.doubts import DIGEST
from treescore.diagnosis.errors import Error
from treescore.engine import diagnosing
from treescore.engine.automatic import Foreseeing
from treescore.engine.diagnosing import Diagnoser, diagnose
from treescore.engine.processes import Processes
from treescore.errors import UnknownName, UsageError
from treescore.io.errors import InputError
from treescore.io.values import make_testset
from treescore.metrics.sentence import Sentence
from treescore.parsing.named import open_named
from treescore.trees.constituency import ConstituencyTree

REFERENCES = [["I had a dog."], ["The cat sleeps.", "A cat sleeps."], ["It rains."], [""]]
SYSTEMS = {"A": ["I have a dog.", "", "It rains.", ""], "B": ["", "", "It rains.", "Noise"]}


class Watched:
    """Stands for what finds errors: an error for every word that no reference has."""

    def __init__(self) -> None:
        self.seen: list[tuple[Sentence, Sequence[Sentence]]] = []

    def __call__(self, hypothesis: Sentence, references: Sequence[Sentence]) -> list[Error]:
        self.seen.append((hypothesis, references))
        known = {word for each in references for word in each.words("trees")}
        return [
            Error("word-choice", "hyp", 0, len(word), word, 0, 0, "", 0.5)
            for word in hypothesis.words("trees")
            if word not in known
        ]


@pytest.fixture
def watched(monkeypatch: pytest.MonkeyPatch) -> Watched:
    found = Watched()
    monkeypatch.setattr(diagnosing, "find_errors", found)
    return found


def test_every_system_has_the_errors_of_every_segment(watched: Watched):
    made = ts.diagnose(SYSTEMS, REFERENCES, docs=["d", "d", "e", "e"], jobs=1)
    words = {
        system: [[error.text for error in errors] for errors in segments]
        for system, segments in made.errors.items()
    }
    assert words == {"A": [["have"], [], [], []], "B": [[], [], [], []]}
    assert made.not_looked_at == (3,), "nothing is to be compared with an empty reference"
    assert made.docs == ("d", "d", "e", "e")
    assert made.against == "A" and made.lang == "en"
    assert made.text_of("B", 3) == "Noise" and made.first_reference(1) == "The cat sleeps."


def test_sentences_come_with_a_tree_and_in_english_with_vectors(watched: Watched):
    ts.diagnose(SYSTEMS, REFERENCES, jobs=1)
    for hypothesis, references in watched.seen:
        for sentence in (hypothesis, *references):
            assert list(sentence.parses) == [1]
            assert len(sentence.vectors["trees"].weights) == len(sentence.words("trees"))


def test_other_languages_have_no_vectors(watched: Watched):
    made = ts.diagnose(["Es regnet."], [["Es regnet nicht."]], lang="de", jobs=1)
    ((hypothesis, _),) = watched.seen
    assert hypothesis.vectors == {}
    assert "weights:" not in made.signature and "lang:de|" in made.signature


def test_what_comes_again_is_not_looked_at_again(watched: Watched):
    twice = {"A": ["It rains.", "It rains."], "B": ["It rains.", "It snows."]}
    made = ts.diagnose(twice, [["It poured."], ["It poured."]], jobs=1)
    assert len(watched.seen) == 2
    assert made.errors["A"][0] == made.errors["A"][1] == made.errors["B"][0]


def test_the_signature_says_what_errors_depend_on():
    signature = ts.diagnose(SYSTEMS, REFERENCES, jobs=1).signature
    parts = dict(part.split(":", 1) for part in signature.split("|")[1:])
    assert parts["nrefs"] == "var" and parts["trees"] == "dep"
    assert parts["parser"].startswith("spacy-") and parts["weights"].startswith("sdpm-en-")
    assert parts["doubts"] == DIGEST[:8]
    assert parts["version"] == f"treescore-{ts.__version__}"


@pytest.mark.slow
def test_two_processes_find_what_one_does():
    testset = make_testset(SYSTEMS, REFERENCES)
    parser = open_named("spacy", "en")
    one = diagnose(testset, parser, chunk=2)
    assert diagnose(testset, parser, engine=Processes(2), chunk=2) == one
    assert [len(errors) for errors in one.errors["B"]] == [1, 1, 0, 0]


def test_the_work_says_what_it_needs():
    assert isinstance(Diagnoser(None, "en"), Foreseeing)


def test_constituents_become_dependencies(watched: Watched):
    """(S (NP (PRP It)) (VP (VBZ rains)))"""
    tree = ConstituencyTree(
        ("S", "NP", "PRP", "VP", "VBZ"), (-1, 0, 1, 0, 3), (None, None, "It", None, "rains")
    )
    made = ts.diagnose([tree], [[tree]])
    assert made.errors == {"system": [[]]}
    assert "trees:const|heads:charniak|parser:given" in made.signature
    dependencies = next(ts.parse(["It rains."])).best
    with pytest.raises(UsageError, match="trees of one kind"):
        ts.diagnose([tree], [[dependencies]])


def test_only_trees_are_given_and_lines_are_empty():
    empty = next(ts.parse([""])).best
    made = ts.diagnose([empty], [[empty]])
    assert made.errors == {"system": [[]]} and made.text_of("system", 0) == ""


def test_what_cannot_work():
    with pytest.raises(UnknownName, match="unknown system 'C'; there are A, B"):
        ts.diagnose(SYSTEMS, REFERENCES, against="C")
    with pytest.raises(InputError, match="1 names for 4 segments"):
        ts.diagnose(SYSTEMS, REFERENCES, docs=["d"])
    with pytest.raises(UsageError, match="give \\[text\\]"):
        ts.diagnose("It rains.", [["It rains."]])


def test_progress_counts_segments(watched: Watched):
    seen = []

    def track(items, what, total):
        seen.append((what(), total))
        for item in items:
            seen.append(item)
            yield item

    diagnose(make_testset(SYSTEMS, REFERENCES), open_named("spacy", "en"), track=track, chunk=3)
    assert seen[0] == ("Diagnosing in 1 process", 4)
    assert len(seen) == 5


def test_words_are_looked_at_where_a_system_is_named():
    assert ts.diagnose(SYSTEMS, REFERENCES, jobs=1).profiles == []
    (profile,) = ts.diagnose(SYSTEMS, REFERENCES, against="B", jobs=1).profiles
    assert (profile.baseline, profile.system) == ("B", "A")
    found = {(test.by, test.label): test for test in profile.words}
    assert found["length", "1-10"].delta > 0, "A wrote more of it"
