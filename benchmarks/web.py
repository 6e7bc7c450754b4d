"""How the web application bears up under many visitors.

    python benchmarks/web.py [--seconds 60] [--clients 50]

Starts a server on a free port. Every client sends one request after the other, each with sentences
that nobody sent before; now and then one that is over a limit, which must be refused. Prints how
long answers took, and the memory of the server and its workers before and after.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import statistics
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import httpx

from treescore.cli.demo import load_sample

REFUSED = 0.04
"""The share of requests that are over a limit."""
SCORES = 0.3
"""The share of requests for scores; the others are for explanations."""

WARM_UP = 10.0
"""Seconds of visits that do not count."""

Call = tuple[str, dict[str, Any], int]
"""A path, what is sent there, and the status of the answer."""


def sentence(rng: random.Random, texts: list[str]) -> str:
    """A sentence with some words of another, and a word that is new to any parser."""
    words, others = (rng.choice(texts).split() for _ in range(2))
    words[rng.randrange(len(words))] = rng.choice(others)
    words.insert(rng.randrange(len(words)), f"x{rng.randrange(10**9)}")
    return " ".join(words)


def make_call(rng: random.Random, texts: list[str]) -> Call:
    if rng.random() < REFUSED:
        size, status = rng.choice([(30_000, 422), (2_000_000, 413)])
        return "/api/explain", {"references": ["x" * size], "hypotheses": {"A": "x"}}, status
    if rng.random() < SCORES:
        references = [[sentence(rng, texts)] for _ in range(4)]
        systems = {name: [sentence(rng, texts) for _ in range(4)] for name in "AB"}
        return "/api/score", {"references": references, "systems": systems}, 200
    hypotheses = {name: sentence(rng, texts) for name in "AB"}
    return "/api/explain", {"references": [sentence(rng, texts)], "hypotheses": hypotheses}, 200


async def visit(
    client: httpx.AsyncClient, rng: random.Random, end: float, times: list[float]
) -> Counter[str]:
    """Send requests until the end; what went wrong."""
    texts = sample_texts()
    wrong: Counter[str] = Counter()
    while time.monotonic() < end:
        path, body, expected = make_call(rng, texts)
        start = time.monotonic()
        try:
            status = str((await client.post(path, json=body)).status_code)
        except httpx.HTTPError as error:
            status = type(error).__name__
        if status != str(expected):
            wrong[f"{path}: {status} instead of {expected}"] += 1
        elif expected == 200:
            times.append(time.monotonic() - start)
    return wrong


def sample_texts() -> list[str]:
    return [text for each in load_sample().streams for text in each.texts or () if text]


def memory(server: int) -> list[float]:
    """Mebibytes in use by the server and all that it started."""
    tasks = Path(f"/proc/{server}/task").glob("*/children")
    children = [number for each in tasks for number in each.read_text().split()]
    return [_resident(number) for number in (str(server), *children)]


def _resident(process: str) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


def shown(sizes: list[float]) -> str:
    return " + ".join(f"{size:.0f}" for size in sizes) + " MiB"


async def load(address: str, clients: int, seconds: float, server: int) -> None:
    """Send the clients, and print what became of them."""
    times: list[float] = []
    limits = httpx.Limits(max_connections=clients)
    async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:

        async def send_all(duration: float, first_seed: int) -> Counter[str]:
            end = time.monotonic() + duration
            seeds = range(first_seed, first_seed + clients)
            found = await asyncio.gather(
                *(visit(client, random.Random(seed), end, times) for seed in seeds)
            )
            return sum(found, Counter())

        await send_all(WARM_UP, 0)
        times.clear()
        before = memory(server)
        wrong = await send_all(seconds, clients)
        after = memory(server)
        alive = (await client.get("/api/metrics")).is_success
    p50, p95 = (statistics.quantiles(times, n=100)[n - 1] for n in (50, 95))
    print(
        f"{clients} clients, {seconds:g} s: {len(times)} answers "
        f"({len(times) / seconds:.0f} a second), median {p50:.2f} s, 95 % in {p95:.2f} s"
    )
    print(f"errors: {dict(wrong) or 'none'}; the server {'lives' if alive else 'is dead'}")
    print(f"memory of server and workers: {shown(before)} before, {shown(after)} after")


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--seconds", type=float, default=60)
    options.add_argument("--clients", type=int, default=50)
    chosen = options.parse_args()
    command = [sys.executable, "-m", "treescore", "serve", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        address = server.stdout.readline().split()[0]
        try:
            asyncio.run(load(address, chosen.clients, chosen.seconds, server.pid))
        finally:
            server.terminate()


if __name__ == "__main__":
    main()
