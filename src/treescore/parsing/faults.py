"""In a few words why a foreign library cannot load a model."""

from __future__ import annotations

from pickle import UnpicklingError

LONGEST = 200


def why(error: Exception) -> str:
    """The library's words, cut short.

    PyTorch's about a file that is no mere weights are not repeated: they say how to run it.
    """
    if isinstance(error, UnpicklingError):
        return "it is damaged, or holds more than weights"
    return f"{type(error).__name__} {' '.join(str(error).split())[:LONGEST]}".rstrip()
