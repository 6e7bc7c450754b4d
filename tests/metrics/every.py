"""Every metric of the papers with a few settings, and random trees for all of them."""

from __future__ import annotations

import math
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

import numpy as np
import pytest
from hypothesis import strategies as st

from tests.strategies import constituency_trees, dependency_trees, flatten, heads
from treescore.encoder.encoder import Source
from treescore.encoder.vectors import WordVectors
from treescore.metrics import TeslaM
from treescore.metrics.base import Metric
from treescore.metrics.registry import make_metric
from treescore.metrics.sentence import Sentence
from treescore.metrics.tesla_features import TeslaFeatures
from treescore.resources.model import Feature, LinearModel, to_json
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.nbest import NBest, Parses, single

SPECS = {
    "stm": ["stm", "stm:depth=1", "stm:depth=5,words=yes", "stm:case=lower,punct=drop,words=yes"],
    "tkm": ["tkm", "tkm:decay=0.5,words=yes", "tkm:case=lower,punct=drop,words=yes"],
    "hwcm": ["hwcm", "hwcm:length=1,unit=pos", "hwcm:length=5,unit=lemma,epsilon=0,punct=drop"],
    "dstm": ["dstm", "dstm:depth=1", "dstm:depth=5,case=lower,punct=drop"],
    "dtkm": ["dtkm", "dtkm:decay=0.5", "dtkm:case=lower,punct=drop"],
    "sepia": [
        "sepia",
        "sepia:mode=1-2+sn0+sn2,mean=harmonic",
        "sepia:mode=spn,brevity=no,pos=yes,relation=yes,order=yes",
        "sepia:mode=2+sn0.5,weights=0.1+0.7,case=lower,punct=drop",
    ],
    "cesm": ["cesm", "cesm:unit=lemma,root=fixed", "cesm:unit=pos", "cesm:case=lower,punct=drop"],
    "dpm": [
        "dpm",
        "dpm:components=dlh",
        "dpm:components=1g+3g+dh,ngrams=tokens,case=lower,punct=drop",
        "dpm:nbest=3,gamma=0.5",
    ],
    "bdpm": ["bdpm", "bdpm:components=4g+dlh,nbest=50", "bdpm:components=dl+lh,case=lower,nbest=3"],
    "edpm": ["edpm", "edpm:gamma=0", "edpm:ngrams=tokens,punct=drop", "edpm:nbest=3,gamma=1"],
    "sdpm": ["sdpm", "sdpm:refs=union", "sdpm:components=words+chars", "sdpm:components=arcs"],
    "maxsim": ["maxsim", "maxsim:refs=max,case=lower", "maxsim:refs=max,synonyms=none"],
    "tesla-m": ["tesla-m", "tesla-m:refs=max,case=lower", "tesla-m:refs=max,synonyms=none"],
}
"""Every metric of the papers with a few settings."""
SIZES = (1, 3, 50)
"""The n-best lists that these settings ask for."""
AVERAGED_OVER_REFERENCES = ("maxsim", "tesla-m")
"""Unless refs=max; another reference than the one that is equalled lowers the mean."""
TRAINED = "tesla"
"""Its scores are on the scale of what it was trained on, so only the engine's rules hold for it."""
BASELINES = ("bleu", "chrf", "ter", "nist", "wer")


@st.composite
def parsed_to_dependencies(draw: st.DrawFn) -> Sentence:
    """Words with several trees over them, some of them all but impossible."""
    best = draw(dependency_trees(max_size=6))
    size = len(best)
    trees = {best: None}
    for _ in range(draw(st.integers(0, 4))):
        trees[replace(best, heads=draw(heads(size, size)))] = None
    logprobs = draw(st.lists(st.floats(-60, 0), min_size=len(trees), max_size=len(trees)))
    several = NBest(tuple(trees), tuple(sorted(logprobs, reverse=True)))
    return with_vectors(
        Sentence(
            " ".join(best.words), {n: single(best) if n == 1 else several.first(n) for n in SIZES}
        )
    )


def with_vectors(sentence: Sentence) -> Sentence:
    """The sentence with vectors of chance, the same for the same word."""
    words: dict[Source, Sequence[str]] = {
        "trees": sentence.words("trees"),
        "text": (sentence.text or "").split(),
    }
    for source, each in words.items():
        chances = [np.random.default_rng([*word.encode()]) for word in each]
        directions = [chance.integers(-127, 128, 4, np.int8) for chance in chances]
        weights = [chance.random() + 0.01 for chance in chances]
        sentence.vectors[source] = WordVectors(
            np.array(directions, np.int8).reshape(-1, 4), np.array(weights, np.float16)
        )
    return sentence


@st.composite
def parsed_to_constituents(draw: st.DrawFn) -> Sentence:
    tree = draw(constituency_trees(max_inner=6) | st.just(flatten(["S"])))
    return with_vectors(Sentence(" ".join(tree.tokens), {n: single(tree) for n in SIZES}))


DEPENDENCIES = st.lists(parsed_to_dependencies(), min_size=3, max_size=3)
CONSTITUENTS = st.lists(parsed_to_constituents(), min_size=3, max_size=3)
THREE = DEPENDENCIES | CONSTITUENTS


def metrics(name: str, sentences: Sequence[Sentence]) -> dict[str, Metric[Any]]:
    """The settings of a metric, but those for lemmas where the trees have none.

    Nor do random constituents have tags by which function words are known.
    """
    lemmas = all(isinstance(sentence.parses[1].best, DependencyTree) for sentence in sentences)
    if not lemmas and name in AVERAGED_OVER_REFERENCES:
        return {}
    specs = [spec for spec in SPECS[name] if lemmas or "lemma" not in spec]
    return {spec: make_metric(spec).fit("en", []) for spec in specs}


Tree = TypeVar("Tree")
Kind = Literal["dep", "const"]
TAGS = ["NN", "VBD", "DT", "IN", "JJ", ","]


@dataclass(frozen=True)
class RandomParser:
    """Trees by chance, but always the same for the same text and the same length of list."""

    kind: Kind
    name: str = "random"
    signature: str = "random-1"

    def parse(self, texts: Iterable[str], nbest: int = 1) -> Iterator[Parses]:
        for text in texts:
            chance = random.Random(f"{nbest} {text}")
            words = text.split()
            if self.kind == "dep":
                yield ranked([random_dependencies(words, chance) for _ in range(nbest)], chance)
            else:
                yield ranked([random_constituents(words, chance) for _ in range(nbest)], chance)


def ranked(trees: list[Tree], chance: random.Random) -> NBest[Tree]:
    """The different ones among some trees, with probabilities that sum to 1."""
    different = tuple(dict.fromkeys(trees))
    weights = sorted((chance.random() + 0.01 for _ in different), reverse=True)
    return NBest(different, tuple(math.log(weight / sum(weights)) for weight in weights))


def random_dependencies(words: list[str], chance: random.Random) -> DependencyTree:
    order = chance.sample(range(len(words)), len(words))
    above = {word: chance.choice(order[:n]) for n, word in enumerate(order) if n}
    return DependencyTree(
        tuple(words),
        tuple(above.get(word, ROOT) for word in range(len(words))),
        tuple(chance.choice(["nsubj", "dobj", "det", "punct"]) for _ in words),
        tuple(chance.choice(TAGS) for _ in words),
        tuple(chance.choice(["NOUN", "VERB", "DET"]) for _ in words),
        tuple(word.lower() for word in words),
    )


def random_constituents(words: list[str], chance: random.Random) -> ConstituencyTree:
    def grow(part: list[str]) -> list[object]:
        if len(part) == 1:
            return [chance.choice(TAGS), part[0]]
        cut = chance.randint(1, len(part) - 1)
        return [chance.choice(["NP", "VP", "PP", "S"]), grow(part[:cut]), grow(part[cut:])]

    return flatten(["S", grow(words)] if words else ["S"])


BOTH_KINDS = pytest.mark.parametrize("kind", ["dep", "const"])


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The file of a model for TESLA, weights by chance."""
    metrics = {"hwcm": make_metric("hwcm"), "dpm:nbest=3": make_metric("dpm:nbest=3")}
    target = TeslaM().fit("en", [])
    chance = random.Random("weights")
    features = [
        Feature(name, chance.random(), 0.1 + chance.random(), chance.gauss(0, 1))
        for name in TeslaFeatures(target, metrics=metrics).names
    ]
    parameters = tuple((spec, metric.parameters()) for spec, metric in metrics.items())
    made = LinearModel("en", tuple(features), 0.5, (), target.parameters(), parameters, {})
    path = tmp_path_factory.mktemp("model") / "model.json"
    path.write_text(to_json(made))
    return str(path)


def all_metrics(kind: Kind, model: str) -> dict[str, Metric[Any]]:
    specs = [spec for group in SPECS.values() for spec in group]
    return {
        spec: make_metric(spec)
        for spec in [*specs, f"{TRAINED}:model={model}", *BASELINES]
        if kind == "dep" or "lemma" not in spec
    }
