"""Specimens that leak more than they say."""

from tests.audit.zoo.broken import chi2, counting, shots, sketch

__all__ = ["chi2", "counting", "shots", "sketch"]
