"""Several values behind one option: `-s a.txt b.txt` is `-s a.txt -s b.txt`.

Where a command has arguments of its own, a word behind a value may be one of them; there it is a
further value only if nothing else can be meant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from treescore.errors import UsageError

METRICS = ("metrics", "features")
"""Options whose values are metrics."""


def several(words: Iterable[str], parameters: Iterable[Any]) -> list[str]:
    """The words of a command line, with the option repeated before each of its further values."""
    known = list(parameters)
    options = {
        name: each for each in known if each.param_type_name == "option" for name in each.opts
    }
    alone = not any(each.param_type_name == "argument" for each in known)
    return list(_repeated(iter(words), options, alone=alone))


def _repeated(words: Iterator[str], options: Mapping[str, Any], *, alone: bool) -> Iterator[str]:
    repeated: str | None = None  # the option that further values belong to
    for word in words:
        if word == "--":
            yield word
            yield from words
        elif word.startswith("-") and word != "-":
            yield word
            name, value = _split(word)
            option = options.get(name)
            repeated = name if option and option.multiple else None
            if option and not option.is_flag and value is None:
                yield from _value(word, words, options)
        elif repeated and (alone or _is_only_for(options[repeated], word)):
            yield from (repeated, word)
        else:
            repeated = None
            yield word


def _split(word: str) -> tuple[str, str | None]:
    """The name of an option and the value that is written to it: `--system=FILE`, `-sFILE`."""
    if word.startswith("--"):
        name, equals, value = word.partition("=")
        return name, value if equals else None
    return word[:2], word[2:] or None


def _value(name: str, words: Iterator[str], options: Mapping[str, Any]) -> Iterator[str]:
    """What stands behind an option: nobody means a file that is called like another option."""
    for word in words:
        if word in options:
            raise UsageError(
                f"{name} needs a value, but the option {word} follows; a file of that name is "
                f"./{word}"
            )
        yield word
        return


def _is_only_for(option: Any, word: str) -> bool:
    """Whether a word can be nothing but a value of this option.

    The name of a metric cannot, nor a word behind a system: where files are given, no text is.
    """
    if option.name not in METRICS:
        return bool(option.name == "systems")
    from treescore.metrics.registry import known_name

    return known_name(word.partition(":")[0]) is not None
