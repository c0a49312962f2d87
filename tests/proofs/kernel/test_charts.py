"""Sign charts: against exact derivatives sampled with balls, and polynomials with roots that are known."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from signal import ITIMER_REAL, SIGALRM, setitimer, signal
from types import FrameType

import pytest
from flint import arb, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.numbers import Symbol, Term, ball, exp, log, operate, precision, sqrt, term
from ldproof.rejections import Refused
from ldproof_proofs.kernel.charts import Chart, chart, derivative, derivative_chart, value
from ldproof_proofs.kernel.errors import NotProved
from tests.proofs.kernel.making import assert_refused, expressions

u, v = Symbol("u"), Symbol("v")
GRID = [
    Fraction(n, 16)
    for n in (1, 2, 3, 5, 7, 9, 12, 15, 17, 21, 26, 31, 37, 45, 55, 66, 81, 99, 130, 170, 260, 520)
]


def slope(expression: Term, at: Fraction) -> arb | None:
    """The derivative at a point by dual numbers over balls: no normal form, no chart."""

    def constant(value: Fraction) -> tuple[arb, arb]:
        return ball(value), arb(0)

    def combine(node: Term, arguments: tuple[tuple[arb, arb], ...]) -> tuple[arb, arb]:
        value = operate(node, tuple(each for each, _ in arguments))
        match node.operator, arguments:
            case "+", ((_, left), (_, right)):
                change = left + right
            case "-", ((_, left), (_, right)):
                change = left - right
            case "*", ((a, left), (b, right)):
                change = left * b + a * right
            case "/", ((a, left), (b, right)):
                change = (left * b - a * right) / (b * b)
            case "^", ((a, left),) if isinstance(node.head, int):
                change = arb(node.head) * a ** (node.head - 1) * left
            case "negative", ((_, left),):
                change = -left
            case "exp", ((_, left),):
                change = value * left
            case "log", ((a, left),):
                change = left / a
            case _:
                raise AssertionError(node)
        return value, change

    with precision(400):
        _, change = expression.fold(constant, lambda _: (ball(at), arb(1)), combine)
        return change if change.is_finite() else None


def check(expression: Term, chart: Chart) -> None:
    """Compare a chart with the signs of the derivative on a grid, at the brackets' ends and between them."""
    assert len(chart.signs) == len(chart.roots) + 1
    assert all(one == -other for one, other in zip(chart.signs, chart.signs[1:], strict=False))
    ends = [end for bracket in chart.roots for end in bracket]
    assert ends == sorted(ends)
    assert all(end >= 0 for end in ends)
    for at in [*GRID, *(end for end in ends if end > 0)]:
        before = sum(right <= at for _, right in chart.roots)
        if any(left < at < right for left, right in chart.roots):
            continue
        value = slope(expression, at)
        if value is not None and (value > 0 or value < 0):
            assert (1 if value > 0 else -1) == chart.signs[before], f"{expression} at {at}: {chart}"


coefficients = st.integers(-3, 3)


@st.composite
def exponential_polynomials(draw: st.DrawFn) -> Term:
    """Sums of c u^i e^(j u / 2)."""
    total = term(0)
    for _ in range(draw(st.integers(1, 4))):
        total = total + draw(coefficients) * u ** draw(st.integers(0, 3)) * exp(
            draw(st.integers(-2, 3)) * u / 2
        )
    return total


quotients: SearchStrategy[Term] = st.builds(
    lambda top, bottom, plus: top / (bottom + plus),
    exponential_polynomials(),
    st.sampled_from((u, u**2, exp(u), u * exp(u), exp(-u) + u)),
    st.integers(1, 3),
)


@given(exponential_polynomials() | quotients)
def test_a_chart_has_the_derivative_s_signs(expression: Term) -> None:
    """Random exponential polynomials and quotients of them, sampled."""
    try:
        chart = derivative_chart(expression)
    except (NotProved, Refused):
        return
    check(expression, chart)


@dataclass(frozen=True)
class Factor:
    """u - a, or u^2 - n, to some power: a polynomial whose one positive root is known."""

    polynomial: fmpq_poly
    squared: Fraction
    """The square of the positive root; below 0 where there is none."""
    power: int


def rational(quarters: int, power: int) -> Factor:
    """(4 u - n)^power."""
    root = Fraction(quarters, 4)
    return Factor(fmpq_poly([-quarters, 4]) ** power, root * root if root > 0 else Fraction(-1), power)


def irrational(n: int, power: int) -> Factor:
    """(u^2 - n)^power."""
    return Factor(fmpq_poly([-n, 0, 1]) ** power, Fraction(n), power)


powers = st.sampled_from((1, 1, 1, 1, 2, 3))
factors: SearchStrategy[Factor] = st.builds(rational, st.integers(-9, 20), powers) | st.builds(
    irrational, st.sampled_from((-3, -1, 2, 3, 5, 7)), powers
)


@given(st.lists(factors, min_size=1, max_size=4), st.sampled_from((1, -1)))
def test_a_polynomial_s_chart_has_its_roots(several: Sequence[Factor], lead: int) -> None:
    """A bracket for each positive root at which the sign changes, around that root, and none besides."""
    slope_ = fmpq_poly([lead])
    powers_of: dict[Fraction, int] = {}
    for each in several:
        slope_ *= each.polynomial
        powers_of[each.squared] = powers_of.get(each.squared, 0) + each.power
    changes = sorted(root for root, power in powers_of.items() if root > 0 and power % 2)
    expression = term(0)
    for power, coefficient in enumerate(slope_.coeffs()):
        part = Fraction(int(coefficient.p), int(coefficient.q) * (power + 1))
        expression = expression + part * u ** (power + 1)
    try:
        chart = derivative_chart(expression)
    except (NotProved, Refused):
        # Where a function and its derivative have a root in common, no ball decides a sign there.
        assert touching(slope_), expression
        return
    assert len(chart.roots) == len(changes)
    assert all(left**2 <= root <= right**2 for root, (left, right) in zip(changes, chart.roots, strict=True))
    assert chart.signs[-1] == lead
    check(expression, chart)


def touching(polynomial: fmpq_poly) -> bool:
    """Whether a derivative of the polynomial, of whatever order, has a root in common with the one before."""
    while polynomial.degree() > 1:
        following = polynomial.derivative()
        if polynomial.gcd(following).degree() > 0:
            return True
        polynomial = following
    return False


@pytest.mark.parametrize(
    ("expression", "signs"),
    [
        (u, (1,)),
        (-u, (-1,)),
        ((u - 1) ** 2, (-1, 1)),
        ((u - Fraction(1, 3)) ** 2, (-1, 1)),
        ((u**2 - 2) ** 2, (-1, 1)),
        (u**3 / 3 - u**2 * Fraction(2, 3) + u / 3, (1, -1, 1)),
        (u * exp(-u), (1, -1)),
        (u**2 * exp(-u), (1, -1)),
        (1 / u, (-1,)),
        (u**-1, (-1,)),
        (1 / (exp(u) - 1), (-1,)),
        (exp(u / 2) - u * exp(u / 3), (-1, 1)),
        (exp(2 * u) - 100 * u, (-1, 1)),
        (u / (1 + u), (1,)),
        ((u - 1) * exp(u), (1,)),
        ((u - 2) * exp(u), (-1, 1)),
        (u**4 / 4 - u**3 / 3, (-1, 1)),
        (exp(term(1)) * u, (1,)),
        (u**2 - 2 * log(term(2)) * u, (-1, 1)),
        (log(term(Fraction(1, 2))) * exp(u), (-1,)),
    ],
    ids=str,
)
def test_charts_by_hand(expression: Term, signs: tuple[int, ...]) -> None:
    """Rational, dyadic and irrational roots, roots at 0 that do not count, exponents that are halves and thirds."""
    chart = derivative_chart(expression)
    assert chart.signs == signs
    check(expression, chart)


@pytest.mark.parametrize(
    "expression",
    expressions(
        "5; 5 + 0*u; u/u; u*v; u^2/(u - 1); 1/(u - 1)^2; 1/(u^2 - 2)^2; (u - 1)/(u - 1); "
        "(u - 1)^-1*(u - 1); 1/(u - u); u + 0/(exp(u) - exp(u)); 1/(exp(u) - 2); ln(u); sqrt(u); "
        "sqrt(u)^2; min(u, 1); exp(u^2); exp(exp(u)); exp(u) + exp(1/u); (u - 1)^3"
    ),
    ids=str,
)
def test_what_has_no_chart(expression: Term) -> None:
    """Constants, denominators with a root, double roots of the derivative, other functions."""
    assert_refused("", derivative_chart, expression)


def test_a_leading_coefficient_of_zero_does_not_lead() -> None:
    """Where log(1) stands before the highest power the chart ends all the same, and is not wrong."""
    expression = u + log(term(1)) * u**2
    with within(2):
        try:
            chart = derivative_chart(expression)
        except (NotProved, Refused):
            return
    assert chart.signs == (1,)


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """End what does not end by itself."""

    def late(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no end after {seconds} seconds")

    before = signal(SIGALRM, late)
    setitimer(ITIMER_REAL, seconds)
    try:
        yield
    finally:
        setitimer(ITIMER_REAL, 0)
        signal(SIGALRM, before)


def test_a_derivative_is_the_derivative() -> None:
    """Its sign at a fraction, and that of its own derivative."""
    found = derivative(u**3 - 3 * u)
    assert [found.sign(Fraction(n, 2)) for n in (1, 2, 3)] == [-1, 0, 1]
    assert found.derivative().sign(Fraction(1)) == 1
    assert found.far_sign() == 1


@given(exponential_polynomials())
def test_the_independent_derivative_is_one(expression: Term) -> None:
    """The dual numbers above agree with a difference quotient, so that they are fit to judge."""
    step = Fraction(1, 2**60)
    with precision(400):
        here, there = (
            expression.substitute({"u": term(at)}).fold(ball, lambda _: arb(0), operate)
            for at in (Fraction(1), Fraction(1) + step)
        )
        quotient = (there - here) / ball(step)
        found = slope(expression, Fraction(1))
        assert found is not None
        assert abs(quotient - found) < arb(2) ** -40


def test_a_root_at_a_fraction_is_decided() -> None:
    """u^2 e^-u turns at 2, and its derivative is 0 there: no number of digits would tell that from a small number."""
    for number in (term(Fraction(2, 3)), log(term(3))):
        assert chart(derivative(number * u**2 * exp(-u))).signs == (1, -1)
    assert chart(value((u - 1) * (u - 3) * exp(u) * sqrt(term(2)))).signs == (1, -1, 1)


def test_what_is_0_everywhere_has_no_chart() -> None:
    for nothing in (0 * exp(u), u - u, (exp(u) - exp(u)) / (exp(u) + 1)):
        assert_refused("is 0 everywhere", chart, value(nothing))
