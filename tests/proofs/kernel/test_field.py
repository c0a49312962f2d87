"""Normal forms: what has the normal form 0 is 0 wherever it is defined, and a rational function that has not is not.

Terms of normal forms, and SymPy's second opinion, which agrees with nothing else.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product as every

import pytest
import sympy
from hypothesis import assume, given, reject
from hypothesis import strategies as st

from ldproof.numbers import Symbol, Term, exp, least, log, sqrt, term
from ldproof_proofs.kernel.algebra import occurring_variables
from ldproof_proofs.kernel.field import Field, Quotient
from ldproof_proofs.kernel.polynomials import as_term, common_denominator, without_squares
from ldproof_proofs.kernel.relations import equal, obligations
from ldproof_proofs.kernel.second_algebra import agrees, to_sympy
from tests.proofs.kernel import terms as random
from tests.proofs.kernel.making import assert_refused, expressions, relations
from tests.proofs.kernel.terms import fractions, is_near_zero, near, points, polynomials, rationals

x, y, u = map(Symbol, "xyu")
GRID = [{"x": Fraction(a, 4), "y": Fraction(b, 4)} for a in range(-13, 19, 3) for b in range(-11, 19, 3)]
functions = [polynomials.map(each) for each in (exp, log, sqrt)]
flat = st.recursive(
    st.one_of(polynomials, *functions, st.builds(least, polynomials, polynomials)),
    random.arithmetic,
    max_leaves=4,
)
"""Arithmetic with functions of polynomials."""


def is_zero(expression: Term) -> bool:
    """Whether the kernel's normal form is 0; not if it divides by 0."""
    try:
        return Field([expression]).is_zero(expression)
    except ZeroDivisionError:
        return False


def rewritten(expression: Term, how: int) -> Term:
    """An equal number, written in another way wherever the identity that is chosen applies."""

    def again(node: Term, arguments: tuple[Term, ...]) -> Term:
        match node.operator, arguments:
            case "+" | "*", (left, right) if how & 1:
                return right + left if node.operator == "+" else right * left
            case "-", (left, right):
                return -(right - left) if how & 2 else left + -1 * right
            case "*", (left, right):
                return (left + 1) * right - right if how & 2 else left * (right + 3) - 3 * left
            case "/", (left, right):
                return left * right**-1 if how & 1 else (2 * left) / (right + right)
            case "^", (only,) if isinstance(node.head, int) and node.head > 0:
                return only * only ** (node.head - 1)
            case "exp", (only,):
                return exp(only / 2) ** 2 if how & 1 else 1 / exp(-only)
            case "min", (left, right):
                return least(right, left)
            case "sqrt", (only,):
                return sqrt(only) ** 3 / only if how & 2 else sqrt(only + 0)
            case _:
                return Term(node.operator, node.head, arguments)

    return expression.fold(term, Symbol, again)


@given(flat, st.integers(0, 3))
def test_one_number_written_in_two_ways_has_one_normal_form(expression: Term, how: int) -> None:
    """Commuted, distributed, halved: the difference is 0, also inside exponentials, roots and minima."""
    difference = expression - rewritten(expression, how)
    try:
        field = Field([difference])
        found = field(difference)
    except ZeroDivisionError:
        reject()
    else:
        assert field.vanishes(found.top)


def confused(expressions: Iterable[Term], points: Iterable[Mapping[str, Fraction]]) -> list[str]:
    """Which terms have one normal form and, at some point, two values."""
    defined = [each for each in dict.fromkeys(expressions) if is_zero(each - each)]
    field = Field(defined)
    groups: dict[str, list[Term]] = {}
    for each in defined:
        form = field(each)
        groups.setdefault(f"({form.top})/({form.bottom})", []).append(each)
    offences = []
    for first, *others in groups.values():
        for other, point in every(others, points):
            value = near(first - other, point)
            if value is not None and not is_near_zero(value):
                offences.append(f"{first} and {other} at {point}")
    return offences


@given(st.lists(random.terms, min_size=2, max_size=8), points, st.integers(0, 3))
def test_terms_of_one_normal_form_have_one_value(
    several: list[Term], point: dict[str, Fraction], how: int
) -> None:
    """Whatever terms the field takes to be equal are equal at a random point where both are defined."""
    assert confused([*several, *(rewritten(each, how) for each in several)], [point]) == []


def test_towers_of_one_normal_form_have_one_value() -> None:
    """Functions of functions of small terms: none are mixed up."""
    small = expressions("x; 2*x; x/2; -x; x + y; 2*x + 2*y; x*y; 0; 2")
    inner = [each for function in (exp, sqrt, log) for each in map(function, small)]
    inner += [*small, *(least(x, each) for each in small)]
    outer = [each for function in (exp, sqrt, log) for each in map(function, inner)]
    outer += [each for one in inner for each in (least(one, x), exp(one + exp(one)))]
    assert confused(outer, GRID[::7]) == []


@given(rationals)
def test_what_is_not_zero_is_somewhere_not_zero(expression: Term) -> None:
    """For rational functions the field misses nothing: 0 at every defined point of a grid is 0."""
    try:
        zero = Field([expression]).is_zero(expression)
    except ZeroDivisionError:
        reject()
    else:
        seen = [value for point in GRID if (value := near(expression, point)) is not None]
        assume(seen)
        assert zero == all(map(is_near_zero, seen))


@given(polynomials, polynomials, fractions)
def test_exponentials_of_different_arguments_are_different(left: Term, right: Term, by: Fraction) -> None:
    """exp(p) = exp(q) only where p = q; and exp(c p) is exp(p)^c for whole c."""
    assert is_zero(exp(left) - exp(right)) == is_zero(left - right)
    assert is_zero(exp(3 * left) - exp(left) ** 3)
    assert is_zero(exp(by * left) - exp(by * left / 2) ** 2)


def test_what_the_field_knows_and_does_not_believe() -> None:
    """Squares of roots, products of exponentials; exp(x) is not exp(2 x), whatever is applied to them."""
    right = relations(
        "sqrt(x)^2 = x; sqrt(x)*sqrt(x)/x = 1; (sqrt(x) + 1)*(sqrt(x) - 1) = x - 1; sqrt(2)^2 = 2;"
        "1/(sqrt(x) + 1) = (sqrt(x) - 1)/(x - 1); sqrt(1 + sqrt(x))^4 = 1 + 2*sqrt(x) + x; exp(0) = 1;"
        "sqrt(exp(x))^2 = exp(x); sqrt(x/y)^2 = x/y; sqrt(x/y)^3*y = sqrt(x/y)*x; exp(x - x) = 1;"
        "exp(x/3)^3 = exp(x); exp(-x)*exp(x) = 1; min(x, y) = min(y, x); ln(x*x) = ln(x^2);"
        "exp(sqrt(x + x)) = exp(sqrt(2*x)); (x - x)^0 = 1; (x*y)^-2*x^2*y^2 = 1"
    )
    assert [str(each) for each in right if not is_zero(each.left - each.right)] == []
    wrong = relations(
        "sqrt(x) = x; sqrt(x)^2 = -x; sqrt(x) = sqrt(y); sqrt(x) = -sqrt(x); exp(x)*exp(y) = exp(x*y);"
        "exp(x) = exp(-x); ln(x) = ln(2*x); min(x, y) = x; min(x, y) = min(x, z); exp(sqrt(x)) = exp(sqrt(2*x));"
        "sqrt(1 + sqrt(x))^2 = 1 - sqrt(x); sqrt(1 + sqrt(x))*(sqrt(x)^2 - x) = -1; ln(x) = exp(x);"
        "sqrt(1 + sqrt(x))*(sqrt(x)^2 - x + 1) = 0; sqrt(x) = ln(x); exp(exp(x)) = exp(exp(2*x));"
        "ln(exp(x)) = ln(exp(2*x)); ln(exp(x)) = ln(exp(-x)); sqrt(exp(x)) = sqrt(exp(x/2));"
        "min(exp(x), 1) = min(exp(3*x), 1); exp(exp(x) + exp(2*x)) = exp(exp(x/2) + exp(x));"
        "sqrt(ln(exp(x)) + 1) = sqrt(ln(exp(3*x)) + 1)"
    )
    assert [str(each) for each in wrong if is_zero(each.left - each.right)] == []


def test_a_symbol_is_not_what_its_name_spells() -> None:
    """A symbol may be called "x + y", and is still no sum."""
    s = Symbol("#0")
    for difference in (
        exp(Symbol("x + y")) - exp(x + y),
        exp(Symbol("x*y")) - exp(x * y),
        sqrt(Symbol("2*x")) - sqrt(2 * x),
        exp(s**2 + log(y) - log(y)) - exp(log(y) ** 2 + s - s),
        log(Symbol("x^2") + y) - log(x**2 + y),
    ):
        assert not is_zero(difference)


def test_dividing_by_zero_has_no_normal_form() -> None:
    """1 over a polynomial that is 0 is no element of a field, at any depth."""
    for expression in expressions("1/(x - x); (x - x)^-1; exp(1/(x - x)); x/(2*y - y - y)"):
        with pytest.raises(ZeroDivisionError):
            Field([expression]).is_zero(expression)


@given(polynomials, polynomials, polynomials)
def test_a_sum_of_products_is_what_it_says(one: Term, two: Term, three: Term) -> None:
    """`sum_of` adds up products, and the normal form of the same sum is equal to it."""
    field = Field([one, two, three])
    found = field.sum_of([(one, two), (three,), ()])
    same = field(one * two + three + 1)
    assert (found.top, found.bottom) == (same.top, same.bottom)
    assert found.top.is_zero() == is_zero(one * two + three + 1)


# Polynomials in a field's generators, as terms.


def rendered(whole: Term) -> Term:
    """A term's normal form, as a term."""
    field = Field([whole])
    form = field(whole)
    return as_term(field, form.top, form.bottom)


def test_a_term_of_a_normal_form_has_that_normal_form() -> None:
    for whole in expressions(
        "0; 3*x^2 - x*y/2 + 7; (x + y)/(x - y); exp(u)*x + exp(-2*u); exp(u/2) + exp(u/3);"
        "ln(x)*sqrt(1 + x) - min(x, y); x/exp(3*u)/(1 + x)"
    ):
        assert is_zero(whole - rendered(whole))
    assert obligations(rendered(x * exp(-u))) == ()  # to divide by an exponential is owed nothing
    assert obligations(1 / exp(u)) != ()


def test_squares_of_roots_go_and_all_get_the_same_denominator() -> None:
    root = sqrt(x / y)
    field = Field([root, x, y])
    one, other = without_squares(field, [field(root**2 * x + root).top, field(y).top])
    expected = (y * (x * x / y + root), y * y)
    for found, wanted in zip((one, other), expected, strict=True):
        difference = field(wanted) + -Quotient(found, field.context.constant(1))
        assert field.vanishes(difference.top)


def test_what_occurs_and_what_is_common() -> None:
    field = Field([x, y])
    first, second = field(x).top, field(y).top
    assert occurring_variables(first) == [0]
    assert occurring_variables(first, second * first) == [0, 1]
    assert common_denominator([first * second, second**2, second**2]) == first * second**2


# SymPy's second opinion.


def test_sympy_agrees_with_what_is_so_and_cannot_tell_what_is_not() -> None:
    right = "(x + y)^2 = x^2 + 2*x*y + y^2; x/y + y/x = (x*x + y*y)/(x*y); x - x = 0"
    assert all(map(agrees, relations(f"{right}; exp(2*x) - 1 = (exp(x) - 1)*(exp(x) + 1)")))
    wrong = relations("x = y; x + 1 = x; exp(x) = exp(2*x); sqrt(x)^2 = -x; min(x, y) = min(y, x)")
    assert not any(map(agrees, wrong))
    assert_refused("SymPy is not asked", to_sympy, least(x, y))


@given(rationals, rationals, points)
def test_sympy_agrees_only_with_what_is_so(left: Term, right: Term, point: dict[str, Fraction]) -> None:
    """Wherever it agrees the two sides have one value."""
    for goal in (equal(left, right), equal(left * right, right * left)):
        try:
            agreed = agrees(goal)
        except ZeroDivisionError:
            continue
        value = near(goal.left - goal.right, point)
        assert not agreed or value is None or is_near_zero(value)


def test_a_term_is_translated_for_sympy_as_it_stands() -> None:
    """Every operator, with real symbols."""
    a, b = sympy.Symbol("x", real=True), sympy.Symbol("y", real=True)
    expression = -(x + y) * (x - 1) / y**-2 + exp(x) - log(y) + sqrt(x) + term(1) / 3
    expected = -(a + b) * (a - 1) / b**-2 + sympy.exp(a) - sympy.log(b) + sympy.sqrt(a) + sympy.Rational(1, 3)
    assert sympy.expand(sympy.together(to_sympy(expression) - expected)) == sympy.Integer(0)
