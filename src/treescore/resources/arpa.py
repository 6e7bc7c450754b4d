r"""Back-off language models as ARPA files, as far as they are read here; kenlm reads the rest.

After `\data\` come the numbers of n-grams, then the n-grams of every order: log-probability, words,
and back-off weight; logarithms are to the base of 10.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from treescore.io.errors import InputError
from treescore.io.files import open_binary
from treescore.io.lengths import bounded_lines

UNKNOWN, BEGIN, END = SYMBOLS = ("<unk>", "<s>", "</s>")
ARPA = re.compile(r"(?:[ \t\r]*\n|#.*\n)*\\data\\")
COUNT = re.compile(rb"ngram\s+([0-9]+)\s*=\s*([0-9]{1,15})")


def is_arpa(start: str) -> bool:
    """Whether a file that begins like this is an ARPA file."""
    return ARPA.match(start) is not None


def read_counts(path: str) -> list[int]:
    """How many n-grams of every order an ARPA file announces."""
    with open_binary(path) as stream:
        return _read_counts(path, bounded_lines(stream, path))


def read_vocabulary(path: str) -> list[str]:
    """The unigrams of an ARPA file."""
    with open_binary(path) as stream:
        lines = bounded_lines(stream, path)
        _read_counts(path, lines)
        words = []
        for line in lines:
            probability, tab, rest = line.partition(b"\t")
            if tab:
                words.append(rest.split(b"\t")[0].strip().decode("utf-8", "replace"))
            elif words and not probability.strip():
                break
        return words


def _read_counts(path: str, lines: Iterator[bytes]) -> list[int]:
    """The lines between the first one and the next empty one: kenlm trusts in them blindly."""
    counts: list[int] = []
    begun = False
    for number, line in enumerate(lines, 1):
        if not begun:
            begun = line.strip() == b"\\data\\"
        elif not line.strip():
            break
        else:
            count = COUNT.fullmatch(line.strip())
            if count is None or int(count[1]) != len(counts) + 1:
                raise InputError(
                    path,
                    number,
                    f"expected 'ngram {len(counts) + 1}=' and a number; "
                    "the model is cut off or damaged; train it again",
                )
            counts.append(int(count[2]))
    return counts
