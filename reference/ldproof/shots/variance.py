"""The exact variance of Phi at one round, and its largest value over all shares of active people."""

from ldproof.numbers import Exact, least
from ldproof.shots.formulas import gap, p, q

__all__ = ["variance", "worst_variance"]


def active_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """p (1 - p), the variance of a bit from a person in state 1; 1 - p is q with all bits flipped."""
    return p(m, T, r, excess) * q(m, T, 1 - r, excess)


def idle_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """q (1 - q), the variance of a bit from a person in state 0; 1 - q is p with all bits flipped."""
    return q(m, T, r, excess) * p(m, T, 1 - r, excess)


def largest_variance(m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """V = max(p (1 - p), q (1 - q)), which no person's bit exceeds."""
    active, idle = active_variance(m, T, r, excess), idle_variance(m, T, r, excess)
    return active + idle - least(active, idle)


def variance(N: Exact, m: Exact, T: Exact, r: Exact, phi: Exact, excess: Exact) -> Exact:
    """The variance of Phi in a round in which a share phi of N people is active."""
    active, idle = active_variance(m, T, r, excess), idle_variance(m, T, r, excess)
    return (phi * active + (1 - phi) * idle) / (N * gap(m, T, excess) ** 2)


def worst_variance(N: Exact, m: Exact, T: Exact, r: Exact, excess: Exact) -> Exact:
    """The largest variance of Phi over all phi; it is linear in phi, so that one end attains it."""
    return largest_variance(m, T, r, excess) / (N * gap(m, T, excess) ** 2)
