"""One round, from scratch: the law of the ones among people of whom some are active."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import comb

from tests.reference.shots import printed


def binomial(count: int, chance: Fraction) -> list[Fraction]:
    """The probabilities of 0, 1, ..., count successes."""
    return [comb(count, k) * chance**k * (1 - chance) ** (count - k) for k in range(count + 1)]


def binomial_tail(count: int, chance: Fraction, least: int) -> Fraction:
    """The probability of `least` successes or more."""
    return sum(binomial(count, chance)[max(least, 0) :], Fraction(0))


def sums(trials: Iterable[Sequence[Fraction]]) -> list[Fraction]:
    """The law of a sum of independent whole numbers, each given by its shares of 0, 1, 2, ..."""
    total = [Fraction(1)]
    for shares in trials:
        longer = [Fraction(0)] * (len(total) + len(shares) - 1)
        for at, mass in enumerate(total):
            for value, share in enumerate(shares):
                longer[at + value] += mass * share
        total = longer
    return total


def rates(m: int, T: int, r: Fraction, E: Fraction) -> tuple[Fraction, Fraction]:
    """The source's p and q."""
    return printed.p(Fraction(m), Fraction(T), r, E), printed.q(Fraction(m), Fraction(T), r, E)


def ones(active: int, N: int, m: int, T: int, r: Fraction, E: Fraction) -> list[Fraction]:
    """The probabilities of 0, 1, ..., N ones when so many of N people are active."""
    p, q = rates(m, T, r, E)
    return sums([binomial(active, p), binomial(N - active, q)])


def errors(active: int, N: int, m: int, T: int, r: Fraction, E: Fraction) -> list[tuple[Fraction, Fraction]]:
    """How far Phi is from the share of active people, with its probability."""
    p, q = rates(m, T, r, E)
    return [
        (abs((Fraction(k, N) - q) / (p - q) - Fraction(active, N)), share)
        for k, share in enumerate(ones(active, N, m, T, r, E))
    ]
