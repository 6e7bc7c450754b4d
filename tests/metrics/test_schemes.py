"""Every metric of trees, with relations of Universal Dependencies, ClearNLP and TIGER."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import pytest

import treescore as ts
from treescore.errors import UsageError
from treescore.metrics.registry import METRICS
from treescore.trees.dependency import DependencyTree
from treescore.trees.making import UnsuitableTrees, make_constituents, rules_for

TREE_METRICS = [
    name
    for name, metric in METRICS.items()
    if metric.reads != "text" and name not in ("tesla", "sdpm")
]
"""All but the one that needs a model, whose parts are among them, and the one for English only."""
DROPPING = [name for name in TREE_METRICS if "punct" in METRICS[name]().parameters()]


def tree(text: str) -> DependencyTree:
    """From lines of word, tag, universal tag, lemma, head (from 1, 0 for the root), relation."""
    rows = [line.split() for line in text.strip().splitlines()]
    words, tags, upos, lemmas, heads, relations = (
        tuple(column) for column in zip(*rows, strict=True)
    )
    return DependencyTree(
        words, tuple(int(head) - 1 for head in heads), relations, tags, upos, lemmas
    )


@dataclass(frozen=True)
class Scheme:
    """A reference, a worse translation of the same, and how constituents are made of them."""

    lang: str
    reference: DependencyTree
    worse: DependencyTree
    rules: str

    @property
    def without_mark(self) -> DependencyTree:
        """The reference without the stop, which is its last word."""
        end = len(self.reference) - 1
        fields = ("words", "heads", "relations", "tags", "upos", "lemmas")
        return DependencyTree(*(getattr(self.reference, name)[:end] for name in fields))


SCHEMES = {
    "universal": Scheme(
        "de",
        tree("""
            Die   ART    DET   die    2 det
            Katze NN     NOUN  Katze  7 nsubj
            hat   VAFIN  AUX   haben  7 aux
            im    APPRART ADP  in     6 case
            alten ADJA   ADJ   alt    6 amod
            Korb  NN     NOUN  Korb   7 obl
            gelegen VVPP VERB  liegen 0 root
            .     $.     PUNCT .      7 punct
        """),
        tree("""
            Katze NN     NOUN  Katze  2 nsubj
            lag   VVFIN  VERB  liegen 0 root
            Korb  NN     NOUN  Korb   2 obj
            .     $.     PUNCT .      2 punct
        """),
        "universal",
    ),
    "TIGER": Scheme(
        "de",
        tree("""
            Die   ART    DET   die    2 nk
            Katze NN     NOUN  Katze  3 sb
            hat   VAFIN  AUX   haben  0 ROOT
            im    APPRART ADP  in     7 mo
            alten ADJA   ADJ   alt    6 nk
            Korb  NN     NOUN  Korb   4 nk
            gelegen VVPP VERB  liegen 3 oc
            .     $.     PUNCT .      3 punct
        """),
        tree("""
            Katze NN     NOUN  Katze  2 sb
            lag   VVFIN  VERB  liegen 0 ROOT
            Korb  NN     NOUN  Korb   2 oa
            .     $.     PUNCT .      2 punct
        """),
        "universal",
    ),
    "ClearNLP": Scheme(
        "en",
        tree("""
            The   DT  DET   the   2 det
            cat   NN  NOUN  cat   4 nsubj
            has   VBZ AUX   have  4 aux
            lain  VBN VERB  lie   0 ROOT
            in    IN  ADP   in    4 prep
            an    DT  DET   an    8 det
            old   JJ  ADJ   old   8 amod
            box   NN  NOUN  box   5 pobj
            .     .   PUNCT .     4 punct
        """),
        tree("""
            Cat   NN  NOUN  cat   2 nsubj
            lay   VBD VERB  lie   0 ROOT
            box   NN  NOUN  box   2 dobj
            .     .   PUNCT .     2 punct
        """),
        "proj",
    ),
}


def score(scheme: Scheme, spec: str, hypothesis: DependencyTree, other: DependencyTree) -> float:
    return ts.score([hypothesis], [[other]], [spec], scheme.lang).score("system", spec).score


EVERY_SCHEME = pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)


@EVERY_SCHEME
@pytest.mark.parametrize("name", TREE_METRICS)
def test_the_same_is_best_and_the_worse_is_worse(scheme: Scheme, name: str) -> None:
    assert score(scheme, name, scheme.reference, scheme.reference) == pytest.approx(1)
    assert score(scheme, name, scheme.worse, scheme.reference) < 0.9


@EVERY_SCHEME
@pytest.mark.parametrize("name", DROPPING)
def test_punctuation_can_be_dropped(scheme: Scheme, name: str) -> None:
    both = (scheme.reference, scheme.without_mark)
    assert score(scheme, name, *both) < 1
    assert score(scheme, f"{name}:punct=drop", *both) == pytest.approx(1)


@EVERY_SCHEME
@pytest.mark.parametrize("name", TREE_METRICS)
def test_explanations_add_up(scheme: Scheme, name: str) -> None:
    why = ts.explain(scheme.worse, [scheme.reference], name, scheme.lang)
    shares = [part.share for part in why.parts] + [rest.share for rest in why.remainders]
    assert math.fsum(shares) == pytest.approx(why.score)


def test_schemes_with_other_heads_give_the_same_constituents() -> None:
    universal, tiger = SCHEMES["universal"], SCHEMES["TIGER"]
    for one, other in (
        (universal.reference, tiger.reference),
        (universal.worse, tiger.worse),
    ):
        assert make_constituents(one, "de") == make_constituents(other, "de")


@EVERY_SCHEME
def test_the_signature_says_by_which_rules_constituents_are_made(scheme: Scheme) -> None:
    result = ts.score([scheme.worse], [[scheme.reference]], ["stm", "hwcm"], scheme.lang)
    assert f"|trees:{scheme.rules}|" in result.signature("system", "stm")
    assert "|trees:dep|" in result.signature("system", "hwcm")


def test_universal_dependencies_of_english_are_known_by_root_and_tags() -> None:
    clear = SCHEMES["ClearNLP"].reference
    short = tree("Yes UH INTJ yes 0 ROOT\n. . PUNCT . 1 punct")
    assert {rules_for(each, "en") for each in (clear, short)} == {"proj"}
    renamed = [
        replace(each, relations=tuple(name.lower() for name in each.relations))
        for each in (clear, short)
    ]
    assert {rules_for(each, "en") for each in renamed} == {"universal"}
    assert {rules_for(each, "fr") for each in (clear, short, *renamed)} == {"universal"}
    with_penn_tags_only = [replace(each, upos=("",) * len(each)) for each in renamed]
    assert {rules_for(each, "en") for each in with_penn_tags_only} == {"proj"}


def test_constituents_of_two_schemes_are_not_compared() -> None:
    clear = SCHEMES["ClearNLP"].reference
    renamed = replace(clear, relations=tuple(name.lower() for name in clear.relations))
    with pytest.raises(UsageError, match=r"stm compares constituents.*of one scheme"):
        ts.score([renamed], [[clear]], ["hwcm", "stm"])
    assert ts.score([renamed], [[clear]], ["hwcm"]).score("system", "hwcm").score == 1


@pytest.mark.parametrize(("relation", "rules"), [("root", "universal"), ("ROOT", "proj")])
def test_empty_trees_are_of_any_scheme(relation: str, rules: str) -> None:
    nothing = DependencyTree((), (), (), (), (), ())
    word = tree(f"Yes UH INTJ yes 0 {relation}")
    result = ts.score([word, nothing], [[word], [nothing]], ["stm"])
    assert f"|trees:{rules}|" in result.signature("system", "stm")
    assert result.score("system", "stm").score == 1


@pytest.mark.parametrize(("lang", "rules"), [("en", "proj"), ("fr", "universal")])
def test_nothing_but_empty_trees(lang: str, rules: str) -> None:
    nothing = DependencyTree((), (), (), (), (), ())
    result = ts.score([nothing], [[nothing]], ["stm"], lang)
    assert f"|trees:{rules}|" in result.signature("system", "stm")


def test_without_universal_tags_there_are_no_constituents_of_other_languages() -> None:
    bare = replace(SCHEMES["TIGER"].reference, upos=("",) * 8)
    with pytest.raises(UnsuitableTrees, match="universal tags"):
        ts.score([bare], [[bare]], ["stm"], "de")
    assert ts.score([bare], [[bare]], ["hwcm"], "de").score("system", "hwcm").score == 1


@pytest.mark.parametrize("name", TREE_METRICS)
def test_spacys_name_of_the_root_is_no_difference(name: str):
    """Outside English, where spaCy's scheme is another than Universal Dependencies."""
    universal = DependencyTree(
        ("Er", "kam"),
        (1, -1),
        ("nsubj", "root"),
        ("PPER", "VVFIN"),
        ("PRON", "VERB"),
        ("er", "kommen"),
    )
    exported = replace(universal, relations=("nsubj", "ROOT"))
    for hypothesis, reference in ((exported, universal), (universal, exported)):
        result = ts.score([hypothesis], [[reference]], [name], lang="de")
        assert result.score("system", name).score == 1
