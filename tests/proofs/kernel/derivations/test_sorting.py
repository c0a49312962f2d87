"""A line sorted by powers: the same, and short."""

from sympy import expand

from ldproof.numbers import Symbol
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.second_algebra import to_sympy

a, b, N, f = map(Symbol, ("a", "b", "N", "f"))


def test_coefficients_are_in_factors() -> None:
    line = to_sympy((a + b) ** 2 * (1 + a) * N + (a - b) ** 2)
    found = by_powers(N)(expand(line))
    assert str(found) == "N*(a + 1)*(a + b)**2 + (a - b)**2"
    assert expand(found) == expand(line)


def test_what_is_kept_together_stays() -> None:
    line = to_sympy((N - f) ** 2 * a + (N - f) * b)
    found = by_powers(a, together=(N, N - f))(expand(line))
    assert str(found) == "a*(N - f)**2 + b*(N - f)"
    assert expand(found) == expand(line)
