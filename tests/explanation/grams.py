"""Words for small sentences, and the sum of what an explanation shows."""

from __future__ import annotations

THE = ("the", "the", "DT", "DET")
DOG, HOUND = ("dog", "dog", "NN", "NOUN"), ("hounds", "hound", "NN", "NOUN")
