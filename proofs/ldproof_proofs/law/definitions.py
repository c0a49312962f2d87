"""What is read off the reference's laws and what is made of them, each against its definition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.numbers import Term, least, term
from ldproof.probability import binomial_law
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.finite_laws import largest_odds, mixture_law
from ldproof_proofs.law.pointwise import PARTS, bounded, laws, subsets

VALUES = (Fraction(-1, 2), Fraction(3), Fraction(5, 7))
"""A number for each of three outcomes."""
SHARES = (Fraction(1, 5), Fraction(4, 5))


def moment_cases(order: int) -> Iterator[tuple[str, Relation]]:
    """Moments as sums over outcomes; the variance as half the mean square of the difference of two draws."""
    for found in laws(3):
        shares, values = ([term(each) for each in row] for row in ([found[k] for k in range(3)], VALUES))
        mean = sum((share * value for share, value in zip(shares, values, strict=True)), term(0))
        cube = sum((share * value**order for share, value in zip(shares, values, strict=True)), term(0))
        squares = (
            shares[one] * shares[other] * (values[one] - values[other]) ** 2 / 2
            for one, other in every(range(3), repeat=2)
        )
        name = str(dict(found.probabilities))
        yield f"mean of {name}", equal(found.mean(VALUES.__getitem__), mean)
        yield f"third moment of {name}", equal(found.moment(VALUES.__getitem__, 3), cube)
        yield f"variance of {name}", equal(found.variance(VALUES.__getitem__), sum(squares, term(0)))


def moments(prover: Prover) -> Theorem:
    """Mean, moments and variance."""
    claim = Ground(
        "law.moments",
        "mean and moments are sums over outcomes, and the variance is half the mean square of the difference of two "
        "independent draws",
        f"all laws of 3 outcomes with probabilities in multiples of 1/{PARTS}, values -1/2, 3 and 5/7",
        lambda: moment_cases(3),
        lambda: moment_cases(2),
    )
    return prover.theorem(claim, ByRecord())


def mixture_cases(swapped: int) -> Iterator[tuple[str, Relation]]:
    """The probability of every event in a mixture of two laws."""
    for one, other in every(laws(3), repeat=2):
        mixed = mixture_law(zip(SHARES, (one, other), strict=True))
        for event in subsets(3, 1):
            weights = SHARES[:: 1 - 2 * swapped]
            wanted = sum(
                (
                    term(weight) * part[k]
                    for weight, part in zip(weights, (one, other), strict=True)
                    for k in event
                ),
                term(0),
            )
            yield f"{set(event)} in {one} and {other}", equal(mixed.of(event.__contains__), wanted)


def mixtures(prover: Prover) -> Theorem:
    """Drawing a law first, and from it then."""
    claim = Ground(
        "law.mixture",
        "an event has in a mixture the mean of its probabilities",
        f"all pairs of laws of 3 outcomes with probabilities in multiples of 1/{PARTS}, mixed 1 to 4",
        lambda: mixture_cases(0),
        lambda: mixture_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def tossed(count: int, chance: Term, successes: int) -> Term:
    """The probability of so many successes, from all sequences of trials."""
    return sum(
        (
            prod((chance if each else 1 - chance for each in trials), start=term(1))
            for trials in every((0, 1), repeat=count)
            if sum(trials) == successes
        ),
        term(0),
    )


def binomial_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """The binomial law against it."""
    for count, chance in every(range(6), (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))):
        found = binomial_law(count, chance)
        for k in range(count + 2):
            yield f"{k} of {count} at {chance}", equal(found[k], tossed(count + more, term(chance), k))


def binomials(prover: Prover) -> Theorem:
    """The number of successes among independent trials."""
    claim = Ground(
        "law.binomial",
        "the binomial law is that of the number of successes in all sequences of trials",
        "up to 5 trials, probabilities 0, 1/3, 1/2 and 1",
        lambda: binomial_cases(0),
        lambda: binomial_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def most_cases(lowest: Fraction) -> Iterator[tuple[str, Relation]]:
    """The largest of some odds, which are at least 0."""
    yield "of none", equal(bounded(largest_odds(())), 0)
    for one, other in every((Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)), repeat=2):
        found = bounded(largest_odds((one, other)))
        yield f"of {one} and {other}", equal(found, -least(least(-term(one), -term(other)), term(-lowest)))


def largest(prover: Prover) -> Theorem:
    """The largest odds, also where all are below 1."""
    claim = Ground(
        "law.most",
        "the largest of several odds, and 0 of none",
        "pairs of 0, 1/2, 1 and 3",
        lambda: most_cases(Fraction(0)),
        lambda: most_cases(Fraction(1)),
    )
    return prover.theorem(claim, ByRecord())
