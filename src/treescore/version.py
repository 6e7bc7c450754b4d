"""The version, as the package's metadata state it."""

from importlib.metadata import version

VERSION = version("treescore")
