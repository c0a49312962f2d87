"""Arrays as a number system: a definition that runs in it runs on many floats at once."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[np.float64]
