"""Deployments by brute force: every law is the convolution of what single people send, in fractions."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from fractions import Fraction

Law = Mapping[Fraction, Fraction]
"""Errors, and their probabilities; what has no estimate is left out."""

NOTHING = Fraction(10**9)
"""The error of no estimate."""


def root(number: int, degree: int) -> int:
    """A whole root."""
    low, high = 1, number
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if middle**degree >= number else (middle + 1, high)
    assert low**degree == number
    return low


def shots_law(N: int, K: int, T: int, m: int, r: Fraction, odds: int) -> Law:
    """m-shot: |Phi - K/N|, a person after the other."""
    E = Fraction(root(odds, m))
    s = Fraction(m, T)
    p, q = s * E / (E + 1) + (1 - s) * r, s / (E + 1) + (1 - s) * r
    ones = {0: Fraction(1)}
    for person in range(N):
        chance = p if person < K else q
        grown: dict[int, Fraction] = defaultdict(Fraction)
        for count, share in ones.items():
            grown[count] += share * (1 - chance)
            grown[count + 1] += share * chance
        ones = grown
    return gathered(
        (abs((Fraction(x, N) - q) / (p - q) - Fraction(K, N)), share) for x, share in ones.items()
    )


def one_report_law(N: int, K: int, T: int, odds: int, fill: Fraction | None) -> Law:
    """One report in one of T rounds, and NULL, which counts as `fill` or not at all."""
    lie = Fraction(1, odds + 1)
    sent = {(0, 0): Fraction(1)}
    for person in range(N):
        one = (1 - lie if person < K else lie) / T
        grown: dict[tuple[int, int], Fraction] = defaultdict(Fraction)
        for (ones, zeros), share in sent.items():
            grown[ones + 1, zeros] += share * one
            grown[ones, zeros + 1] += share * (Fraction(1, T) - one)
            grown[ones, zeros] += share * (1 - Fraction(1, T))
        sent = grown
    mu, gap = Fraction(K, N), 1 - 2 * lie

    def error(ones: int, zeros: int) -> Fraction:
        if fill is None:
            return abs((Fraction(ones, ones + zeros) - lie) / gap - mu) if ones + zeros else NOTHING
        mean = (ones + fill * (N - ones - zeros)) / N
        silent = fill * (1 - Fraction(1, T))
        return abs((mean - silent - lie / T) / (gap / T) - mu)

    return gathered((error(*pair), share) for pair, share in sent.items())


def gathered(pairs: Iterable[tuple[Fraction, Fraction]]) -> Law:
    """Equal errors together."""
    found: dict[Fraction, Fraction] = defaultdict(Fraction)
    for error, share in pairs:
        found[error] += share
    return found


def quantile(law: Law, tail: Fraction) -> Fraction:
    """The largest error that is reached with a probability above `tail`."""
    total = Fraction(0)
    for error in sorted(law, reverse=True):
        total += law[error]
        if total > tail:
            return error
    raise AssertionError


def any_quantile(laws: Iterable[Law], tail: Fraction) -> Fraction:
    """The largest of some laws' quantiles."""
    return max(quantile(law, tail) for law in laws)


def of_independent(law: Law, rounds: int, beta: Fraction) -> Fraction:
    """The quantile of the largest error of so many independent rounds: an error is below e in all of them."""
    found = Fraction(0)
    for error in sorted(law):
        above = sum((share for other, share in law.items() if other >= error), Fraction(0))
        if 1 - (1 - above) ** rounds > beta:
            found = error
    return found


def mechanisms(T: int) -> list[tuple[str, int, Fraction]]:
    """m and r, and the two in which NULL is seen: all that there is to choose from."""
    every = [
        ("shots", m, r)
        for m in range(1, T + 1)
        for r in (Fraction(0), Fraction(1, 2), Fraction(1))
        if m < T or not r
    ]
    return [*every, ("glance", 0, Fraction(0)), ("published", 0, Fraction(0))]


def law(which: tuple[str, int, Fraction], N: int, K: int, T: int, odds: int) -> Law:
    """The law of one of them."""
    kind, m, r = which
    if kind == "shots":
        return shots_law(N, K, T, m, r, odds)
    return one_report_law(N, K, T, odds, None if kind == "glance" else Fraction(1, 2))


def smallest_error(
    N: int, T: int, odds: int, beta: Fraction, rounds: str, mu: Fraction | None
) -> tuple[Fraction, list[tuple[str, int, Fraction]]]:
    """The least error that can be promised, and all that reach it."""
    found: dict[tuple[str, int, Fraction], Fraction] = {}
    shares = range(N + 1) if mu is None else [int(N * mu)]
    for which in mechanisms(T):
        laws = [law(which, N, K, T, odds) for K in shares]
        if rounds != "all":
            found[which] = any_quantile(laws, beta)
        elif which[:2] == ("shots", T):
            found[which] = max(of_independent(each, T, beta) for each in laws)
        else:
            found[which] = any_quantile(laws, beta / T)
    least = min(found.values())
    return least, [which for which, error in found.items() if error == least]
