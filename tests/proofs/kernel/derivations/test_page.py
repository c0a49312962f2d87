"""Refusals of a page: lines that do not follow, forbidden values, and wrong ends."""

from fractions import Fraction

import pytest
import sympy

from ldproof.numbers import Symbol, Term, exp, sqrt, term
from ldproof.rounds import contrast, lie, truth
from ldproof_proofs.kernel.derivations import definedness
from ldproof_proofs.kernel.derivations.calculus import derivative
from ldproof_proofs.kernel.derivations.chain import named
from ldproof_proofs.kernel.derivations.from_sympy import from_sympy
from ldproof_proofs.kernel.derivations.lines import together
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.derivations.sorting import by_powers
from ldproof_proofs.kernel.derivations.written import Written, leads_to
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.field import Field
from ldproof_proofs.kernel.relations import at_most, ball_at, below, equal
from ldproof_proofs.kernel.second_algebra import to_sympy
from ldproof_proofs.kernel.typesetting import Style
from ldproof_proofs.kernel.writing import typeset
from tests.proofs.kernel.making import assert_refused, expressions, facts, relations

x, y, z, n, k, T = map(Symbol, "xyznkT")


def page(expression: Term) -> Page:
    found = Page("shots.test")
    found.about({"x": "above 0", "y": "any"}, facts("x > 0"), {"x": 2, "y": 3, "n": 4, "k": 1, "T": 3})
    found.start(lambda: expression, "a beginning")
    return found


def wrong_algebra(expression: sympy.Expr) -> sympy.Expr:
    """Return the result of a computer algebra system that errs."""
    return expression + 1


def test_a_line_that_is_found_is_certified() -> None:
    written = page((x**2 - 1) * y)
    written.equals(sympy.factor, "two factors")
    assert str(written.last) == "y*(x - 1)*(x + 1)"
    assert written.lines[-1].found == "factor"
    (theorem,) = written.lines[-1].theorems
    theorem.replay()
    assert_refused("the identity fails", page(x**2 - 1).equals, wrong_algebra, "so it says")
    assert page(1 / exp(y)).equals(exp(-y), "the inverse") is exp(-y)
    assert named(sympy.diff, lambda line: sympy.factor(sympy.expand(line))) == "diff, factor, expand"
    assert named(None) == ""


def test_what_calculus_finds_is_certified() -> None:
    """Slopes, integrals, sums that telescope, and limits that are as near as is said."""
    assert str(page(x**3).differentiate(x, "the slope")) == "3*x^2"
    assert_refused("", page(x**3).differentiate, x, "the slope", wrong_algebra)
    assert str(page(3 * x**2).integrate(x, "an integral")) == "x^3"
    assert_refused("", page(3 * x**2).integrate, x, "an integral", lambda line: 2 * line)
    assert str(page(k * y).sum_below(k, n, "added up", sympy.factor)) == "n*y*(n - 1)/2"
    assert_refused("", page(k * y).sum_below, k, n, "added up", wrong_algebra)
    assert_refused("changes with n", page(k * n).sum_below, k, n, "added up")
    assert str(page((2 * x + 1) / x).limit(x, term(1), "1/x is left")) == "2"
    assert_refused("", page((2 * x + 1) / x).limit, x, term(1) / 2, "nearer than it is")
    assert_refused("not given", page((2 * y + 1) / y).limit, y, term(1), "y is anything")


def test_roots_and_values_must_be_what_is_given_of_them() -> None:
    """X is given to be above 0, and -1 is not; a factor that is left out is positive."""

    def first(line: sympy.Expr) -> sympy.Expr:
        return sympy.solve(line, to_sympy(x))[0]

    def second(line: sympy.Expr) -> sympy.Expr:
        return sympy.solve(line, to_sympy(x))[1]

    assert str(page(y - x).root(y, lambda line: sympy.solve(line, to_sympy(y))[0], "solved")) == "x"
    assert_refused("", page(y - x).root, y, lambda _: to_sympy(x + 1), "solved")
    assert_refused("0 < -1", page(x**2 - 1).root, x, first, "the wrong root")
    assert str(page(x**2 - 1).root(x, second, "a root")) == "1"
    assert str(page(x + y).put({"x": 2}, "at 2", sympy.expand)) == "y + 2"
    assert_refused("0 < 0", page(x + y).put, {"x": 0}, "at 0")
    assert str(page((y - 1) * x).over(x, "x > 0")) == "y - 1"
    assert_refused("", page((y - 1) * x).over, y, "y is anything")
    assert str(page(sqrt(2 * x) / 2).under_root(sqrt(x / 2), "inside")) == "2*sqrt(x/2)/2"


def test_inequalities_are_neither_differentiated_nor_solved() -> None:
    """But what was solved for is not where a chain begins."""
    written = page(-(x**2))
    written.at_most(term(0), "a square")
    assert_refused("inequality", written.differentiate, x, "no")
    assert_refused("inequality", written.integrate, x, "no")
    assert_refused("inequality", written.root, x, sympy.factor, "no")
    assert_refused("inequality", written.limit, x, term(1), "no")
    written = page(y - x)
    written.at_most(y, "x > 0")
    written.start(lambda: y - x, "again")
    written.root(y, lambda line: sympy.solve(line, to_sympy(y))[0], "solved")
    written.differentiate(x, "of what was solved for")
    assert str(written.last) == "1"


def test_it_ends_only_in_the_formula() -> None:
    """And does not begin with it."""
    written = page(truth(x) - lie(x))
    assert_refused("does not call", written.ends, contrast, lambda: x / (2 + x), "typed")
    written.ends(contrast, lambda: contrast(x), "the reference's")
    derivation = written.finished("title", (), contrast)
    assert derivation.formula == "rounds.contrast"
    assert derivation.lines[-1].expression is contrast(x)
    assert_refused("its last line is not", page(x).finished, "title", (), contrast)
    written = Page("shots.test")
    written.about({}, facts("x > 0"), {"x": 2})
    written.start(lambda: contrast(x), "the end")
    assert_refused("begins with the formula", written.ends, contrast, lambda: contrast(x), "the end")


def test_what_the_source_says_must_be_so_or_fail_where_it_is_said_to() -> None:
    written = page(x)
    written.source("(1)", at_most(x, 1), "too small", fails={"x": 2}, holds={"x": 1})
    assert "is 2" in "\n".join(f"{each.theorem.statement}" for each in written.sources)
    with pytest.raises(NotProved):
        written.source("(2)", at_most(x, 1), "true there", fails={"x": 1}, holds={"x": 1})
    written = page(x)
    written.agrees("(1)", equal(x + x, 2 * x), "twice")
    assert_refused("", written.agrees, "(2)", equal(x + x, 3 * x), "thrice")


# A derivation as a reader gets it.


@leads_to(contrast, "shots.thm-2")
def coin_contrast(page: Page) -> None:
    """The difference of a coin's probabilities in two states."""
    page.about({"x": "the excess odds, above 0"}, facts("x > 0"), {"x": 2}, {"E_0": 1 + x})
    page.start(lambda: truth(x) - lie(x), "truth less lie: 50% & more")
    page.ends(contrast, lambda: contrast(x), "over one denominator")


def test_it_is_known_before_it_runs_and_set_in_every_style() -> None:
    """In LaTeX and MathML it has no sign that these would take for their own."""

    def typeset_lines(style: Style) -> list[str]:
        return [typeset(line, style) for line in coin_contrast.derived().main()]

    assert isinstance(coin_contrast, Written)
    assert coin_contrast.title == "The difference of a coin's probabilities in two states"
    assert coin_contrast.entries == ("shots.thm-2",)
    assert typeset_lines("text") == [
        "  (1) E_0/(2 + x) - 1/(2 + x)\n          truth less lie: 50% & more",
        "  (2) = x/(2 + x)   = rounds.contrast\n          over one denominator",
    ]
    assert "(2) $= \\frac{x}{2 + x}$   = rounds.contrast" in typeset_lines("markdown")[1]
    assert "50\\% \\& more" in typeset_lines("latex")[0]
    assert "50% &amp; more" in typeset_lines("mathml")[0]
    about = [typeset(each, "text") for each in coin_contrast.derived().about()]
    assert about == ["x: the excess odds, above 0", "given 0 < x", "with E_0 = 1 + x"]


def test_what_is_given_goes_on_where_it_can() -> None:
    """An order is chained with the next one, whatever stands between them, and an equation never."""
    given = relations("1 <= m; x > 0; m <= T; y = x; x < 1; T = y")
    said = [typeset(each, "text") for each in together(given, {"z": T + 1})]
    assert said == ["1 <= m <= T", "0 < x < 1", "y = x", "T = y"]
    (shortened,) = together([below(0, T + 1)], {"z": T + 1})
    assert typeset(shortened, "text") == "0 < z"


# What serves it: derivatives, products of what is positive, SymPy's terms, lines sorted by powers.


def value(expression: Term, at: float) -> float:
    return float(ball_at(expression, {"x": term(1) * term(int(at * 2**40)) / 2**40, "y": 3}))


def test_the_derivative_is_the_limit_of_differences() -> None:
    """For every operator, except for a minimum."""
    step = 1e-5
    for expression in expressions(
        "x + y*x; 3 - x; -x; x*x*y; y/x; (1 + x)/(2 - x); x^3; (1 + x)^-2; exp(y*x); ln(1 + x*x); sqrt(2 + x);"
        "min(y, 1 + y)*x; 5; y"
    ):
        slope = derivative(expression, "x")
        for at in (0.25, 1.5):
            differences = (value(expression, at + step) - value(expression, at - step)) / (2 * step)
            assert value(slope, at) == pytest.approx(differences, rel=1e-6, abs=1e-8)
    (least,) = expressions("min(x, y)")
    assert_refused("differentiates min", derivative, least, "x")


FACTS = facts("x > 0; y - 1 > 0")
ROOTS = {**FACTS, **facts("sqrt(x*(y - 1)) >= 0; x*(y - 1) > 0")}


def test_products_are_shown_by_their_factors() -> None:
    """Whatever divides; a root is positive if what is under it is; what does not follow is not shown."""
    assert [*definedness.factors(-2 * x**2 / ((y - 1) * z))] == [(x, 2), (y - 1, -1), (z, -1)]
    multiples = [definedness.number(each) for each in (-2 * x, term(3) * x * 4, (2 * x) ** 2, x, -(5 * x))]
    assert multiples == [Fraction(each) for each in (-2, 12, 4, 1, -5)]
    for goal in relations("0 < x*(y - 1); 0 < 3*x^2/(y - 1); 0 < x/(x*(y - 1))^2; -2*x*(y - 1) != 0"):
        definedness.quickly(goal, FACTS).check(goal, FACTS)
    for goal in relations("0 < -x; 0 < x*z; z != 0"):
        assert_refused("", definedness.by_factors, goal, FACTS)
    goal = below(0, sqrt(x * (y - 1)))
    definedness.quickly(goal, ROOTS).check(goal, ROOTS)
    assert_refused("what is under it", definedness.quickly, goal, facts("sqrt(x*(y - 1)) >= 0"))
    assert {*definedness.owed_factors(1 / (x * (y - 1)), sqrt(z))} == {x, y - 1, z, sqrt(z)}


def test_roots_with_one_square_are_one() -> None:
    one, other = sqrt(2 * x), sqrt(x / 2)
    known = {"one": below(0, one), "other": below(0, other)}
    goal = equal(one, 2 * other)
    definedness.same_square(goal, known).check(goal, known)
    assert_refused("", definedness.same_square, equal(one, 3 * other), known)
    assert definedness.replaced(exp(x) + y / exp(x), exp(x), z) is z + y / z


def test_a_term_goes_to_sympy_and_back() -> None:
    """Numbers go back under the root, what begins with a minus is subtracted, what no term says is refused."""
    for expression in expressions(
        "-2/3; x; x - y; -x*y; 3*x^2 - y/7; (x + y)/(x - y)^2; exp(-x)*ln(y); exp(x)^2/(1 + exp(x)); sqrt(x + y);"
        "2*sqrt(x) - y; x/sqrt(y); exp(1)*x"
    ):
        difference = from_sympy(to_sympy(expression)) - expression
        assert Field([difference]).is_zero(difference)
    a, b = sympy.Symbol("x"), sympy.Symbol("y")
    assert str(from_sympy(sympy.sqrt(sympy.Integer(3)) * sympy.sqrt(a))) == "sqrt(3*x)"
    assert str(from_sympy(a - 2 * b)) == "x - 2*y"
    for what in (a**b, a ** sympy.Rational(1, 3)):
        assert_refused("", from_sympy, what)


def test_lines_are_sorted_by_powers() -> None:
    """Coefficients are in factors, and what is kept together stays."""
    a, b, N, f = map(Symbol, "abNf")
    for by, whole, text in (
        (by_powers(N), (a + b) ** 2 * (1 + a) * N + (a - b) ** 2, "N*(a + 1)*(a + b)**2 + (a - b)**2"),
        (by_powers(a, together=(N, N - f)), (N - f) ** 2 * a + (N - f) * b, "a*(N - f)**2 + b*(N - f)"),
    ):
        line = to_sympy(whole)
        found = by(sympy.expand(line))
        assert str(found) == text
        assert sympy.expand(found) == sympy.expand(line)
