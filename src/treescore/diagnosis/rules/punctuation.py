from collections.abc import Iterator
from treescore.diagnosis.findings import Finding, Pair
def punctuation(pair: Pair) -> Iterator[Finding]:
    return iter(())
