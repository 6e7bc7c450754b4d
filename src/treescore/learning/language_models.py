"""Training language models."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any

from treescore.errors import TreescoreError
from treescore.io.errors import InputError
from treescore.io.files import open_output
from treescore.io.lengths import LONGEST
from treescore.io.segments import read_segments
from treescore.learning.arpa import write_arpa
from treescore.learning.kneser_ney import estimate
from treescore.resources.language_model import words_of
from treescore.tracking import Track, silent

LMPLZ_MEMORY = "1G"
"""Left alone, lmplz takes most of the machine's memory, however short the text."""
REMEDY = "mend it, or take it off the PATH to train without it"


def train_language_model(
    paths: Sequence[str],
    output: str,
    order: int = 3,
    track: Track[Any] = silent,
    longest: int = LONGEST,
) -> None:
    """Write the model of some files, one sentence a line, as an ARPA file.

    Words are lower-cased, and those that have no letter and no digit left out, as the paper of
    TESLA does (Liu, Dahlmeier & Ng 2010, sec. 5.2).

    lmplz, KenLM's trainer, does the work if it is installed, else ours: the same model up to
    rounding, but all n-grams are held in memory. Empty lines are no sentences, and no line may have
    more than `longest` characters.
    """
    texts = [text for path in paths for text in _read(path, longest)]
    tracked = track(texts, "Reading", len(texts))
    sentences = filter(None, map(_words, tracked))
    lmplz = shutil.which("lmplz")
    if lmplz and order > 1:  # kenlm takes no file of a single order, as lmplz would write it
        _run_lmplz(lmplz, sentences, output, order)
    else:
        write_arpa(estimate(sentences, order), output)


def _read(path: str, longest: int) -> Sequence[str]:
    texts = read_segments(path, longest).texts
    if not any(map(_words, texts)):
        raise InputError(path, None, "holds no words; expected one sentence a line")
    return texts


def _words(text: str) -> list[str]:
    return words_of(text, lowercase=True, punctuation=False)


def _run_lmplz(lmplz: str, sentences: Iterable[Sequence[str]], output: str, order: int) -> None:
    command = [lmplz, "--order", str(order), "--discount_fallback", "--memory", LMPLZ_MEMORY]
    with open_output(output) as stream, tempfile.TemporaryFile() as log:
        try:
            process = subprocess.Popen(  # noqa: S603
                command, stdin=subprocess.PIPE, stdout=stream, stderr=log
            )
        except OSError as error:
            raise TreescoreError(f"{lmplz}: cannot be run ({error.strerror}); {REMEDY}") from None
        with process:
            try:
                _feed(process, sentences)
            except BaseException:  # also when the user interrupts
                process.kill()
                raise
        if process.returncode:
            log.seek(0)
            lines = log.read().decode("utf-8", "replace").split("\n")
            reason = next((line for line in reversed(lines) if line.strip()), "no reason given")
            raise TreescoreError(f"{lmplz}: failed ({reason}); {REMEDY}")


def _feed(process: subprocess.Popen[bytes], sentences: Iterable[Sequence[str]]) -> None:
    assert process.stdin is not None  # noqa: S101
    with suppress(BrokenPipeError), process.stdin as stream:  # its log says why it ended
        for words in sentences:
            stream.write(f"{' '.join(words)}\n".encode())
