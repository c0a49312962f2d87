"""The laws that are computed in floats, against the exact ones: every tail is as near as it is said to be."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import accumulate
from itertools import product as every

import numpy as np

from ldproof.arrays import DOUBT
from ldproof.numbers import rational
from ldproof.numbers.algebra import polynomial_power, polynomial_product
from ldproof.shots.error import Crowd, iterate_crowds, single_crowd
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

KINDS = ((0.75, 0.25), (0.90625, 0.328125))
"""Dyadic probabilities of a 1 from active and from idle people."""
PEOPLE = {1: (0, 1), 2: (0, 1, 2), 5: (0, 1, 2, 3, 4, 5), 70: (0, 7, 35, 69, 70), 150: (0, 1, 75, 149, 150)}
"""Numbers of people, and of the active among them, which are halved twice if they are many."""
TAILS = (2.0**-6, 0.5)


def fraction(number: float) -> Fraction:
    """What a float is."""
    return rational(*number.as_integer_ratio())


def exact(N: int, active: int, one: float, zero: float) -> list[Fraction]:
    """The law of the number of ones."""
    first, second = ([1 - chance, chance] for chance in map(fraction, (one, zero)))
    return polynomial_product(polynomial_power(first, active), polynomial_power(second, N - active))


def cases(fewer: int) -> Iterator[tuple[str, bool]]:
    """Every upper and lower tail in floats against the exact one."""
    for (one, zero), (N, chosen) in ((kind, each) for kind in KINDS for each in PEOPLE.items()):
        known = {active: exact(N, max(active - fewer, 0), one, zero) for active in chosen}
        for tail in TAILS:
            doubt, question = fraction(DOUBT), fraction(tail)
            coins = (one, 1 - one), (zero, 1 - zero)
            found = list(iterate_crowds(N, *coins, tail))
            everybody = [active for some in found for active in some.active.tolist()]
            yield (
                f"N = {N}, p = {one}, q = {zero}, tail {tail}: a law for every number of active people",
                everybody == list(range(N + 1)),
            )
            for active, together in every(chosen, (True, False)):
                name = f"N = {N}, {active} active{' of all numbers' * together}, p = {one}, q = {zero}, tail {tail}"
                ours, flipped = tails_in_floats(
                    found if together else [single_crowd(N, active, coins, tail)], active, N
                )
                for end, row, wanted in (
                    ("at most", ours, known[active]),
                    ("at least", flipped, known[active][::-1]),
                ):
                    yield (
                        f"{name}, {end}",
                        all(
                            abs(mine - theirs) <= doubt * max(question, theirs)
                            for mine, theirs in zip(row, accumulate(wanted), strict=True)
                        ),
                    )


def tails_in_floats(found: Iterable[Crowd], active: int, N: int) -> tuple[list[Fraction], list[Fraction]]:
    """The probabilities of 0, 1, ..., N ones or fewer, and of N, N - 1, ..., 0 or more."""
    for some in found:
        if active in some.active:
            rows, ones = np.full(N + 1, active - some.active[0]), np.arange(N + 1)
            at_most, at_least = some.at_most(rows, ones), some.at_least(rows, ones)[::-1]
            return list(map(fraction, at_most.tolist())), list(map(fraction, at_least.tolist()))
    raise NotProved(f"there is no law for {active} active people")


def in_floats(prover: Prover) -> Theorem:
    """The floats that decide where they can."""
    claim = Finite(
        "shots.mixtures",
        "every tail of the number of ones that is computed in floats is off by at most 2^-30 times the larger of itself "
        "and the tail in question",
        "N in {1, 2, 5, 70, 150}; (p, q) in {(3/4, 1/4), (29/32, 21/64)}; tails in question 1/64 and 1/2",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
