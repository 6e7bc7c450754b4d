"""Scores and errors in one pass are those of two."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import treescore as ts
from treescore.engine.preparing import ParserChoice, make_metrics, prepare
from treescore.engine.sentences import ParsedSegment
from treescore.engine.surveying import survey
from treescore.io.testset import Stream
from treescore.io.testset import Testset as Set
from treescore.io.values import make_testset
from treescore.parsing.spacy import SpacyParser
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import make_constituents
from treescore.trees.nbest import Parses, single

REFERENCES = [["I had a dog."], ["The cat sleeps.", "A cat sleeps."]]
SYSTEMS = {"A": ["I have a dog.", "It rains."], "B": ["I had a dog.", "Cats sleep."]}


class Noting:
    """The parser, and the texts that it was given."""

    def __init__(self, parser: SpacyParser) -> None:
        self.name, self.signature = parser.name, parser.signature
        self.parser = parser
        self.texts: list[str] = []

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        given = list(texts)
        self.texts += given
        return self.parser.parse(given, nbest)


def test_one_pass_finds_what_two_find(english: SpacyParser) -> None:
    parser = Noting(english)
    seen: list[ParsedSegment] = []
    ready = prepare(make_testset(SYSTEMS, REFERENCES), None, ParserChoice(parser))
    evaluation, diagnosis = survey(ready, seen.extend)
    assert sorted(parser.texts) == sorted(set(parser.texts)), "nothing is parsed twice"
    assert [len(segment.references) for segment in seen] == [1, 2]
    assert diagnosis is not None
    assert diagnosis.errors == ts.diagnose(SYSTEMS, REFERENCES, parser=english, jobs=1).errors
    scores = ts.score(SYSTEMS, REFERENCES, parser=english, jobs=1)
    for key, matrix in scores.statistics.items():
        assert matrix.tolist() == evaluation.statistics[key].tolist()


def test_without_trees_of_one_kind_there_are_no_errors(english: SpacyParser) -> None:
    (tree,) = (parses.best for parses in english.parse(["It rains."], 1))
    assert isinstance(tree, DependencyTree)
    text = ("It rains.",)
    given = Stream("r", text, [(None, single(tree))])
    other = Stream("a", text, [(None, single(make_constituents(tree, "en")))])
    for system, found in ((Stream("a", text, given.parses), True), (other, False)):
        ready = prepare(Set((given,), {"A": system}), make_metrics(["bleu"]), ParserChoice(english))
        assert (survey(ready, lambda _: None)[1] is not None) == found
    plain = make_testset({"A": ["x"]}, [["y"]], lang="xx")
    ready = prepare(plain, make_metrics(["bleu"]), ParserChoice(), pictures=True)
    assert survey(ready, lambda _: None)[1] is None
