"""Choosing by one-hot scores: what the two inputs (1, 0, 0, 0) and (0, 1, 0, 0) reveal."""

from math import exp, log

CHOICES = 4


def permute_and_flip(epsilon: float) -> float:
    """In random order, the best choice is taken for sure and any other with probability e^(-epsilon/2)."""
    passed = 1 - exp(-epsilon / 2)
    best = sum(passed**before for before in range(CHOICES)) / CHOICES
    return log(best * (CHOICES - 1) / (1 - best))
