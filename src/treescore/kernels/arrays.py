"""Arrays of numbers, as statistics and scores are kept in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]
"""One row a segment, one column a number of a metric's statistics."""
Vector = NDArray[np.float64]
Booleans = NDArray[np.bool_]
