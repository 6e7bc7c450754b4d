"""Tables, JSON, LaTeX, pages and trees: numbers are shown here, and none is computed."""

import sys

from treescore.shown import CallablePackage

sys.modules[__name__].__class__ = CallablePackage  # `treescore.report(...)`
