"""spaCy's word vectors, computed sooner: what does not depend on the context is remembered.

spaCy's models begin with vectors of words (hashed features, mixed by a layer of their own), then
some layers look at the neighbours. Here a word's own vector is made once, by spaCy. Where products
are taken by tiles, the layers are computed here, too, tile by tile.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from spacy.language import Language
from spacy.tokens import Doc
from thinc.api import Model, NumpyOps

from treescore.kernels.threads import one_thread
from treescore.parsing.products import TILE, Floats, TiledOps, product

REMEMBERED = 50_000
"""Words whose vectors are kept, 20 MB in all; then all are forgotten."""
KEY: list[int | str] = ["ORTH", "NORM", "SPACY"]
"""What a word's own vector depends on: other features follow from how it is written."""
OWN_FEATURES = {"NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY", "IS_SPACE", "LOWER", "ORTH"}
OWN_LAYERS = {
    "extract_features",
    "list2ragged",
    "ragged2list",
    "ints-getitem",
    "hashembed",
    "static_vectors",
    "maxout",
    "layernorm",
    "dropout",
}
"""Layers that look at one word alone."""
WINDOW_LAYERS = ["expand_window", "maxout", "layernorm", "dropout"]
EPSILON = np.float32(1e-8)


class Layer(NamedTuple):
    """A layer that looks at a word and the two beside it: the largest of some sums, normed."""

    matrix: Floats
    """Inputs x (pieces x outputs): all first pieces, then all second ones."""
    bias: Floats
    gain: Floats
    shift: Floats


def remember_vectors(nlp: Language) -> None:
    """Have a pipeline compute its vectors here, if it is built as spaCy's small ones are."""
    if "tok2vec" not in nlp.pipe_names:
        return
    pipe: Any = nlp.get_pipe("tok2vec")
    model: Model[Any, Any] = pipe.model
    if len(model.layers) != 2 or not isinstance(model.ops, NumpyOps):
        return
    own, context = model.layers
    if not _looks_at_one_word(own):
        return
    layers = read_layers(context) if isinstance(model.ops, TiledOps) else []
    vectors = WordVectors(
        nlp, own, (lambda rows: through_layers(layers, rows)) if layers else context.predict
    )
    pipe.model = Model(
        "treescore_tok2vec",
        lambda _, docs, is_train: (vectors(docs), None),  # noqa: ARG005 - it is never trained
        dims={"nO": model.get_dim("nO")},
        ops=model.ops,
    )


def _looks_at_one_word(model: Model[Any, Any]) -> bool:
    nodes = list(model.walk())
    leaves = {node.name for node in nodes if not node.layers}
    features = {name for node in nodes for name in node.attrs.get("columns", ())}
    return leaves <= OWN_LAYERS and features <= OWN_FEATURES


def read_layers(context: Model[Any, Any]) -> list[Layer]:
    """The layers that look at three words each; none if they are of another kind."""
    if not context.name.startswith("with_array("):
        return []
    residuals = context.layers[0].layers
    # Without so many rows of zeros between texts, layers would look from one into the next.
    if context.attrs.get("pad") != len(residuals):
        return []
    layers = [_read_layer(each) for each in residuals]
    return [layer for layer in layers if layer] if all(layers) else []


def _read_layer(residual: Model[Any, Any]) -> Layer | None:
    leaves = [node for node in residual.walk(order="dfs_pre") if not node.layers]
    if not residual.name.startswith("residual(") or [n.name for n in leaves] != WINDOW_LAYERS:
        return None
    window, maxout, norm, _ = leaves
    if window.attrs["window_size"] != 1:
        return None
    weights = np.asarray(maxout.get_param("W"))  # outputs x pieces x inputs
    return Layer(
        np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(weights.shape[2], -1)),
        np.ascontiguousarray(np.asarray(maxout.get_param("b")).T.reshape(-1)),
        np.asarray(norm.get_param("G")),
        np.asarray(norm.get_param("b")),
    )


class WordVectors:
    """The vectors of all words of some texts."""

    def __init__(
        self,
        nlp: Language,
        own: Model[Any, Any],
        in_context: Callable[[list[Floats]], list[Floats]],
    ) -> None:
        self.vocab = nlp.vocab
        self.own = own
        self.in_context = in_context
        self._lock = Lock()
        self._forget()

    def _forget(self) -> None:
        self._places: dict[tuple[int, ...], int] = {}
        self._vectors = np.zeros((0, self.own.get_dim("nO")), np.float32)

    def __call__(self, docs: Sequence[Doc]) -> list[Floats]:
        keys = [list(zip(*doc.to_array(KEY).T.tolist(), strict=True)) for doc in docs]
        with self._lock:  # several threads may parse at once
            if len(self._places) > REMEMBERED:
                self._forget()
            if new := [key for key in dict.fromkeys(chain(*keys)) if key not in self._places]:
                self._learn(new)
            places = self._places
            own = [self._vectors[[places[key] for key in each]] for each in keys]
        return self.in_context(own)

    def _learn(self, keys: Sequence[tuple[int, ...]]) -> None:
        made = self._made(keys)
        known, needed = len(self._places), len(self._places) + len(keys)
        if needed > len(self._vectors):  # twice as many, as more are sure to come
            room = np.zeros((2 * needed, self._vectors.shape[1]), np.float32)
            room[:known] = self._vectors[:known]
            self._vectors = room
        self._vectors[known:needed] = made
        # Last: what is interrupted before has not been learnt.
        self._places.update(zip(keys, range(known, needed), strict=True))

    def _made(self, keys: Sequence[tuple[int, ...]]) -> Floats:
        words, norms, spaces = zip(*keys, strict=True)
        strings = self.vocab.strings
        doc = Doc(self.vocab, [strings[word] for word in words], [bool(each) for each in spaces])
        doc.from_array(["NORM"], np.array(norms, np.uint64)[:, None])  # type: ignore[arg-type]
        (vectors,) = self.own.predict([doc])
        return np.asarray(vectors, np.float32)


def through_layers(layers: Sequence[Layer], texts: Sequence[Floats]) -> list[Floats]:
    """What layers make of the words of some texts, which do not see each other."""
    gap = len(layers)
    ends = np.cumsum([gap + len(text) for text in texts])
    bounds = [(end - len(text), end) for end, text in zip(ends, texts, strict=True)]
    rows = -(-(ends[-1] + gap) // TILE) * TILE
    states = np.zeros((rows, texts[0].shape[1]), np.float32)
    for (begin, end), text in zip(bounds, texts, strict=True):
        states[begin:end] = text
    with one_thread():
        for layer in layers:
            states += _through(layer, states)
    return [states[begin:end].copy() for begin, end in bounds]


def _through(layer: Layer, states: Floats) -> Floats:
    """What a layer makes of all rows."""
    width = states.shape[1]
    windows = np.zeros((len(states), 3 * width), np.float32)
    windows[1:, :width] = states[:-1]
    windows[:, width : 2 * width] = states
    windows[:-1, 2 * width :] = states[1:]
    found = np.empty_like(states)
    for begin in range(0, len(states), TILE):
        tile = slice(begin, begin + TILE)
        pieces = product(windows[tile], layer.matrix)
        pieces += layer.bias
        best = found[tile]
        np.maximum(pieces[:, :width], pieces[:, width : 2 * width], out=best)
        for piece in range(2 * width, pieces.shape[1], width):
            np.maximum(best, pieces[:, piece : piece + width], out=best)
        _norm(best, layer)
    return found


def _norm(rows: Floats, layer: Layer) -> None:
    """Norm rows in place."""
    share = np.float32(1 / rows.shape[1])
    rows -= np.einsum("ij->i", rows)[:, None] * share
    variance = np.einsum("ij,ij->i", rows, rows)[:, None] * share
    rows *= 1 / np.sqrt(variance + EPSILON)
    rows *= layer.gain
    rows += layer.shift
