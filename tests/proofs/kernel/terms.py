"""Random terms and points, and the value of a term at a point without the kernel's algebra."""

from collections.abc import Mapping
from fractions import Fraction

from flint import arb
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, apply_operator, ball, exp, least, log, precision, sqrt, term

BITS = 512
SMALL = Fraction(1, 10**60)
"""Closer to 0 than any value of a small term that is not 0."""

x, y = Symbol("x"), Symbol("y")
fractions: SearchStrategy[Fraction] = st.integers(-12, 12).map(lambda quarters: Fraction(quarters, 4))
points: SearchStrategy[dict[str, Fraction]] = st.fixed_dictionaries({"x": fractions, "y": fractions})
leaves: SearchStrategy[Term] = st.sampled_from((x, y)) | st.integers(-2, 3).map(term)


def arithmetic(inner: SearchStrategy[Term]) -> SearchStrategy[Term]:
    """Field operations on terms."""
    return st.one_of(
        st.builds(Term.__add__, inner, inner),
        st.builds(Term.__sub__, inner, inner),
        st.builds(Term.__mul__, inner, inner),
        st.builds(Term.__truediv__, inner, inner),
        st.builds(Term.__neg__, inner),
        st.builds(Term.__pow__, inner, st.integers(-2, 3)),
    )


def generator_terms(inner: SearchStrategy[Term]) -> SearchStrategy[Term]:
    """Return terms that make a new generator of the field."""
    return st.one_of(inner.map(exp), inner.map(log), inner.map(sqrt), st.builds(least, inner, inner))


rationals: SearchStrategy[Term] = st.recursive(leaves, arithmetic, max_leaves=6)
"""Rational functions."""
polynomials: SearchStrategy[Term] = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.builds(Term.__add__, inner, inner),
        st.builds(Term.__sub__, inner, inner),
        st.builds(Term.__mul__, inner, inner),
    ),
    max_leaves=6,
)
terms: SearchStrategy[Term] = st.recursive(
    leaves, lambda inner: arithmetic(inner) | generator_terms(inner), max_leaves=5
)
"""Anything, nested."""


def near(expression: Term, point: Mapping[str, Fraction]) -> arb | None:
    """A narrow ball around the value of a term at a point, or None where it is not seen to have one."""
    try:
        with precision(BITS):
            value = expression.fold(ball, lambda name: ball(point[name]), apply_operator)
            narrow = value.is_finite() and value.rad() < (1 + abs(value)) * arb(10) ** -60
            return value if narrow else None
    except (Refused, ZeroDivisionError):
        return None


def is_near_zero(value: arb) -> bool:
    """Whether a narrow ball is around 0, or nearly."""
    return bool(abs(value) < ball(SMALL))
