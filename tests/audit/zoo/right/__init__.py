"""Specimens that do what they say, written in other ways than the reference."""

from tests.audit.zoo.right import chi2, counting, shots, sketch

__all__ = ["chi2", "counting", "shots", "sketch"]
