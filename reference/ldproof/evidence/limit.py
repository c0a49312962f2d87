"""How many pairs any auditor needs: the logarithm of 1/alpha over the evidence that one pair can give."""

from ldproof.numbers import Elementary, like, log, sqrt
from ldproof.tails import divergence


def nearest_rate(odds: Elementary, p1: Elementary, p0: Elementary) -> Elementary:
    """The reverse I-projection onto u = odds v: the v = t that minimises KL(p1 || odds t) + KL(p0 || t)."""
    whole = odds + p1 + 1 + odds * p0
    return 2 * (p1 + p0) / (whole + sqrt(whole**2 - 8 * odds * (p1 + p0)))


def evidence(odds: Elementary, p1: Elementary, p0: Elementary) -> Elementary:
    """The largest growth rate per pair, a KL divergence, of evidence that p1 <= odds p0 is false, where it is."""
    t = nearest_rate(odds, p1, p0)
    return divergence(p1, odds * t) + divergence(p0, t)


def limit(odds: Elementary, p1: Elementary, p0: Elementary, alpha: Elementary) -> Elementary:
    """The pairs until evidence of this one inequality is expected to reach 1/alpha."""
    return log(1 / alpha) / evidence(odds, p1, p0)


def corner_limit(odds: Elementary, p1: Elementary, p0: Elementary, alpha: Elementary) -> Elementary:
    """The pairs until evidence of both inequalities is expected to reach 1/alpha, if their corner is nearest."""
    corner = like(odds, 1) / (odds + 1)
    return log(1 / alpha) / (divergence(p1, odds * corner) + divergence(p0, corner))
