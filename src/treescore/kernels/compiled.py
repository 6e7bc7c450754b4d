"""Functions compiled by numba where it is installed, and kept on disk for the next run."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])


def compiled(function: Function) -> Function:
    """Compile a function when it is first called; inside of another one, it becomes part of it."""
    try:
        from numba import njit
    except ImportError:  # the same numbers, later
        return function
    try:
        made: Any = njit(cache=True, forceinline=True)(function)
    except RuntimeError:  # no folder can be written: then it is compiled in every run
        made = njit(forceinline=True)(function)
    return cast(Function, made)
