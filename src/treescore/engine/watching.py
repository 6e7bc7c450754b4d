"""Whether a cluster lives while something is waited for.

Dask's workers tell their scheduler every second or so that they are there, whatever they work at.
Those that do not are removed, and others do their work.
"""

from __future__ import annotations

import threading
from contextlib import suppress
from typing import Any

from distributed import Client

from treescore.engine.asking import Patience
from treescore.engine.own_cluster import OwnCluster
from treescore.errors import TreescoreError

SILENCE = 300.0
"""Seconds without a sign of life until something is given up: Dask's own measure for workers."""
EVERY = 10.0
"""Seconds between two looks."""
AGAIN = "start it, and give the same command again: what is finished is not done again"


class Watch:
    """Looks at a cluster in the background, and acts when it is asked."""

    def __init__(self, client: Client, own: OwnCluster | None) -> None:
        self.client = client
        self.own = own
        self.closed = threading.Event()
        self.awaited: str | None = None
        """The key of the task whose result is waited for; without one, all workers matter."""
        self._scheduler = Patience(SILENCE + EVERY)
        self._seen: dict[str, object] = {}
        self._looks: dict[str, int] = {}
        """How often was looked since a worker was last heard of."""
        self._deserted = 0
        """How often was looked since there was a worker."""
        threading.Thread(target=self._look_on, daemon=True).start()

    def __call__(self) -> None:
        """Replace workers that are gone; raise an error if nothing can come any more."""
        if self.own:
            self.own.tend()
        address = self.client.scheduler.address
        try:
            self._scheduler()
        except TimeoutError:
            raise TreescoreError(
                f"{address}: the scheduler has not answered for {SILENCE:.0f} seconds; {AGAIN}"
            ) from None
        if self._deserted * EVERY > SILENCE:
            raise TreescoreError(
                f"{address}: the cluster has had no worker that answers for {SILENCE:.0f} seconds; "
                f"{AGAIN}"
            )

    def _look_on(self) -> None:
        while not self.closed.wait(EVERY):
            # What goes wrong here counts as no answer.
            with suppress(Exception):
                self._look()

    def _look(self) -> None:
        scheduler = self.client.scheduler
        workers = self.client.sync(scheduler.identity, n_workers=-1)["workers"]
        holders = self._holders(self.awaited) if self.awaited else set(workers)
        self._scheduler.start()
        self._deserted = 0 if workers else self._deserted + 1
        self._looks = {
            address: self._looks.get(address, 0) + 1 if self._seen.get(address) == seen else 0
            for address, seen in ((each, info["last_seen"]) for each, info in workers.items())
        }
        self._seen = {address: info["last_seen"] for address, info in workers.items()}
        for address, looks in self._looks.items():
            if address in holders and looks * EVERY > SILENCE:
                self._remove(address, workers[address])

    def _holders(self, key: str) -> set[str]:
        """The workers that have a task at hand, or its result."""
        scheduler = self.client.scheduler
        busy = self.client.sync(scheduler.processing)
        done = self.client.sync(scheduler.who_has, keys=[key])
        return {address for address, keys in busy.items() if key in keys} | {*done.get(key, ())}

    def _remove(self, address: str, info: dict[str, Any]) -> None:
        if self.own:
            self.own.remove(info["name"])
        else:
            scheduler = self.client.scheduler
            self.client.sync(scheduler.unregister, address=address, stimulus_id="treescore-silence")
