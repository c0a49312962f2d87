"""What the one peak of g says about its values at m / epsilon, and small lemmas about these points."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, Term
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, Rule, ever, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import ByShape, Prover, at_once, by
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.formulas.peak import infimum
from ldproof_proofs.shots.parameters import epsilon, m

k, x, y, z = map(Symbol, "kxyz")
SPENT = {"epsilon > 0": below(0, epsilon)}
SOME = {"m >= 1": at_most(1, m)}
ONE_PEAK: Mapping[Kind, Point] = {
    Kind.BETWEEN: {"a": Fraction(1, 4), "b": 1, "c": 2, "y": Fraction(1, 8)},
    Kind.BEFORE: {"a": Fraction(1, 5), "b": Fraction(1, 4), "c": Fraction(1, 3)},
    Kind.AFTER: {"a": 1, "b": 2, "c": 3},
}
"""Three points each, of which the peak says something."""


def named(*points: Term) -> dict[str, Term]:
    """Short names for values of g."""
    return {f"g({point})": g(point) for point in points}


def grows(*points: Term) -> dict[str, Known]:
    """What makes values of g defined."""
    return {f"grows at {point}": ever(Always.POSITIVE, 1 / point) for point in points}


def small(
    prover: Prover, name: str, goal: Relation, given: Facts, at: Point, rule: Rule = positivity
) -> Theorem:
    """A lemma in one step; its mutant is its negation."""
    claim = Implication(f"shots.{name}", goal, given, {}, at, Mutant(goal.negation(), at))
    return prover.theorem(claim, at_once("a sum of products of what is given", rule))


def divided(fact: str) -> Rule:
    """A fact divided by epsilon."""
    return by(product(fact), times=(product("epsilon > 0"),))


def merit(prover: Prover) -> Theorem:
    """g(1/x) is positive."""
    given = {"x > 0": below(0, x)}
    anywhere, *_ = infimum(prover)
    inverse = small(prover, "inverse", below(0, 1 / x), given, {"x": 1})
    claim = Implication(
        "shots.merit-positive",
        below(0, g(1 / x)),
        given,
        {"inverse": lemma(inverse), "positive": lemma(anywhere, y=1 / x), **grows(1 / x)},
        {"x": 1},
        Mutant(below(1, g(1 / x)), {"x": 1}),
    )
    return prover.theorem(claim, at_once("g is positive everywhere", by(product("positive"))))


def peaked(prover: Prover, kind: Kind) -> Theorem:
    """What the one peak of g says about its values at three points."""
    given, goal = said(kind, g(x))
    at, short = ONE_PEAK[kind], named(*map(Symbol, "abc"))
    name = f"shots.g-{kind.name.lower()}"
    claim = Implication(name, goal, given, {}, at, Mutant(goal.negation(), at), short=short)
    return prover.theorem(claim, ByShape(kind, g(x), inverse=True))


def positive(prover: Prover) -> Theorem:
    """m / epsilon is positive."""
    return small(prover, "ratio-positive", below(0, m / epsilon), {**SPENT, **SOME}, {"epsilon": 2, "m": 1})


def ordered(prover: Prover) -> Theorem:
    """m / epsilon grows with m."""
    given = {**SPENT, "m <= k": at_most(m, k)}
    return small(
        prover,
        "ratio-order",
        at_most(m / epsilon, k / epsilon),
        given,
        {"epsilon": 2, "m": 1, "k": 2},
        divided("m <= k"),
    )


def following(prover: Prover) -> Theorem:
    """One report more is a larger m / epsilon."""
    return small(prover, "ratio-next", below(m / epsilon, (m + 1) / epsilon), SPENT, {"epsilon": 2, "m": 1})


def same(prover: Prover) -> Theorem:
    """x <= x."""
    return small(prover, "same", at_most(x, x), {}, {"x": 1})


def transitive(prover: Prover) -> Theorem:
    """From x <= y and y <= z follows x <= z."""
    given = {"x <= y": at_most(x, y), "y <= z": at_most(y, z)}
    rule = by(product("x <= y"), product("y <= z"))
    return small(prover, "transitive", at_most(x, z), given, {"x": 1, "y": 2, "z": 3}, rule)
