"""Exact tails and laws of sums, each against all outcomes of its trials."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.numbers import Enclosure, ball, enclose, fraction, precision
from ldproof.tails import Coin, at_least, at_least_mixed, bernstein, exactly_mixed, successes, threshold
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

MOST = 4
CHANCES = (Fraction(1, 5), Fraction(1, 2), Fraction(2, 3))
KINDS = (
    ((Fraction(3), Fraction(1)), (Fraction(1), Fraction(3))),
    ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 5), Fraction(4, 5))),
    ((Fraction(1), Fraction(5)), (Fraction(4), Fraction(2))),
)
"""Pairs of coins, by the weights of a 1 and of a 0."""
MANY, BITS, LOST = 60, 128, 24
"""Coins, the precision of the balls, and how many bits may be lost on the way."""


def fair(chances: Sequence[Fraction]) -> list[Coin[Fraction]]:
    """The coins that are 1 with these probabilities."""
    return [(chance, 1 - chance) for chance in chances]


def weights(coins: Sequence[Coin[Fraction]]) -> list[Fraction]:
    """The weights of 0, 1, ... ones, from all sequences of bits."""
    total = [Fraction(0)] * (len(coins) + 1)
    for bits in every((0, 1), repeat=len(coins)):
        total[sum(bits)] += prod(
            (coin[1 - bit] for coin, bit in zip(coins, bits, strict=True)), start=Fraction(1)
        )
    return total


def tail_cases(strict: int) -> Iterator[tuple[str, bool]]:
    """Binomial tails, and the least number whose tail is within a budget."""
    for count, chance in every(range(1, MOST + 1), CHANCES):
        law = weights(fair([chance] * count))
        tails = [sum(law[least:], Fraction(0)) for least in range(count + 2)]
        for least, tail in enumerate(tails):
            yield f"{least} of {count} at {chance}", at_least(count, chance, least) == tail
            for budget in (tail, tail * Fraction(9, 10) + Fraction(1, 10**6)):
                wanted = next((k for k, each in enumerate(tails) if each + strict * budget / 9 <= budget))
                yield f"within {budget} of {count} at {chance}", threshold(count, chance, budget) == wanted


def binomial_tails(prover: Prover) -> Theorem:
    """The exact binomial tail, and the tail turned round."""
    claim = Finite(
        "tails.binomial",
        "at_least is the probability of so many successes or more, and threshold the least number for which that is "
        "within a budget",
        f"up to {MOST} trials at 1/5, 1/2 and 2/3; budgets that are tails, and others",
        lambda: tail_cases(0),
        lambda: tail_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def success_cases(lost: int) -> Iterator[tuple[str, bool]]:
    """The law of the number of independent events that happen."""
    for count in range(MOST + 1):
        for chances in every(CHANCES, repeat=count):
            wanted = weights(fair(chances[lost:]))
            yield f"{', '.join(map(str, chances))}", successes(chances, Fraction(0)) == wanted


def independent_events(prover: Prover) -> Theorem:
    """How many of several independent events happen."""
    claim = Finite(
        "tails.successes",
        "the law of how many of several independent events happen is that of all their outcomes",
        f"up to {MOST} events with probabilities 1/5, 1/2 and 2/3",
        lambda: success_cases(0),
        lambda: success_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def mixed_cases(more: int) -> Iterator[tuple[str, bool]]:
    """The weights of so many ones, and of so many or more, among coins of two kinds."""
    for (first, second), count in every(KINDS, range(MOST + 1)):
        rows = [weights([first] * k + [second] * (count - k)) for k in range(count + 1)]
        for ones in range(count + 1):
            wanted = [row[min(ones + more, count)] for row in rows]
            yield (
                f"{ones} of {count} among {first}, {second}",
                exactly_mixed(count, ones, first, second) == wanted,
            )
        for least in range(-1, count + 3):
            tails = [sum(row[max(least, 0) :], Fraction(0)) for row in rows]
            yield (
                f"{least} or more of {count} among {first}, {second}",
                at_least_mixed(count, least, first, second) == tails,
            )


def digit_cases(lost: int) -> Iterator[tuple[str, bool]]:
    """Balls of these weights: around the fractions, with nearly all their bits, as only positive numbers are added."""
    for first, second in KINDS:
        with precision(BITS):
            one, other = ((ball(each[0]), ball(each[1])) for each in (first, second))
            for ones in range(0, MANY + 1, 4):
                exact = exactly_mixed(MANY, ones, first, second)
                for k, (found, known) in enumerate(
                    zip(exactly_mixed(MANY, ones, one, other), exact, strict=True)
                ):
                    around = fraction(found.lower()) <= known <= fraction(found.upper())
                    yield (
                        f"{ones} ones among {k} of {first} and {MANY - k} of {second}",
                        around and found.rel_accuracy_bits() >= BITS - lost,
                    )


def mixed(prover: Prover) -> Iterator[Theorem]:
    """Coins of two kinds."""
    kinds = "3 pairs of kinds"
    yield prover.theorem(
        Finite(
            "tails.mixed",
            "the weights of so many ones, or of so many or more, among k coins of a first kind and the rest of a second "
            "are those of all sequences of bits",
            f"{kinds}, up to {MOST} coins, every k",
            lambda: mixed_cases(0),
            lambda: mixed_cases(1),
        ),
        ByEnumeration(),
    )
    yield prover.theorem(
        Finite(
            "tails.mixed-digits",
            f"computed in balls of {BITS} bits, these weights have {BITS - LOST} bits that are right",
            f"{kinds}, {MANY} coins, every k, every fourth number of ones",
            lambda: digit_cases(LOST),
            lambda: digit_cases(0),
        ),
        ByEnumeration(),
    )


def scale_cases(power: int) -> Iterator[tuple[str, bool]]:
    """Bernstein's bound of numbers, and of the same numbers in another unit."""

    def bound(unit: Fraction, power: int) -> Enclosure:
        return enclose(lambda: bernstein(ball(7), ball(unit**power / 5), ball(unit), ball(unit / 3)), 20)

    for unit in (Fraction(1, 2), Fraction(3)):
        yield f"times {unit}", bound(unit, power) == bound(Fraction(1), power)


def scales(prover: Prover) -> Theorem:
    """Bernstein's bound has no unit: it does not change if all numbers are multiplied."""
    claim = Finite(
        "tails.bernstein-scales",
        "Bernstein's bound is the same for numbers times c, the variance times c^2, to 20 digits",
        "7 numbers of size 1 with variance 1/5, off by 1/3; c in {1/2, 3}",
        lambda: scale_cases(2),
        lambda: scale_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
