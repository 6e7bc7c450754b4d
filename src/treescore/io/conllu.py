"""CoNLL-U: dependency trees as ten columns a word, comments above, an empty line below.

Multi-word tokens and empty nodes carry no dependency; they are kept as they are for writing. A
block of comments without words is the parse of an empty segment. An n-best list is a run of
sentences with one `# sent_id`, numbered by `# parse = k`, each with its natural `# logprob`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from treescore.io.errors import InputError
from treescore.io.files import read_lines
from treescore.io.lengths import LONGEST, check_words, check_written
from treescore.io.numbers import log_probability, whole
from treescore.trees.dependency import DependencyTree, TreeError, check_heads
from treescore.trees.nbest import NBest

COLUMNS = 10
NOTHING = "_"


@dataclass(frozen=True)
class ConlluSentence:
    """A sentence of a CoNLL-U file."""

    tree: DependencyTree
    comments: tuple[str, ...] = ()
    """The comment lines without their `#`."""
    unattached: tuple[tuple[int, str], ...] = ()
    """Lines of multi-word tokens and empty nodes, each with the number of words before it."""
    line: int = 0

    def comment(self, key: str) -> str | None:
        """The value of the first comment `# key = value`."""
        return self._values.get(key)

    @cached_property
    def _values(self) -> dict[str, str]:
        values: dict[str, str] = {}
        for comment in self.comments:
            name, equals, value = comment.partition("=")
            if equals:
                values.setdefault(name.strip(), value.strip())
        return values


def read_conllu(path: str) -> Iterator[ConlluSentence]:
    """All sentences of a file."""
    return parse_conllu(read_lines(path, LONGEST), path)


def parse_conllu(
    lines: Iterable[str], path: str, longest: int = LONGEST
) -> Iterator[ConlluSentence]:
    """The sentences in some lines; `path` says where they came from."""
    block: list[str] = []
    size = 0
    for number, line in enumerate(lines, 1):
        if line.strip():
            block.append(line)
            size += len(line)
            check_written(size, path, number - len(block) + 1, longest)
        elif block:
            yield _sentence(block, number - len(block), path, longest)
            block, size = [], 0
    if block:
        yield _sentence(block, number - len(block) + 1, path, longest)


def _sentence(block: list[str], first: int, path: str, longest: int) -> ConlluSentence:
    comments: list[str] = []
    unattached: list[tuple[int, str]] = []
    rows: list[list[str]] = []
    places: list[int] = []
    for number, line in enumerate(block, first):
        if line.startswith("#"):
            comments.append(line[1:].strip())
            continue
        cells = line.split("\t")
        if len(cells) != COLUMNS:
            raise InputError(
                path, number, f"{len(cells)} columns; expected {COLUMNS} separated by tabs"
            )
        if "-" in cells[0] or "." in cells[0]:
            unattached.append((len(rows), line))
            continue
        if not cells[1]:
            raise InputError(path, number, "a word without its form; expected one, or _")
        if cells[0] != str(len(rows) + 1):
            raise InputError(path, number, f"word number {cells[0]!r}; expected {len(rows) + 1}")
        rows.append(cells)
        places.append(number)
    check_words((cells[1] for cells in rows), path, first, longest)
    tree = _tree(rows, places, path)
    return ConlluSentence(tree, tuple(comments), tuple(unattached), first)


def _tree(rows: list[list[str]], places: list[int], path: str) -> DependencyTree:
    heads: list[int] = []
    for cells, number in zip(rows, places, strict=True):
        head = whole(cells[6])
        if head is None:
            fault = f"head {cells[6][:20]!r}; expected a number, 0 for the root"
            raise InputError(path, number, fault)
        heads.append(head - 1)
    try:
        check_heads(heads)
    except TreeError as error:
        raise InputError(
            path, places[error.word], f"{error}; correct the heads of the sentence"
        ) from None
    upos = tuple(_value(cells[3]) for cells in rows)
    return DependencyTree(
        words=tuple(cells[1] for cells in rows),
        heads=tuple(heads),
        relations=tuple(_value(cells[7]) for cells in rows),
        tags=tuple(
            _value(cells[4]) or universal for cells, universal in zip(rows, upos, strict=True)
        ),
        upos=upos,
        lemmas=tuple(
            cells[2] if cells[2] != NOTHING or cells[1] == NOTHING else "" for cells in rows
        ),
    )


def _value(cell: str) -> str:
    return "" if cell == NOTHING else cell


def write_sentence(sentence: ConlluSentence) -> str:
    """The sentence as CoNLL-U, with the empty line that ends it."""
    tree = sentence.tree
    lines = [f"# {comment}" for comment in sentence.comments]
    unattached = iter((*sentence.unattached, (-1, "")))
    place, line = next(unattached)
    for i in range(len(tree) + 1):
        while place == i:
            lines.append(line)
            place, line = next(unattached)
        if i < len(tree):
            columns = (
                str(i + 1),
                tree.words[i],
                tree.lemmas[i] or NOTHING,
                tree.upos[i] or NOTHING,
                tree.tags[i] or NOTHING,
                NOTHING,
                str(tree.heads[i] + 1),
                tree.relations[i] or NOTHING,
                NOTHING,
                NOTHING,
            )
            lines.append("\t".join(columns))
    return "\n".join(lines) + "\n\n"


def write_nbest(parses: NBest[DependencyTree], sent_id: str, text: str) -> str:
    """The parses of one segment, ready to be read back by `parse_nbest`."""
    text = " ".join(text.splitlines())  # a comment is one line
    if len(parses) == 1:
        return write_sentence(
            ConlluSentence(parses.best, (f"sent_id = {sent_id}", f"text = {text}"))
        )
    return "".join(
        write_sentence(
            ConlluSentence(
                tree,
                (
                    f"sent_id = {sent_id}",
                    f"text = {text}",
                    f"parse = {rank}",
                    f"logprob = {logprob!r}",
                ),
            )
        )
        for rank, (tree, logprob) in enumerate(zip(parses.trees, parses.logprobs, strict=True), 1)
    )


def parse_nbest(
    lines: Iterable[str], path: str, longest: int = LONGEST
) -> Iterator[tuple[str | None, NBest[DependencyTree]]]:
    """For every segment its text, where the file gives it, and its parses."""
    run: list[ConlluSentence] = []
    for sentence in parse_conllu(lines, path, longest):
        rank = _rank(sentence, path)
        if run and (rank == 1 or sentence.comment("sent_id") != run[0].comment("sent_id")):
            yield _nbest(run, path)
            run = []
        if rank != len(run) + 1:
            raise InputError(
                path, sentence.line, f"parse = {rank}; expected {len(run) + 1} for this sent_id"
            )
        run.append(sentence)
    if run:
        yield _nbest(run, path)


def _rank(sentence: ConlluSentence, path: str) -> int:
    text = sentence.comment("parse") or "1"
    rank = whole(text)
    if rank is None:
        fault = f"parse = {text[:20]}; expected a number from 1 on"
        raise InputError(path, sentence.line, fault)
    return rank


def _nbest(run: list[ConlluSentence], path: str) -> tuple[str | None, NBest[DependencyTree]]:
    logprobs = []
    for sentence in run:
        value = sentence.comment("logprob") or ("0" if len(run) == 1 else "none")
        logprobs.append(_logprob(value, sentence.line, path))
    return run[0].comment("text"), NBest(tuple(s.tree for s in run), tuple(logprobs))


def _logprob(value: str, line: int, path: str) -> float:
    try:
        return log_probability(value)
    except ValueError:
        raise InputError(
            path, line, f"logprob = {value}; expected a natural log-probability"
        ) from None
