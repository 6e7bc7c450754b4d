"""Bytes that are nearly right: valid examples, changed here and there."""

from __future__ import annotations

import gzip
import re
from collections.abc import Sequence

from hypothesis import strategies as st

ODD = (
    *(
        b"\0",
        b"\r",
        b"\n",
        b"\r\n",
        b"\n\n",
        b"\t",
        b" ",
        b"\x0b",
        b"\x1b[31m",
        b"\x7f",
        b"\x1f\x8b",
    ),
    *(b"\xef\xbb\xbf", b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"),
    *(
        "\u2028".encode(),
        "\x85".encode(),
        "\xa0".encode(),
        "\u202e".encode(),
        "\U0001f600".encode(),
    ),
    *(b"_", b"-", b"#", b"=", b"|", b"(", b")", b"<", b">", b"&", b'"', b"'", b"\\", b"{", b"}"),
    *(b"[", b"]", b",", b":", b"0", b"-1", b"1e999", b"-1e308", b"nan", b"inf", b"None", b"1_0"),
    *(b"9" * 30, b"null", b"true", b"\\ud800", "\u0661".encode(), b"word " * 50),
)
"""What ends lines, what formats are made of, what is no text, and what is hardly a number."""

NUMBER = re.compile(rb"-?[0-9][0-9.]*")


@st.composite
def mutated(draw: st.DrawFn, examples: Sequence[bytes], tokens: Sequence[bytes] = ()) -> bytes:
    """One of the examples with up to six changes; some are packed, some packed and damaged."""
    data = draw(st.sampled_from(examples))
    odd = st.sampled_from((*tokens, *ODD))
    for _ in range(draw(st.integers(0, 6))):
        data = _changed(draw, data, examples, odd)
    if draw(st.integers(0, 9)) == 9:
        data = gzip.compress(data, compresslevel=1, mtime=0)
        if draw(st.booleans()):
            data = _changed(draw, data, examples, odd)
    return data


def _changed(
    draw: st.DrawFn, data: bytes, examples: Sequence[bytes], odd: st.SearchStrategy[bytes]
) -> bytes:
    start = draw(st.integers(0, len(data)))
    end = min(len(data), start + draw(st.sampled_from((0, 1, 2, 3, 5, 10, 40, 10**6))))
    before, piece, after = data[:start], data[start:end], data[end:]
    match draw(st.sampled_from(("insert", "replace", "cut", "double", "splice", "flip", "number"))):
        case "insert":
            return before + draw(odd) + piece + after
        case "replace":
            return before + draw(odd) + after
        case "cut":
            return before + after
        case "double":
            return before + piece + piece + after
        case "splice":
            other = draw(st.sampled_from(examples))
            return before + other[draw(st.integers(0, len(other))) :] + after
        case "flip":
            return before + bytes(byte ^ 1 << draw(st.integers(0, 7)) for byte in piece[:1]) + after
        case _:
            numbers = list(NUMBER.finditer(data))
            if not numbers:
                return data
            chosen = draw(st.sampled_from(numbers))
            return data[: chosen.start()] + draw(odd) + data[chosen.end() :]
