"""Sign charts: against exact derivatives sampled with balls, and polynomials with roots that are known.

Claims about signs, for which only the chart itself is a certificate, and about shapes, which need each hypothesis.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product as every
from signal import ITIMER_REAL, SIGALRM, setitimer, signal
from types import FrameType

import pytest
from flint import arb, fmpq_poly
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.errors import Refused
from ldproof.numbers import Symbol, Term, apply_operator, ball, exp, log, precision, sqrt, term
from ldproof_proofs.kernel.charts import Chart, chart, derivative, derivative_chart, value
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByShape, algebra, at_once
from ldproof_proofs.kernel.relations import at_most, equal
from ldproof_proofs.kernel.shapes import Kind, Shape, said, shape
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem, prove
from tests.proofs.kernel import making
from tests.proofs.kernel.making import assert_refused, expressions, relations

u, a, b, c, y = map(Symbol, "uabcy")
SIXTEENTHS = (1, 2, 3, 5, 7, 9, 12, 15, 17, 21, 26, 31, 37, 45, 55, 66, 81, 99, 130, 170, 260, 520)
GRID = [Fraction(n, 16) for n in SIXTEENTHS]


def slope(expression: Term, at: Fraction) -> arb | None:
    """The derivative at a point by dual numbers over balls: no normal form, no chart."""

    def combine(node: Term, arguments: tuple[tuple[arb, arb], ...]) -> tuple[arb, arb]:
        value = apply_operator(node, tuple(each for each, _ in arguments))
        match node.operator, arguments:
            case "+", ((_, left), (_, right)):
                return value, left + right
            case "-", ((_, left), (_, right)):
                return value, left - right
            case "*", ((a, left), (b, right)):
                return value, left * b + a * right
            case "/", ((a, left), (b, right)):
                return value, (left * b - a * right) / (b * b)
            case "^", ((a, left),) if isinstance(node.head, int):
                return value, arb(node.head) * a ** (node.head - 1) * left
            case "negative", ((_, left),):
                return value, -left
            case "exp", ((_, left),):
                return value, value * left
            case "log", ((a, left),):
                return value, left / a
            case _:
                raise AssertionError(node)

    with precision(400):
        _, change = expression.fold(
            lambda number: (ball(number), arb(0)), lambda _: (ball(at), arb(1)), combine
        )
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


def test_charts_by_hand() -> None:
    """Rational, dyadic and irrational roots, roots at 0 that do not count, exponents that are halves and thirds."""
    charts = {
        (1,): "u; u/(1 + u); (u - 1)*exp(u); exp(1)*u",
        (-1,): "-u; 1/u; u^-1; 1/(exp(u) - 1); ln(1/2)*exp(u)",
        (-1, 1): "(u - 1)^2; (u - 1/3)^2; (u^2 - 2)^2; exp(u/2) - u*exp(u/3); exp(2*u) - 100*u;"
        "(u - 2)*exp(u); u^4/4 - u^3/3; u^2 - 2*ln(2)*u",
        (1, -1): "u*exp(-u); u^2*exp(-u)",
        (1, -1, 1): "u^3/3 - u^2*2/3 + u/3",
    }
    for signs, text in charts.items():
        for expression in expressions(text):
            found = derivative_chart(expression)
            assert found.signs == signs, expression
            check(expression, found)


def test_what_has_no_chart() -> None:
    """Constants, denominators with a root, double roots of the derivative, other functions."""
    for expression in expressions(
        "5; 5 + 0*u; u/u; u*v; u^2/(u - 1); 1/(u - 1)^2; 1/(u^2 - 2)^2; (u - 1)/(u - 1); (u - 1)^-1*(u - 1);"
        "1/(u - u); u + 0/(exp(u) - exp(u)); 1/(exp(u) - 2); ln(u); sqrt(u); sqrt(u)^2; min(u, 1); exp(u^2);"
        "exp(exp(u)); exp(u) + exp(1/u); (u - 1)^3"
    ):
        assert_refused("", derivative_chart, expression)
    for nothing in expressions("0*exp(u); u - u; (exp(u) - exp(u))/(exp(u) + 1)"):
        assert_refused("is 0 everywhere", lambda each: chart(value(each)), nothing)


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


def test_a_root_at_a_fraction_is_decided() -> None:
    """u^2 e^-u turns at 2, and its derivative is 0 there: no number of digits would tell that from a small number."""
    for number in (term(Fraction(2, 3)), log(term(3))):
        assert chart(derivative(number * u**2 * exp(-u))).signs == (1, -1)
    assert chart(value((u - 1) * (u - 3) * exp(u) * sqrt(term(2)))).signs == (1, -1, 1)


# Claims about signs.


def rising(signs: tuple[int, ...] = (1, -1), mutant: Term | None = None) -> Signs:
    """A claim about u e^-u, which rises and falls."""
    return Signs("the claim", "u / e^u", u * exp(-u), signs, u * exp(u) if mutant is None else mutant)


def signed(claim: Signs) -> Theorem:
    """The theorem."""
    return prove(claim, BySigns().certificate(claim))


def test_a_chart_proves_its_signs() -> None:
    """The statement prints signs and the number of roots, the derivation their brackets."""
    theorem = signed(rising())
    assert theorem.evidence.text() == "proved"
    assert "has the signs + -, with 1 root in all" in theorem.statement
    assert "a root between" in theorem.derivation("text")
    theorem.replay()


def test_other_signs_and_other_certificates_are_refused() -> None:
    """The signs of the claim must be the chart's, and no other bracket, even a right one, is a certificate."""
    right = derivative_chart(u * exp(-u))
    for signs in ((1,), (-1, 1), (1, -1, 1), (), (1, 1), (-1, -1), (1, 0, -1), (2, -2)):
        assert_refused("the signs are", signed, rising(signs))
        assert_refused("the signs are", prove, rising(signs), right)
    ((low, high),) = right.roots
    for wrong in (
        *(replace(right, signs=signs) for signs in ((-1, 1), (1,))),
        *(replace(right, roots=roots) for roots in ((), ((low, high + 1),), ((high, high),))),
        replace(right, roots=((low, high), (high, high + 1))),
        (right.signs, right.roots),
        None,
        0,
    ):
        assert_refused("its chart is not the certificate's", prove, rising(), wrong)
    for mutant in expressions("u*exp(-2*u); 1; ln(u); 1/(u - 1)"):  # with the same signs, or none
        assert_refused("", signed, rising(mutant=mutant))


def test_a_constant_that_is_zero_has_no_sign() -> None:
    """A derivative that is 0 has neither sign, and what is divided by log(1) is not defined."""
    for expression in expressions("u*ln(1); u + 1/ln(1); u/ln(1); 1/(u*ln(1)); exp(u) + u/sqrt(0)"):
        for signs in ((0,), (1,), (-1,)):
            assert_refused("", signed, Signs("the claim", "", expression, signs, -u if signs == (1,) else u))


# Claims about shapes.

PEAK, VALLEY, RISING, FALLING = 4 * u - u**2, u**2 - 4 * u, u**3, 1 / u
FITTING = {
    Kind.POSITIVE: (RISING, FALLING),
    Kind.RISES: (RISING,),
    Kind.FALLS: (FALLING,),
    **dict.fromkeys((Kind.BETWEEN, Kind.BEFORE, Kind.AFTER), (PEAK, RISING, FALLING)),
}
CASES = [(kind, each) for kind, several in FITTING.items() for each in several]
PLACES, HEIGHTS = ([Fraction(n, 2) for n in halves] for halves in ((-1, 1, 2, 4, 6, 8), (-6, -1, 1, 6)))
POINTS = [dict(zip("abcy", values, strict=True)) for values in every(PLACES, PLACES, PLACES, HEIGHTS)]
"""Where a, b and c may be, and a number y."""
NOT_SAID, SIGNS = "is not what the chart of", "has the signs"


def points(kind: Kind, expression: Term) -> list[dict[str, Fraction]]:
    """Those at which what is given for a shape holds."""
    given, _ = said(kind, expression)
    return [point for point in POINTS if all(each.holds_at(point) for each in given.values())]


def shape_statement(kind: Kind, expression: Term, at: dict[str, Fraction] | None = None) -> Implication:
    """Return the statement of a shape, with a witness that is searched for."""
    given, goal = said(kind, expression)
    at = at or points(kind, expression)[0]
    return Implication("the claim", goal, given, {}, at, Mutant(relations("a < 0")[0], at))


@pytest.mark.parametrize(("kind", "expression"), CASES, ids=str)
def test_what_a_shape_says_is_so(kind: Kind, expression: Term) -> None:
    """It is proved, and holds wherever the hypotheses do; and so it is from its chart in 1/u, signs turned."""
    _, goal = said(kind, expression)
    there = points(kind, expression)
    assert [point for point in there if not goal.holds_at(point)] == []
    inverse = shape(kind, expression, inverse=True)
    if kind is not Kind.POSITIVE:
        assert inverse.chart.signs == tuple(-sign for sign in derivative_chart(expression).signs[::-1])
    if not there:
        assert expression in (RISING, FALLING)
        return
    claim = shape_statement(kind, expression)
    theorem = prove(claim, ByShape(kind, expression).certificate(claim))
    assert theorem.evidence.text() == "proved"
    assert theorem.derivation("text").startswith(kind.value)
    theorem.replay()
    prove(claim, inverse)
    if kind is not Kind.POSITIVE:
        assert_refused("", prove, claim, replace(inverse, inverse=False))


@pytest.mark.parametrize("kind", Kind)
def test_shape_and_hypotheses_are_needed(kind: Kind) -> None:
    """Of what falls and then rises none of it is true, and nothing is believed of it; nor without a hypothesis."""
    _, goal = said(kind, VALLEY)
    failures = [point for point in points(kind, VALLEY) if not goal.holds_at(point)]
    claim = shape_statement(kind, VALLEY, failures[0])
    claim = replace(claim, mutant=Mutant(goal, failures[0]))
    assert_refused(SIGNS, prove, claim, shape(kind, VALLEY, inverse=False))
    if kind is not Kind.POSITIVE:
        assert_refused(SIGNS, prove, shape_statement(kind, VALLEY), shape(kind, VALLEY, inverse=True))
    expression = FITTING[kind][0]
    claim, certificate = shape_statement(kind, expression), shape(kind, expression, inverse=False)
    prove(replace(claim, given={**claim.given, "one more": at_most(a, a + 1)}), certificate)
    for left_out in claim.given:
        fewer = {name: each for name, each in claim.given.items() if name != left_out}
        assert_refused(NOT_SAID, prove, replace(claim, given=fewer), certificate)


@pytest.mark.parametrize("inverse", [False, True])
def test_what_is_0_somewhere_is_not_positive(inverse: bool) -> None:
    """A root where the sign changes, one where it does not, a negative expression, and 0 itself."""

    def positive(expression: Term) -> Theorem:
        return prove(
            shape_statement(Kind.POSITIVE, expression), shape(Kind.POSITIVE, expression, inverse=inverse)
        )

    for expression in expressions("1 - u; (u - 1)^2; -u; -1/u"):
        assert_refused("", positive, expression)
    assert_refused("is 0", positive, u - u)
    positive(u - log(term(2)) + 1)


def test_another_goal_or_certificate_is_refused() -> None:
    """The certificate is for one goal, word for word, and of one kind, one expression, one chart."""
    rises = shape_statement(Kind.RISES, RISING)
    certificate = shape(Kind.RISES, RISING, inverse=False)
    for goal in relations("b^3 <= a^3; a^3 < b^3; a^3 <= c^3; a^3 <= b^2; a <= b"):
        at = {"a": 1, "b": 1, "c": 1}
        wrong = replace(rises, goal=goal, witness=at, mutant=Mutant(making.FALSE, at))
        assert_refused(NOT_SAID, prove, wrong, certificate)
    for claim in (replace(rises, mutant=None), replace(rises, witness={"a": 2, "b": 1})):
        assert_refused("", prove, claim, certificate)
    claim, right = shape_statement(Kind.BETWEEN, PEAK), shape(Kind.BETWEEN, PEAK, inverse=False)
    other = derivative_chart(FALLING)
    for spoilt in (
        *(replace(right, kind=kind.value) for kind in (Kind.BEFORE, Kind.RISES)),
        *(replace(right, expression=each) for each in (4 * u - u**2 + 1, VALLEY)),
        replace(right, chart=other),
        replace(right, chart=replace(right.chart, signs=(-1,))),
        replace(right, chart=replace(right.chart, roots=())),
        replace(right, expression=FALLING, chart=other),
        replace(right, inverse=True),
    ):
        assert_refused("", prove, claim, spoilt)
    with pytest.raises((NotProved, ValueError)):
        prove(claim, replace(right, kind="it wobbles"))


def test_what_has_no_chart_has_no_shape() -> None:
    """Two variables, none, a pole, a derivative that is 0, another function."""

    def shapen(kind: Kind, expression: Term) -> Theorem:
        return prove(
            shape_statement(kind, expression, dict.fromkeys("abcy", Fraction(1))),
            shape(kind, expression, inverse=False),
        )

    for expression in expressions("u*y; 3; 1/(u - 1); ln(u - 1); u*ln(1); exp(u^2)"):
        for kind in Kind:
            assert_refused("", shapen, kind, expression)


def test_proofs_fit_their_claims() -> None:
    """A chart is for signs, a shape for an implication, and steps for neither."""
    assert_refused("is not about signs", BySigns().certificate, making.claimed(equal(u, u)))
    assert_refused("is not shown by a chain", at_once("", algebra).certificate, rising())
    assert_refused("is not shown by a shape", ByShape(Kind.RISES, u).certificate, rising())
    assert isinstance(ByShape(Kind.RISES, RISING).certificate(shape_statement(Kind.RISES, RISING)), Shape)
