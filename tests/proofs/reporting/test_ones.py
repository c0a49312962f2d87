"""The number of ones that people send, in numbers: its law, mean, variance and power from what everybody may send."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product as every
from math import prod

import pytest

from ldproof_proofs.kernel import store
from ldproof_proofs.kernel.ground import holds
from ldproof_proofs.kernel.implication import implication
from ldproof_proofs.kernel.prover import Prover, Replaying
from ldproof_proofs.kernel.relations import Point
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.reporting.ones import mean, outcomes, variance

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)
RATES = (HALF, HALF, THIRD, THIRD, THIRD)
"""Two people in state 1, and three in state 0."""


def by_outcomes() -> Mapping[int, Fraction]:
    """The law of the number of ones, by everything that five people may send."""
    found = dict.fromkeys(range(len(RATES) + 1), Fraction(0))
    for bits in every((0, 1), repeat=len(RATES)):
        sent = zip(bits, RATES, strict=True)
        found[sum(bits)] += prod((rate if bit else 1 - rate for bit, rate in sent), start=Fraction(1))
    return found


def moment(power: int) -> Fraction:
    """The mean of a power of that number."""
    return sum((chance * ones**power for ones, chance in by_outcomes().items()), Fraction(0))


@pytest.mark.parametrize(
    ("theorem", "row", "value"),
    [(mean, "S_k", moment(1)), (variance, "V_k", moment(2) - moment(1) ** 2)],
)
def test_the_theorem_says_what_all_outcomes_say(
    theorem: Callable[[Prover], Theorem], row: str, value: Fraction
) -> None:
    """Of five people two send a one with probability 1/2 and three with 1/3; and no other value would do."""
    claim = implication(theorem(Replaying(store.load())))
    at: Point = {"a_k": 2, "n_k": 5, "p": HALF, "q": THIRD}
    assert claim.goal.holds_at({**at, row: value})
    assert not claim.goal.holds_at({**at, row: value + Fraction(1, 10**6)})
    assert sorted(claim.stands) == sorted((row, "a_k", "n_k"))


def test_the_cases_can_fail() -> None:
    """The fold over people is the law of their ones, and not that of one more."""
    assert all(holds(each) for _, each in outcomes(4, 0))
    assert not any(holds(each) for _, each in outcomes(4, 1))
