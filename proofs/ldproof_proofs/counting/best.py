"""Who the reference says has the least variance, and where it says that one overtakes another."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations, pairwise
from itertools import product as every

from ldproof.budget import budget
from ldproof.counting.best import Crossing, best, boundary
from ldproof.counting.parameters import FILLS, Which
from ldproof.counting.variance import every_round_variance, glance_at, harmony_variance
from ldproof.numbers import Ball, ball, precision, sign
from ldproof_proofs.counting.reporters.counted import inverse_by_recurrence
from ldproof_proofs.counting.variance.examples import ahead, variances
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

SHAPES = ((2, 2), (4, 3), (20, 3), (100, 10))
"""People and rounds."""
SHARES = tuple(Fraction(place, 4) for place in range(5))
ODDS = tuple(Fraction(place, 16) + 1 for place in (1, 2, 4, 8, 12, 16, 24, 32, 64, 160))
"""Of one of BORAPPOR's reports."""
BITS, CLOSE = 128, 2.0**-80
SCOPE = "(N, T) in {(2, 2), (4, 3), (20, 3), (100, 10)}, mu in {0, 1/4, ..., 1} and a multiple of 1/N, ten budgets"


def situations() -> Iterable[tuple[int, int, Fraction]]:
    """People, rounds and shares of people."""
    for (N, T), mu in every(SHAPES, SHARES):
        if (N * mu).denominator == 1:
            yield N, T, mu


def best_cases(more: int) -> Iterable[tuple[str, bool]]:
    """The reference's winners, and those of the closed forms."""
    for N, T, mu in situations():
        for odds in ODDS:
            ours = best(N + more * N, T, mu, budget(odds=odds**T))
            name = f"N = {N}, T = {T}, mu = {mu}, e^(epsilon/T) = {odds}"
            yield name, set(ours.best) == ahead(N, T, mu, odds)
            yield f"{name}, variances", ours.variances == variances(N, T, mu, odds)


def leader(found: tuple[Crossing, ...], odds: Fraction) -> Which:
    """Who has the smaller variance at these odds e^epsilon, by the crossings."""
    passed = [each for each in found if beyond(each, odds)]
    return passed[-1].above if passed else found[0].below


def beyond(crossing: Crossing, odds: Fraction) -> bool:
    """Whether some odds are above those of a crossing."""
    return sign(lambda: ball(odds) - ball(crossing.odds)) > 0


def crossing_cases(swapped: int) -> Iterable[tuple[str, bool]]:
    """The smaller of two variances at every budget of the grid."""
    for N, T, mu in situations():
        among = [variances(N, T, mu, odds) for odds in ODDS]
        for pair in combinations(Which, 2):
            found = boundary(N, T, mu, *pair)
            name = f"N = {N}, T = {T}, mu = {mu}, {pair[0]} and {pair[1]}"
            signs = [(each[pair[0]] > each[pair[1]]) - (each[pair[0]] < each[pair[1]]) for each in among]
            if found:
                yield (
                    name,
                    all(
                        pair[(1 + swapped - (order < 0)) % 2] is leader(found, odds**T)
                        for order, odds in zip(signs, ODDS, strict=True)
                        if order
                    ),
                )
                yield f"{name}, in a row", all(one.above is other.below for one, other in pairwise(found))
            else:
                yield name, len(set(signs)) == 1


def variance(which: Which, N: int, T: int, mu: Fraction, odds: Ball) -> Ball:
    """The closed form at any odds e^epsilon."""
    many, rounds, share, excess = ball(N), ball(T), ball(mu), odds - 1
    match which:
        case Which.GLANCE:
            return glance_at(many, share, ball(inverse_by_recurrence(N, T)), excess)
        case Which.BORAPPOR:
            return every_round_variance(many, odds.root(T) - 1)
        case _:
            return harmony_variance(many, rounds, share, excess, ball(FILLS[which]))


def enclosed_cases(shift: int) -> Iterable[tuple[str, bool]]:
    """The difference of two variances just before a crossing and just behind it."""
    for (N, T, mu), pair in every(situations(), combinations(Which, 2)):
        for crossing in boundary(N, T, mu, *pair):
            with precision(BITS):
                around = ball(crossing.odds) + Ball(shift, CLOSE)
            with precision(4 * BITS):
                before, behind = (
                    variance(crossing.above, N, T, mu, odds) - variance(crossing.below, N, T, mu, odds)
                    for odds in (around.lower(), around.upper())
                )
                yield (
                    f"N = {N}, T = {T}, mu = {mu}, {crossing.below} before {crossing.above}",
                    bool(before > 0 and behind < 0),
                )


def overtaking(prover: Prover) -> Iterable[Theorem]:
    """Both by the exact variances."""
    yield prover.theorem(
        Finite(
            "counting.best",
            "the mechanisms that are said to have the least variance have it, with these variances",
            SCOPE,
            lambda: best_cases(0),
            lambda: best_cases(1),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Finite(
            "counting.overtaking",
            "at every budget the smaller of two variances is the one that the crossings say; where there is none, always the "
            "same one",
            SCOPE,
            lambda: crossing_cases(0),
            lambda: crossing_cases(1),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Finite(
            "counting.crossings-enclosed",
            "within 2^-80 of every odds at which one mechanism is said to overtake another, the exact variances change places",
            "(N, T) in {(2, 2), (4, 3), (20, 3), (100, 10)}, mu in {0, 1/4, ..., 1} and a multiple of 1/N",
            lambda: enclosed_cases(0),
            lambda: enclosed_cases(1),
        ),
        ByEnumeration(),
    )
