"""The laws in floats from which the exact alpha starts, beside those of the product of everybody's generating functions."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import accumulate

import numpy as np

from ldproof.numbers import rational
from ldproof.numbers.polynomials import parts, ring
from ldproof.shots.mixtures import DOUBT, Crowd, crowd, crowds
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

MANY = 150
"""So many people that the numbers of active people are halved twice."""
HALVES = (0, 1, 75, 149, 150)
TAIL = 1e-9
COINS = (0.75, 0.25), (0.25, 0.75)


def at_least(active: int) -> list[Fraction]:
    """The probabilities of 0, 1, ... ones or more, as so many people send a one with probability 3/4 and others with 1/4."""
    (one,) = ring(("one",)).gens()
    ways = dict(parts((1 + 3 * one) ** active * (3 + one) ** (MANY - active)))
    chances = [ways.get((ones,), rational(0)) / rational(4) ** MANY for ones in range(MANY + 1)]
    return [*accumulate(reversed(chances))][::-1]


def near(ours: float, exact: Fraction) -> bool:
    """Whether a sum in floats is off by no more than its error."""
    return abs(Fraction(ours) - exact) <= Fraction(DOUBT) * max(exact, Fraction(TAIL))


def good(found: Crowd, row: int, more: int) -> bool:
    """Whether both tails of one of the laws are near, from every number of ones on."""
    exact, rows = [*at_least(int(found.active[row])), rational(0)], np.array([row])
    return all(
        near(float(found.at_least(rows, np.array([ones + more]))[0]), exact[ones])
        and near(float(found.at_most(rows, np.array([ones - 1 + more]))[0]), 1 - exact[ones])
        for ones in range(MANY + 2)
    )


def crowd_cases(more: int) -> Iterable[tuple[str, bool]]:
    """All numbers of active people, and some alone."""
    together = [*crowds(MANY, *COINS, TAIL)]
    yield (
        "every number of active people once",
        [int(k) for each in together for k in each.active] == [*range(MANY + 1)],
    )
    for each in together:
        for row, active in enumerate(each.active.tolist()):
            yield f"{active} active, with others", good(each, row, more)
    for active in HALVES:
        yield f"{active} active, alone", good(crowd(MANY, active, COINS, TAIL), 0, more)


def shared(prover: Prover) -> Theorem:
    """The tails in floats of the numbers of ones are as near as they are said to be."""
    return prover.theorem(
        Finite(
            "shots.alpha-exact-floats",
            "the tails in floats from which alpha_exact starts are those of the number of ones, within 2^-30 of the larger "
            "of themselves and the tail in question",
            f"N = {MANY}, every number of active people, p = 3/4 and q = 1/4, a tail of 10^-9, every number of ones",
            lambda: crowd_cases(0),
            lambda: crowd_cases(1),
        ),
        ByEnumeration(),
    )
