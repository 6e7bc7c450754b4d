"""What other packages bring: parsers, metrics and explanations, as entry points."""

from __future__ import annotations

from functools import cache
from importlib.metadata import EntryPoint, entry_points, packages_distributions, version

from treescore.errors import UsageError

PARSERS = "treescore.parsers"
METRICS = "treescore.metrics"
EXPLANATIONS = "treescore.explanations"
REMEDY = "mend or remove the package that brings it"


def plugins(group: str) -> dict[str, EntryPoint]:
    """The entry points of a group by name."""
    return {entry.name: entry for entry in entry_points(group=group)}


def find_plugin(group: str, name: str) -> EntryPoint | None:
    """The entry point of a name, if there is one; two packages must not share a name."""
    found = {distribution(entry): entry for entry in entry_points(group=group, name=name)}
    if len(found) > 1:
        raise UsageError(
            f"{name!r} is brought by several packages ({', '.join(sorted(found))}); remove all but "
            "one"
        )
    return next(iter(found.values()), None)


def distribution(entry: EntryPoint) -> str:
    """The package of an entry point and its version."""
    return f"{entry.dist.name}-{entry.dist.version}" if entry.dist else entry.value


def is_own(kind: type) -> bool:
    """Whether a class is one of treescore's."""
    return kind.__module__.split(".")[0] == "treescore"


@cache
def package_of(kind: type) -> str:
    """The package and version of a foreign metric, or its module where no package is installed."""
    if kind.__module__ == "__mp_main__":  # what a script is called in processes that it starts
        return "__main__"
    for entry in plugins(METRICS).values():
        if entry.module == kind.__module__ and entry.dist:
            return distribution(entry)
    found = packages_distributions().get(kind.__module__.split(".")[0])
    return f"{found[0]}-{version(found[0])}" if found else kind.__module__
