"""Clipping to [0, 1]: it brings Phi no farther from Phi_0, and to within 1 of it."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, least, term
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.prover import Prover, at_once
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.parameters import alpha, phi

Y = Symbol("Y")
ONE, ZERO = term(1), term(0)
RAISED = Y - least(Y, ZERO)
"""Phi, and 0 if Phi is negative."""
CLIPPED = least(ONE, RAISED)
"""The share from 0 to 1 that is nearest to Phi."""
FACTS = {
    "at most 1": axiom(Always.FIRST, ONE, RAISED),
    "at most raised": axiom(Always.SECOND, ONE, RAISED),
    "1 or raised": axiom(Always.EITHER, ONE, RAISED),
    "raised >= 0": axiom(Always.FIRST, Y, ZERO),
    "raised >= Y": axiom(Always.SECOND, Y, ZERO),
    "Y or 0": axiom(Always.EITHER, Y, ZERO),
}
SHARE = {"phi >= 0": at_most(0, phi), "phi <= 1": at_most(phi, 1)}
OFF = {"alpha > 0": below(0, alpha)}
HALF = Fraction(1, 2)
HIGH: Point = {"Y": 2, "phi": HALF, "alpha": HALF}
LOW: Point = {"Y": -1, "phi": HALF, "alpha": HALF}


def claimed(prover: Prover, name: str, goal: Relation, off: Relation | None, at: Point) -> Theorem:
    """A claim about the clipped Phi; its mutant is its negation."""
    given = {**SHARE, **({**OFF, "off": off} if off is not None else {})}
    claim = Implication(
        f"shots.clipped-{name}",
        goal,
        given,
        FACTS,
        at,
        None,
        reading="Y is Phi and phi is Phi_0",
        short={"C": CLIPPED},
    )
    return prover.theorem(claim, at_once("the clipped Phi is Phi, 0 or 1", search))


def clipping(prover: Prover) -> Iterable[Theorem]:
    """If the clipped Phi is off by alpha then Phi is; and the clipped Phi is never off by more than 1."""
    yield claimed(prover, "above", at_most(alpha, Y - phi), at_most(alpha, CLIPPED - phi), HIGH)
    yield claimed(prover, "below", at_most(alpha, phi - Y), at_most(alpha, phi - CLIPPED), LOW)
    yield claimed(prover, "at-most-1-above", at_most(CLIPPED - phi, 1), None, HIGH)
    yield claimed(prover, "at-most-1-below", at_most(phi - CLIPPED, 1), None, LOW)
