"""The laws in floats against exact ones, within the error that is claimed."""

from fractions import Fraction

import pytest

from ldproof.shots.mixtures import DOUBT, laws
from tests.reference.shots.rounds import binomial, sums

RATES = [
    (Fraction(3, 4), Fraction(1, 4)),
    (Fraction(1, 20), Fraction(1, 300)),
    (Fraction(99, 100), Fraction(1, 2)),
]


def kind(chance: Fraction) -> tuple[float, float]:
    return float(chance), float(1 - chance)


@pytest.mark.parametrize(("p", "q"), RATES)
@pytest.mark.parametrize("N", [1, 2, 3, 10, 33])
@pytest.mark.parametrize("tail", [1e-3, 1e-200])
def test_every_tail_is_as_close_as_claimed(N: int, p: Fraction, q: Fraction, tail: float) -> None:
    found = list(laws(N, kind(p), kind(q), tail))
    assert len(found) == N + 1
    for active, masses in enumerate(found):
        exact = sums(binomial(active, p), binomial(N - active, q))
        for least in range(N + 1):
            truth = sum(exact[least:], Fraction(0))
            share = masses.of[max(least - masses.start, 0) :].sum()
            assert abs(Fraction(share) - truth) <= Fraction(DOUBT) * max(truth, Fraction(tail))


def test_what_never_happens_is_no_matter() -> None:
    """A lie of e^-100000 is 0 as a float."""
    found = list(laws(5, (1.0, 0.0), (0.0, 1.0), 1e-9))
    assert [(each.start, each.of.tolist()) for each in found] == [(k, [1.0]) for k in range(6)]
