"""How far metrics agree with human judgements."""

import sys

from treescore.shown import CallablePackage

sys.modules[__name__].__class__ = CallablePackage  # `treescore.meta(...)`
