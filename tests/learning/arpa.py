"""ARPA files: a plain reader, and what other programs write."""

from __future__ import annotations

Sections = list[dict[tuple[str, ...], tuple[float, float]]]
"""For every order the n-grams with their log-probabilities and back-off weights."""
FOREIGN = (
    "\n# made elsewhere\n\n\\data\\\nngram 1=4\nngram  2=2\n\n"
    "\\1-grams:\n-99\t<s>\t-0.3\n-1.0\t</s>\n-0.5\tÉté\t-0.1\n-0.7\tpluie\n\n"
    "\\2-grams:\n-0.2\t<s> Été\n-0.1\tÉté </s>\n\n\\end\\\n"
)


def read_arpa(text: str) -> Sections:
    """A strict reader, line by line."""
    lines = iter(text.split("\n"))
    assert next(lines) == "\\data\\"
    announced: list[int] = []
    while line := next(lines):
        prefix, number = line.split("=")
        assert prefix == f"ngram {len(announced) + 1}"
        announced.append(int(number))
    sections: Sections = []
    for order, size in enumerate(announced, 1):
        assert next(lines) == f"\\{order}-grams:"
        rows = {}
        while line := next(lines):
            probability, ngram, *backoff = line.split("\t")
            words = tuple(ngram.split(" "))
            assert len(words) == order
            assert words not in rows
            rows[words] = (float(probability), float(backoff[0]) if backoff else 0.0)
        assert len(rows) == size
        sections.append(rows)
    assert list(lines) == ["\\end\\", ""]
    return sections
