"""treescore with other weights than the bundled ones, to measure them:

    python -m models.sdpm.tried WEIGHTS.npz meta JUDGEMENTS... -m sdpm

What follows the file is treescore's command line, without --jobs and --engine: all is done in this
process, as others would take the bundled weights.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

from treescore.encoder import weights


def main() -> None:
    if len(sys.argv) < 3 or any(each.startswith(("--jobs", "--engine")) for each in sys.argv):
        sys.exit(__doc__)
    path = Path(sys.argv.pop(1))
    # Before anything else is imported, which would keep the bundled file's digest.
    weights.PATH = path
    weights.DIGEST = hashlib.sha256(path.read_bytes()).hexdigest()
    weights.read_weights.__defaults__ = (path, weights.DIGEST)
    from treescore.cli.main import main as treescore
    from treescore.engine import base

    base.usable_cores = lambda: 1  # type: ignore[attr-defined]
    treescore()


if __name__ == "__main__":
    main()
