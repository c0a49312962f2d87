"""The version in which a violation is known: issue 11 of its repository, found by LDP-Auditor (arXiv:2309.01597)."""

from math import exp, log

from tests.drivers.peers.targets import each


def symmetric(epsilon: float) -> float:
    """A person's own bit is 1 if either coin says so: 1 - pq instead of p, where q = 1 - p."""
    p = exp(epsilon / 2) / (exp(epsilon / 2) + 1)
    q = 1 - p
    return log((1 - p * q) / q**2)


def optimal(epsilon: float) -> float:
    """A person's own bit is 1 if either coin says so, with p = 1/2 and q = 1 / (e^epsilon + 1)."""
    return log(exp(epsilon) + 2)


TARGETS = (*each("SUE", 0, 1, symmetric), *each("OUE", 0, 1, optimal))
