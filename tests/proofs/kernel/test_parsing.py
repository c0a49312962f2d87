"""Formulas as authors write them: the same terms as code makes, and nothing else is read."""

from fractions import Fraction

import pytest

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.parsing import NoFormula, parsed
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal

E, m, T = map(Symbol, ("E", "m", "T"))


def test_what_is_read() -> None:
    """Term by term, as code would have made it."""
    cases: list[tuple[str, Term | Relation]] = [
        ("1 + (E - 1)*m^2/T", 1 + (E - 1) * m**2 / T),
        ("E^-2", E**-2),
        ("-E^2", -(E**2)),
        ("0.25*T - 1/4", Fraction(1, 4) * T - term(1) / 4),
        ("-3", term(-3)),
        ("exp(ln(E) + sqrt(T))", exp(log(E) + sqrt(T))),
        ("min(m, T)", least(m, T)),
        ("E = 2*m", equal(E, 2 * m)),
        ("E <= m", at_most(E, m)),
        ("E >= m", at_most(m, E)),
        ("E < m", below(E, m)),
        ("E > m", below(m, E)),
        ("E != m", Relation(E, "!=", m)),
    ]
    for text, wanted in cases:
        assert parsed(text) == wanted


def test_what_is_refused() -> None:
    """A reason, and no guess."""
    for text in (
        "",
        "E +",
        "E < m < T",
        "E is m",
        "sin(E)",
        "E^m",
        "E^(1/2)",
        "'E'",
        "True",
        "E if m else T",
        "f.g",
        "exp(E, m)",
        "E @ m",
    ):
        with pytest.raises(NoFormula, match="is no formula"):
            parsed(text)
