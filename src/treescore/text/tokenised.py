"""Whether texts are as people write them, or as a tokenizer left them."""

from __future__ import annotations

import re
from collections.abc import Iterable

STOPS = (".", "。")
MARKS = re.compile(r"@-@|@@(?= |$)|▁|&apos;|&quot;|&#91;|&#93;")
"""What tokenizers write: Moses' hyphens, brackets and quotation marks, pieces of words."""
FEWEST = 3
STOPPED = 0.5
"""The share of lines whose full stop stands apart, of those that end in one."""
MARKED = 0.02
"""The share of lines in which such marks are."""


def tokenised(texts: Iterable[str]) -> str:
    """What shows that texts were tokenised; nothing if they were not."""
    lines = [line for text in texts if (line := text.rstrip())]
    ends = [line for line in lines if line.endswith(STOPS)]
    apart = sum(line[-2:-1].isspace() for line in ends)
    if apart >= max(FEWEST, STOPPED * len(ends)):
        return f"{apart} of {len(lines)} lines end in a full stop after a blank"
    marks = [found[0] for line in lines if (found := MARKS.search(line))]
    if len(marks) >= max(FEWEST, MARKED * len(lines)):
        return f"{len(marks)} of {len(lines)} lines have marks like {marks[0]}"
    return ""
