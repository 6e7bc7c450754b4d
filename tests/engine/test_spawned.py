from __future__ import annotations

import os

import pytest

from tests.engine.tasks import threads
from treescore.engine.processes import Processes
from treescore.engine.spawned import THREADS


def test_every_process_computes_in_one_thread(monkeypatch: pytest.MonkeyPatch):
    """Unless the user says otherwise; numpy in this one has been told before."""
    monkeypatch.delenv(THREADS, raising=False)
    assert list(Processes(2).map(threads, [1, 2])) == ["1", "1"]
    assert THREADS not in os.environ
    monkeypatch.setenv(THREADS, "3")
    assert list(Processes(1).map(threads, [1])) == ["3"]
    assert os.environ[THREADS] == "3"
