"""How well trees that are projected from dependencies agree with Penn trees.

    python benchmarks/projection.py [--labels]

Only the words of the treebanks go in: tags and parse are spaCy's. Brackets count as EVALB counts
them: no top node, no traces, no function tags, no preterminals, punctuation outside of all spans,
PRT equal to ADVP. "Odd" are the odd sentences alone: the rules were tuned on the even ones at
first, but errors in both were looked at later.

Then, without punctuation: UAS and LAS of the dependencies that Charniak's head rules find in the
projected trees against those that they find in the treebank's; and how many heads survive the way
from spaCy's parse to constituents and back (the rules differ from spaCy's scheme by design, for
example in the heads of prepositional phrases).

Last, the universal rules: from spaCy's parses against the Penn Treebank, and from the dependencies
of English PUD, which are checked by hand, against the trees with Penn labels that are projected
from spaCy's parses of the same tokens. Penn's labels are mapped to the universal ones as Han et al.
(2013) do; a phrase over nothing but one of the same label counts once.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from spacy.tokens import Doc

from treescore.io.conllu import read_conllu
from treescore.io.penn import read_trees
from treescore.parsing.docs import ordinary_tree, plain, unbroken
from treescore.parsing.spacy import open_parser
from treescore.trees.constituency import TOP_LABELS, ConstituencyTree, drop_top
from treescore.trees.dependency import DependencyTree
from treescore.trees.heads import CHARNIAK, to_dependencies
from treescore.trees.project import project
from treescore.trees.universal import project_universal

TREEBANKS = Path(__file__).resolve().parents[2] / "shared" / "data" / "treebanks"
NAMES = ("ptb-sample", "gum-const")
EVALB_CUTOFF = 40
"""EVALB reports all sentences, and those of up to so many words."""
PUNCTUATION = frozenset({",", ":", "``", "''", "."})
"""The tags that EVALB deletes. Brackets and hyphens stay, as in EVALB."""
RUNNING_TEXT = {"``": '"', "''": '"', "`": "'", "-LCB-": "{", "-RCB-": "}"}
"""Penn's quotes and braces, as running text has them."""
GLUED_LEFT = frozenset(
    "\N{RIGHT DOUBLE QUOTATION MARK} , . ; : ? ! ) ] } % '' ... - / ' "
    "'s n't 're 've 'll 'd 'm".split()
)
GLUED_RIGHT = frozenset(
    "( [ { `` ` $ # - / @ \N{LEFT DOUBLE QUOTATION MARK} \N{LEFT SINGLE QUOTATION MARK}".split()
)
"""Tokens that stand without a blank before them, and after them."""
UNIVERSAL = {
    penn: universal
    for universal, labels in {
        "NP": "NP NAC NX WHNP QP",
        "AJP": "ADJP WHADJP",
        "AVP": "ADVP WHADVP PRT",
        "PP": "PP WHPP",
        "S": "S SBAR SBARQ SINV SQ PRN FRAG RRC",
        "COP": "UCP",
        "X": "X INTJ LST",
    }.items()
    for penn in labels.split()
}
"""The labels of Penn's phrases among the universal ones; VP and CONJP are the same."""
APOSTROPHE = str.maketrans({"\N{RIGHT SINGLE QUOTATION MARK}": "'"})

Bracket = tuple[str, int, int]


def spaces(words: Sequence[str]) -> list[bool]:
    """Whether a blank follows each token, as in running text; spaCy's parser looks at that."""
    result = []
    inside_quotes = False
    for word, following in zip(words, (*words[1:], ""), strict=True):
        glued = word in GLUED_RIGHT or following.translate(APOSTROPHE) in GLUED_LEFT
        if word == '"':
            glued |= not inside_quotes
            inside_quotes = not inside_quotes
        elif following == '"':
            glued |= inside_quotes
        result.append(not glued)
    return result


def parse(sentences: Iterable[Sequence[str]]) -> Iterator[DependencyTree]:
    """The default parser's parse of every tokenised sentence."""
    nlp = open_parser("", "en")._nlp

    def document(words: Sequence[str]) -> Doc:
        tokens = [RUNNING_TEXT.get(word, word).replace("\\/", "/") for word in words]
        return unbroken(plain(Doc(nlp.vocab, words=tokens, spaces=spaces(words)), "en"))

    return map(ordinary_tree, nlp.pipe(map(document, sentences)))


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


def relabel(spans: Counter[Bracket]) -> Counter[Bracket]:
    """The same spans with WHNP called NP, as GUM calls relative pronouns that are subjects."""
    result: Counter[Bracket] = Counter()
    for (label, start, end), count in spans.items():
        result["NP" if label == "WHNP" else label, start, end] += count
    return result


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


def report(name: str, with_labels: bool) -> None:
    gold_trees = read_treebank(name)
    parses = list(parse(tree.tokens for tree in gold_trees))
    start = time.perf_counter()
    made_trees = [project(tree) for tree in parses]
    seconds = time.perf_counter() - start

    whole, odd, short, alike, well_parsed = (Counts() for _ in range(5))
    against_gold, round_trip = Attachments(), Attachments()
    for number, (gold, made, parsed) in enumerate(zip(gold_trees, made_trees, parses, strict=True)):
        tags = gold.tags
        gold_brackets, made_brackets = brackets(gold, tags), brackets(made, tags)
        whole.add(gold_brackets, made_brackets)
        alike.add(relabel(gold_brackets), relabel(made_brackets))
        if number % 2:
            odd.add(gold_brackets, made_brackets)
        if len(tags) <= EVALB_CUTOFF:
            short.add(gold_brackets, made_brackets)
        dependencies = to_dependencies(made, CHARNIAK)
        gold_dependencies = to_dependencies(gold, CHARNIAK)
        against_gold.add(gold_dependencies, dependencies, tags)
        if gold_dependencies.heads == dependencies.heads:
            well_parsed.add(gold_brackets, made_brackets)
        round_trip.add(parsed, dependencies, tags)

    words = sum(map(len, parses))
    print(f"{name}: {len(parses)} sentences, {words} words")
    print(f"  brackets  {whole.scores()}   odd  {odd.scores()}")
    print(f"  up to {EVALB_CUTOFF} words  {short.scores()}")
    print(f"  WHNP = NP  {alike.scores()}")
    share = well_parsed.gold.total() / whole.gold.total()
    print(f"  where all heads are right ({share:.0%})  {well_parsed.scores()}")
    print(f"  Charniak dependencies  UAS {against_gold.uas:.4f}  LAS {against_gold.las:.4f}")
    print(f"  spaCy's heads after the round trip  {round_trip.uas:.4f}")
    print(f"  {seconds / words * 25e6:.0f} microseconds for 25 words")
    if with_labels:
        for label, count in whole.gold.most_common(16):
            print(f"  {label:7} {count:6}  {whole.scores(label)}")


def as_universal(spans: Counter[Bracket]) -> Counter[Bracket]:
    """The spans with universal labels, each once."""
    return Counter({(UNIVERSAL.get(label, label), start, end) for label, start, end in spans})


def unlabelled(spans: Counter[Bracket]) -> Counter[Bracket]:
    return Counter({("", start, end) for _, start, end in spans})


def report_universal(
    name: str, sources: Iterable[DependencyTree], penn_trees: Iterable[ConstituencyTree]
) -> None:
    """Compare what the universal rules make of the sources with Penn trees of the same words."""
    labelled, plain_spans = Counts(), Counts()
    sentences = 0
    for source, penn in zip(sources, penn_trees, strict=True):
        tags = penn.tags
        gold, made = (brackets(tree, tags) for tree in (penn, project_universal(source)))
        labelled.add(as_universal(gold), as_universal(made))
        plain_spans.add(unlabelled(gold), unlabelled(made))
        sentences += 1
    print(f"universal rules, {name}: {sentences} sentences")
    print(f"  unlabelled  {plain_spans.scores()}")
    print(f"  labelled    {labelled.scores()}")
    for label, count in labelled.gold.most_common(6):
        print(f"  {label:7} {count:6}  {labelled.scores(label)}")


def read_pud() -> list[DependencyTree]:
    path = str(TREEBANKS / "ud" / "en_pud.conllu.gz")
    return [sentence.tree for sentence in read_conllu(path)]


def main() -> None:
    parser = argparse.ArgumentParser(description="Labelled F1 of trees projected from parses.")
    parser.add_argument("--labels", action="store_true", help="scores of the frequent labels, too")
    arguments = parser.parse_args()
    if not TREEBANKS.is_dir():
        print(f"no treebanks at {TREEBANKS}: nothing measured")
        return
    for name in NAMES:
        report(name, arguments.labels)
    penn = read_treebank("ptb-sample")
    report_universal("spaCy's parses of ptb-sample", parse(tree.tokens for tree in penn), penn)
    pud = read_pud()
    report_universal("en_pud", pud, map(project, parse(tree.words for tree in pud)))


if __name__ == "__main__":
    main()
