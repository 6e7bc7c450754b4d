"""Words in, vectors out: from the user's cache, or from the network, which is loaded if need be."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import blake2b
from itertools import islice
from typing import Any, Literal

from treescore.encoder.network import Network
from treescore.encoder.vectors import NAME, NO_WORDS, VectorCache, WordVectors, rounded
from treescore.encoder.weights import DIGEST, read_weights
from treescore.io.store import CHUNK, cache_folder
from treescore.kernels.threads import one_thread

Words = tuple[str, ...]
Source = Literal["trees", "text", "alone"]
"""Where words come from: they are the tokens of the best tree, or of the text alone; the tokens of
the tree again, each encoded for itself."""


@cache
def bundled_network() -> Network:
    """The network that comes with treescore, loaded once in a process."""
    return Network(read_weights())


@dataclass(frozen=True)
class Encoder:
    """Gives words their vectors; as pickled, it is what it was made with alone."""

    source: Source
    cached: bool = True
    """Whether the user's cache keeps it from computing anything twice."""

    @cached_property
    def _cache(self) -> VectorCache | None:
        return VectorCache(cache_folder() / NAME) if self.cached else None

    def encode(self, sentences: Sequence[Words]) -> list[WordVectors]:
        """The vectors of every sentence, in order."""
        found: dict[Words, WordVectors] = {(): NO_WORDS}
        waiting = iter(dict.fromkeys(words for words in sentences if words))
        while chunk := list(islice(waiting, CHUNK)):
            found.update(self._encode(chunk))
        return [found[words] for words in sentences]

    def _encode(self, chunk: Sequence[Words]) -> Iterator[tuple[Words, WordVectors]]:
        keys = {key_of(words): words for words in chunk}
        known = self._cache.get([*keys]) if self._cache is not None else {}
        missing = {key: words for key, words in keys.items() if key not in known}
        if missing:  # a run that finds all of them never waits for the network
            with one_thread():
                computed = bundled_network().encode([*missing.values()])
            new = {key: rounded(*each) for key, each in zip(missing, computed, strict=True)}
            if self._cache is not None:
                self._cache.put(new.items())
            known |= new
        return ((words, known[key]) for key, words in keys.items())

    def __reduce__(self) -> tuple[Callable[..., Encoder], tuple[Any, ...]]:
        return Encoder, (self.source, self.cached)


def key_of(words: Words) -> bytes:
    """What the vectors of words depend on, the network included."""
    text = "".join(f"{len(word)}:{word}" for word in words)
    content = f"{DIGEST}\0{text}".encode("utf-8", "surrogatepass")
    return blake2b(content, digest_size=16).digest()
