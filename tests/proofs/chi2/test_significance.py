"""A p-value that is another one where nobody looks has another text."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from ldproof.chi2.significance import p_value
from ldproof.numbers import Ball, Real, lift, sqrt
from ldproof_proofs.chi2.significance import P_VALUE, returned, text_cases


def bumped(tau: Fraction) -> Real:
    """A bump at 7."""
    return lift(Ball.erfc, sqrt(Real(tau / 2)), exactly=False) + (tau == 7)


def branching(tau: Fraction) -> Real:
    """Another value at 7, by a branch."""
    if tau == 7:
        return Real(0)
    return lift(Ball.erfc, sqrt(Real(tau / 2)), exactly=False)


def test_its_own_text_is_found() -> None:
    """And it is the whole of it."""
    assert returned(p_value) == P_VALUE
    assert all(holds for _, holds in text_cases(P_VALUE, p_value))


@pytest.mark.parametrize("function", [bumped, branching])
def test_bumps_have_another_text(function: Callable[[Fraction], Real]) -> None:
    """Wherever they are."""
    assert not all(holds for _, holds in text_cases(P_VALUE, function))


def test_other_names_have_another_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same text, in which `lift` is something else."""
    monkeypatch.setitem(p_value.__globals__, "lift", lambda *_, **__: Real(0))
    assert not returned(p_value)
