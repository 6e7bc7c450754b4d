"""Values that show themselves. How they look is known floors above, so that is handed down."""

from __future__ import annotations

from types import ModuleType
from typing import Any

from treescore import handed


class Shown:
    """A value that prints as the command would print it, and shows itself in notebooks."""

    def __str__(self) -> str:
        return handed.show(self, "text")

    def _repr_html_(self) -> str:
        return handed.show(self, "html")


class Drawn(Shown):
    """A value that has a drawing, too."""

    def _repr_svg_(self) -> str:
        return handed.show(self, "svg")


class CallablePackage(ModuleType):
    """A package whose name a function of `import treescore` has, too: whoever calls it means that.

    Python puts a package into the place of such a function once anything of it is imported.
    """

    def __call__(self, *arguments: Any, **options: Any) -> Any:
        return handed.offered(self.__name__.rpartition(".")[2])(*arguments, **options)
