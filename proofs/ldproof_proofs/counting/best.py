"""Who the reference says has the least variance, and where it says that one overtakes another."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from itertools import product as every

from ldproof.budget import parse_budget
from ldproof.counting.formulas import every_round_variance, harmony_variance
from ldproof.counting.mechanism import FILLS, Which
from ldproof.numbers import Ball, Term, ball, exact_fraction, exp, log, precision, rational, sign, term
from ldproof_proofs.counting.crossings import Crossing, rank_by_variance, variance_crossings
from ldproof_proofs.counting.reporters.counted import inverse_by_recurrence
from ldproof_proofs.counting.variance.examples import glance, variances
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

SHAPES = ((1, 2), (2, 2), (3, 1), (4, 3), (20, 3), (100, 10))
"""People and rounds."""
SHARES = tuple(rational(place, 4) for place in range(5))
ODDS = tuple(rational(place, 16) + 1 for place in (1, 2, 4, 8, 12, 16, 24, 32, 64, 160))
"""Of one of BORAPPOR's reports."""
BITS, CLOSE = 128, 2.0**-80
PLACES = f"(N, T) in {{{', '.join(map(str, SHAPES))}}}, mu in {{0, 1/4, ..., 1}} and a multiple of 1/N"
SCOPE = f"{PLACES}, ten budgets"
TIED = ((4, 2), (6, 3), (12, 2))
"""People and rounds of which Glance and Harmony have the least variance together, at some odds while nobody is active."""


def situations() -> Iterable[tuple[int, int, Fraction]]:
    """People, rounds and shares of people."""
    for (N, T), mu in every(SHAPES, SHARES):
        if (N * mu).denominator == 1:
            yield N, T, mu


def best_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """The reference's winners, and those of the closed forms."""
    for N, T, mu in situations():
        for odds in ODDS:
            ours = rank_by_variance(N + more * N, T, mu, parse_budget(odds=odds**T))
            found, first = variances(N, T, mu, odds), ours.best[0]
            name = f"N = {N}, T = {T}, mu = {mu}, e^(epsilon/T) = {odds}"
            for which in Which:
                yield f"{name}, {which}", equal(exactly(ours.variances[which]), found[which])
                if which is not first:
                    tied = which in ours.best
                    compared = equal if tied else below
                    yield f"{name}, {first} and {which}", compared(found[first], found[which])


def tied_cases(more: int) -> Iterable[tuple[str, Relation]]:
    """Nobody is active: Glance's variance less Harmony's, times N x^2, is N R - (2T - 1) + (N R - T) x."""
    for N, T in TIED:
        reports = N * inverse_by_recurrence(N, T)
        odds = 1 + (2 * T - 1 - reports) / (reports - T)
        ours = rank_by_variance(N + more, T, Fraction(0), parse_budget(1, odds=odds))
        found = {which: variance(which, N, T, Fraction(0), odds) for which in Which}
        for which in Which:
            compared = equal if which in ours.best else below
            yield f"N = {N}, T = {T}, {which}", compared(found[ours.best[0]], found[which])


def alone_cases(rounds: int) -> Iterable[tuple[str, bool]]:
    """Everybody reports in one round: all mechanisms do the same."""
    for N in range(1, 5):
        for active in range(N + 1):
            found = rank_by_variance(N, rounds, Fraction(active, N), parse_budget(1, epsilon=1)).best
            yield f"N = {N}, {active} active", found == tuple(Which)


def beyond(crossing: Crossing, odds: Fraction) -> bool:
    """Whether some odds are above those of a crossing."""
    return sign(lambda: ball(odds) - ball(crossing.odds)) > 0


def crossing_cases(swapped: int) -> Iterable[tuple[str, Relation]]:
    """The smaller of two variances at every budget of the grid; where nothing crosses, that of the first budget."""
    for N, T, mu in situations():
        among = {odds: variances(N, T, mu, odds) for odds in ODDS}
        for pair in combinations(Which, 2):
            found = variance_crossings(N, T, mu, *pair)
            name = f"N = {N}, T = {T}, mu = {mu}, {pair[0]} and {pair[1]}"
            first = sums.value(among[ODDS[0]][pair[0]] - among[ODDS[0]][pair[1]])
            for odds, each in among.items():
                ahead = pair[first > 0]
                for crossing in found:
                    ahead = crossing.above if beyond(crossing, odds**T) else crossing.below
                behind = pair[ahead is pair[0]]
                one, other = (behind, ahead) if swapped else (ahead, behind)
                strictly = below if first else equal
                compared = at_most if found else strictly
                yield f"{name}, e^(epsilon/T) = {odds}", compared(each[one], each[other])


def variance(which: Which, N: int, T: int, mu: Fraction, odds: Fraction) -> Term:
    """The closed form at any odds e^epsilon."""
    many, rounds, share, excess = term(N), term(T), term(mu), term(odds) - 1
    match which:
        case Which.GLANCE:
            return glance(N, T, share, excess)
        case Which.BORAPPOR:
            return every_round_variance(many, exp(log(term(odds)) / rounds) - 1)
        case _:
            return harmony_variance(many, rounds, share, excess, term(FILLS[which]))


def enclosed_cases(shift: int) -> Iterable[tuple[str, Relation]]:
    """The difference of two variances just before a crossing and just behind it."""
    for (N, T, mu), pair in every(situations(), combinations(Which, 2)):
        for crossing in variance_crossings(N, T, mu, *pair):
            with precision(BITS):
                around = ball(crossing.odds) + Ball(shift, CLOSE)
            name = f"N = {N}, T = {T}, mu = {mu}, {crossing.below} before {crossing.above}"
            before, behind = exact_fraction(around.lower()), exact_fraction(around.upper())
            one, other = (variance(which, N, T, mu, before) for which in (crossing.below, crossing.above))
            yield f"{name}, before", below(one, other)
            one, other = (variance(which, N, T, mu, behind) for which in (crossing.below, crossing.above))
            yield f"{name}, behind", below(other, one)


def overtaking(prover: Prover) -> Iterable[Theorem]:
    """Both by the exact variances."""
    yield prover.theorem(
        Ground(
            "counting.best",
            "the mechanisms that are said to have the least variance have it, with these variances",
            SCOPE,
            lambda: best_cases(0),
            lambda: best_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.best-tied",
            "several that have the least variance together are all said to have it",
            f"(N, T) in {{{', '.join(map(str, TIED))}}}, mu = 0, the odds at which Glance's and Harmony's variances agree",
            lambda: tied_cases(0),
            lambda: tied_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Finite(
            "counting.best-alone",
            "in one round all mechanisms have the least variance",
            "N <= 4, every number of active people, epsilon = 1",
            lambda: alone_cases(1),
            lambda: alone_cases(2),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Ground(
            "counting.overtaking",
            "at every budget the smaller of two variances is the one that the crossings say; where there is none, always the "
            "same one",
            SCOPE,
            lambda: crossing_cases(0),
            lambda: crossing_cases(1),
        ),
        ByRecord(),
    )
    yield prover.theorem(
        Ground(
            "counting.crossings-enclosed",
            "within 2^-80 of every odds at which one mechanism is said to overtake another, the exact variances change places",
            PLACES,
            lambda: enclosed_cases(0),
            lambda: enclosed_cases(1),
        ),
        ByRecord(),
    )
