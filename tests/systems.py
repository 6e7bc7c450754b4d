"""Marks for tests of what not every system has."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

posix = pytest.mark.skipif(
    sys.platform == "win32", reason="needs the pipes, locks and limits of POSIX systems"
)
proc = pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="needs Linux's /proc")
LINUX_ONLY = (
    "faults",
    "browser/test_app.py",
    "cli/test_interrupted.py",
    "cli/test_starting.py",
    "cli/test_streams.py",
    "engine/test_engines.py",
    "web/test_workers.py",
)
"""Under tests: full of signals and of limits, or of /proc."""
