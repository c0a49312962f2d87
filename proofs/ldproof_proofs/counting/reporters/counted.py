"""The mean of 1/k and the probability of an empty round, by drawing everybody's tau, and far out by the recurrence."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.counting.formulas import empty_round, inverse_count, likely_reporter_weights
from ldproof.numbers import Ball, Term, ball, enclose, rational, term
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

SMALL = [(N, T) for N in range(1, 7) for T in range(1, 5) if T**N <= 1024]
LARGE = ((1000, 30), (2000, 30), (700, 127), (600, 500), (460, 460), (2100, 2))
"""So many people that the reference encloses its answers."""
ALL = 5000
"""So many people that only in a single round the answers are still fractions."""
NEAR = 9
TINY = 1e-12


def drawn(N: int, T: int) -> list[Counter[int]]:
    """How many people report in each round, for every way to draw everybody's tau."""
    return [Counter(taus) for taus in every(range(T), repeat=N)]


def inverse_by_tau(N: int, T: int) -> Term:
    """The mean of 1/k in the first round, where somebody reports in it."""
    often = Counter(taus[0] for taus in drawn(N, T) if taus[0])
    return sums.total(Fraction(many) / term(k) for k, many in sorted(often.items())) / often.total()


def empty_by_tau(N: int, T: int) -> Term:
    """The share of all ways to draw everybody's tau in which some round has nobody."""
    ways = drawn(N, T)
    return term(sum(len(taus) < T for taus in ways)) / len(ways)


def recurring(N: int, T: int) -> tuple[Term, Term]:
    """S_N and (1 - 1/T)^N: from S_0 = 0 by S_n = (1 - 1/T) S_{n-1} + (1 - (1 - 1/T)^n)/n."""
    stays, total, nobody = term(Fraction(T - 1, T)), term(0), term(1)
    for n in range(1, N + 1):
        nobody = nobody * stays
        total = stays * total + (1 - nobody) / n
    return total, nobody


def inverse_as_term(N: int, T: int) -> Term:
    """E[1/k | k >= 1] by the recurrence."""
    total, nobody = recurring(N, T)
    return total / (1 - nobody)


def inverse_by_recurrence(N: int, T: int) -> Fraction:
    """From S_0 = 0 by S_n = (1 - 1/T) S_{n-1} + (1 - (1 - 1/T)^n)/n."""
    stays, total, nobody = rational(T - 1, T), rational(0), rational(1)
    for n in range(1, N + 1):
        nobody *= stays
        total = stays * total + (1 - nobody) / n
    return total / (1 - nobody)


def up_to(most: int, T: int) -> Iterator[tuple[int, Relation, Term, Term]]:
    """N, its step of the recurrence, E[1/k | k >= 1] and (1 - 1/T)^N: S_{N-1} as the number that the step before gave."""
    stays, before = Fraction(T - 1, T), Fraction(0)
    for N in range(1, most + 1):
        nobody = term(stays) ** N
        found = stays * before + (1 - stays**N) / N
        step = equal(term(stays) * before + (1 - nobody) / N, found)
        yield N, step, term(found) / (1 - nobody), nobody
        before = found


def empty_by_sum(N: int, T: int) -> Term:
    """The sum over j >= 1 of (-1)^(j+1) C(T, j) (1 - j/T)^N."""
    whole = term(1)
    return sums.total((-1) ** (j + 1) * comb(T, j) * (whole - whole * j / T) ** N for j in range(1, T + 1))


def small_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """All ways to draw everybody's tau."""
    for N, T in SMALL:
        inverse, empty = inverse_by_tau(N, T), empty_by_tau(N, T)
        yield f"1/k, N = {N}, T = {T}", equal(exactly(inverse_count(N, T + more)), inverse)
        yield f"empty, N = {N}, T = {T}", equal(exactly(empty_round(N, T + more)), empty)
        yield f"1/k by the recurrence, N = {N}, T = {T}", equal(inverse_as_term(N, T), inverse)
        yield f"empty by the sum, N = {N}, T = {T}", equal(empty_by_sum(N, T), empty)


def bound_cases(factor: int) -> Iterable[tuple[str, Relation]]:
    """R between T (1 - P0)/N and (T/(N + 1) + 3 T^2/((N + 1) (N + 2)))/(1 - P0)."""
    for T in range(1, 7):
        for N, step, R, nobody in up_to(40, T):
            upper = Fraction(T, N + 1) + Fraction(factor * T**2, (N + 1) * (N + 2))
            yield f"N = {N}, T = {T}, by the recurrence", step
            yield f"N = {N}, T = {T}, from below", at_most(T * (1 - nobody) / N, R)
            yield f"N = {N}, T = {T}, from above", at_most(R, upper / (1 - nobody))


def bounds(prover: Prover) -> Theorem:
    """So R is T/N up to something of the order (T/N)^2."""
    claim = Ground(
        "counting.inverse-count-bounds",
        "T (1 - P0)/N <= R <= (T/(N + 1) + 3 T^2/((N + 1) (N + 2)))/(1 - P0), P0 = (1 - 1/T)^N",
        "N <= 40, T <= 6",
        lambda: bound_cases(3),
        lambda: bound_cases(0),
    )
    return prover.theorem(claim, ByRecord())


def large_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """Where the reference sums only what counts."""
    for N, T in LARGE:
        inverse, empty = inverse_count(N + more, T), empty_round(N + more, T)
        yield from encloses(f"1/k, N = {N}, T = {T}", enclose(inverse, NEAR), inverse_as_term(N, T))
        yield from encloses(f"empty, N = {N}, T = {T}", enclose(empty, NEAR), empty_by_sum(N, T))
    yield f"1/k, N = {ALL}, T = 1", equal(exactly(inverse_count(ALL + more, 1)), Fraction(1, ALL))
    yield f"empty, N = {ALL}, T = 1", equal(exactly(empty_round(ALL + more, 1)), 0)


def summed_cases(more: int) -> Iterable[tuple[str, bool]]:
    """The numbers that are summed, and the rest: as C(N, k) (T - 1)^(N - k) over the largest of these."""
    for N, T in ((1, 1), (7, 1), (1, 2), (6, 7), (9, 3), (300, 2), (1000, 30), (200, 500)):
        exact = [Fraction(comb(N, k) * (T - 1) ** (N - k)) for k in range(N + 1)]
        found, name, top = likely_reporter_weights(N, T + more), f"N = {N}, T = {T}", max(exact)
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
        Ground(
            "counting.reporters-drawn",
            "the mean of 1/k, k >= 1, and the probability of an empty round are those of everybody's tau; the recurrence "
            "and the sum over the numbers of empty rounds give the same",
            "N <= 6, T <= 4, T^N <= 1024, every way to draw tau",
            lambda: small_cases(0),
            lambda: small_cases(1),
            anchors=(
                anchor(inverse_count, lambda: inverse_count(5, 3), lambda: sums.value(inverse_by_tau(5, 3))),
                anchor(empty_round, lambda: empty_round(5, 3), lambda: sums.value(empty_by_tau(5, 3))),
            ),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.reporters-enclosed",
            "the enclosures of the mean of 1/k and of the probability of an empty round, to nine digits, have the recurrence's "
            "and the sum's numbers in them",
            f"(N, T) in {', '.join(map(str, LARGE))}; exactly for ({ALL}, 1)",
            lambda: large_cases(0),
            lambda: large_cases(1),
        ),
        ByRecord(),
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
