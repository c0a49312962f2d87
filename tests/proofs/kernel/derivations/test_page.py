"""What a page refuses: lines that do not follow, values that are not allowed, ends that are no ends."""

import pytest
import sympy

from ldproof.numbers import Symbol, Term, exp, sqrt, term
from ldproof.reporting.coin import contrast, lie, truth
from ldproof_proofs.kernel.derivations.chain import named
from ldproof_proofs.kernel.derivations.page import Page
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.relations import at_most, equal
from ldproof_proofs.kernel.second_algebra import to_sympy
from tests.proofs.kernel.making import assert_refused, facts

x, y, n, k, T = map(Symbol, ("x", "y", "n", "k", "T"))


def page(expression: Term) -> Page:
    found = Page("shots.test")
    found.about({"x": "above 0", "y": "any"}, facts("x > 0"), {"x": 2, "y": 3, "n": 4, "k": 1, "T": 3})
    found.start(lambda: expression, "a beginning")
    return found


def wrong(expression: sympy.Expr) -> sympy.Expr:
    """What a computer algebra that errs would find."""
    return expression + 1


def test_a_line_that_is_wrong_is_refused() -> None:
    assert_refused("the identity fails", page(x**2 - 1).equals, wrong, "so it says")


def test_a_line_that_is_found_is_certified() -> None:
    written = page((x**2 - 1) * y)
    written.equals(sympy.factor, "two factors")
    assert str(written.last) == "y*(x - 1)*(x + 1)"
    assert written.lines[-1].found == "factor"
    (theorem,) = written.lines[-1].theorems
    theorem.replay()


def test_a_slope_that_is_wrong_is_refused() -> None:
    assert str(page(x**3).differentiate(x, "the slope")) == "3*x^2"
    assert_refused("", page(x**3).differentiate, x, "the slope", wrong)


def test_an_integral_that_is_wrong_is_refused() -> None:
    assert str(page(3 * x**2).integrate(x, "an integral")) == "x^3"
    assert_refused("", page(3 * x**2).integrate, x, "an integral", lambda line: 2 * line)


def test_what_is_no_root_is_refused() -> None:
    assert str(page(y - x).root(y, lambda line: sympy.solve(line, to_sympy(y))[0], "solved")) == "x"
    assert_refused("", page(y - x).root, y, lambda _: to_sympy(x + 1), "solved")


def test_a_root_must_be_what_is_given_of_it() -> None:
    """X is given to be above 0, and -1 is not."""
    assert_refused(
        "0 < -1", page(x**2 - 1).root, x, lambda line: sympy.solve(line, to_sympy(x))[0], "the wrong root"
    )
    assert str(page(x**2 - 1).root(x, lambda line: sympy.solve(line, to_sympy(x))[1], "a root")) == "1"


def test_a_value_must_be_what_is_given_of_it() -> None:
    assert str(page(x + y).put({"x": 2}, "at 2", sympy.expand)) == "y + 2"
    assert_refused("0 < 0", page(x + y).put, {"x": 0}, "at 0")


def test_sums_telescope() -> None:
    assert str(page(k * y).sum_below(k, n, "added up", sympy.factor)) == "n*y*(n - 1)/2"
    assert_refused("", page(k * y).sum_below, k, n, "added up", wrong)
    assert_refused("changes with n", page(k * n).sum_below, k, n, "added up")


def test_a_factor_that_is_left_out_is_positive() -> None:
    assert str(page((y - 1) * x).over(x, "x > 0")) == "y - 1"
    assert_refused("", page((y - 1) * x).over, y, "y is anything")


def test_limits_are_as_near_as_is_said() -> None:
    assert str(page((2 * x + 1) / x).limit(x, term(1), "1/x is left")) == "2"
    assert_refused("", page((2 * x + 1) / x).limit, x, term(1) / 2, "nearer than it is")
    assert_refused("not given", page((2 * y + 1) / y).limit, y, term(1), "y is anything")


def test_inequalities_are_neither_differentiated_nor_solved() -> None:
    written = page(-(x**2))
    written.at_most(term(0), "a square")
    assert_refused("inequality", written.differentiate, x, "no")
    assert_refused("inequality", written.integrate, x, "no")
    assert_refused("inequality", written.root, x, sympy.factor, "no")
    assert_refused("inequality", written.limit, x, term(1), "no")


def test_it_ends_only_in_the_formula() -> None:
    written = page(truth(x) - lie(x))
    assert_refused("does not call", written.ends, contrast, lambda: x / (2 + x), "typed")
    written.ends(contrast, lambda: contrast(x), "the reference's")
    derivation = written.finished("title", (), contrast)
    assert derivation.formula == "reporting.contrast"
    assert derivation.lines[-1].expression is contrast(x)


def test_it_does_not_begin_with_its_end() -> None:
    written = Page("shots.test")
    written.about({}, facts("x > 0"), {"x": 2})
    written.start(lambda: contrast(x), "the end")
    assert_refused("begins with the formula", written.ends, contrast, lambda: contrast(x), "the end")


def test_without_an_end_it_is_none() -> None:
    assert_refused("its last line is not", page(x).finished, "title", (), contrast)


def test_a_line_of_the_source_must_fail_where_it_is_said_to() -> None:
    written = page(x)
    written.source("(1)", at_most(x, 1), "too small", fails={"x": 2}, holds={"x": 1})
    assert "is 2" in "\n".join(f"{each.theorem.statement}" for each in written.sources)
    with pytest.raises(NotProved):
        written.source("(2)", at_most(x, 1), "true there", fails={"x": 1}, holds={"x": 1})


def test_what_the_source_says_otherwise_must_be_so() -> None:
    written = page(x)
    written.agrees("(1)", equal(x + x, 2 * x), "twice")
    assert_refused("", written.agrees, "(2)", equal(x + x, 3 * x), "thrice")


def test_what_found_a_line_is_named() -> None:
    assert named(sympy.diff, lambda line: sympy.factor(sympy.expand(line))) == "diff, factor, expand"
    assert named(None) == ""


def test_a_root_of_a_square_takes_its_number_in() -> None:
    written = page(sqrt(2 * x) / 2)
    assert str(written.under_root(sqrt(x / 2), "inside")) == "2*sqrt(x/2)/2"


def test_exponentials_need_no_hypothesis() -> None:
    written = page(1 / exp(y))
    assert written.equals(exp(-y), "the inverse") is exp(-y)


def test_what_was_solved_for_is_not_where_a_chain_begins() -> None:
    written = page(y - x)
    written.at_most(y, "x > 0")
    written.start(lambda: y - x, "again")
    written.root(y, lambda line: sympy.solve(line, to_sympy(y))[0], "solved")
    written.differentiate(x, "of what was solved for")
    assert str(written.last) == "1"
