"""What more processes bring, and a million pairs with accidents: python benchmarks/scale.py

    python benchmarks/scale.py speed [SENTENCES]
    python benchmarks/scale.py million [PAIRS]

`speed` prints segments per second, without a cache, for bare spaCy over the same sentences, for the
command in one process, in two, and on a Dask cluster of two workers that is reached by TCP.
`million` writes a table of pairs made from real sentences, scores it undisturbed, and once more
with a worker and then the main process killed, and compares the two files.
"""

from __future__ import annotations

import hashlib
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import islice
from pathlib import Path
from statistics import median

import spacy

from treescore.cli.demo import load_sample
from treescore.io.files import read_lines
from treescore.parsing.models import model_for
from treescore.parsing.spacy import UNUSED

TEXTS = Path(__file__).parents[2] / "shared/data/bitext/en-de.europarl.en.gz"
BARE, ONE, TWO = "bare spaCy", "one process", "two processes"
TCP = "two Dask workers over TCP"
TURNS = 3
SCALING = 1.7
MEMORY = 2 * 2**30
METRICS = ("-m", "hwcm", "-m", "dpm")
SOURCES = 5000
"""Sentences that a table of pairs is made from."""
BLOCK = 50_000
"""Rows of the table written together."""


def sentences(size: int) -> list[str]:
    """Different sentences: real ones, or the bundled ones with numbers in them."""
    if TEXTS.is_file():
        fitting = (line for line in read_lines(str(TEXTS)) if 20 <= len(line) <= 300)
        return list(islice(dict.fromkeys(fitting), size))
    texts = [text for stream in load_sample().streams for text in stream.texts or () if text]
    return [f"{number} {texts[number % len(texts)]}" for number in range(size)]


def speed(size: int) -> None:
    half = size // 2
    print(f"{half} segments of two different sentences each, hwcm, no cache, {TURNS} turns")
    times: dict[str, list[float]] = {BARE: [], ONE: [], TWO: [], TCP: []}
    scores = set()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = sentences(size)
        (folder / "ref.txt").write_text("\n".join(texts[:half]) + "\n")
        (folder / "out.txt").write_text("\n".join(texts[half : 2 * half]) + "\n")
        score = ["-m", "treescore", "score", "-r", "ref.txt", "-s", "out.txt", "-m", "hwcm"]
        score += ["--no-cache", "-f", "tsv"]
        for _ in range(TURNS):  # all take turns, so that they meet the same weather
            _time(times[BARE], folder, str(Path(__file__).resolve()), "bare")
            scores.add(_time(times[ONE], folder, *score, "--jobs", "1"))
            scores.add(_time(times[TWO], folder, *score, "--jobs", "2"))
            with cluster() as address:  # which would take its share of the machine even when idle
                scores.add(_time(times[TCP], folder, *score, "--engine", f"dask://{address}"))
    for name, each in times.items():
        seconds = ", ".join(f"{one:.1f}" for one in each)
        print(f"{name}: {half / median(each):.0f} segments/s (of {seconds} s)")
    print("the same scores" if len(scores) == 1 else f"DIFFERENT SCORES: {scores}")
    for one, other, target in ((BARE, ONE, 0.0), (ONE, TWO, SCALING), (ONE, TCP, SCALING)):
        turns = zip(times[one], times[other], strict=True)
        ratio = median(slow / fast for slow, fast in turns)
        verdict = f" (target: at least {target}), {'ok' if ratio >= target else 'MISSED'}"
        print(f"{other} / {one} {ratio:.2f}{verdict if target else ''}")


def _time(times: list[float], folder: Path, *command: str) -> str:
    """What a program prints; its time is taken from its start to its end, imports and all."""
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, *command], cwd=folder, stdout=subprocess.PIPE, text=True, check=True
    )
    times.append(time.perf_counter() - start)
    return done.stdout


def bare() -> None:
    """What parsing alone takes."""
    nlp = spacy.load(model_for("en").package, exclude=list(UNUSED))
    for name in ("ref.txt", "out.txt"):
        for _ in nlp.pipe(Path(name).read_text().splitlines()):
            pass


@contextmanager
def cluster() -> Iterator[str]:
    """The address of a scheduler with two workers, each a process of its own."""
    with ExitStack() as stack:

        def start(name: str, *options: str) -> subprocess.Popen[str]:
            process = subprocess.Popen(
                [sys.executable, "-m", f"distributed.cli.dask_{name}", *options],
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.callback(process.kill)
            return process

        scheduler = start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        address = _wait_for(scheduler, r"Scheduler at: +tcp://(\S+)")
        for _ in range(2):
            options = ("--nthreads", "1", "--no-dashboard", "--no-nanny")
            _wait_for(start("worker", f"tcp://{address}", *options), r"Registered to: +(\S+)")
        yield address


def _wait_for(process: subprocess.Popen[str], pattern: str) -> str:
    assert process.stderr
    for line in process.stderr:
        if found := re.search(pattern, line):
            return found[1]
    raise SystemExit("Dask does not start")


def million(size: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        os.environ["TREESCORE_CACHE"] = name
        make_pairs(folder / "pairs.parquet", size)
        print(f"{size} pairs from {SOURCES} sentences, {' '.join(METRICS)}, two processes")
        whole = Run(folder, "whole.parquet")
        seconds = whole.finish()
        print(f"undisturbed: {size / seconds:.0f} pairs/s ({seconds:.0f} s)", flush=True)
        parts = Run(folder, "parts.parquet")
        parts.kill_after(seconds / 8, "worker")
        parts.kill_after(seconds / 8, "main process")
        resumed = Run(folder, "parts.parquet")
        print(f"resumed: {resumed.finish():.0f} s")
        peak = max(whole.peak, parts.peak, resumed.peak)
        verdict = "ok" if peak < MEMORY else "MISSED"
        print(f"peak memory of a process {peak / 2**30:.2f} GiB (target: under 2 GiB), {verdict}")
        digests = [_digest(folder / name) for name in ("whole.parquet", "parts.parquet")]
        print("\n".join(digests))
        print("the same file" if len(set(digests)) == 1 else "ANOTHER FILE")


def make_pairs(path: Path, size: int) -> None:
    """Sentences as references, and as translations with words left out or swapped."""
    import pyarrow as pa
    from pyarrow import parquet

    chance = random.Random(1)
    variants = [[text, _worse(text, chance), _worse(text, chance)] for text in sentences(SOURCES)]
    schema = pa.schema([(name, pa.string()) for name in ("system", "reference", "hypothesis")])
    with parquet.ParquetWriter(path, schema) as writer:
        for start in range(0, size, BLOCK):
            chosen = chance.choices(variants, k=min(BLOCK, size - start))
            table = {
                "system": [chance.choice("AB") for _ in chosen],
                "reference": [texts[0] for texts in chosen],
                "hypothesis": [chance.choice(texts) for texts in chosen],
            }
            writer.write_table(pa.table(table, schema=schema))


def _worse(text: str, chance: random.Random) -> str:
    words = text.split()
    place = chance.randrange(len(words))
    words[place : place + 2] = words[place + 1 : place + 2] * chance.randrange(2)
    return " ".join(words)


class Run:
    """A run of the command, the memory of whose processes is watched."""

    def __init__(self, folder: Path, output: str) -> None:
        command = [sys.executable, "-m", "treescore", "score", "--jobs", "2", *METRICS]
        files = ["--input", str(folder / "pairs.parquet"), "--output", str(folder / output)]
        self.process = subprocess.Popen([*command, *files], stdout=subprocess.DEVNULL)
        self.start = time.perf_counter()
        self.peak = 0

    def finish(self) -> float:
        """Wait for the end; return the seconds it took."""
        while self.process.poll() is None:
            self._watch()
            time.sleep(0.2)
        if self.process.returncode:
            raise SystemExit("treescore failed")
        return time.perf_counter() - self.start

    def kill_after(self, seconds: float, what: str) -> None:
        end = time.perf_counter() + seconds
        while time.perf_counter() < end:
            self._watch()
            time.sleep(0.2)
        if self.process.poll() is not None:
            raise SystemExit("the run ended before it could be killed; take more pairs")
        number = self.process.pid if what == "main process" else self._workers()[0]
        os.kill(number, signal.SIGKILL)
        print(f"{what} killed after {time.perf_counter() - self.start:.0f} s", flush=True)
        if what == "main process":
            self.process.wait()

    def _workers(self) -> list[int]:
        """The processes it started to work; another one only looks after what they share."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        numbers = [int(number) for number in children.split()]
        return [each for each in numbers if "spawn_main" in _read(each, "cmdline")]

    def _watch(self) -> None:
        for number in (self.process.pid, *self._workers()):
            if found := re.search(r"VmHWM:\s+(\d+) kB", _read(number, "status")):
                self.peak = max(self.peak, int(found[1]) * 1024)


def _read(number: int, name: str) -> str:
    try:
        return Path(f"/proc/{number}/{name}").read_text()
    except OSError:  # it has ended
        return ""


def _digest(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def main() -> None:
    part, size = (*sys.argv[1:], "", "")[:2]
    if part == "bare":
        bare()
    if part in {"", "speed"}:
        speed(int(size or 20_000))
    if part in {"", "million"}:
        million(int(size or 1_000_000))


if __name__ == "__main__":
    main()
