"""Text is data: what a terminal or a table would take for a command is made visible."""

from __future__ import annotations

REPLACEMENT = "\ufffd"
_LEFT_ALONE = {ord("\n"), ord("\t")}
_PICTURES = {code: chr(0x2400 + code) for code in range(0x20) if code not in _LEFT_ALONE}
_C1 = dict.fromkeys(range(0x80, 0xA0), REPLACEMENT)
# Marks that turn the direction of all that follows, on the reader's screen and not only here.
_BIDI = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)], REPLACEMENT)
_LONE_SURROGATES = dict.fromkeys(range(0xD800, 0xE000), REPLACEMENT)
_BREAKS = dict.fromkeys(map(ord, "\t\n\v\f\r\x1c\x1d\x1e\x85\u2028\u2029"), " ")
"""What ends cells or lines, in this program or another."""
_TERMINAL = {**_PICTURES, 0x7F: "\u2421", **_C1, **_BIDI, **_LONE_SURROGATES}


def printable(text: str) -> str:
    """The text without control characters other than line ends and tabs."""
    return text.translate(_TERMINAL)


def cell(text: str) -> str:
    """The text as one cell of a TSV file."""
    return printable(" ".join(text.split()))


def kept_long(text: str) -> str:
    """The text in one line, as long as it was and with all its blanks, where these matter."""
    return printable(text.translate(_BREAKS))


_LATEX = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "<": r"\textless{}",
        ">": r"\textgreater{}",
        "|": r"\textbar{}",
        **{mark: f"\\{mark}" for mark in "&%$#_{}"},
    }
)


def latex(text: str) -> str:
    """The text as LaTeX shows it."""
    shown = printable(text).translate(_LATEX)
    return "{}" + shown if shown[:1] in ("[", "*") else shown  # no argument of what stands before
