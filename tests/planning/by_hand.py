"""Deployments by brute force: every law is the convolution of single people's laws, in fractions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

Which = tuple[str, int, Fraction]
"""A kind of mechanism, its m, and r, what NULL counts as, or the odds of a report of L-GRR."""
Law = Mapping[Fraction | None, Fraction]
"""Estimates, or None where there is none, and their probabilities."""

NOTHING = Fraction(10**9)
"""The error of no estimate."""

GLANCE: Which = ("glance", 1, Fraction(0))
PUBLISHED: Which = ("published", 1, Fraction(1, 2))


def whole_root(number: int, degree: int) -> int:
    """Return a whole root."""
    low, high = 1, number
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**degree >= number else (middle + 1, high)
    assert low**degree == number
    return low


def estimate_law(which: Which, N: int, K: int, T: int, odds: int) -> Law:
    """Return the law of one round's estimate if K of N people are active, one person after the other."""
    kind, m, r = which
    E, told = r if kind == "memoized" else Fraction(whole_root(odds, m)), Fraction(m, T)
    high, low = E / (E + 1), 1 / (E + 1)
    counts = {(0, 0): Fraction(1)}
    for person in range(N):
        one = told * (high if person < K else low)
        zero, silent = told - one, 1 - told
        if kind == "shots":
            one, zero, silent = one + silent * r, zero + silent * (1 - r), Fraction(0)
        grown: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (ones, zeros), share in counts.items():
            grown[ones + 1, zeros] += share * one
            grown[ones, zeros + 1] += share * zero
            if silent:
                grown[ones, zeros] += share * silent
        counts = grown
    found: dict[Fraction | None, Fraction] = defaultdict(Fraction)
    for (ones, zeros), share in counts.items():
        if kind == "glance":
            estimate = (Fraction(ones, ones + zeros) - low) / (high - low) if ones + zeros else None
        else:
            mean = (ones + r * (N - ones - zeros)) / N
            estimate = (mean - (1 - told) * r - told * low) / (told * (high - low))
        found[estimate] += share
    return found


def error_law(found: Law, mu: Fraction) -> dict[Fraction, Fraction]:
    """Return the absolute errors of estimates of a share, with their probabilities."""
    far: dict[Fraction, Fraction] = defaultdict(Fraction)
    for estimate, share in found.items():
        far[NOTHING if estimate is None else abs(estimate - mu)] += share
    return far


def error_quantile(far: Mapping[Fraction, Fraction], tail: Fraction) -> Fraction:
    """Return the largest error that is reached with a probability above `tail`."""
    total = Fraction(0)
    for error in sorted(far, reverse=True):
        total += far[error]
        if total > tail:
            return error
    raise AssertionError


def best_glance(N: int, T: int, odds: int, mu: Fraction) -> Which:
    """Return Glance with the number of reports that makes its variance least, given that somebody reports."""

    def variance(m: int) -> Fraction:
        law = estimate_law(("glance", m, Fraction(0)), N, int(N * mu), T, odds)
        heard = {each: share for each, share in law.items() if each is not None}
        squares = sum(((each - mu) ** 2 * share for each, share in heard.items()), start=Fraction(0))
        return squares / sum(heard.values())

    m = min(range(1, T + 1), key=variance)
    return ("glance", m, Fraction(0)) if m < T else GLANCE


def worst_quantile(
    which: Which, N: int, shares: Iterable[int], T: int, odds: int, tail: Fraction
) -> Fraction:
    """Return the largest quantile over all numbers of active people."""
    return max(
        error_quantile(error_law(estimate_law(which, N, K, T, odds), Fraction(K, N)), tail) for K in shares
    )


def of_independent(far: Mapping[Fraction, Fraction], rounds: int, beta: Fraction) -> Fraction:
    """Return the quantile of the largest error of independent rounds: an error is below e in all of them."""
    reached = (
        error
        for error in far
        if 1 - (1 - sum(share for other, share in far.items() if other >= error)) ** rounds > beta
    )
    return max(reached, default=Fraction(0))


def smallest_error(
    N: int, T: int, odds: int, beta: Fraction, rounds: str, mu: Fraction | None, others: Iterable[Which] = ()
) -> tuple[Fraction, list[Which]]:
    """Return the least error that can be promised, and all that reach it, over all m, r and mechanisms, and `others`."""
    found: dict[Which, Fraction] = {}
    shares = range(N + 1) if mu is None else [int(N * mu)]
    dummies = (Fraction(0), Fraction(1, 2), Fraction(1))
    every = [("shots", m, r) for m in range(1, T + 1) for r in dummies if m < T or not r]
    share = Fraction(N // 2, N) if mu is None else mu
    for which in (*every, GLANCE, PUBLISHED, best_glance(N, T, odds, share), *others):
        if rounds == "all" and which[:2] == ("shots", T):
            laws = (error_law(estimate_law(which, N, K, T, odds), Fraction(K, N)) for K in shares)
            found[which] = max(of_independent(each, T, beta) for each in laws)
        else:
            found[which] = worst_quantile(which, N, shares, T, odds, beta / T if rounds == "all" else beta)
    least = min(found.values())
    return least, [which for which, error in found.items() if error == least]
