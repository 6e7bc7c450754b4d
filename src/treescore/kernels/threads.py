"""Matrix products in one thread.

BLAS would take as many threads as there are cores. For products as small as ours they wait for each
other longer than they work, and where several processes share the cores, many times as long.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from typing import cast

from threadpoolctl import ThreadpoolController

THREADS = "OPENBLAS_NUM_THREADS"
ALWAYS_ONE = os.environ.get(THREADS) == "1"
"""As in our commands: BLAS was told when it was loaded, and nothing need be asked of it. What the
environment says later, BLAS does not hear."""


@cache
def _libraries() -> ThreadpoolController:
    """Those that are loaded by now; looking for them takes a millisecond."""
    return ThreadpoolController()


def one_thread() -> AbstractContextManager[object]:
    """Let BLAS compute in one thread for a while; of several who ask, the first has its way."""
    if ALWAYS_ONE:
        return nullcontext()
    limit = _libraries().limit(limits=1, user_api="blas")
    return cast(AbstractContextManager[object], limit)
