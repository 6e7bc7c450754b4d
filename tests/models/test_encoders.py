"""MPNet in the shape of BERT: what stands for which piece, and the classes of distances."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from models.sdpm.encoders import called_as_bert

WIDTH = 3
BERT_PIECES = 30522
"""And MPNet has four before them, one behind."""


def test_pieces_and_places_of_mpnet_have_the_numbers_of_bert():
    size = 4 + BERT_PIECES + 1
    rows = np.repeat(np.arange(size, dtype=np.float32)[:, None], WIDTH, 1)
    places = np.repeat(np.arange(514, dtype=np.float32)[:, None], WIDTH, 1)
    found = called_as_bert(
        {
            "embeddings.word_embeddings.weight": rows,
            "embeddings.position_embeddings.weight": places,
            "encoder.layer.7.attention.attn.q.weight": rows[:1],
            "encoder.layer.7.attention.attn.o.bias": rows[2],
            "encoder.layer.7.attention.LayerNorm.bias": rows[5],
        }
    )
    pieces = found["embeddings.word_embeddings.weight"][:, 0]
    assert len(pieces) == BERT_PIECES
    # No piece, [CLS] and [SEP] are <pad>, <s> and </s>; all others stand four rows further.
    assert pieces[[0, 101, 102]].tolist() == [1, 0, 2]
    assert pieces[[1, 100, 103, 2000, BERT_PIECES - 1]].tolist() == [
        5,
        104,
        107,
        2004,
        BERT_PIECES + 3,
    ]
    assert found["embeddings.position_embeddings.weight"][:2, 0].tolist() == [2, 3]
    assert not found["embeddings.token_type_embeddings.weight"].any()
    assert {name for name in found if name.startswith("encoder")} == {
        "encoder.layer.7.attention.self.query.weight",
        "encoder.layer.7.attention.output.dense.bias",
        "encoder.layer.7.attention.output.LayerNorm.bias",
    }


def slow_class(apart: int) -> int:
    """As Raffel et al. (2020) define it: 16 classes a direction, eight of one distance each."""
    side, far = (16 if apart > 0 else 0), abs(apart)
    if far < 8:
        return side + far
    return side + min(15, 8 + int(math.log(far / 8) / math.log(128 / 8) * 8 + 1e-6))


@given(st.integers(-600, 600))
def test_classes_of_distances(apart: int):
    torch = pytest.importorskip("torch", reason="needs PyTorch: pip install torch")
    from models.sdpm.network import distance_class

    found = int(distance_class(torch.tensor([apart]))[0])
    if abs(apart) in (16, 32, 64, 128):  # where a logarithm is whole, rounding decides
        assert found in (slow_class(apart), slow_class(apart) - 1)
    else:
        assert found == slow_class(apart)
