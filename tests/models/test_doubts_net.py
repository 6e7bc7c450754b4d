"""The network that doubts words says the same with PyTorch, many pairs at once, as without it."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from models.doubts.examples import Example
from models.doubts.prepare import Scene, arrays_of, look
from treescore.diagnosis.doubts import Network, read_network

torch = pytest.importorskip("torch", reason="needs PyTorch: pip install torch")

from models.doubts.data import Batch, Data  # noqa: E402
from models.doubts.learning import Counts, Recipe, calibrated  # noqa: E402
from models.doubts.net import Net, export, restored  # noqa: E402
from models.doubts.opinions import voice, write  # noqa: E402

RIGHT = "The dog bit the old man, and he shouted."
TEXTS = ("A dog bit an old man.", RIGHT + " Loudly.", "Bit!", "The old man was not bitten by dogs.")


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    return look([Example(RIGHT, RIGHT, text, "addition") for text in TEXTS])


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory, scenes: Sequence[Scene]) -> Path:
    path = tmp_path_factory.mktemp("doubts") / "prepared.npz"
    np.savez(path, **arrays_of(scenes))  # type: ignore[arg-type]
    return path


@pytest.fixture(scope="module")
def net() -> Net:
    torch.manual_seed(1)
    net = Net(256, layers=3, size=32, inner=48)
    for each in net.parameters():
        each.data += 0.05 * torch.randn_like(each)
    net.eval()
    return net


def network_of(net: Net, path: Path) -> Network:
    export(net, path)
    return read_network(dict(np.load(path)))


def test_the_same_with_and_without_pytorch(
    scenes: Sequence[Scene], prepared: Path, net: Net, tmp_path: Path
):
    data = Data(prepared)
    batch = data.batch(data.rows_of(np.arange(len(scenes))))
    with torch.no_grad():
        words, claims = net(*batch[:4])
    shares, beliefs = words.softmax(-1).numpy(), iter(claims.sigmoid().tolist())
    network = network_of(net, tmp_path / "net.npz")
    for row, scene in enumerate(scenes):
        reading = network.read(scene.clues)
        # The file has whole numbers of 8 bits.
        np.testing.assert_allclose(reading.shares, shares[row, : len(scene.answers)], atol=0.02)
        for claim, _ in scene.findings:
            assert reading.belief(claim) == pytest.approx(next(beliefs), abs=0.02)
    assert next(beliefs, None) is None


def test_a_pair_does_not_depend_on_its_company(prepared: Path, net: Net):
    data = Data(prepared)

    def said(rows: Sequence[int]) -> Batch:
        return data.batch(data.rows_of(np.array(rows)))

    with torch.no_grad():
        alone, _ = net(*said([2])[:4])
        beside, _ = net(*said([1, 2])[:4])
    torch.testing.assert_close(beside[1, : alone.shape[1]], alone[0], atol=1e-4, rtol=1e-4)


def test_pieces_belong_to_their_words(scenes: Sequence[Scene], prepared: Path):
    data = Data(prepared)
    rows = data.rows_of(np.arange(len(scenes)))
    pieces, batch = data.pieces(rows), data.batch(rows)
    longest = batch.mine.tags.shape[1]
    for row, scene in enumerate(scenes):
        for side, words in enumerate(scene.words):
            for at, word in enumerate(words):
                mine = pieces.owners[row] == at + side * longest
                assert tuple(pieces.ids[row][mine].tolist()) == word.pieces
                assert set(pieces.cases[row][mine].tolist()) == {word.case}
                assert set(pieces.sides[row][mine].tolist()) == {side}
        read = int((pieces.ids[row] > 0).sum())
        assert read == 3 + sum(len(w.pieces) for words in scene.words for w in words)


def test_a_network_learns_on_from_its_file(net: Net, tmp_path: Path):
    export(net, tmp_path / "one.npz")
    other = restored(tmp_path / "one.npz", 256)
    for name, value in net.state_dict().items():
        torch.testing.assert_close(other.state_dict()[name], value, atol=0.02, rtol=0.01)
    export(other, tmp_path / "two.npz")
    one, two = (dict(np.load(tmp_path / f"{name}.npz")) for name in ("one", "two"))
    assert one.keys() == two.keys()
    for name, value in one.items():
        np.testing.assert_allclose(two[name], value, rtol=1e-4, atol=1)


def test_what_several_say_is_their_mean(
    scenes: Sequence[Scene], prepared: Path, net: Net, tmp_path: Path
):
    other = copy.deepcopy(net)
    other.last.bias.data += torch.randn_like(other.last.bias)
    other.calibrate(0.5, 1.0)
    data = Data(prepared)
    write(data, [voice(net), voice(other)], Recipe(1, 2, 1, Counts(0, 0)), tmp_path / "said.npz")
    batch = data.batch(data.rows_of(np.arange(len(scenes))))
    said = dict(np.load(tmp_path / "said.npz"))
    with torch.no_grad():
        (words, claims), (others, other_claims) = net(*batch[:4]), other(*batch[:4])
    rows = (words.softmax(-1) + others.softmax(-1)) / 2
    wanted = [row[: len(scene.answers)] for row, scene in zip(rows, scenes, strict=True)]
    np.testing.assert_allclose(said["words"], torch.cat(wanted), atol=2e-3)
    likely = (claims.sigmoid() + other_claims.sigmoid()) / 2
    np.testing.assert_allclose(said["claims"], likely, atol=2e-3)


def test_calibrated_claims_are_as_often_true_as_they_are_likely(prepared: Path, net: Net):
    torch.manual_seed(1)
    likely = torch.rand(40_000)
    true = (torch.rand(len(likely)) < likely).float()
    too_sure = (3 * likely.logit() + 1).sigmoid()
    factor, shift = calibrated(too_sure, true)
    assert (factor, shift) == pytest.approx((1 / 3, -1 / 3), abs=0.02)
    data = Data(prepared)
    batch = data.batch(data.rows_of(np.arange(4)))
    with torch.no_grad():
        _, before = net(*batch[:4])
        other = copy.deepcopy(net)
        other.calibrate(factor, shift)
        _, after = other(*batch[:4])
    torch.testing.assert_close(after, before * factor + shift)
