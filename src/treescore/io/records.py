"""Arrays of numbers as bytes: JSON that says what they are, then the numbers, bit by bit."""

from __future__ import annotations

import json
import math
import struct
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from treescore.errors import TreescoreError

LENGTH = struct.Struct("<I")
NUMBER = np.dtype("<f8")


def pack(arrays: Sequence[NDArray[np.float64]], info: Mapping[str, Any]) -> bytes:
    """The arrays, and whatever else is to be known, as bytes."""
    head = json.dumps({"info": dict(info), "shapes": [each.shape for each in arrays]}).encode()
    return b"".join(
        (LENGTH.pack(len(head)), head, *(each.astype(NUMBER).tobytes() for each in arrays))
    )


def unpack(record: bytes) -> tuple[list[NDArray[np.float64]], dict[str, Any]]:
    """What was packed."""
    try:
        (length,) = LENGTH.unpack_from(record)
        start = LENGTH.size + length
        head = json.loads(record[LENGTH.size : start])
        arrays = []
        for shape in head["shapes"]:
            end = start + NUMBER.itemsize * _size(shape)
            numbers = np.frombuffer(record[start:end], NUMBER)
            arrays.append(numbers.astype(np.float64).reshape(shape))
            start = end
        if start != len(record) or not isinstance(head["info"], dict):
            raise ValueError
    except (struct.error, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        raise TreescoreError(
            "a record of the journal holds no arrays; remove the journal and start again"
        ) from None
    return arrays, head["info"]


def _size(shape: object) -> int:
    if not isinstance(shape, list) or any(type(each) is not int or each < 0 for each in shape):
        raise ValueError
    return math.prod(shape)
