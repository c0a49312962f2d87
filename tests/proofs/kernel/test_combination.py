"""Combinations: each way to cheat with signs is refused, and what is accepted holds at every point."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product as every

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.numbers import Term, sqrt, term
from ldproof_proofs.kernel.combination import Combination, Product, product
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Rule
from ldproof_proofs.kernel.prover import by
from ldproof_proofs.kernel.relations import Point, Relation, Sign
from tests.proofs.kernel.making import (
    assert_refused,
    at_most,
    below,
    claimed,
    equal,
    facts,
    shown,
    summed,
    w,
    x,
    y,
    z,
)

FACTS: Facts = facts("x > 0; y >= 0; z = 0; w != 0")


def brief(value: object) -> str | None:
    """A relation or a reason; the rest of a case is not for its name."""
    return str(value) if isinstance(value, Relation | str) else None


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
        (Relation(x, "!=", term(0)), summed(product("x > 0"))),
        (Relation(term(0), "!=", x), summed(product("x > 0"), negated=True)),
        (below(0, 1 / x), summed(product(), times=(product("x > 0"),))),
        (at_most(y / (1 + x), y), summed(product("x > 0", "y >= 0"), times=(product("x > 0"), product()))),
        (equal(x + y, y + x), summed()),
        (at_most(x + y, y + x), summed()),
        (equal(sqrt(y) ** 2, y), summed()),
        (equal(z / x, 0), summed(product("z = 0"), times=(product("x > 0"),))),
    ]
    for goal, found in cases:
        found.check(goal, FACTS)
        assert_refused(
            "", found.check, replace(goal, right=goal.right + (1 if goal.sign == "=" else -1)), FACTS
        )


A_SQUARE = Product((), squares=(x,))


def test_what_a_combination_does_not_show() -> None:
    """Each of these would prove something false, and is refused for the reason that makes it so."""
    cases: list[tuple[Relation, Combination, str]] = [
        (at_most(0, -x), summed(product("x > 0", factor=-1)), "has the factor -1"),
        (below(0, x - y), summed(product("x > 0"), product("y >= 0", factor=-1)), "has the factor -1"),
        (below(0, x * 0), summed(product("x > 0", factor=0)), "no product is positive"),
        (at_most(0, w), summed(product("w != 0")), "cites an inequation"),
        (at_most(0, w * w), summed(product("w != 0", "w != 0")), "cites an inequation"),
        (Relation(w, "!=", term(0)), summed(product("w != 0")), "cites an inequation"),
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
        (Relation(y, "!=", term(0)), summed(product("y >= 0")), "no product is positive"),
        (equal(x, 0), summed(product("x > 0")), "may combine only equations"),
        (equal(z, x), summed(product("z = 0"), product("x > 0", factor=-1)), "may combine only equations"),
        (equal(1, 0), summed(product(factor=-1)), "may combine only equations"),
        (at_most(0, y), summed(product("y")), "no fact is named 'y'"),
        (equal(0, y), summed(product("y")), "may combine only equations"),
        (at_most(0, y), summed(product("x > 0")), "the identity fails"),
        (at_most(0, -x), summed(product("x > 0")), "the identity fails"),
        (below(0, -x), summed(product("x > 0"), negated=True), "the identity fails"),
        (at_most(0, -y), summed(product("y >= 0"), negated=True), "the identity fails"),
        (Relation(term(0), "!=", x), summed(product("x > 0")), "the identity fails"),
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
        (
            at_most(0, 1),
            summed(product(), times=(product(), product("x > 0", factor=-1))),
            "has the factor -1",
        ),
        (at_most(0, w), summed(times=(product(scale=w),)), "is scaled by a term"),
        (below(0, 1 / w), summed(product(), times=(product("w != 0"),)), "cites an inequation"),
    ]
    for goal, found, why in cases:
        assert_refused(why, found.check, goal, FACTS)


UNDEFINED: list[tuple[Relation, Facts, Rule]] = [
    (at_most(0, x), {}, by(Product((), squares=(sqrt(x),)))),
    (below(0, x + 1), {}, by(Product((), squares=(sqrt(x),)), product())),
    (at_most(y, 0), {"x y = 0": equal(x * y, 0)}, by(product("x y = 0", scale=1 / x))),
    (equal(y, 0), {"x y = 0": equal(x * y, 0)}, by(product("x y = 0", scale=x**-1))),
    (at_most(0, y), {"x x y >= 0": at_most(0, x * x * y)}, by(Product(("x x y >= 0",), squares=(1 / x,)))),
    (equal(z, 0), {"z x = 0": equal(z * x, 0)}, by(product("z x = 0", scale=x * (x * x) ** -1))),
    (
        at_most(0, y),
        {"y (1 + x) >= 0": at_most(0, y * (1 + x))},
        by(product("y (1 + x) >= 0"), times=(product(), Product((), squares=(sqrt(x),)))),
    ),
]
UNDEFINED_AT = {"x": 1, "y": 0, "z": 0}


def test_a_multiplier_must_be_defined() -> None:
    """A square of a root that does not exist is negative, and 1/x undoes a multiplication by 0."""
    for goal, facts_, rule in UNDEFINED:
        assert_refused("", shown, claimed(goal, facts_, at=UNDEFINED_AT), rule)


def test_a_multiplier_that_is_defined_will_do() -> None:
    """Where x > 0 is given these proofs are good: the test above fails for no other reason."""
    for goal, facts_, rule in UNDEFINED:
        shown(claimed(goal, {**facts_, "x > 0": below(0, x)}, at=UNDEFINED_AT), rule)


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
    for values in every((Fraction(1, 2), Fraction(2)), (Fraction(0), Fraction(3)), (Fraction(0),), (-1, 1, 3))
]


def total(several: Sequence[Product]) -> Term:
    """A sum of products as a term."""
    result = term(0)
    for each in several:
        value = term(1)
        for factor in each.terms(FACTS):
            value = value * factor
        result = result + value
    return result


@given(st.lists(products, max_size=2), st.lists(products, max_size=1), signs, st.booleans())
def test_whatever_is_accepted_holds(
    summands: list[Product], times: list[Product], sign: Sign, negated: bool
) -> None:
    """Of goals for which the identity is right, the signs alone decide: an accepted one holds at every point."""
    right = total(summands) / total(times) if times else total(summands)
    goal = Relation(term(0), sign, right if sign != "!=" or negated else -right)
    try:
        Combination(tuple(summands), tuple(times), negated).check(goal, FACTS)
    except (NotProved, ZeroDivisionError):
        return
    for point in POINTS:
        assert all(fact.holds_at(point) for fact in FACTS.values())
        assert goal.holds_at(point), f"{goal} at {point}"
