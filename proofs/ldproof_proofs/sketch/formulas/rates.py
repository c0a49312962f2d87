"""Which flips cost E: all p with odds t and q with odds E t, and among them the symmetric ones and OUE's."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, Term, term
from ldproof.sketch.formulas import row_odds
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once
from ldproof_proofs.kernel.relations import Point, Relation, below, equal
from ldproof_proofs.kernel.theorem import Theorem

x, t, s = map(Symbol, ("x", "t", "s"))
E = 1 + x
BUDGET: Facts = {"x > 0": below(0, x)}
AT: Point = {"x": 2, "t": 1, "s": 2}


def own(t: Term) -> Term:
    """q with the odds E t."""
    return E * t / (1 + E * t)


def else_where(t: Term) -> Term:
    """p with the odds t."""
    return t / (1 + t)


def costs(prover: Prover) -> Iterable[Theorem]:
    """All p with the odds t and q with the odds E t cost E; among them the symmetric ones and OUE's."""

    def shown(name: str, goal: Relation, given: Facts, reading: str) -> Theorem:
        claim = Implication(
            f"sketch.{name}",
            goal,
            given,
            witness=AT,
            reading=reading,
        )
        return prover.theorem(claim, at_once("the same odds", algebra))

    t_given: Facts = {**BUDGET, "t > 0": below(0, t)}
    yield shown("rates-cost", equal(row_odds(else_where(t), own(t)), E), t_given, "E = 1 + x")
    symmetric = row_odds(1 / (1 + s), s / (1 + s))
    given: Facts = {"s > 0": below(0, s)}
    yield shown("symmetric-cost", equal(symmetric, s**2), given, "s is e^(epsilon/2)")
    asymmetric = row_odds(1 / (1 + E), term(Fraction(1, 2)))
    yield shown("oue-cost", equal(asymmetric, E), BUDGET, "p = 1/(1 + E) and q = 1/2, E = 1 + x")
