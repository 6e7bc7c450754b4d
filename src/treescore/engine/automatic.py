"""As many processes as are quickest: one for little work, one a core for much.

How long work takes depends less on its size than on what is in the cache already. Where much is
known to be parsed, all processes begin at once, and this one need not even load the parser.
Otherwise work is begun here, and the time is taken. The numbers do not depend on who does it.
"""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sized
from itertools import chain
from time import perf_counter
from typing import Any, Protocol, runtime_checkable

from treescore.engine.base import Result, Task
from treescore.engine.packed_work import needs_main, pack_work

START = 2.0
"""Seconds until others are at work: each starts Python, imports spaCy and loads a model."""
PARSE = 0.001
"""Seconds that a sentence takes which is parsed and counted, at least: if more, time will tell."""
LARGEST = 100 * 2**20
"""Bytes of work that are handed to others unasked: a network of the user's own is larger."""

log = logging.getLogger("treescore")


class Automatic:
    """This process, until what is left to do outlasts the start of one for every core."""

    def __init__(self, cores: int, clock: Callable[[], float] = perf_counter) -> None:
        self.cores = cores
        self.clock = clock
        self.working = 1

    def map(
        self, work: Callable[[Task], Result], tasks: Iterable[Task], size: int | None = None
    ) -> Iterator[Result]:
        self.working = 1
        # Before it is done, as what it then holds of sentences and models is not to be handed on.
        packed = _packed(work)
        if packed is None:
            return map(work, tasks)
        return self._begin(work, packed, iter(tasks), size)

    def _begin(
        self,
        work: Callable[[Task], Result],
        packed: bytes,
        tasks: Iterator[Task],
        size: int | None,
    ) -> Iterator[Result]:
        first = next(tasks, None)
        if first is None:
            return
        tasks = chain([first], tasks)
        if self._is_worth_it(_foreseen(work, first, size)):
            yield from self._with_others(work, packed, tasks)
        forecast = Forecast(size)
        for task in tasks:
            start = self.clock()
            result = work(task)
            forecast.add(_segments(task), self.clock() - start)
            yield result
            if self._is_worth_it(forecast.seconds_left):
                yield from self._with_others(work, packed, tasks)

    def _is_worth_it(self, seconds: float) -> bool:
        """Whether work of so many seconds is done sooner by all cores, their start included."""
        return START + seconds / self.cores < seconds

    def _with_others(
        self, work: Callable[[Task], Result], packed: bytes, tasks: Iterator[Task]
    ) -> Iterator[Result]:
        """All the rest; from what others cannot do on, it is done here, and fails here if at all.

        So whoever did not ask for processes never meets a fault of theirs.
        """
        from treescore.engine.processes import Failed, share

        unfinished: deque[Task] = deque()

        def handed_over() -> Iterator[Task]:
            for task in tasks:
                unfinished.append(task)
                yield task

        self.working = self.cores
        try:
            for result in share(packed, handed_over(), self.cores):
                unfinished.popleft()
                yield result
        except Failed as error:
            log.debug("going on in one process: %s", error)
            self.working = 1
        yield from map(work, chain(unfinished, tasks))


class Forecast:
    """How long the rest will take, by what the last task took.

    The first one does not count: models are loaded then. Of work whose end is unknown, as much is
    expected as has been done.
    """

    def __init__(self, size: int | None) -> None:
        self.size = size
        self.seconds_left = 0.0
        self._tasks = self._done = 0
        self._seconds = 0.0

    def add(self, items: int, seconds: float) -> None:
        """A task of so many segments is done."""
        self._tasks += 1
        self._done += items
        if self._tasks == 1:
            return
        self._seconds += seconds
        if self.size is None:
            self.seconds_left = self._seconds
        else:
            self.seconds_left = (self.size - self._done) * seconds / items


@runtime_checkable
class Foreseeing(Protocol):
    """Work of which some is known before it is done."""

    def unparsed(self, task: Any) -> int:
        """How many parses a task is known to need."""


def _foreseen(work: object, first: object, size: int | None) -> float:
    """The least seconds that all parsing takes, if there is as much of it everywhere."""
    if size is None or not isinstance(work, Foreseeing):
        return 0.0
    return work.unparsed(first) * PARSE * size / _segments(first)


def _segments(task: object) -> int:
    return max(len(task), 1) if isinstance(task, Sized) else 1


def _packed(work: object) -> bytes | None:
    """Work as bytes, if others can open them: they know nothing of the user's main module."""
    try:
        packed = pack_work(work)
    except Exception as error:  # whatever the user's own objects raise
        log.debug("in one process: %s", error)
        return None
    return None if needs_main(packed) or len(packed) > LARGEST else packed
