"""Polynomials in a field's generators: as terms they have the normal forms that they had."""

import pytest

from ldproof.numbers import Symbol, Term, exp, sqrt
from ldproof.numbers.polynomials import occurring
from ldproof_proofs.kernel.field import Field, Quotient
from ldproof_proofs.kernel.polynomials import as_term, common_denominator, without_squares
from ldproof_proofs.kernel.relations import obligations
from tests.proofs.kernel.making import expressions

x, y, u = map(Symbol, ("x", "y", "u"))
TERMS = expressions(
    "0; 3*x^2 - x*y/2 + 7; (x + y)/(x - y); exp(u)*x + exp((-2)*u); exp(u/2) + exp(u/3); "
    "ln(x)*sqrt(1 + x) - min(x, y); x/exp(3*u)/(1 + x)"
)


@pytest.mark.parametrize("whole", TERMS)
def test_a_term_of_a_normal_form_has_that_normal_form(whole: Term) -> None:
    field = Field([whole])
    form = field(whole)
    found = as_term(field, form.top, form.bottom)
    assert Field([whole, found]).is_zero(whole - found)


def test_to_divide_by_an_exponential_is_owed_nothing() -> None:
    whole = x * exp(-u)
    field = Field([whole])
    form = field(whole)
    assert obligations(as_term(field, form.top, form.bottom)) == ()
    assert obligations(1 / exp(u)) != ()


def test_squares_of_roots_go_and_all_get_the_same_denominator() -> None:
    root = sqrt(x / y)
    field = Field([root, x, y])
    one, other = without_squares(field, [field(root**2 * x + root).top, field(y).top])
    bottom = field.context.constant(1)
    expected = (y * (x * x / y + root), y * y)
    for found, wanted in zip((one, other), expected, strict=True):
        difference = field(wanted) + -Quotient(found, bottom)
        assert field.vanishes(difference.top)


def test_what_occurs_and_what_is_common() -> None:
    field = Field([x, y])
    first, second = field(x).top, field(y).top
    assert occurring(first) == [0]
    assert occurring(first, second * first) == [0, 1]
    assert common_denominator([first * second, second**2, second**2]) == first * second**2
