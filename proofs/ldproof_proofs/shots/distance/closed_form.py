"""What people who differ in d rounds can be told apart by: the closed form, by brute force and from binomials."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import product as every
from math import comb

from ldproof.budget import parse_budget
from ldproof.numbers import Ball, Certified, Real, ball, enclose, least, log, rational, term
from ldproof.probability import Infinite, Law, Odds
from ldproof.shots.privacy import (
    distance_epsilon,
    distance_odds,
    fewest_reports,
    odds_at,
    report_weights,
    transcript_law,
)
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.finite_laws import tight_odds
from ldproof_proofs.shots.parameters import BITS, r, x

MOST = 5
"""The most rounds for which the closed form is compared as a polynomial."""
DUMMIES = (rational(0), rational(2, 3))
E = rational(3)
DIGITS = 30
"""How closely the logarithm is compared."""
CLOSE = Fraction(1, 10**29)


def closed(d: int, m: int, T: int, dummy: Fraction) -> Fraction:
    """The reference's odds where one report's are 3."""
    found = distance_odds(d, m, T, dummy, parse_budget(m, report_odds=E))
    if found.exact is None:
        raise NotProved("odds of 3 leave everything rational")
    return found.exact


Laws = Mapping[tuple[int, ...], Law[tuple[int, ...]]]


def everybody(m: int, T: int, dummy: Fraction) -> Laws:
    """The law of the transcript by the person's states."""
    return {states: transcript_law(states, m, dummy, E - 1) for states in every(BITS, repeat=T)}


def apart(d: int, laws: Laws) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The people who differ in d rounds."""
    return ((one, other) for one, other in every(laws, repeat=2) if sum(map(int.__ne__, one, other)) == d)


def bounded(odds: Odds) -> Fraction:
    """Odds between people none of whom is told from another for certain."""
    if isinstance(odds, Infinite):
        raise NotProved("some transcript tells two people apart for certain")
    return odds


def ratios(d: int, laws: Laws) -> dict[tuple[tuple[int, ...], tuple[int, ...]], Fraction]:
    """The largest ratio over all transcripts, for all people who differ in d rounds."""
    return {(one, other): bounded(tight_odds(laws[one], laws[other])) for one, other in apart(d, laws)}


def counted(d: int, laws: Laws) -> Fraction:
    """The largest of these ratios."""
    return max(ratios(d, laws).values())


def cases(extra: int) -> Iterator[tuple[str, Relation]]:
    """The closed form against the laws."""
    for T, dummy in every((1, 2, 3, 4), DUMMIES):
        for m in range(1, T + 1):
            laws = everybody(m, T, dummy)
            for d in range(1, T + 1):
                name = f"d = {d}, T = {T}, m = {m}, r = {dummy}"
                odds = odds_at(d, min(m + extra, T), T, term(dummy), term(E - 1))
                yield name, equal(closed(d, m, T, dummy), odds)
                found = ratios(d, laws)
                yield f"{name}, attained", equal(max(found.values()), odds)
                for (states, others), ratio in found.items():
                    yield f"{name}, {states} and {others}", at_most(ratio, odds)


def exhaustively(prover: Prover) -> Theorem:
    """The closed form is the largest ratio of likelihoods."""
    third = Fraction(1, 3)
    claim = Ground(
        "shots.distance-exhaustive",
        "the closed form is the largest ratio of likelihoods between people who differ in d rounds",
        f"T <= 4, every m and d, r in {{0, 2/3}}, E = {E}; every transcript and pair",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(distance_odds, lambda: closed(1, 1, 2, third), lambda: counted(1, everybody(1, 2, third))),
        ),
    )
    return prover.theorem(claim, ByRecord())


def log_cases(widened: Fraction) -> Iterator[tuple[str, Relation]]:
    """The exponential of the reference's epsilon between two close numbers around its odds."""
    for T, dummy in every((1, 2, 3), DUMMIES):
        for m, d in every(range(1, T + 1), repeat=2):
            epsilon = distance_epsilon(d, m, T, dummy, parse_budget(m, report_odds=E))
            odds = odds_at(d, m, T, term(dummy), term(E - 1)) * widened
            name = f"d = {d}, T = {T}, m = {m}, r = {dummy}"
            yield from encloses(name, enclose(nearly(epsilon), DIGITS), log(odds))


def counted_epsilon() -> Ball:
    """The logarithm of the largest ratio over all transcripts, for one report in two rounds and d = 1."""
    return ball(counted(1, everybody(1, 2, Fraction(1, 3)))).log()


def nearly(quantity: Real) -> Certified:
    """A quantity as balls."""
    return lambda: ball(quantity)


def logarithm(prover: Prover) -> Theorem:
    """Epsilon at distance d is the logarithm of the odds."""
    third = Fraction(1, 3)
    claim = Ground(
        "shots.distance-epsilon",
        f"the closed form's epsilon is the logarithm of its odds, to {DIGITS} digits",
        f"T <= 3, every m and d, r in {{0, 2/3}}, E = {E}",
        lambda: log_cases(Fraction(1)),
        lambda: log_cases(1 + 2 * CLOSE),
        anchors=(
            anchor(
                distance_epsilon,
                lambda: enclose(
                    nearly(distance_epsilon(1, 1, 2, third, parse_budget(1, report_odds=E))), DIGITS
                ),
                lambda: enclose(counted_epsilon, DIGITS),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def share_cases(extra: int) -> Iterator[tuple[str, Relation]]:
    """The reference's weights, and the mean that it takes with them."""
    quiet = least(r, 1 - r)
    for T in range(1, MOST + 1):
        for m, d in every(range(1, T + 1), repeat=2):
            top = min(d, m)
            ks = range(top, fewest_reports(d, m, T) - 1, -1)
            weights = [
                comb(d, k) * comb(T - d, m - k) * (quiet / (1 - quiet)) ** ((top - k) * (1 + extra))
                for k in ks
            ]
            name = f"d = {d}, T = {T}, m = {m}"
            for k, (weight, ours) in zip(
                ks, zip(weights, report_weights(d, m, T, r), strict=True), strict=True
            ):
                yield f"{name}, k = {k}", equal(weight, ours * weights[0])
            mean = sum((weight * (1 + x) ** k for k, weight in zip(ks, weights, strict=True)), term(0))
            yield f"{name}, mean", equal(odds_at(d, m, T, r, x), mean / sum(weights, term(0)))


def binomials(prover: Prover) -> Theorem:
    """What the reference computes by quotients is the mean that is proved to be tight."""
    claim = Ground(
        "shots.distance-binomials",
        "the closed form is the mean of E^k where k has the weight C(d, k) C(T-d, m-k) (o/(1-o))^(min(d, m) - k) and "
        "o = min(r, 1-r)",
        f"T <= {MOST}, every m and d; every r and E as symbols",
        lambda: share_cases(0),
        lambda: share_cases(1),
    )
    return prover.theorem(claim, ByRecord())
