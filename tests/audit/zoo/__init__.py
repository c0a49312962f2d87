"""The zoo: implementations of the four systems that are subtly broken, and right ones unlike the reference."""

from tests.audit.zoo import broken, right
from tests.audit.zoo.specimens import BROKEN, RIGHT

__all__ = ["BROKEN", "RIGHT", "broken", "right"]
