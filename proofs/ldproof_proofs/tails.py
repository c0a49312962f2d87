"""Bounds of others, as this project uses them."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, log, term
from ldproof.tails import chernoff
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByCitation, Prover
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.signs import BySigns, Signs
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
        stands=("P",),
    )
    return prover.theorem(
        claim, ByCitation("Mitzenmacher and Upfal, Probability and Computing (2005), Corollary 4.6")
    )


def best_constant(prover: Prover) -> Iterable[Theorem]:
    """(1 + d) ln(1 + d) - d >= (2 ln 2 - 1) d^2 for 0 < d <= 1, with equality at 1 (u = ln(1 + d))."""
    u = Symbol("u")
    power, two = exp(u), log(term(2))
    exponent = power * u - (power - 1)
    claim = Signs(
        "tails.best-constant",
        "Chernoff's exponent (1 + d) ln(1 + d) - d less (2 ln 2 - 1) d^2, where d = e^u - 1",
        exponent - (2 * two - 1) * (power - 1) ** 2,
        (1, -1),
        exponent - (power - 1) ** 2 / 2,
        of_value=True,
        root_is_log=Fraction(2),
    )
    yield prover.theorem(claim, BySigns())
