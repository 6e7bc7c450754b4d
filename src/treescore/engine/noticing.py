"""What does not look right before anything is scored: a line for each fault, and the work goes on.

Only some of the texts are looked at, however many there are.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import PurePath
from typing import TYPE_CHECKING, TypeVar

from treescore.engine.out_of_step import out_of_step
from treescore.text.oddities import columns, gaps, lower_cased
from treescore.text.tokenised import tokenised
from treescore.text.written_in import MOST_TEXTS, describe, looks_like, name_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from treescore.io.testset import Testset
    from treescore.judgements.base import Output

Item = TypeVar("Item")
Texts = Mapping[str, Sequence[str]]
"""Some of the texts of every file, or of whatever messages call by these names."""
FEWEST = 10
"""Segments of a test set: files of fewer may be the same by chance."""
MOST_NAMES = 3
REFERENCE = re.compile(r"(?<![a-z])(refs?|references?)(?![a-z])", re.IGNORECASE)
"""In the name of a file, what says that it is a reference."""

log = logging.getLogger("treescore")


def notice(testset: Testset) -> None:
    """Warn of what does not look right in a test set, or does not fit its language."""
    files = Counter(stream.name for stream in testset.streams)  # some hold several systems
    references = {
        each.name if files[each.name] == 1 else f"{each.name} (reference {number})": each.texts
        for number, each in enumerate(testset.references, 1)
        if each.texts
    }
    systems = {
        each.name if files[each.name] == 1 else f"{each.name} ({name})": each.texts
        for name, each in testset.systems.items()
        if each.texts
    }
    every = {**references, **systems}
    texts = {name: spread(each) for name, each in every.items()}
    foreign = _foreign(texts, testset.lang)
    known = list(references.values())
    empty = {name: many for name, each in systems.items() if (many := gaps(each, known))}
    told = {*empty, *chain.from_iterable(names for names, _ in foreign)}
    for line in chain(
        (line for _, line in foreign),
        _swapped(testset),
        _tokenised(texts),
        _tables(texts),
        _lower_cased(texts),
        (f"{name}: {many}; was all of it translated?" for name, many in empty.items()),
        _copies({"the source": testset.sources or (), **every}),
        out_of_step({name: each for name, each in systems.items() if name not in told}, known),
    ):
        log.warning("%s", line)


def notice_texts(texts: Mapping[str, Sequence[str]], lang: str, option: str = "-l") -> None:
    """Warn of texts, by what they are called, that are of another language, or tokenised.

    The `option` is what gives the language.
    """
    looked_at = {name: spread(each) for name, each in texts.items()}
    foreign = _foreign(looked_at, lang, option)
    for line in chain((line for _, line in foreign), _tokenised(looked_at)):
        log.warning("%s", line)


def notice_outputs(name: str, outputs: Iterable[Output], lang: str) -> None:
    """The same of the outputs and the references of a set of judgements."""
    pairs = [(each.hypothesis, each.references[0]) for each in outputs if each.references]
    made, references = zip(*pairs, strict=True) if pairs else ((), ())
    notice_texts({f"references of {name}": references, f"outputs of {name}": made}, lang)


def noticed(
    items: Iterable[Item],
    text_of: Callable[[Item], str],
    name: str,
    lang: str,
    references: Sequence[str] = (),
) -> Iterator[Item]:
    """Pass items through, and warn as soon as enough of their texts were seen.

    Where there are references, they and the texts are to run in parallel.
    """
    seen: list[str] = []

    def look() -> None:
        beside = {"references": references} if references else {}
        notice_texts({**beside, name: seen}, lang)
        for line in out_of_step({name: seen}, [references[: len(seen)]] if references else []):
            log.warning("%s", line)

    for item in items:
        if len(seen) < MOST_TEXTS:
            seen.append(text_of(item))
            if len(seen) == MOST_TEXTS:
                look()
        yield item
    if len(seen) < MOST_TEXTS:
        look()


def spread(texts: Sequence[str | None]) -> list[str]:
    """Some texts out of all parts of a file."""
    step = max(1, len(texts) // MOST_TEXTS)
    return [text for text in texts[::step] if text]


def _foreign(texts: Texts, lang: str, option: str = "-l") -> list[tuple[list[str], str]]:
    """Files that look like another language, and what is to be said of them."""
    told = {name: looks for name, each in texts.items() if (looks := looks_like(each, lang))}
    together = [text for each in texts.values() for text in each[: MOST_TEXTS // len(texts)]]
    if not told and (looks := looks_like(together, lang)):  # each has little to tell it by
        told = dict.fromkeys(texts, looks)
    found = []
    for looks in dict.fromkeys(told.values()):
        names = [name for name in told if told[name] == looks]
        others = [text for name in texts if name not in names for text in texts[name]]
        what = f"{_listed(names)} like {describe(looks)}, not {name_of(lang)}"
        found.append((names, f"{what}; {_remedy(looks, others, option)}"))
    return found


def _remedy(looks: Sequence[str], others: Sequence[str], option: str) -> str:
    """Another language, unless other files are of another language."""
    if looks_like(others, looks[0]):
        return "is it the source, or a file of another language?"
    codes = [f"{option} {each}" for each in looks if each.islower()]
    return f"if so, give {' or '.join(codes)}" if codes else f"if so, say which with {option}"


def _tokenised(texts: Texts) -> Iterator[str]:
    told = {name: signs for name, each in texts.items() if (signs := tokenised(each))}
    if told:
        first = next(iter(told.values()))
        yield f"{_listed(list(told))} tokenised: {first}; scores are meant for text as it is read"


def _tables(texts: Texts) -> Iterator[str]:
    for name, each in texts.items():
        if told := columns(each):
            yield f"{name}: {told}; a table needs a name that ends in .tsv, and FILE.tsv#COLUMN"


def _lower_cased(texts: Texts) -> Iterator[str]:
    if names := lower_cased(texts):
        yield (
            f"{', '.join(names)}: no capital letters, which other files have; restore them, or "
            "compare without: -m NAME:case=lower"
        )


def _swapped(testset: Testset) -> Iterator[str]:
    """Systems that are called like references, where no reference is."""
    if any(_is_called_reference(stream.name) for stream in testset.references):
        return
    for stream in testset.systems.values():
        if _is_called_reference(stream.name):
            yield f"{stream.name}: is called like a reference; references go behind -r"


def _is_called_reference(path: str) -> bool:
    return REFERENCE.search(PurePath(path).name) is not None


def _copies(files: Mapping[str, tuple[str | None, ...]]) -> Iterator[str]:
    """Files with the same lines."""
    named: dict[tuple[str | None, ...], list[str]] = {}
    for name, texts in files.items():
        if len(texts) >= FEWEST:
            named.setdefault(texts, []).append(name)
    for names in named.values():
        if len(names) > 1:
            yield f"{', '.join(names)}: have the same lines; was one given for another?"


def _listed(names: Sequence[str]) -> str:
    """Files that look alike."""
    if len(names) > MOST_NAMES:
        return f"{', '.join(names[: MOST_NAMES - 1])} and {len(names) - MOST_NAMES + 1} more look"
    return f"{', '.join(names)}: look{'s' if len(names) == 1 else ''}"
