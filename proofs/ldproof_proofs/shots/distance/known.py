"""The odds at distance d where they are irrational, and what is said exactly."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.budget import parse_budget
from ldproof.numbers import Certified, Real, Term, ball, enclose, exp, log, term
from ldproof.shots.privacy import distance_epsilon, distance_odds
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem

DUMMIES = (Fraction(0), Fraction(1, 3), Fraction(1))
SHARE = Fraction(3, 4)
"""One report's epsilon."""
MOST, DIGITS = 3, 20
LONG = 2048
"""So many reports in so many rounds at E = 3 and r = 0, all different, have 2^24 bits: LONG^2 times 4."""


def mean(d: int, m: int, T: int, r: Fraction) -> Term:
    """The mean of E^k by its weights."""
    quiet, top, odds = min(r, 1 - r), min(d, m), exp(term(SHARE))
    weights = {
        k: comb(d, k) * comb(T - d, m - k) * (quiet / (1 - quiet)) ** (top - k)
        for k in range(max(0, m - (T - d)), top + 1)
    }
    return sum((weight * odds**k for k, weight in weights.items()), term(0)) / sum(weights.values())


def nearly(quantity: Real) -> Certified:
    """A quantity as balls."""
    return lambda: ball(quantity)


def irrational_cases(extra: int) -> Iterator[tuple[str, Relation]]:
    """The reference's odds and epsilon at an irrational E, against the mean at a rational one close to it."""
    for T, r in every(range(1, MOST + 1), DUMMIES):
        for m, d in every(range(1, T + 1), repeat=2):
            name, wanted = f"d = {d}, T = {T}, m = {m}, r = {r}", mean(min(d + extra, T), m, T, r)
            whole = parse_budget(m, epsilon=m * SHARE)
            odds, epsilon = distance_odds(d, m, T, r, whole), distance_epsilon(d, m, T, r, whole)
            yield from encloses(f"odds at {name}", enclose(nearly(odds), DIGITS), wanted)
            # Where E^k has one value, epsilon is so many shares of a rational one.
            if r in {0, 1} or min(d, m) == max(0, m - (T - d)):
                yield f"exact epsilon at {name}", equal(exp(term(exactly(epsilon))), wanted)
            else:
                yield from encloses(f"epsilon at {name}", enclose(nearly(epsilon), DIGITS), log(wanted))


def irrational(prover: Prover) -> Theorem:
    """The closed form in balls, and the epsilon that is a multiple of a share."""
    claim = Ground(
        "shots.distance-enclosed",
        f"at an irrational E the odds and the epsilon are those of the mean of E^k, to {DIGITS} digits, and epsilon is a "
        "fraction where k has one value",
        f"T <= {MOST}, every m and d, r in {{0, 1/3, 1}}, epsilon = {SHARE} m",
        lambda: irrational_cases(0),
        lambda: irrational_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def exact_cases(more: int) -> Iterator[tuple[str, bool]]:
    """Odds that are said as fractions, and odds that are not."""
    two = parse_budget(2, odds=2)
    yield "the whole budget's odds", distance_odds(2, 2, 3, Fraction(0), two) == 2
    yield "half of it", distance_odds(1, 2, 3, Fraction(0), two).exact is None
    for reports, short in ((LONG, True), (LONG + 1 - more, False)):
        found = distance_odds(reports, reports, reports, Fraction(0), parse_budget(reports, report_odds=3))
        said = "a fraction" if short else "no fraction"
        yield (
            f"{reports} reports, {said}",
            (found == 3**reports) if short else found.exact is None,
        )


def exact(prover: Prover) -> Theorem:
    """Odds are fractions up to a length, and where they are the whole budget's."""
    claim = Finite(
        "shots.distance-exact",
        "the odds are a fraction where min(d, m)^2 parameters have at most 2^24 bits together, and where they are the "
        "whole budget's and these are one",
        f"E = 3, d = m = T = {LONG} with 2^24 bits and {LONG + 1} with more; e^epsilon = 2, m = 2, T = 3, d in {{1, 2}}",
        lambda: exact_cases(0),
        lambda: exact_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
