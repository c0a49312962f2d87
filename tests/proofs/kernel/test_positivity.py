"""The rule `positivity`: what it finds survives its replay and is true, and it finds what it is for."""

from hypothesis import given
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from ldproof.numbers import Symbol, Term, term
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.positivity import evident, positivity
from ldproof_proofs.kernel.relations import Relation, Sign, at_most, below, equal
from tests.proofs.kernel.making import assert_refused, facts
from tests.proofs.kernel.terms import polynomials, rationals

x, y, r, m, T = map(Symbol, ("x", "y", "r", "m", "T"))
GRID = [{"x": a, "y": b} for a in range(-2, 4) for b in range(-2, 4)]
BOX: Facts = facts("0 <= r; r <= 1")
ROUNDS: Facts = facts("m >= 1; m <= T")

atoms: SearchStrategy[Term] = st.sampled_from((x, y, x + y, x - y, x * y, 1 - x, y - 2, x * x))
relations: SearchStrategy[Relation] = st.builds(
    lambda slack, sign, bound: Relation(term(bound), sign, slack),
    atoms,
    st.sampled_from(("<=", "<", "=", "!=")),
    st.integers(-1, 1),
)
goals: SearchStrategy[Relation] = st.builds(
    Relation, polynomials | rationals, st.sampled_from(("<=", "<", "!=", "=")), polynomials
)
evidently: SearchStrategy[Relation] = st.builds(
    lambda one, other, slack: Relation(
        term(0), "<=", (one.right - one.left) * (other.right - other.left) + slack
    ),
    relations,
    relations,
    st.integers(0, 1),
)


@given(st.lists(relations, max_size=3), goals | evidently)
def test_what_is_found_is_true(several: list[Relation], goal: Relation) -> None:
    """Both searches return only what survives `check`, and where the facts hold, so does the goal."""
    facts = {f"fact {place}": each for place, each in enumerate(several)}
    for search in (positivity, evident):
        try:
            found = search(goal, facts)
        except (NotProved, ZeroDivisionError):
            continue
        found.check(goal, facts)
        for point in GRID:
            if all(each.holds_at(point) for each in several):
                assert goal.holds_at(point) or undefined(goal, point), f"{goal} at {point}"


def undefined(goal: Relation, point: dict[str, int]) -> bool:
    """Whether neither a relation nor its negation holds."""
    return not goal.negation().holds_at(point)


def test_what_it_is_for() -> None:
    """Bounds, boxes, positive denominators."""
    cases: list[tuple[Relation, Facts]] = [
        (at_most(0, r * (1 - r)), BOX),
        (at_most(r * r, r), BOX),
        (at_most(0, 1 - r * (1 - r)), BOX),
        (at_most(0, T - 1), ROUNDS),
        (below(0, T * m), ROUNDS),
        (below(0, m + (T - m) * r), {**BOX, **ROUNDS}),
        (at_most(1 / (1 + x), 1), facts("x > 0")),
        (below(0, x / (2 + x)), facts("x > 0")),
        (Relation(2 + x, "!=", term(0)), facts("x > 0")),
        (Relation(-2 - x, "!=", term(0)), facts("x > 0")),
        (below(1 / (-1 - x), 0), facts("x > 0")),
        (at_most(0, (x + 1) ** 2), facts("x >= -1")),
        (at_most(x, 3), facts("x <= 2")),
        (at_most(-x, -2), facts("x >= 2")),
    ]
    for goal, known in cases:
        positivity(goal, known).check(goal, known)


def test_what_is_not_evident_is_not_found() -> None:
    """False or unfounded goals have no combination; the refusal says what was wanted."""
    cases: list[tuple[Relation, Facts]] = [
        (below(0, r), BOX),
        (at_most(r, r * r), BOX),
        (at_most(0, x), {}),
        (at_most(0, x), facts("x != 0")),
        (at_most(T, m), ROUNDS),
        (below(m, T), ROUNDS),
        (at_most(1 / x, 1), facts("x > 0")),
        (Relation(x, "!=", term(0)), facts("x >= 0")),
        (equal(x, 0), facts("x >= 0; x <= 0")),
        (Relation(x * x, "!=", term(2)), facts("x > 0")),
    ]
    for goal, known in cases:
        for search in (positivity, evident):
            assert_refused("", search, goal, known)


def test_a_fact_that_says_the_goal_is_enough() -> None:
    """`evident` takes the fact itself, even where its slack is no polynomial in bounded variables."""
    facts = {"other": below(0, x), "said": below(1, x * y - y**2)}
    assert evident(below(1, x * y - y**2), facts).products[0].facts == ("said",)
    sign: Sign = "!="
    assert evident(Relation(x * y - y**2 - 1, sign, term(0)), facts).products[0].facts == ("said",)
    assert_refused("", positivity, below(1, x * y - y**2), facts)
