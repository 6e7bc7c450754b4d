"""Work as bytes, for other processes."""

from __future__ import annotations

import pickle

from treescore.errors import UsageError


def pack_work(work: object) -> bytes:
    """Work as bytes."""
    try:
        return pickle.dumps(work)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        raise UsageError(
            f"cannot be handed to other processes ({error}); work in one process, or give a parser "
            "of your own by its name"
        ) from None


def needs_main(work: bytes) -> bool:
    """Whether packed work names something of the main module; a text that does so counts, too."""
    return b"__main__" in work
