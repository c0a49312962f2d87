"""Combinations: each way to cheat with signs is refused, and what is accepted holds at every point.

The searches for them, `positivity`, `search` and linear programs: what they find survives its replay and is true.
"""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product as every
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.numbers import Symbol, Term, sqrt, term
from ldproof_proofs.kernel import ansatz, programs
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts, always
from ldproof_proofs.kernel.implication import Rule
from ldproof_proofs.kernel.positivity import evident, positivity
from ldproof_proofs.kernel.programs import Column, Entries, solution
from ldproof_proofs.kernel.prover import by
from ldproof_proofs.kernel.relations import Point, Relation, Sign, at_most, below, equal
from ldproof_proofs.kernel.search import programmed, search, using
from tests.proofs.kernel.making import assert_refused, claimed, expressions, facts, relations, shown, summed
from tests.proofs.kernel.terms import polynomials, rationals
from tests.tiers import slow

x, y, z, w, m, n, r, u, T = map(Symbol, "xyzwmnruT")
ZERO = term(0)
FACTS = facts("x > 0; y >= 0; z = 0; w != 0")


def test_what_a_combination_shows() -> None:
    """A right combination is accepted, and not for a goal that asks for a little more."""
    cases: list[tuple[Relation, Combination]] = [
        (below(0, 2 * x + y), summed(product("x > 0", factor=2), product("y >= 0"))),
        (at_most(0, x * y), summed(product("x > 0", "y >= 0"))),
        (below(0, x * x), summed(product("x > 0", "x > 0"))),
        (at_most(0, (x - y) ** 2), summed(Product((), squares=(x - y,)))),
        (below(0, (x - y) ** 2 + 1), summed(Product((), squares=(x - y,)), product())),
        (equal(z * x, 0), summed(product("z = 0", scale=x))),
        (equal(0, -3 * z), summed(product("z = 0", scale=3))),
        (at_most(0, z), summed(product("z = 0", scale=-1))),
        (at_most(0, y - w * z), summed(product("y >= 0"), product("z = 0", scale=w))),
        (Relation(x, "!=", ZERO), summed(product("x > 0"))),
        (Relation(ZERO, "!=", x), summed(product("x > 0"), negated=True)),
        (below(0, 1 / x), summed(product(), times=(product("x > 0"),))),
        (at_most(y / (1 + x), y), summed(product("x > 0", "y >= 0"), times=(product("x > 0"), product()))),
        (equal(x + y, y + x), summed()),
        (at_most(x + y, y + x), summed()),
        (equal(sqrt(y) ** 2, y), summed()),
        (equal(z / x, 0), summed(product("z = 0"), times=(product("x > 0"),))),
    ]
    for goal, found in cases:
        found.check(goal, FACTS)
        more = replace(goal, right=goal.right + (1 if goal.sign == "=" else -1))
        assert_refused("", found.check, more, FACTS)


A_SQUARE, LESS = Product((), squares=(x,)), product("x > 0", factor=-1)


def test_what_a_combination_does_not_show() -> None:
    """Each of these would prove something false, and is refused for the reason that makes it so."""
    cases: list[tuple[Relation, Combination, str]] = [
        (at_most(0, -x), summed(product("x > 0", factor=-1)), "has the factor -1"),
        (below(0, x - y), summed(product("x > 0"), product("y >= 0", factor=-1)), "has the factor -1"),
        (below(0, x * 0), summed(product("x > 0", factor=0)), "no product is positive"),
        (at_most(0, w), summed(product("w != 0")), "cites an inequation"),
        (at_most(0, w * w), summed(product("w != 0", "w != 0")), "cites an inequation"),
        (Relation(w, "!=", ZERO), summed(product("w != 0")), "cites an inequation"),
        (at_most(0, y * w), summed(product("y >= 0", scale=w)), "is scaled by a term"),
        (at_most(0, x * -1), summed(product("x > 0", scale=-1)), "is scaled by a term"),
        (below(0, x * w), summed(product("x > 0", scale=w)), "is scaled by a term"),
        (at_most(0, w), summed(product(scale=w)), "is scaled by a term"),
        (below(0, y), summed(product("y >= 0")), "no product is positive"),
        (below(0, x * y), summed(product("x > 0", "y >= 0")), "no product is positive"),
        (below(0, x * x), summed(A_SQUARE), "no product is positive"),
        (below(0, x * z), summed(product("x > 0", "z = 0")), "no product is positive"),
        (below(0, z), summed(product("z = 0")), "no product is positive"),
        (below(x, x), summed(), "no product is positive"),
        (Relation(y, "!=", ZERO), summed(product("y >= 0")), "no product is positive"),
        (equal(x, 0), summed(product("x > 0")), "may combine only equations"),
        (equal(z, x), summed(product("z = 0"), product("x > 0", factor=-1)), "may combine only equations"),
        (equal(1, 0), summed(product(factor=-1)), "may combine only equations"),
        (at_most(0, y), summed(product("y")), "no fact is named 'y'"),
        (equal(0, y), summed(product("y")), "may combine only equations"),
        (at_most(0, y), summed(product("x > 0")), "the identity fails"),
        (at_most(0, -x), summed(product("x > 0")), "the identity fails"),
        (below(0, -x), summed(product("x > 0"), negated=True), "the identity fails"),
        (at_most(0, -y), summed(product("y >= 0"), negated=True), "the identity fails"),
        (Relation(ZERO, "!=", x), summed(product("x > 0")), "the identity fails"),
        (equal(x, y), summed(), "the identity fails"),
        (at_most(x, x + 1), summed(), "the identity fails"),
        # What the goal is multiplied by must be above 0.
        (at_most(0, w), summed(times=(product("x > 0", factor=0),)), "no product is positive"),
        (at_most(0, w), summed(product("y >= 0"), times=(product("y >= 0"),)), "no product is positive"),
        (at_most(0, w), summed(times=(product("z = 0"),)), "no product is positive"),
        (equal(w, 0), summed(product("z = 0", scale=w), times=(product("z = 0"),)), "no product is positive"),
        (at_most(0, -x), summed(product("x > 0"), times=(product(factor=-1),)), "has the factor -1"),
        (at_most(0, -1 / x), summed(product(), times=(product("x > 0", factor=-1),)), "has the factor -1"),
        (at_most(0, w), summed(times=(product("w != 0"),)), "cites an inequation"),
        (at_most(0, w), summed(times=(A_SQUARE,)), "no product is positive"),
        (at_most(0, 1), summed(product(), times=(product(), LESS)), "has the factor -1"),
        (at_most(0, w), summed(times=(product(scale=w),)), "is scaled by a term"),
        (below(0, 1 / w), summed(product(), times=(product("w != 0"),)), "cites an inequation"),
    ]
    for goal, found, why in cases:
        assert_refused(why, found.check, goal, FACTS)


def test_a_multiplier_must_be_defined() -> None:
    """A square of a root that does not exist is negative, and 1/x undoes a multiplication by 0.

    Where x > 0 is given these proofs are good: they fail for no other reason.
    """
    root = Product((), squares=(sqrt(x),))
    rules: list[tuple[Relation, str, Rule]] = [
        (at_most(0, x), "", by(root)),
        (below(0, x + 1), "", by(root, product())),
        (at_most(y, 0), "x*y = 0", by(product("x*y = 0", scale=1 / x))),
        (equal(y, 0), "x*y = 0", by(product("x*y = 0", scale=x**-1))),
        (at_most(0, y), "x*x*y >= 0", by(Product(("x*x*y >= 0",), squares=(1 / x,)))),
        (equal(z, 0), "z*x = 0", by(product("z*x = 0", scale=x * (x * x) ** -1))),
        (at_most(0, y), "y*(1 + x) >= 0", by(product("y*(1 + x) >= 0"), times=(product(), root))),
    ]
    at = {"x": 1, "y": 0, "z": 0}
    for goal, text, rule in rules:
        assert_refused("", shown, claimed(goal, facts(text), at=at), rule)
        shown(claimed(goal, {**facts(text), **facts("x > 0")}, at=at), rule)


signs: SearchStrategy[Sign] = st.sampled_from(("=", "<=", "<", "!="))
multipliers = st.sampled_from((term(1), x, -y, x - z, w))
products: SearchStrategy[Product] = st.builds(
    Product,
    st.lists(st.sampled_from(sorted(FACTS)), max_size=2).map(tuple),
    st.sampled_from((1, 1, 2, 0, -1)).map(Fraction),
    st.lists(multipliers, max_size=1).map(tuple),
    st.just(term(1)) | multipliers,
)
POINTS: list[Point] = [
    dict(zip("xyzw", values, strict=True))
    for values in every((Fraction(1, 2), Fraction(2)), (0, 3), (0,), (-1, 1, 3))
]


def total(several: Sequence[Product]) -> Term:
    """A sum of products as a term."""
    return sum((prod(each.terms(FACTS), start=term(1)) for each in several), start=ZERO)


@given(st.lists(products, max_size=2), st.lists(products, max_size=1), signs, st.booleans())
def test_whatever_is_accepted_holds(
    summands: list[Product], times: list[Product], sign: Sign, negated: bool
) -> None:
    """Of goals for which the identity is right, the signs alone decide: an accepted one holds at every point."""
    right = total(summands) / total(times) if times else total(summands)
    goal = Relation(ZERO, sign, right if sign != "!=" or negated else -right)
    try:
        Combination(tuple(summands), tuple(times), negated).check(goal, FACTS)
    except (NotProved, ZeroDivisionError):
        return
    for point in POINTS:
        assert all(fact.holds_at(point) for fact in FACTS.values())
        assert goal.holds_at(point), f"{goal} at {point}"


# What the searches find.

GRID = [{"x": a, "y": b} for a in range(-2, 4) for b in range(-2, 4)]
atoms = st.sampled_from(expressions("x; y; x + y; x - y; x*y; 1 - x; y - 2; x*x"))
some: SearchStrategy[Relation] = st.builds(
    lambda slack, sign, bound: Relation(term(bound), sign, slack), atoms, signs, st.integers(-1, 1)
)
goals: SearchStrategy[Relation] = st.builds(Relation, polynomials | rationals, signs, polynomials)
evidently: SearchStrategy[Relation] = st.builds(
    lambda one, other, slack: at_most(0, one.slack * other.slack + slack), some, some, st.integers(0, 1)
)


@given(st.lists(some, max_size=3), goals | evidently)
def test_what_is_found_is_true(several: list[Relation], goal: Relation) -> None:
    """The searches return only what survives `check`, and where the facts hold, so does the goal."""
    known = {f"fact {place}": each for place, each in enumerate(several)}
    for look in (positivity, evident, programmed):
        try:
            found = look(goal, known)
        except (NotProved, ZeroDivisionError):
            continue
        found.check(goal, known)
        for point in GRID:
            if all(each.holds_at(point) for each in several):
                undefined = not goal.negation().holds_at(point)
                assert goal.holds_at(point) or undefined, f"{goal} at {point}"


def test_what_positivity_is_for() -> None:
    """Bounds, boxes, positive denominators; but no false or unfounded goals."""
    box, rounds = "0 <= r; r <= 1", "m >= 1; m <= T"
    right = {
        box: "0 <= r*(1 - r); r*r <= r; 0 <= 1 - r*(1 - r)",
        rounds: "0 <= T - 1; 0 < T*m",
        f"{box}; {rounds}": "0 < m + (T - m)*r",
        "x > 0": "1/(1 + x) <= 1; 0 < x/(2 + x); 2 + x != 0; -2 - x != 0; 1/(-1 - x) < 0",
        "x >= -1": "0 <= (x + 1)^2",
        "x <= 2": "x <= 3",
        "x >= 2": "-x <= -2",
    }
    for known, goals in right.items():
        for goal in relations(goals):
            positivity(goal, facts(known)).check(goal, facts(known))
    wrong = {
        box: "0 < r; r <= r*r",
        "": "0 <= x",
        "x != 0": "0 <= x",
        rounds: "T <= m; m < T",
        "x > 0": "1/x <= 1; x*x != 2",
        "x >= 0": "x != 0",
        "x >= 0; x <= 0": "x = 0",
    }
    for known, goals in wrong.items():
        for goal in relations(goals):
            for look in (positivity, evident):
                assert_refused("", look, goal, facts(known))


def test_a_fact_that_says_the_goal_is_enough() -> None:
    """`evident` takes the fact itself, even where its slack is no polynomial in bounded variables."""
    known = facts("0 < x; 1 < x*y - y^2")
    goal, other = relations("1 < x*y - y^2; x*y - y^2 - 1 != 0")
    for each in (goal, other):
        assert evident(each, known).products[0].facts == ("1 < x*y - y^2",)
    assert_refused("", positivity, goal, known)


COUNTS = facts("m > 0; n > 0; m >= 0")
ORDER, BOTH = "x <= y; y < z", "x <= y; y < z; m > 0; n > 0; m >= 0"


def known(goal: str, given: str, *always_so: tuple[Always, *tuple[Term, ...]]) -> tuple[Relation, Facts]:
    """A goal, and what is known."""
    axioms = {kind.name: always(kind, *arguments) for kind, *arguments in always_so}
    return relations(goal)[0], {**axioms, **facts(given)}


SQUARE, ROW, FOUR_EQUATIONS = (
    known("2*x*y <= x^2 + y^2", ""),
    known("x < z", ORDER),
    known("x*y*m*n = z^2*u^2", "x = z; y = z; m = u; n = u"),
)
FOUND = (
    *(SQUARE, ROW, FOUR_EQUATIONS),
    known("x*(z - y)*n < y*(z - y)*n + (z - y)", BOTH),
    known("x/m <= y/m", BOTH),  # after multiplication
    known("x/(m + n + 1) <= y/(m + n + 1)", BOTH),
    known("2*x*y*m <= (x^2 + y^2)*m", "m > 0; n > 0; m >= 0"),
    known("0 <= m*x^2 + 2*y*x + n", "m > 0; n > 0; m >= 0; y^2 <= m*n"),
    known("x*y = y^2", "x = y"),
    known("x*m = z*m", "x = y; y = z"),
    known("exp(-u)*x = 1", "x = exp(u)", (Always.POSITIVE, u)),
    known("x < exp(u) + 1", "x <= 1 + u", (Always.TANGENT, u)),
    known("exp(ln(x))*m = x*m", "x > 0", (Always.INVERSE, x)),
    known("0 < sqrt(u)", "u > 0", (Always.ROOT, u)),
    known("2*min(x, y) <= x + y", "", (Always.FIRST, x, y), (Always.SECOND, x, y)),
    known("x - z != 0", ORDER),
)


def test_what_search_is_for() -> None:
    """Neither the negation follows, nor what is a little stronger, nor does another number in a certificate."""
    for goal, have in FOUND:
        search(goal, have).check(goal, have)
        found = programmed(goal, have)
        found.check(goal, have)
        assert_refused("", search, goal.negation(), have)
        if goal.sign != "!=":
            sharper = replace(goal, left=goal.left + Fraction(1, 1000) * (1 + z**2))
            assert_refused("", search, sharper, have)
        first, *rest = found.products
        doubled = replace(first, factor=2 * first.factor)
        for several in ((doubled, *rest), (*found.products, Product((), Fraction(1)))):
            assert_refused("", replace(found, products=several).check, goal, have)
    assert_refused("", positivity, *SQUARE)


def test_products_and_quotients_of_positive_facts_are_not_0() -> None:
    """And what is negative or has no sign is not shown, nor what is strict by a weak fact."""
    for factors in expressions("m; m*n; 4*m^2*n; m*n/(m + m); -m*n; m^4*n^5"):
        goal = Relation(factors, "!=", ZERO)
        search(goal, COUNTS).check(goal, COUNTS)
    for goal in relations("0 < -m*n; 0 < m - n; m < 0; m*n <= m"):
        assert_refused("", search, goal, COUNTS)
    assert_refused("", search, below(0, m), facts("m >= 0"))


@slow
def test_a_program_that_lies_is_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of a solution changed a little: what comes of it does not survive its replay."""

    def lying(columns: Sequence[Column], sums: Entries) -> Sequence[Fraction] | None:
        found = solution(columns, sums)
        return found and [each + Fraction(place + 1, 100) for place, each in enumerate(found)]

    monkeypatch.setattr(ansatz, "solution", lying)
    for each in FOUND:
        assert_refused("is not evident", programmed, *each)


@slow
def test_the_same_is_found_again() -> None:
    """In another process, where sets have another order."""
    module = "tests.proofs.kernel.test_combination"
    code = f"from {module} import FOUND, programmed; print([programmed(*each) for each in FOUND])"
    environment = {"PYTHONHASHSEED": "1", "PYTHONPATH": ":".join(filter(None, sys.path))}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.strip() == str([programmed(*each) for each in FOUND])


def test_what_is_evident_needs_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    goal = below(0, m * n)
    search(goal, COUNTS).check(goal, COUNTS)
    with pytest.raises(ModuleNotFoundError):
        search(*SQUARE)


def test_programs_are_not_solved_that_multiples_of_equations_make_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ansatz, "MOST_TERMS", 80)
    programmed(*FOUR_EQUATIONS)
    monkeypatch.setattr(ansatz, "MOST_COEFFICIENTS", 80)
    assert_refused("", programmed, *FOUR_EQUATIONS)


def test_few_facts_are_searched_further() -> None:
    """A product of four facts is among what makes it, and no variable has a bound; a hint shows nothing false."""
    four = below(x + y + m + n - 4 * u - 3, (x - u) * (y - u) * (m - u) * (n - u))
    far = facts("1 < x - u; 1 < y - u; 1 < m - u; 1 < n - u")
    assert_refused("", programmed, four, far)
    using(*far)(four, far).check(four, far)
    for wrong in (four.negation(), replace(four, right=four.right - Fraction(1, 9))):
        assert_refused("", using(*far), wrong, far)


def test_what_is_named_and_nothing_else_is_used() -> None:
    """Facts, and squares, which are taken times products."""
    root = x**3 - y * z
    goal = at_most(0, m * n * root**2 + n)
    using("m > 0", "n > 0", squares=(root,))(goal, COUNTS).check(goal, COUNTS)
    for rule in (using("m > 0", "n > 0"), using("m > 0", squares=(root,))):
        assert_refused("", rule, goal, COUNTS)
    goal, order = ROW
    using(*order)(goal, order).check(goal, order)
    for name in order:
        assert_refused("no combination", using(name), goal, order)
    assert_refused("no fact is named 'x = z'", using("x <= y", "x = z"), goal, order)


# Linear programs: solved exactly, or not at all.


def column(cost: float, **entries: int | Fraction) -> Column:
    return Column({row: Fraction(entry) for row, entry in entries.items()}, cost)


def sums(**totals: int | Fraction) -> Entries:
    return {row: Fraction(total) for row, total in totals.items()}


def test_programs_are_solved_exactly() -> None:
    """Thirds, not the floats beside them; rows without a sum add up to 0, and the cheaper column is taken."""
    thirds = solution([column(1, a=3), column(1, a=-1, b=7)], sums(a=1, b=2))
    assert thirds == [Fraction(3, 7), Fraction(2, 7)]
    assert solution([column(1, a=1, b=2), column(1, b=-5)], sums(a=1)) == [1, Fraction(2, 5)]
    assert solution([column(1, a=1), column(2, a=1)], sums(a=1)) == [Fraction(1), Fraction(0)]
    assert solution([column(2, a=1), column(1, a=1)], sums(a=1)) == [Fraction(0), Fraction(1)]


def test_programs_without_a_solution_have_none() -> None:
    """Nothing is taken less than 0 times, also exactly, or off by less than floats can tell apart."""
    off = 1 + Fraction(1, 10**12)
    for columns, wanted in (
        ([column(1, a=-1)], sums(a=1)),
        ([column(1, a=1)], sums(b=1)),
        ([], sums(b=1)),
        ([column(1, a=1, b=off)], sums(a=1, b=1)),
    ):
        assert solution(columns, wanted) is None
    fitting = [column(1, a=1, b=1), column(1, a=1, b=2)]
    half = Fraction(1, 2)
    assert programs._exactly(fitting, [0, 1], sums(a=1, b=3 * half)) == [half, half]
    assert programs._exactly(fitting, [0, 1], sums(a=1, b=3)) is None
