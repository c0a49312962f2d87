"""Exact tails and laws of sums, each against all outcomes of its trials."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product as every
from math import prod

from ldproof.numbers import Symbol, Term, ball, exact_fraction, precision, term
from ldproof.probability import (
    Coin,
    bernstein_bound,
    binomial_law,
    mixed_count_weights,
    mixed_tail_weights,
    poisson_binomial_law,
)
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem

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


def binomial_tail(count: int, chance: Fraction, least: int) -> Fraction:
    """The exact binomial tail: the probability of `least` or more successes among `count` trials."""
    return binomial_law(count, chance).of(lambda successes: successes >= least)


def tail_threshold(count: int, chance: Fraction, budget: Fraction) -> int:
    """The least k with `Pr[X >= k] <= budget`, for X ~ Bin(count, chance); count + 1 if no k <= count is one."""
    tail = Fraction(0)
    law = binomial_law(count, chance)
    for k in range(count, -1, -1):
        tail += law[k]
        if tail > budget:
            return k + 1
    return 0


def fair(chances: Sequence[Fraction]) -> list[Coin[Fraction]]:
    """The coins that are 1 with these probabilities."""
    return [(chance, 1 - chance) for chance in chances]


def weights(coins: Sequence[Coin[Fraction]]) -> list[Term]:
    """The weights of 0, 1, ... ones, from all sequences of bits."""
    total = [term(0)] * (len(coins) + 1)
    for bits in every((0, 1), repeat=len(coins)):
        path = (term(coin[1 - bit]) for coin, bit in zip(coins, bits, strict=True))
        total[sum(bits)] = total[sum(bits)] + prod(path, start=term(1))
    return total


def alike(name: str, found: Sequence[Fraction], wanted: Sequence[Term]) -> Iterator[tuple[str, Relation]]:
    """Two rows are one."""
    if len(found) != len(wanted):
        raise NotProved(f"{name}: {len(found)} weights, and {len(wanted)}")
    for k, (ours, theirs) in enumerate(zip(found, wanted, strict=True)):
        yield f"{name}, {k}", equal(ours, theirs)


def tail_cases(strict: int) -> Iterator[tuple[str, Relation]]:
    """Binomial tails, and the least number whose tail is within a budget."""
    for count, chance in every(range(1, MOST + 1), CHANCES):
        law = weights(fair([chance] * count))
        tails = [sum(law[least:], term(0)) for least in range(count + 2)]
        for least, tail in enumerate(tails):
            found = binomial_tail(count, chance, least)
            yield f"{least} of {count} at {chance}", equal(found, tail)
            for budget in (found, found * Fraction(9, 10) + Fraction(1, 10**6)):
                name, within = (
                    f"within {budget} of {count} at {chance}",
                    tail_threshold(count, chance, budget) - strict,
                )
                yield f"{name}, no fewer than none", at_most(0, within)
                yield f"{name}, {within} or more", at_most(tails[within], budget)
                if within > 0:
                    yield f"{name}, {within - 1} or more", below(budget, tails[within - 1])


def binomial_tails(prover: Prover) -> Theorem:
    """The exact binomial tail, and the tail turned round."""
    claim = Ground(
        "tails.binomial",
        "at_least is the probability of so many successes or more, and threshold the least number for which that is "
        "within a budget",
        f"up to {MOST} trials at 1/5, 1/2 and 2/3; budgets that are tails, and others",
        lambda: tail_cases(0),
        lambda: tail_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def success_cases(order: int) -> Iterator[tuple[str, Relation]]:
    """The law of the number of independent events that happen."""
    for count in range(MOST + 1):
        for chances in every(CHANCES, repeat=count):
            wanted = weights(fair(chances))[::order]
            yield from alike(
                f"of {', '.join(map(str, chances))}", poisson_binomial_law(chances, Fraction(0)), wanted
            )


def independent_events(prover: Prover) -> Theorem:
    """How many of several independent events happen."""
    claim = Ground(
        "tails.successes",
        "the law of how many of several independent events happen is that of all their outcomes",
        f"up to {MOST} events with probabilities 1/5, 1/2 and 2/3",
        lambda: success_cases(1),
        lambda: success_cases(-1),
    )
    return prover.theorem(claim, ByRecord())


def mixed_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """The weights of so many ones, and of so many or more, among coins of two kinds."""
    for (first, second), count in every(KINDS, range(MOST + 1)):
        rows = [weights([first] * k + [second] * (count - k)) for k in range(count + 1)]
        for ones in range(count + 1):
            wanted = [row[min(ones + more, count)] for row in rows]
            name = f"{ones} of {count} among {first}, {second}"
            yield from alike(name, mixed_count_weights(count, ones, first, second), wanted)
        for least in range(-1, count + 3):
            tails = [sum(row[max(least, 0) :], term(0)) for row in rows]
            name = f"{least} or more of {count} among {first}, {second}"
            yield from alike(name, mixed_tail_weights(count, least, first, second), tails)


def digit_cases(lost: int) -> Iterator[tuple[str, bool]]:
    """Balls of these weights: around the fractions, with nearly all their bits, as only positive numbers are added."""
    for first, second in KINDS:
        with precision(BITS):
            one, other = ((ball(each[0]), ball(each[1])) for each in (first, second))
            for ones in range(0, MANY + 1, 4):
                exact = mixed_count_weights(MANY, ones, first, second)
                for k, (found, known) in enumerate(
                    zip(mixed_count_weights(MANY, ones, one, other), exact, strict=True)
                ):
                    around = exact_fraction(found.lower()) <= known <= exact_fraction(found.upper())
                    yield (
                        f"{ones} ones among {k} of {first} and {MANY - k} of {second}",
                        around and found.rel_accuracy_bits() >= BITS - lost,
                    )


def mixed(prover: Prover) -> Iterator[Theorem]:
    """Coins of two kinds."""
    kinds = "3 pairs of kinds"
    yield prover.theorem(
        Ground(
            "tails.mixed",
            "the weights of so many ones, or of so many or more, among k coins of a first kind and the rest of a second "
            "are those of all sequences of bits",
            f"{kinds}, up to {MOST} coins, every k",
            lambda: mixed_cases(0),
            lambda: mixed_cases(1),
        ),
        ByRecord(),
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


def scales(prover: Prover) -> Theorem:
    """Bernstein's bound has no unit: it does not change if all numbers are multiplied."""
    n, v, b, t, unit = map(Symbol, ("n", "v", "b", "t", "c"))
    at: Point = {"n": 7, "v": Fraction(1, 5), "b": 1, "t": Fraction(1, 3), "c": 3}
    bound = bernstein_bound(n, v, b, t)
    claim = Implication(
        "tails.bernstein-scales",
        equal(bernstein_bound(n, unit**2 * v, unit * b, unit * t), bound),
        {"v >= 0": at_most(0, v), "b > 0": below(0, b), "t > 0": below(0, t), "c > 0": below(0, unit)},
        witness=at,
        mutant=Mutant(equal(bernstein_bound(n, unit * v, unit * b, unit * t), bound), at),
        reading="n numbers of size b at most with variance v, off by t, and the same in another unit",
    )
    return prover.theorem(claim, at_once("c^2 cancels in the exponent", algebra))
