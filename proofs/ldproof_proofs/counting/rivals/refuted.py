"""Theorem 4 as printed: where it fails, and how its correction fares among few people."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from math import factorial, prod

from ldproof.counting.formulas import estimate_filled, harmony_variance
from ldproof.numbers import Symbol, exp, rational, term
from ldproof.rounds import truth
from ldproof_proofs.counting.bounds.symbols import ENOUGH_PEOPLE, beta
from ldproof_proofs.counting.parameters import T
from ldproof_proofs.counting.rivals.lower import LEAST_SURE, lamda
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

P = Symbol("P")


def counts(people: int, rounds: int) -> Iterator[tuple[int, ...]]:
    """How many ones each round may have, if each person sends one at most."""
    if rounds == 0:
        yield ()
        return
    for first in range(people + 1):
        for rest in counts(people - first, rounds - 1):
            yield (first, *rest)


def exceeding(people: int, rounds: int, odds: Fraction, square: Fraction) -> Iterator[Fraction]:
    """All are always active: how likely the numbers of ones are with which some round's squared error is above a number."""
    each, none = truth(odds - 1) / rounds, 1 - truth(odds - 1)
    for ones in counts(people, rounds):
        errors = (
            estimate_filled(
                rational(count), rational(people), rational(people), rational(rounds), rational(0), odds - 1
            )
            - 1
            for count in ones
        )
        if any(error**2 > square for error in errors):
            silent = people - sum(ones)
            ways = factorial(people) // prod(map(factorial, (*ones, silent)))
            yield ways * each ** sum(ones) * none**silent


def exceeds(people: int, rounds: int, odds: Fraction, square: Fraction) -> Fraction:
    """The exact probability of that."""
    return sum(exceeding(people, rounds, odds, square), Fraction(0))


def squared_bound(people: int, rounds: int, odds: Fraction, logarithm: Fraction | int) -> Fraction:
    """The square of Theorem 4's right side where ln(1/((N+1)^2 beta)) is whole."""
    return harmony_variance(rational(people), rational(rounds), rational(1), odds - 1) * logarithm


CASES = ((32, 2, rational(3), 3), (16, 3, rational(3), 4))
"""N, T, e^epsilon, and ln(1/((N+1)^2 beta))."""


def as_printed(prover: Prover) -> Iterable[Theorem]:
    """If all are always active, the error exceeds the bound with a probability far below 1 - beta."""
    for people, rounds, odds, logarithm in CASES:
        least = exp(term(-logarithm)) / (people + 1) ** 2
        chance = exceeds(people, rounds, odds, squared_bound(people, rounds, odds, logarithm))
        at: Point = {"N": people, "T": rounds, "E": odds, "beta": least, "P": chance}
        claim = Failure(
            f"counting.thm-4-fails-{people}",
            "all are always active, and E is e^epsilon; P is the exact probability that in some round Harmony's error "
            "exceeds Theorem 4's right side",
            at_most(1 - beta, P),
            at,
            {**at, "P": 1},
            given=LEAST_SURE,
        )
        yield prover.theorem(claim, ByPoint())


def for_every_stream(prover: Prover) -> Theorem:
    """No stream at all does better than T / ln(1/((N+1)^2 beta)), which is below 1 - beta."""
    at: Point = {"N": 32, "T": 2, "beta": exp(term(-3)) / 33**2}
    claim = Failure(
        "counting.thm-4-fails-for-every-stream",
        "the right side bounds the probability for every stream; there are more than T ln(4T/beta) people, so that (2) is "
        "defined",
        at_most(1 - beta, T / lamda),
        at,
        {**at, "beta": rational(1, 1100)},
        given={**ENOUGH_PEOPLE, **LEAST_SURE},
    )
    return prover.theorem(claim, ByPoint())


ODDS = (rational(5, 4), rational(3), rational(50))


def distances(people: int, rate: Fraction) -> list[Fraction]:
    """How far numbers of ones may be from their mean, none farther than N: Theorem 4's range of beta."""
    mean = people * rate
    off = {abs(ones - mean) for ones in range(people)}
    return [rational(0), *sorted(each for each in off if 0 < each < people - mean)]


def corrected_cases(share: Fraction) -> Iterable[tuple[str, Relation]]:
    """The largest beta at which so large an error is not counted yet, against the exact probability of a larger one."""
    for people in range(1, 6):
        for rounds in range(1, 4):
            for odds in ODDS:
                rate = truth(odds - 1) / rounds
                for off in distances(people, rate):
                    logarithm = off**2 / (people * rate * (1 - rate))
                    square = squared_bound(people, rounds, odds, 1) * logarithm
                    chance = sums.total(exceeding(people, rounds, odds, square))
                    enough = below(exp(term(-logarithm)) / (people + 1) ** 2, share * chance)
                    yield f"N = {people}, T = {rounds}, E = {odds}, ones off by {off}", enough


def corrected(prover: Prover) -> Theorem:
    """The corrected statement by exact probabilities."""
    claim = Ground(
        "counting.thm-4-corrected-exactly",
        "if all are always active, the exact probability is above beta, also at the largest beta for which the same "
        "numbers of ones are off",
        "N <= 5, T <= 3, E in {5/4, 3, 50}",
        lambda: corrected_cases(rational(1)),
        lambda: corrected_cases(rational(1, 9)),
    )
    return prover.theorem(claim, ByRecord())
