"""Run the commands of docs/results.md again, and put what they print into the page.

    python benchmarks/results.py JUDGEMENTS [PART ...]

JUDGEMENTS is the folder with the sets. With PARTs, only commands that contain one of them are run.
A command is a `sh` block; what it prints, without the signatures, goes into the `text` block below.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

PAGE = Path(__file__).parents[1] / "docs/results.md"
BLOCK = re.compile(r"```sh\n(?P<command>[^`]*?)\n```\n\n```text\n(?P<output>.*?)```", re.DOTALL)
NOTES = ("[low high]", "*: the best")
"""Lines that would be the same below every table: the page says it once."""


def run(command: str, judgements: str) -> str:
    """The tables that a command prints."""
    environment = os.environ | {"JUDGEMENTS": judgements, "COLUMNS": "80"}
    done = subprocess.run(
        command, shell=True, env=environment, stdout=subprocess.PIPE, text=True, check=True
    )
    lines = (line.rstrip() for line in done.stdout.splitlines())
    kept = [line for line in lines if not line.startswith(NOTES) and "|version:" not in line]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(kept)).strip() + "\n"


def main() -> None:
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    judgements, *parts = sys.argv[1:]
    for block in BLOCK.finditer(PAGE.read_text("utf-8")):
        command = block["command"]
        if parts and not any(part in command for part in parts):
            continue
        print(command, flush=True)
        output = run(command.replace("\\\n", " "), judgements)
        text = PAGE.read_text("utf-8")  # anew: it may have been edited in the meantime
        PAGE.write_text(text.replace(block[0], f"```sh\n{command}\n```\n\n```text\n{output}```"))


if __name__ == "__main__":
    main()
