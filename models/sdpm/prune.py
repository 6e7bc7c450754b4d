"""A network with fewer inner units: those that say most are kept, and training heals the rest."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from models.sdpm.data import Data
from models.sdpm.network import QUICK, Network, from_state

SEEN = 4096
"""Texts by which units are judged."""
AT_ONCE = 512


@torch.no_grad()
def pruned(network: Network, data: Data, inner: int) -> Network:
    """Every layer with so many inner units: how large they are times how far they reach."""
    sums = [torch.zeros(len(layer.wide.bias), device=data.device) for layer in network.layers]

    def watch(number: int) -> None:
        def see(_: object, __: object, wide: Tensor) -> None:
            sums[number] += (wide * torch.sigmoid(QUICK * wide)).square().sum((0, 1))

        watched.append(network.layers[number].wide.register_forward_hook(see))

    watched: list[torch.utils.hooks.RemovableHandle] = []
    for number in range(len(sums)):
        watch(number)
    network.eval()
    texts = np.random.default_rng(0).choice(len(data.words), SEEN, replace=False)
    for some in np.split(texts, SEEN // AT_ONCE):
        network.encode(data.batch(torch.from_numpy(some).to(data.device)))
    for handle in watched:
        handle.remove()
    state = network.state_dict()
    for number, total in enumerate(sums):
        name = f"layers.{number}"
        reach = total.sqrt() * state[f"{name}.narrow.weight"].norm(dim=0)
        kept = reach.topk(inner).indices.sort().values
        state[f"{name}.wide.weight"] = state[f"{name}.wide.weight"][kept]
        state[f"{name}.wide.bias"] = state[f"{name}.wide.bias"][kept]
        state[f"{name}.narrow.weight"] = state[f"{name}.narrow.weight"][:, kept]
    return from_state(state).to(data.device)
