"""A p-value that is another one where nobody looks is not that of a range."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from ldproof.chi2.significance import p_value
from ldproof.numbers import Ball, Real, Symbol, lift, real, sqrt
from ldproof.rejections import Refused
from ldproof_proofs.chi2.significance import TAUS, squared
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.prover import Searching
from ldproof_proofs.kernel.tracing import tie


def bumped(tau: Fraction) -> Real:
    """A bump at 7."""
    return lift(Ball.erfc, sqrt(real(tau / 2)), exactly=False) + (tau == 7)


def branching(tau: Fraction) -> Real:
    """Another value at 7, by a branch."""
    if tau == 7:
        return Real(0)
    return lift(Ball.erfc, sqrt(real(tau / 2)), exactly=False)


def added(tau: Fraction) -> Real:
    """What vanishes at 1 and at 4 is added."""
    return lift(Ball.erfc, sqrt(real(tau / 2)), exactly=False) + (tau - 1) * (tau - 4)


def inside(tau: Fraction) -> Real:
    """It is added to what is halved."""
    return lift(Ball.erfc, sqrt(real((tau + (tau - 1) ** 2 * (tau - 4) ** 2) / 2)), exactly=False)


def shown(tail: Callable[[Fraction], Real]) -> None:
    """That what a tail is of is the statistic, as `in_symbols` shows it of the reference's."""
    tie(Searching(), tail, lambda: 2 * squared(tail, TAUS), lambda: Symbol("tau"), TAUS)


def test_its_own_is_shown() -> None:
    """Of all of the range."""
    shown(p_value)


@pytest.mark.parametrize("tail", [bumped, branching, added, inside])
def test_bumps_are_noticed(tail: Callable[[Fraction], Real]) -> None:
    """Wherever they are."""
    with pytest.raises((NotProved, Refused)):
        shown(tail)
