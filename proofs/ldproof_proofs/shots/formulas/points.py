"""What the one peak of g says about its values at m / epsilon, and small lemmas about these points."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Symbol, Term
from ldproof.shots.formulas import g
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import ByShape, Prover, at_once, proposition, show
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.formulas.peak import infimum
from ldproof_proofs.shots.parameters import epsilon, m

x, y, z = map(Symbol, "xyz")
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
    return {f"grows at {point}": axiom(Always.POSITIVE, 1 / point) for point in points}


def merit(prover: Prover) -> Theorem:
    """g(1/x) is positive."""
    given = {"x > 0": below(0, x)}
    anywhere, *_ = infimum(prover)
    return show(
        prover,
        at_once("g is positive everywhere", search),
        "shots.merit-positive",
        below(0, g(1 / x)),
        given,
        {"positive": lemma(anywhere, y=1 / x), **grows(1 / x)},
        {"x": 1},
        Mutant(below(1, g(1 / x)), {"x": 1}),
    )


def peaked(prover: Prover, kind: Kind) -> Theorem:
    """What the one peak of g says about its values at three points."""
    given, goal = said(kind, g(x))
    at, short = ONE_PEAK[kind], named(*map(Symbol, "abc"))
    name = f"shots.g-{kind.name.lower()}"
    claim = Implication(name, goal, given, {}, at, Mutant(goal.negation(), at), short=short)
    return prover.theorem(claim, ByShape(kind, g(x), inverse=True))


def transitive(prover: Prover) -> Theorem:
    """From x <= y and y <= z follows x <= z."""
    given = {"x <= y": at_most(x, y), "y <= z": at_most(y, z)}
    return proposition(prover, "shots.transitive", at_most(x, z), given, {"x": 1, "y": 2, "z": 3})
