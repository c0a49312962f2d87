"""The mean of 1/k and the probability of an empty round, by drawing everybody's tau, and far out by the recurrence."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.counting.formulas import empty_round, inverse_count
from ldproof.numbers import Term, rational, term
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

SMALL = [(N, T) for N in range(1, 7) for T in range(1, 5) if T**N <= 1024]


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
