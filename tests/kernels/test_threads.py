"""BLAS computes in one thread as long as that is wanted, and then as before."""

from __future__ import annotations

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from treescore.kernels.threads import THREADS, one_thread

BEFORE = 3


def threads() -> set[int]:
    assert np.__config__  # numpy, and BLAS with it, is loaded
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def several(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("treescore.kernels.threads.ALWAYS_ONE", False)
    with threadpool_limits(BEFORE, user_api="blas"):
        if threads() != {BEFORE}:
            pytest.skip("this BLAS has no threads")
        yield


def test_one_thread_for_a_while():
    with one_thread():
        assert threads() == {1}
        with one_thread():
            assert threads() == {1}
        assert threads() == {1}
    assert threads() == {BEFORE}


def test_what_the_environment_says_later_changes_nothing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(THREADS, "1")
    with one_thread():
        assert threads() == {1}


def test_after_an_error_too():
    with pytest.raises(ZeroDivisionError), one_thread():
        _ = 1 / 0
    assert threads() == {BEFORE}
