"""BLAS computes in one thread as long as anybody wants that, and then as before."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from treescore.kernels.threads import one_thread

BEFORE = 3


def threads() -> set[int]:
    assert np.ones((2, 2)) @ np.ones(2) is not None  # BLAS is there
    return {each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def several():
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


def test_after_an_error_too():
    with pytest.raises(ZeroDivisionError), one_thread():
        _ = 1 / 0
    assert threads() == {BEFORE}


def test_until_the_last_who_wants_it_is_done():
    inside, out = Barrier(2), Barrier(2)

    def first() -> None:
        with one_thread():
            inside.wait(10)
        out.wait(10)

    with ThreadPoolExecutor() as pool:
        work = pool.submit(first)
        with one_thread():
            inside.wait(10)
            out.wait(10)  # the first has left
            assert threads() == {1}
        work.result()
    assert threads() == {BEFORE}
