"""What a visitor may ask for, all in one place."""

from __future__ import annotations

JSON_BYTES = 1_000_000
UPLOAD_BYTES = 50_000_000
UNPACKED_BYTES = 200_000_000
"""Of all the files of a report, after gzip."""
CHARACTERS = 20_000
"""Of one text: more than 3,000 words."""
NAME = 200
"""Characters of a system's name, or of a metric with its parameters."""
SEGMENTS = 1000
"""Of one request to score; a report may have any number."""
SYSTEMS = 20
REFERENCES = 20
METRICS = 20

WORKERS = 2
"""Processes that answer quick requests."""
WAITING = 64
"""Requests that wait for a worker; any more are sent away."""
SECONDS = 30.0
"""For an answer, waiting included."""
USES = 2000
"""Answers of one worker, which then makes room for a new one: a parser never forgets a word."""
GRACE = 3.0
"""Seconds for work whose visitor is gone: mostly done sooner than a new worker would start."""

REPORTS = 1
"""Reports made at a time."""
REPORTS_WAITING = 4
REPORT_SECONDS = 1800.0

MEMORY = 6 * 2**30
"""Bytes that a worker may reserve, where the system keeps count."""
RETRY = 5
"""Seconds after which one who was sent away may come back."""
