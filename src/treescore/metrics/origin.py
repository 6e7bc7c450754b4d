"""Where a metric comes from: treescore itself, or a package of somebody else's."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points, packages_distributions, version

PLUGINS = "treescore.metrics"
"""The group of entry points under which packages bring metrics."""


def plugins() -> dict[str, EntryPoint]:
    """The metrics that other packages bring, by name."""
    return {entry.name: entry for entry in entry_points(group=PLUGINS)}


def is_own(kind: type) -> bool:
    """Whether a class is one of treescore's."""
    return kind.__module__.split(".")[0] == "treescore"


@cache
def package_of(kind: type) -> str:
    """The package and version of a foreign class, or its module where no package is installed."""
    for entry in plugins().values():
        if entry.module == kind.__module__ and entry.dist:
            return f"{entry.dist.name}-{entry.dist.version}"
    found = packages_distributions().get(kind.__module__.split(".")[0])
    return f"{found[0]}-{version(found[0])}" if found else kind.__module__
