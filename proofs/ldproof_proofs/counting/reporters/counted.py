"""The mean of 1/k and the probability of an empty round, by drawing everybody's tau, and far out by the recurrence."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every
from math import comb

from flint import fmpq

from ldproof.counting.reporters import empty_round, inverse_count, likely
from ldproof.numbers import Ball, Real, ball
from ldproof_proofs.counting.tail import overlapping
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

SMALL = [(N, T) for N in range(1, 7) for T in range(1, 5) if T**N <= 1024]
LARGE = ((1000, 30), (600, 500), (460, 460))
"""So many people that the reference encloses its answers."""
TINY = 1e-12


def drawn(N: int, T: int) -> list[Counter[int]]:
    """How many people report in each round, for every way to draw everybody's tau."""
    return [Counter(taus) for taus in every(range(T), repeat=N)]


def inverse_by_tau(N: int, T: int) -> Fraction:
    """The mean of 1/k in the first round, where somebody reports in it."""
    found = [taus[0] for taus in drawn(N, T) if taus[0]]
    return sum((Fraction(1, k) for k in found), Fraction(0)) / len(found)


def empty_by_tau(N: int, T: int) -> Fraction:
    """The share of all ways to draw everybody's tau in which some round has nobody."""
    ways = drawn(N, T)
    return Fraction(sum(len(taus) < T for taus in ways), len(ways))


def inverse_by_recurrence(N: int, T: int) -> Fraction:
    """From S_0 = 0 by S_n = (1 - 1/T) S_{n-1} + (1 - (1 - 1/T)^n)/n."""
    stays, total, nobody = fmpq(T - 1, T), fmpq(0), fmpq(1)
    for n in range(1, N + 1):
        nobody *= stays
        total = stays * total + (1 - nobody) / n
    found = total / (1 - nobody)
    return Fraction(int(found.p), int(found.q))


def empty_by_sum(N: int, T: int) -> Fraction:
    """The sum over j >= 1 of (-1)^(j+1) C(T, j) (1 - j/T)^N."""
    whole = sum((-1) ** (j + 1) * comb(T, j) * (T - j) ** N for j in range(1, T + 1))
    return Fraction(whole, T**N)


def small_cases(more: int) -> Iterable[tuple[str, bool]]:
    """All ways to draw everybody's tau."""
    for N, T in SMALL:
        by_tau = inverse_by_tau(N, T), empty_by_tau(N, T)
        yield f"1/k, N = {N}, T = {T}", inverse_count(N, T + more) == by_tau[0]
        yield f"empty, N = {N}, T = {T}", empty_round(N, T + more) == by_tau[1]
        yield f"1/k by the recurrence, N = {N}, T = {T}", inverse_by_recurrence(N, T) == by_tau[0]
        yield f"empty by the sum, N = {N}, T = {T}", empty_by_sum(N, T) == by_tau[1]


def bound_cases(factor: int) -> Iterable[tuple[str, bool]]:
    """R between T (1 - P0)/N and (T/(N + 1) + 3 T^2/((N + 1) (N + 2)))/(1 - P0)."""
    for N, T in every(range(1, 41), range(1, 7)):
        R, somebody = inverse_by_recurrence(N, T), 1 - Fraction(T - 1, T) ** N
        upper = Fraction(T, N + 1) + Fraction(factor * T**2, (N + 1) * (N + 2))
        yield f"N = {N}, T = {T}", T * somebody / N <= R <= upper / somebody


def bounds(prover: Prover) -> Theorem:
    """So R is T/N up to something of the order (T/N)^2."""
    claim = Finite(
        "counting.inverse-count-bounds",
        "T (1 - P0)/N <= R <= (T/(N + 1) + 3 T^2/((N + 1) (N + 2)))/(1 - P0), P0 = (1 - 1/T)^N",
        "N <= 40, T <= 6",
        lambda: bound_cases(3),
        lambda: bound_cases(0),
    )
    return prover.theorem(claim, ByEnumeration())


def same(ours: Real, theirs: Fraction) -> bool:
    """Whether what is enclosed at this precision may be this fraction, and is known well."""
    return ours.exact is None and overlapping(ours, ball(theirs))


def large_cases(more: int) -> Iterable[tuple[str, bool]]:
    """Where the reference sums only what counts."""
    for N, T in LARGE:
        ours = inverse_count(N + more, T)
        yield f"1/k, N = {N}, T = {T}", same(ours, inverse_by_recurrence(N, T))
        yield f"empty, N = {N}, T = {T}", same(empty_round(N + more, T), empty_by_sum(N, T))


def summed_cases(more: int) -> Iterable[tuple[str, bool]]:
    """The numbers that are summed, and the rest: as C(N, k) (T - 1)^(N - k) over the largest of these."""
    for N, T in ((1, 1), (7, 1), (1, 2), (6, 7), (9, 3), (300, 2), (1000, 30), (200, 500)):
        exact = [Fraction(comb(N, k) * (T - 1) ** (N - k)) for k in range(N + 1)]
        found, name, top = likely(N, T + more), f"N = {N}, T = {T}", max(exact)
        inside = slice(found.first, found.last + 1)
        yield f"{name}, some numbers", 0 <= found.first <= exact.index(top) <= found.last <= N
        yield (
            f"{name}, weights",
            all(is_known(one, each / top) for one, each in zip(found.weights, exact[inside], strict=True)),
        )
        yield f"{name}, rest", is_known(found.others, (sum(exact) - sum(exact[inside])) / top)


def is_known(ours: Ball, exact: Fraction) -> bool:
    """Whether a small ball has a number in it."""
    return ours.overlaps(ball(exact)) and bool(ours.rad() < TINY)


def counted(prover: Prover) -> Iterable[Theorem]:
    """The reference's numbers, few people and many."""
    yield prover.theorem(
        Finite(
            "counting.reporters-drawn",
            "the mean of 1/k, k >= 1, and the probability of an empty round are those of everybody's tau; the recurrence "
            "and the sum over the numbers of empty rounds give the same",
            "N <= 6, T <= 4, T^N <= 1024, every way to draw tau",
            lambda: small_cases(0),
            lambda: small_cases(1),
            anchors=(
                anchor(inverse_count, lambda: inverse_count(5, 3), lambda: inverse_by_tau(5, 3)),
                anchor(empty_round, lambda: empty_round(5, 3), lambda: empty_by_tau(5, 3)),
            ),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Finite(
            "counting.reporters-enclosed",
            "balls around the mean of 1/k and the probability of an empty round, at one precision, are small and about the "
            "recurrence's and the sum's",
            f"(N, T) in {', '.join(map(str, LARGE))}",
            lambda: large_cases(0),
            lambda: large_cases(1),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Finite(
            "counting.reporters-summed",
            "the weights of the numbers that are summed where all are too many, and what the others weigh, are those of "
            "Bin(N, 1/T) over the largest, within 10^-12",
            "(N, T) in (1, 1), (7, 1), (1, 2), (6, 7), (9, 3), (300, 2), (1000, 30), (200, 500)",
            lambda: summed_cases(0),
            lambda: summed_cases(1),
        ),
        ByEnumeration(),
    )
