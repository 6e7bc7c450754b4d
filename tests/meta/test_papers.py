"""The papers' tables ask for what there is."""

from __future__ import annotations

import pytest

from treescore.errors import UnknownName
from treescore.meta.papers import TABLES, find_table
from treescore.meta.protocols import find_protocol
from treescore.metrics.registry import expand, make_metric


@pytest.mark.parametrize("name", TABLES)
def test_metrics_and_protocols_exist(name: str):
    table = find_table(name)
    specs = [spec for each in table.metrics for spec in expand(each)]
    assert specs
    assert len({make_metric(spec).spec for spec in specs}) == len(specs)
    assert table.protocols
    for protocol in table.protocols:
        assert find_protocol(protocol).name == protocol


def test_unknown_names():
    with pytest.raises(UnknownName, match=r"'tessla'.*did you mean tesla\?$"):
        find_table("tessla")
    with pytest.raises(UnknownName, match=r"'seg-pearsen'.*did you mean seg-pearson\?$"):
        find_protocol("seg-pearsen")
