"""A process that is killed while it writes to the cache loses what it was just writing."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from tests.parsing.counting import CountingParser
from treescore.io.store import COMMIT
from treescore.parsing.cache import CachedParser, ParseCache

TEXTS = [str(number) for number in range(3 * COMMIT)]

KILLED = """
import os, signal, sys
from pathlib import Path
from tests.parsing.counting import CountingParser
from treescore.parsing.cache import CachedParser, ParseCache

cache = ParseCache(Path(sys.argv[1]))
steps = int(sys.argv[2])
# SQLite calls this once for so many of its instructions.
cache._connection.set_progress_handler(lambda: os.kill(os.getpid(), signal.SIGKILL), steps)
list(CachedParser(CountingParser(), cache).parse(sys.argv[3].split()))
"""


@pytest.mark.parametrize("steps", [1, 100, 1500, 4000])
def test_killed_in_a_transaction(steps: int, tmp_path: Path):
    path = tmp_path / "parses.sqlite"
    cache = ParseCache(path)
    kept = TEXTS[:COMMIT]
    list(CachedParser(CountingParser(), cache).parse(kept))
    cache.close()
    command = [sys.executable, "-c", KILLED, str(path), str(steps), " ".join(TEXTS[COMMIT:])]
    done = subprocess.run(command, cwd=Path(__file__).parents[2])
    assert done.returncode == -signal.SIGKILL
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    inner = CountingParser()
    again = CachedParser(inner, ParseCache(path)).parse(TEXTS)
    assert list(again) == list(CountingParser().parse(TEXTS))
    parsed = [text for text, _ in inner.asked]
    assert not set(kept) & set(parsed), "what was kept before is still there"
    assert len(parsed) % COMMIT == 0, "a transaction is kept as a whole, or not at all"
