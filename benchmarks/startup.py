"""How soon the command answers, against sacreBLEU's, and how large a plain install is.

    python benchmarks/startup.py [--turns N] [--no-install]

Processor time (user and system) of several answers, each a process of its own. All of them take
turns with `sacrebleu --version`, so that they meet the same weather; medians. The score is that of
the bundled sample, whose parses are in the cache. Then the project is installed into a fresh
virtual environment with the pinned versions, which takes a minute or two, and the sizes of all
files are added up.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import venv
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path
from statistics import median

PROJECT = Path(__file__).parents[1]
SACREBLEU = "sacrebleu --version"
SECONDS = 0.25
"""What an answer may take that computes nothing."""
RATIO = 1.7
"""How much longer than sacreBLEU's the first answer may take."""
MEGABYTES = 400
INSTALLERS = ("pip", "setuptools", "pkg_resources", "_distutils_hack")
"""Packages that every virtual environment may have of its own."""


def answers() -> dict[str, list[str]]:
    """The commands, by what they are called here."""
    sample = Path(str(files("treescore"))) / "data" / "demo" / "en"
    score = ["score", "-r", f"{sample}/ref1.txt", "-s", f"fluent={sample}/fluent.txt"]
    arguments = {
        "--version": ["--version"],
        "--help": ["--help"],
        "metrics": ["metrics"],
        "a wrong option": ["score", "--nonsense"],
        "no reference": ["score"],
        "an unknown metric": [*score, "-m", "nonsense"],
        "score --help": ["score", "--help"],
        "score, from the cache": score,
        "score -m hwcm, from the cache": [*score, "-m", "hwcm"],
    }
    commands = {
        name: [sys.executable, "-m", "treescore", *each] for name, each in arguments.items()
    }
    return {SACREBLEU: [sys.executable, "-m", "sacrebleu", "--version"], **commands}


def processor_time(command: Sequence[str]) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def verdict(kept: bool, target: str) -> str:
    return f"(target: {target}, {'ok' if kept else 'MISSED'})"


def measure_answers(turns: int) -> None:
    commands = answers()
    for command in commands.values():  # what is compiled or parsed for the first time
        processor_time(command)
    times = [
        {name: processor_time(command) for name, command in commands.items()} for _ in range(turns)
    ]
    print(f"{'':32}{'s':>6}{'x sacreBLEU':>13}")
    for name in commands:
        taken = median(turn[name] for turn in times)
        ratio = median(turn[name] / turn[SACREBLEU] for turn in times)
        target = ""
        if name == "--version":
            target = verdict(ratio <= RATIO, f"{RATIO} x")
        elif name != SACREBLEU and "from the cache" not in name:
            target = verdict(taken <= SECONDS, f"{SECONDS} s")
        print(f"{name:32}{taken:6.3f}{ratio:13.2f}  {target}".rstrip())


def measure_install() -> None:
    with tempfile.TemporaryDirectory(prefix="treescore-") as folder:
        venv.create(folder, with_pip=True)
        pip = [f"{folder}/bin/python", "-m", "pip", "install", "--quiet"]
        pins = ["--constraint", str(PROJECT / "constraints.txt")]
        subprocess.run([*pip, *pins, str(PROJECT)], check=True)
        sizes: dict[str, float] = {}
        for path in Path(folder).rglob("*"):
            if path.is_file() and not path.is_symlink():
                _, found, inside = str(path).partition("/site-packages/")
                package = inside.split("/")[0].split("-")[0] if found else "other"
                sizes[package] = sizes.get(package, 0.0) + path.stat().st_size / 1e6
    whole = sum(sizes.values())
    own = whole - sum(sizes.get(name, 0.0) for name in INSTALLERS)
    print(
        f"plain install: {whole:.0f} MB {verdict(whole <= MEGABYTES, f'{MEGABYTES} MB')}; ", end=""
    )
    print(f"{own:.0f} MB without pip and setuptools")
    largest = sorted(sizes, key=lambda name: -sizes[name])[:8]
    print("  " + ", ".join(f"{name} {sizes[name]:.0f}" for name in largest))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--turns", type=int, default=9)
    parser.add_argument("--no-install", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="treescore-") as cache:
        os.environ["TREESCORE_CACHE"] = cache
        measure_answers(options.turns)
    if not options.no_install:
        measure_install()


if __name__ == "__main__":
    main()
