"""How a column is said with noise: a bit for every column, one bit of a Hadamard row, or one column."""

from ldproof.sketch.channels.channel import Channel, Content
from ldproof.sketch.channels.hadamard import Hadamard
from ldproof.sketch.channels.kary import Kary
from ldproof.sketch.channels.unary import Unary

__all__ = ["Channel", "Content", "Hadamard", "Kary", "Unary"]
