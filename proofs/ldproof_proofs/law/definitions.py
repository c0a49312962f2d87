"""What is read off the reference's laws and what is made of them, each against its definition."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.law import Law, binomial, law, mixture, most
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.pointwise import PARTS, laws, subsets

VALUES = (Fraction(-1, 2), Fraction(3), Fraction(5, 7))
"""A number for each of three outcomes."""
SHARES = (Fraction(1, 5), Fraction(4, 5))


def moment_cases(order: int) -> Iterator[tuple[str, bool]]:
    """Moments as sums over outcomes; the variance as half the mean square of the difference of two draws."""
    for found in laws(3):
        mean = sum(found[place] * value for place, value in enumerate(VALUES))
        cube = sum(found[place] * prod([value] * order) for place, value in enumerate(VALUES))
        apart = sum(
            found[one] * found[other] * (VALUES[one] - VALUES[other]) * (VALUES[one] - VALUES[other]) / 2
            for one, other in every(range(3), repeat=2)
        )
        name = str(dict(found.probabilities))
        yield f"mean of {name}", found.mean(VALUES.__getitem__) == mean
        yield f"third moment of {name}", found.moment(VALUES.__getitem__, 3) == cube
        yield f"variance of {name}", found.variance(VALUES.__getitem__) == apart


def moments(prover: Prover) -> Theorem:
    """Mean, moments and variance."""
    claim = Finite(
        "law.moments",
        "mean and moments are sums over outcomes, and the variance is half the mean square of the difference of two "
        "independent draws",
        f"all laws of 3 outcomes with probabilities in multiples of 1/{PARTS}, values -1/2, 3 and 5/7",
        lambda: moment_cases(3),
        lambda: moment_cases(2),
    )
    return prover.theorem(claim, ByEnumeration())


def mixture_cases(swapped: int) -> Iterator[tuple[str, bool]]:
    """The probability of every event in a mixture of two laws."""
    for one, other in every(laws(3), repeat=2):
        mixed = mixture(zip(SHARES, (one, other), strict=True))
        for event in subsets(3, 1):
            weights = SHARES[:: 1 - 2 * swapped]
            wanted = sum(
                weight * part.of(event.__contains__)
                for weight, part in zip(weights, (one, other), strict=True)
            )
            yield f"{set(event)} in {one} and {other}", mixed.of(event.__contains__) == wanted


def mixtures(prover: Prover) -> Theorem:
    """Drawing a law first, and from it then."""
    claim = Finite(
        "law.mixture",
        "an event has in a mixture the mean of its probabilities",
        f"all pairs of laws of 3 outcomes with probabilities in multiples of 1/{PARTS}, mixed 1 to 4",
        lambda: mixture_cases(0),
        lambda: mixture_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def tossed(count: int, chance: Fraction) -> Law[int]:
    """The number of successes, from all sequences of trials."""
    return law(
        (sum(trials), prod((chance if each else 1 - chance for each in trials), start=Fraction(1)))
        for trials in every((0, 1), repeat=count)
    )


def binomial_cases(more: int) -> Iterator[tuple[str, bool]]:
    """The binomial law against it."""
    for count, chance in every(range(6), (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))):
        yield f"{count} trials at {chance}", binomial(count, chance) == tossed(count + more, chance)


def binomials(prover: Prover) -> Theorem:
    """The number of successes among independent trials."""
    claim = Finite(
        "law.binomial",
        "the binomial law is that of the number of successes in all sequences of trials",
        "up to 5 trials, probabilities 0, 1/3, 1/2 and 1",
        lambda: binomial_cases(0),
        lambda: binomial_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def most_cases(least: Fraction) -> Iterator[tuple[str, bool]]:
    """The largest of some odds, which are at least 0."""
    yield "of none", most(()) == 0
    for one, other in every((Fraction(0), Fraction(1, 2), Fraction(1), Fraction(3)), repeat=2):
        yield f"of {one} and {other}", most((one, other)) == max(least, one, other)


def largest(prover: Prover) -> Theorem:
    """The largest odds, also where all are below 1."""
    claim = Finite(
        "law.most",
        "the largest of several odds, and 0 of none",
        "pairs of 0, 1/2, 1 and 3",
        lambda: most_cases(Fraction(0)),
        lambda: most_cases(Fraction(1)),
    )
    return prover.theorem(claim, ByEnumeration())
