"""Every metric over trees, and TESLA-M, on German text with what the plain install has."""

from __future__ import annotations

import json
from pathlib import Path

from tests.conftest import called
from treescore.metrics.registry import METRICS

REFERENCE = "Gestern hat der Rat den Plan für die neue Brücke abgelehnt.\nDas war zu erwarten.\n"
CHANGED = "Der Rat hat gestern abgelehnt die Brücke.\nDas war erwartet.\n"
TREE_METRICS = [
    name for name, metric in METRICS.items() if name not in ("tesla", "sdpm") and metric().nbest
]


def test_every_tree_metric_in_german(tmp_path: Path):
    assert {"stm", "tkm", "hwcm", "dstm", "dtkm", "sepia", "cesm", "dpm", "edpm", "tesla-m"} <= set(
        TREE_METRICS
    )
    (tmp_path / "ref.txt").write_text(REFERENCE)
    (tmp_path / "changed.txt").write_text(CHANGED)
    chosen = [part for name in TREE_METRICS for part in ("-m", name)]
    command = "score -l de -r ref.txt -s same=ref.txt -s changed=changed.txt -f json --no-cache"
    done = called(tmp_path, *command.split(), *chosen)
    assert done.returncode == 0, done.stderr
    scores = json.loads(done.stdout)["systems"]
    for name in TREE_METRICS:
        assert 0 <= scores["changed"][name]["score"] < scores["same"][name]["score"], name
        assert "/de_" in scores["same"][name]["signature"]
