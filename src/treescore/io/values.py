"""Test sets given from Python: texts, trees or n-best lists, once it is sure that they are such."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from treescore.errors import UsageError
from treescore.io.names import is_file_name
from treescore.io.reference_order import REMEDY, check_order
from treescore.io.testset import Input, Stream, Testset
from treescore.languages import language
from treescore.trees.constituency import ConstituencyTree
from treescore.trees.dependency import DependencyTree, TreeError, check_heads
from treescore.trees.nbest import NBest, Parses, single

KINDS = (str, DependencyTree, ConstituencyTree, NBest)


def make_testset(
    systems: Mapping[str, Sequence[Input]],
    references: Sequence[Sequence[Input]],
    docs: Sequence[str] | None = None,
    lang: str = "en",
    sources: Sequence[str] | None = None,
) -> Testset:
    """The test set of systems by name and of references as `[segment][reference]`.

    Segments may have different numbers of references; `docs` names the document of every segment,
    `sources` are what was translated.
    """
    if isinstance(references, str) or any(isinstance(items, str) for items in systems.values()):
        raise UsageError("hypotheses are a list, and references are [segment][reference]")
    systems = {name: list(items) for name, items in systems.items()}
    references = [each if isinstance(each, str) else list(each) for each in references]
    for name, items in systems.items():
        _check_parallel(name, items, references)
    if sources is not None:
        _check_sources(sources, len(references))
    check_order(systems.values(), references)
    columns = zip_longest(*references)  # a segment with fewer references has None for the others
    return Testset(
        tuple(_stream(f"reference {n}", column) for n, column in enumerate(columns, 1)),
        {name: _stream(name, items) for name, items in systems.items()},
        None if docs is None else tuple(docs),
        language(lang),
        None if sources is None else tuple(sources),
    )


def refuse_file_names(name: str, items: Iterable[Input]) -> None:
    """Texts that are all names of files were meant to be read. Only for those who may read files:
    the answer tells which there are."""
    texts = [item for item in items if isinstance(item, str)]
    if texts and all(map(is_file_name, texts)):
        raise UsageError(
            f"{name}: {texts[0]!r} looks like the name of a file, where a text is expected; read "
            "the file first, one text a line"
        )


def _check_sources(sources: Sequence[str], size: int) -> None:
    if isinstance(sources, str) or not all(isinstance(text, str) for text in sources):
        raise UsageError("sources are a list of texts (str), one a segment")
    if len(sources) != size:
        raise UsageError(f"{len(sources)} sources, but references for {size} segments")


def _stream(name: str, items: Iterable[Input | None]) -> Stream:
    known = tuple(items)
    texts = tuple(item for item in known if isinstance(item, str | None))
    if len(texts) == len(known):
        return Stream(name, texts)
    if any(isinstance(item, str) for item in known):
        raise UsageError(f"{name}: texts and trees are mixed; give one or the other")
    return Stream(name, None, [_parses(item) for item in known])


def _parses(item: Input | None) -> tuple[None, Parses] | None:
    """A tree or a list as the engine takes it, once it is known to be one."""
    if item is None or isinstance(item, str):
        return None
    parses: Parses = item if isinstance(item, NBest) else single(item)  # type: ignore[assignment]
    if not parses.trees or not all(map(math.isfinite, parses.logprobs)):
        raise UsageError("expected lists of at least one tree, with finite log-probabilities")
    for tree in parses.trees:
        if type(tree) is not type(parses.best):
            raise UsageError("a list mixes dependencies and constituents; give one kind")
        if isinstance(tree, DependencyTree):
            try:
                check_heads(tree.heads)
            except TreeError as error:
                raise UsageError(f"no tree: {error}") from None
    return None, parses


def _check_parallel(
    name: str, items: Sequence[Input], references: Sequence[Sequence[Input]]
) -> None:
    if not items or not all(references):
        raise UsageError("nothing to score: expected a text and at least one reference a segment")
    if any(isinstance(segment, str) for segment in references):
        raise UsageError("references are [segment][reference]: give a list of texts a segment")
    if not all(isinstance(item, KINDS) for group in (items, *references) for item in group):
        raise UsageError("hypotheses and references are texts (str) or trees")
    if len(items) != len(references):
        transposed = all(len(stream) == len(items) for stream in references)
        hint = f"; they look like [reference][segment]; {REMEDY}" if transposed else ""
        raise UsageError(
            f"{name}: {len(items)} hypotheses, but references for {len(references)} segments{hint}"
        )
