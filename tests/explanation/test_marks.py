"""What is highlighted in drawings, by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.strategies import flatten
from treescore.explanation import Explanation, Part, Place, explain
from treescore.explanation.marks import Marks, mark_hypothesis, mark_reference
from treescore.metrics import BLEU, DPM, HWCM, STM, TeslaM
from treescore.metrics.base import Metric
from treescore.metrics.sentence import Sentence
from treescore.trees.dependency import DependencyTree
from treescore.trees.nbest import single

DOGS = DependencyTree(
    ("Dogs", "don't", "bark"),
    (2, 2, -1),
    ("nsubj", "neg", "ROOT"),
    ("NNS", "RB", "VBP"),
    ("NOUN", "PART", "VERB"),
    ("dog", "not", "bark"),
)


def sentence(tree: DependencyTree = DOGS, text: str | None = "Dogs don't bark") -> Sentence:
    return Sentence(text, {1: single(tree)})


def explanation(*parts: Part, tokens: tuple[str, ...] = DOGS.words) -> Explanation:
    return Explanation(0.0, tokens, (tokens, tokens), parts)


def tree(words: str, heads: list[int], relations: str) -> Sentence:
    tokens = tuple(words.split())
    same = ("x",) * len(tokens)
    made = DependencyTree(tokens, tuple(heads), tuple(relations.split()), same, same, tokens)
    return Sentence(words, {1: single(made)})


def part(
    count: float,
    limit: float,
    places: list[Place],
    reference_places: list[Place] | None = None,
    number: int = 0,
) -> Part:
    matched = min(count, limit)
    other = tuple(places if reference_places is None else reference_places)
    return Part("kind", "x", "x", count, limit, matched, 0.0, tuple(places), other, number)


def test_the_first_places_are_marked_as_many_as_match() -> None:
    places = [Place((0,)), Place((1,)), Place((2,))]
    clipped = explanation(part(3, 2, places, places[:2]))
    assert mark_hypothesis(clipped, sentence()).tokens == frozenset({0, 1})
    assert mark_reference(clipped, 0, sentence()).tokens == frozenset({0, 1})
    missing = explanation(part(3, 0, places, []))
    assert mark_hypothesis(missing, sentence()) == Marks(frozenset())


def test_weights_below_one_mark_as_many_places_as_whole_ones() -> None:
    places = [Place((0,)), Place((1,)), Place((2,))]
    light = explanation(part(0.30000000000000004, 0.1, places, places[:1]))
    assert mark_hypothesis(light, sentence()).tokens == frozenset({0})
    full = explanation(part(0.3, 0.30000000000000004, places))
    assert mark_hypothesis(full, sentence()).tokens == frozenset({0, 1, 2})


def test_a_match_is_marked_in_the_reference_it_comes_from() -> None:
    second = explanation(part(1, 1, [Place((2,))], number=1))
    assert mark_reference(second, 0, sentence()) == Marks(frozenset())
    assert mark_reference(second, 1, sentence()).tokens == frozenset({2})


def test_arcs_are_marked_only_where_a_part_is_made_of_them() -> None:
    ngram = explanation(part(1, 1, [Place((1, 2))]))
    assert mark_hypothesis(ngram, sentence()).arcs is None
    missed = explanation(part(1, 0, [Place((1, 2), arcs=(1,))]))
    assert mark_hypothesis(missed, sentence()).arcs == frozenset()
    assert mark_hypothesis(missed, sentence()).nodes is None
    arc = explanation(part(1, 1, [Place((1, 2), arcs=(1,))]))
    assert mark_hypothesis(arc, sentence()).arcs == frozenset({1})


def test_words_of_the_text_are_those_of_the_tree() -> None:
    split = DependencyTree(
        ("Dogs", "do", "n't", "bark"), (3, 3, 3, -1), *(("x",) * 4 for _ in range(4))
    )
    why = explanation(part(1, 1, [Place((1,))]), tokens=("Dogs", "don't", "bark"))
    assert mark_hypothesis(why, sentence(split)).tokens == frozenset({1, 2})


def test_without_a_tree_words_are_those_between_blanks() -> None:
    bare = Sentence("Dogs, too, bark", {})
    why = explain(BLEU(), bare, [Sentence("Cats bark", {})])
    assert why.hypothesis == ("Dogs", ",", "too", ",", "bark")
    assert mark_hypothesis(why, bare) == Marks(frozenset({2}))


def test_a_constituent_is_marked_by_its_parts_and_a_tag_by_itself() -> None:
    one = flatten(["S", ["NP", ["NNS", "Dogs"]], ["VP", ["VBP", "bark"], ["RB", "loud"]]])
    other = flatten(["S", ["NP", ["DT", "A"], ["NN", "dog"]], ["VP", ["VBP", "barks"]]])
    mine, theirs = Sentence(None, {1: single(one)}), Sentence(None, {1: single(other)})
    why = explain(STM(), mine, [theirs])
    # S has the same parts on both sides; NP and VP have not; of the tags VBP is in both.
    assert mark_hypothesis(why, mine).nodes == frozenset({0, 4})
    assert mark_reference(why, 0, theirs).nodes == frozenset({0, 5})


def test_function_words_are_marked_wherever_they_match() -> None:
    words = ("the", "dog", "the", "dog")
    tree = DependencyTree(
        words, (1, -1, 3, 1), ("x",) * 4, ("DT", "NN") * 2, ("DET", "NOUN") * 2, words
    )
    metric = TeslaM().fit("en", [])
    why = explain(metric, sentence(tree), [sentence(tree)])
    assert mark_hypothesis(why, sentence(tree)).tokens == frozenset({0, 1, 2, 3})


DET = "det nsubj ROOT det obj"


@pytest.mark.parametrize("metric", [DPM(), HWCM(), BLEU()])
def test_of_two_equal_words_the_one_in_the_right_place_is_marked(metric: Metric[Any]) -> None:
    heads = [1, 2, -1, 4, 2]
    mine = tree("the dog saw the cat", heads, DET)
    for theirs, right in (("a dog saw the cat", 3), ("the dog saw a cat", 0)):
        reference = tree(theirs, heads, DET)
        why = explain(metric, mine, [reference])
        assert mark_hypothesis(why, mine).tokens == frozenset({1, 2, 4, right})
        assert mark_reference(why, 0, reference).tokens == frozenset({1, 2, 4, right})


def test_arcs_bring_words_together_without_neighbours() -> None:
    # Of the two `the` the one over `cat` is meant, though the other stands nearer to the start.
    only_arcs = DPM(components="dl+lh")
    mine = tree("the dog saw the cat", [1, 2, -1, 4, 2], DET)
    reference = tree("the cat it was", [1, 3, 3, -1], "det obj nsubj ROOT")
    why = explain(only_arcs, mine, [reference])
    marks = mark_hypothesis(why, mine)
    assert marks.tokens == frozenset({3, 4})
    assert marks.arcs == frozenset({2, 3, 4})  # roots are alike in having no word above
    assert mark_reference(why, 0, reference).tokens == frozenset({0, 1})


def test_neighbours_decide_where_no_arc_does() -> None:
    mine = tree("the dog saw the cat", [1, 2, -1, 4, 2], DET)
    reference = tree("a hound saw the kitten", [1, 2, -1, 4, 2], DET)
    why = explain(DPM(components="1g+dl"), mine, [reference])
    assert mark_hypothesis(why, mine).tokens == frozenset({2, 3})
    assert mark_reference(why, 0, reference).tokens == frozenset({2, 3})


def test_an_arc_of_which_something_matched_matched_by_half() -> None:
    mine = tree("the dog saw the cat", [1, 2, -1, 4, 2], DET)
    reference = tree("a dog saw the kitten", [1, 2, -1, 4, 2], DET)
    why = explain(DPM(), mine, [reference])
    for marks in (mark_hypothesis(why, mine), mark_reference(why, 0, reference)):
        assert marks.arcs == frozenset(range(5))
        # By label and head, by dependent and label, by label and head; two match in both ways.
        assert marks.half_arcs == frozenset({0, 3, 4})
        assert marks.half_tokens == frozenset()


def test_a_chain_that_does_not_go_on_is_no_half_of_one() -> None:
    mine = tree("she saw the cat", [1, -1, 3, 1], "nsubj ROOT det obj")
    reference = tree("she saw a cat", [1, -1, 3, 1], "nsubj ROOT det obj")
    marks = mark_hypothesis(explain(HWCM(), mine, [reference]), mine)
    assert marks.arcs == frozenset({0, 3})
    assert marks.half_arcs == frozenset()


@pytest.mark.parametrize(
    ("likeness", "found", "half"),
    [(0.4, set(), set()), (0.5, {1}, {1}), (0.7, {1}, {1}), (0.8, {1}, set()), (1, {1}, set())],
)
def test_what_is_more_or_less_alike_may_match_by_half(
    likeness: float, found: set[int], half: set[int]
) -> None:
    word = Part("word", "x", "y", 2, 2, 2 * likeness, 0, (Place((1,)),), (Place((1,)),), 0, 0.1)
    arc = replace(word, places=(Place((1, 2), arcs=(1,)),), reference_places=())
    marks = mark_hypothesis(explanation(word, arc), sentence())
    wanted, halves = frozenset(found), frozenset(half)
    assert marks.tokens == marks.arcs == wanted
    assert marks.half_tokens == marks.half_arcs == halves


def test_a_soft_arc_says_nothing_of_its_words() -> None:
    word = Part("word", "x", "y", 1, 1, 0.1, 0, (Place((1,)),), (Place((1,)),), 0, 0.1)
    arc = replace(word, matched=0.9, places=(Place((1, 2), arcs=(1,)),), reference_places=())
    marks = mark_hypothesis(explanation(word, arc), sentence())
    assert marks == Marks(frozenset(), frozenset({1}))


def test_many_equal_words_come_to_an_end() -> None:
    words = "ha " * 3000 + "no"
    mine, theirs = Sentence(words, {}), Sentence("ha " * 1000, {})
    why = explain(BLEU(order=2), mine, [theirs])
    tokens = mark_hypothesis(why, mine).tokens
    assert tokens is not None
    assert len(tokens) == 1000
