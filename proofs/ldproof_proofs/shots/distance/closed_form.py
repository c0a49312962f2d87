"""What people who differ in d rounds can be told apart by: the closed form, by brute force and from binomials."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.budget import budget
from ldproof.law import Infinite, Law, Odds, most, tight_odds
from ldproof.numbers import Ball, Certified, Real, ball, enclose, exp, least, sign, term
from ldproof.shots.distance import distance_epsilon, distance_odds, fewest, odds_at, shares
from ldproof.shots.law import transcripts
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.parameters import BITS, r, x

MOST = 5
"""The most rounds for which the closed form is compared as a polynomial."""
DUMMIES = (Fraction(0), Fraction(2, 3))
E = Fraction(3)
CLOSE = Fraction(1, 10**30)
"""How closely the logarithm is compared."""


def closed(d: int, m: int, T: int, dummy: Fraction) -> Fraction:
    """The reference's odds where one report's are 3."""
    found = distance_odds(d, m, T, dummy, budget(m, report_odds=E))
    if found.exact is None:
        raise NotProved("odds of 3 leave everything rational")
    return found.exact


Laws = Mapping[tuple[int, ...], Law[tuple[int, ...]]]


def everybody(m: int, T: int, dummy: Fraction) -> Laws:
    """The law of the transcript by the person's states."""
    return {states: transcripts(states, m, dummy, E - 1) for states in every(BITS, repeat=T)}


def counted(d: int, laws: Laws) -> Odds:
    """The largest ratio over all transcripts and all people who differ in d rounds."""
    return most(
        tight_odds(law, laws[others])
        for states, law in laws.items()
        for others in laws
        if sum(map(int.__ne__, states, others)) == d
    )


def cases(extra: int) -> Iterator[tuple[str, bool]]:
    """The closed form against the laws."""
    for T, dummy in every((1, 2, 3, 4), DUMMIES):
        for m in range(1, T + 1):
            laws = everybody(m, T, dummy)
            for d in range(1, T + 1):
                name = f"d = {d}, T = {T}, m = {m}, r = {dummy}"
                yield name, closed(d, min(m + extra, T), T, dummy) == counted(d, laws)


def exhaustively(prover: Prover) -> Theorem:
    """The closed form is the largest ratio of likelihoods."""
    third = Fraction(1, 3)
    claim = Finite(
        "shots.distance-exhaustive",
        "the closed form is the largest ratio of likelihoods between people who differ in d rounds",
        f"T <= 4, every m and d, r in {{0, 2/3}}, E = {E}; every transcript and pair",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(distance_odds, lambda: closed(1, 1, 2, third), lambda: counted(1, everybody(1, 2, third))),
        ),
    )
    return prover.theorem(claim, ByEnumeration())


def beyond(epsilon: Real, odds: Fraction) -> int:
    """On which side of the odds the exponential of epsilon lies."""
    return sign(lambda: exp(ball(epsilon)) - ball(odds))


def log_cases(widened: Fraction) -> Iterator[tuple[str, bool]]:
    """The exponential of the reference's epsilon between two close numbers around its odds."""
    for T, dummy in every((1, 2, 3), DUMMIES):
        for m, d in every(range(1, T + 1), repeat=2):
            epsilon = distance_epsilon(d, m, T, dummy, budget(m, report_odds=E))
            odds = closed(d, m, T, dummy) * widened
            sides = beyond(epsilon, odds * (1 - CLOSE)), beyond(epsilon, odds * (1 + CLOSE))
            yield f"d = {d}, T = {T}, m = {m}, r = {dummy}", sides == (1, -1)


def counted_epsilon() -> Ball:
    """The logarithm of the largest ratio over all transcripts, for one report in two rounds and d = 1."""
    odds = counted(1, everybody(1, 2, Fraction(1, 3)))
    if isinstance(odds, Infinite):
        raise NotProved("some transcript tells two people apart for certain")
    return ball(odds).log()


def nearly(quantity: Real) -> Certified:
    """A quantity as balls."""
    return lambda: ball(quantity)


def logarithm(prover: Prover) -> Theorem:
    """Epsilon at distance d is the logarithm of the odds."""
    third = Fraction(1, 3)
    claim = Finite(
        "shots.distance-epsilon",
        "the exponential of the closed form's epsilon is its odds, to 30 digits",
        f"T <= 3, every m and d, r in {{0, 2/3}}, E = {E}",
        lambda: log_cases(Fraction(1)),
        lambda: log_cases(1 + 2 * CLOSE),
        anchors=(
            anchor(
                distance_epsilon,
                lambda: enclose(nearly(distance_epsilon(1, 1, 2, third, budget(1, report_odds=E))), 30),
                lambda: enclose(counted_epsilon, 30),
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())


def share_cases(extra: int) -> Iterator[tuple[str, bool]]:
    """The reference's weights, and the mean that it takes with them."""
    quiet = least(r, 1 - r)
    for T in range(1, MOST + 1):
        for m, d in every(range(1, T + 1), repeat=2):
            top = min(d, m)
            ks = range(top, fewest(d, m, T) - 1, -1)
            weights = [
                comb(d, k) * comb(T - d, m - k) * (quiet / (1 - quiet)) ** ((top - k) * (1 + extra))
                for k in ks
            ]
            name = f"d = {d}, T = {T}, m = {m}"
            for k, (weight, ours) in zip(ks, zip(weights, shares(d, m, T, r), strict=True), strict=True):
                difference = weight - ours * weights[0]
                yield f"{name}, k = {k}", Field([difference]).is_zero(difference)
            mean = sum((weight * (1 + x) ** k for k, weight in zip(ks, weights, strict=True)), term(0))
            difference = odds_at(d, m, T, r, x) - mean / sum(weights, term(0))
            yield f"{name}, mean", Field([difference]).is_zero(difference)


def binomials(prover: Prover) -> Theorem:
    """What the reference computes by quotients is the mean that is proved to be tight."""
    claim = Finite(
        "shots.distance-binomials",
        "the closed form is the mean of E^k where k has the weight C(d, k) C(T-d, m-k) (o/(1-o))^(min(d, m) - k) and "
        "o = min(r, 1-r)",
        f"T <= {MOST}, every m and d; every r and E as symbols",
        lambda: share_cases(0),
        lambda: share_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
