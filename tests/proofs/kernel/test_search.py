"""The rule `search`: it finds what it is for and nothing false, and whatever a program says, replay decides."""

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ldproof.numbers import Symbol, exp, least, log, sqrt, term
from ldproof_proofs.kernel import ansatz
from ldproof_proofs.kernel.combination import Product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Always, Facts, always
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.programs import Column, Entries, solution
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.search import programmed, search, using
from tests.proofs.kernel.making import assert_refused, facts
from tests.proofs.kernel.test_positivity import GRID, goals, relations, undefined

x, y, z, m, n, u = map(Symbol, ("x", "y", "z", "m", "n", "u"))
ORDER: Facts = facts("x <= y; y < z")
COUNTS: Facts = facts("m > 0; n > 0; m >= 0")

FOUND: dict[str, tuple[Relation, Facts]] = {
    "two facts in a row": (below(x, z), ORDER),
    "a product of three": (
        below(x * (z - y) * n, y * (z - y) * n + (z - y)),
        {**ORDER, **COUNTS},
    ),
    "after multiplication": (at_most(x / m, y / m), {**ORDER, **COUNTS}),
    "a sum of factors below": (at_most(x / (m + n + 1), y / (m + n + 1)), {**ORDER, **COUNTS}),
    "a square": (at_most(2 * x * y, x**2 + y**2), {}),
    "a square times a fact": (at_most(2 * x * y * m, (x**2 + y**2) * m), COUNTS),
    "what completes a square": (
        at_most(0, m * x**2 + 2 * y * x + n),
        {**COUNTS, "discriminant": at_most(y**2, m * n)},
    ),
    "an equation": (equal(x * y, y**2), {"same": equal(x, y)}),
    "equations in a row": (equal(x * m, z * m), {"one": equal(x, y), "two": equal(y, z)}),
    "equations in one order or the other": (
        equal(x * y * m * n, z**2 * u**2),
        {"x": equal(x, z), "y": equal(y, z), "m": equal(m, u), "n": equal(n, u)},
    ),
    "an equation over an exponential": (
        equal(exp(-u) * x, 1),
        {"grows": always(Always.POSITIVE, u), "x": equal(x, exp(u))},
    ),
    "above a tangent": (
        below(x, exp(u) + 1),
        {"tangent": always(Always.TANGENT, u), "x": at_most(x, 1 + u)},
    ),
    "a logarithm undone": (
        equal(exp(log(x)) * m, x * m),
        {"x > 0": below(0, x), "inverse": always(Always.INVERSE, x)},
    ),
    "a root": (
        below(0, sqrt(u)),
        {"u > 0": below(0, u), "root": always(Always.ROOT, u)},
    ),
    "a minimum": (
        at_most(2 * least(x, y), x + y),
        {"first": always(Always.FIRST, x, y), "second": always(Always.SECOND, x, y)},
    ),
    "not 0": (Relation(x - z, "!=", term(0)), ORDER),
}


def test_what_it_is_for() -> None:
    for name in FOUND:
        goal, facts = FOUND[name]
        search(goal, facts).check(goal, facts)
        programmed(goal, facts).check(goal, facts)


def test_nothing_false() -> None:
    """The negation does not follow, and neither does what is a little stronger."""
    for name in FOUND:
        goal, facts = FOUND[name]
        sharper = Relation(goal.left + Fraction(1, 1000) * (1 + z**2), goal.sign, goal.right)
        for wrong in (goal.negation(), *([sharper] if goal.sign != "!=" else [])):
            assert_refused("", search, wrong, facts)


def test_some_of_it_is_out_of_reach_of_positivity() -> None:
    assert_refused("", positivity, *FOUND["a square"])


def test_products_and_quotients_of_positive_facts_are_not_0() -> None:
    for factors in (
        m,
        m * n,
        4 * m**2 * n,
        m * n / (m + m),
        -m * n,
        m**4 * n**5,
    ):
        goal = Relation(factors, "!=", term(0))
        search(goal, COUNTS).check(goal, COUNTS)


def test_what_is_negative_or_has_no_sign_is_not_shown() -> None:
    for goal in (
        below(0, -m * n),
        below(0, m - n),
        below(m, 0),
        at_most(m * n, m),
    ):
        assert_refused("", search, goal, COUNTS)


def test_a_weak_fact_shows_no_strict_one() -> None:
    assert_refused("", search, below(0, m), {"m >= 0": at_most(0, m)})


@given(st.lists(relations, max_size=3), goals)
@settings(max_examples=60)
def test_what_is_found_is_true(several: list[Relation], goal: Relation) -> None:
    """What a program proposes survives `check`, and where the facts hold, so does the goal."""
    facts = {f"fact {place}": each for place, each in enumerate(several)}
    try:
        found = programmed(goal, facts)
    except (NotProved, ZeroDivisionError):
        return
    found.check(goal, facts)
    for point in GRID:
        if all(each.holds_at(point) for each in several):
            assert goal.holds_at(point) or undefined(goal, point), f"{goal} at {point}"


@pytest.mark.parametrize("name", FOUND)
def test_a_program_that_lies_is_not_believed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every number of a solution changed a little: what comes of it does not survive its replay."""

    def lying(columns: Sequence[Column], sums: Entries) -> Sequence[Fraction] | None:
        found = solution(columns, sums)
        return found and [each + Fraction(place + 1, 100) for place, each in enumerate(found)]

    monkeypatch.setattr(ansatz, "solution", lying)
    assert_refused("is not evident", programmed, *FOUND[name])


def test_a_certificate_with_another_number_is_refused() -> None:
    for name in FOUND:
        goal, facts = FOUND[name]
        found = programmed(goal, facts)
        first, *rest = found.products
        doubled = replace(first, factor=2 * first.factor)
        for products in ((doubled, *rest), (*found.products, Product((), Fraction(1)))):
            assert_refused("", replace(found, products=products).check, goal, facts)


def test_the_same_is_found_again() -> None:
    """In other processes, where sets have another order."""
    code = (
        "from tests.proofs.kernel.test_search import FOUND, programmed\n"
        "print([programmed(*each) for each in FOUND.values()])"
    )
    said = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            text=True,
            check=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
        ).stdout
        for seed in ("1", "2")
    }
    assert len(said) == 1


def test_what_is_evident_needs_no_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "highspy", None)
    goal = below(0, m * n)
    search(goal, COUNTS).check(goal, COUNTS)
    with pytest.raises(ModuleNotFoundError):
        search(*FOUND["a square"])


DISTANCES = (x - u, y - u, m - u, n - u)
FAR: Facts = {f"distance {place} > 1": below(1, each) for place, each in enumerate(DISTANCES)}
FOUR = below(x + y + m + n - 4 * u - 3, (x - u) * (y - u) * (m - u) * (n - u))
"""A product of four facts is among what makes it, and no variable has a bound."""


def test_programs_are_not_solved_that_multiples_of_equations_make_too_large(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    goal, facts = FOUND["equations in one order or the other"]
    monkeypatch.setattr(ansatz, "MOST_TERMS", 80)
    programmed(goal, facts)
    monkeypatch.setattr(ansatz, "MOST_COEFFICIENTS", 80)
    assert_refused("", programmed, goal, facts)


def test_few_facts_are_searched_further() -> None:
    assert_refused("", programmed, FOUR, FAR)
    using(*FAR)(FOUR, FAR).check(FOUR, FAR)


def test_squares_that_are_named_are_taken_times_products() -> None:
    root = x**3 - y * z
    goal = at_most(0, m * n * root**2 + n)
    using("m > 0", "n > 0", squares=(root,))(goal, COUNTS).check(goal, COUNTS)
    for rule in (using("m > 0", "n > 0"), using("m > 0", squares=(root,))):
        assert_refused("", rule, goal, COUNTS)


def test_what_is_not_named_is_not_used() -> None:
    goal, facts = FOUND["two facts in a row"]
    using(*facts)(goal, facts).check(goal, facts)
    for name in facts:
        assert_refused("no combination", using(name), goal, facts)


def test_a_fact_that_is_not_there_is_named() -> None:
    goal, facts = FOUND["two facts in a row"]
    assert_refused("no fact is named 'x = z'", using("x <= y", "x = z"), goal, facts)


def test_a_hint_shows_nothing_false() -> None:
    for wrong in (
        FOUR.negation(),
        below(FOUR.left, FOUR.right - Fraction(1, 9)),
    ):
        assert_refused("", using(*FAR), wrong, FAR)
