"""Bounds of others, as this project uses them."""

from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.tails import chernoff
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByCitation, Prover
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Mutant, Theorem

P, mean, delta = map(Symbol, ("P", "mean", "delta"))


def theorem_10(prover: Prover) -> Theorem:
    """Chernoff's bound for independent trials."""
    at: Point = {"mean": 1, "delta": Fraction(1, 2), "P": Fraction(1, 2)}
    claim = Implication(
        "tails.chernoff",
        at_most(P, chernoff(mean, delta)),
        {"mean > 0": below(0, mean), "delta > 0": below(0, delta), "delta < 1": below(delta, 1)},
        witness=at,
        mutant=Mutant(at_most(P, chernoff(mean, delta) / 4), at),
        reading="P = Pr[|X - mean| >= delta mean] and X is a sum of independent trials with this mean",
    )
    return prover.theorem(
        claim, ByCitation("Mitzenmacher and Upfal, Probability and Computing (2005), Corollary 4.6")
    )
