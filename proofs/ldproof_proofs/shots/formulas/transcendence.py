"""c* is transcendental: its inverse is a zero of E^2 - 1 - u (3E + 1), with E = e^u."""

from ldproof.numbers import Symbol, exp
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import ByCitation, Prover
from ldproof_proofs.kernel.relations import below
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.formulas.ties import LINDEMANN

u = Symbol("u")


def transcendental(prover: Prover) -> Theorem:
    """No algebraic u is a zero of it, as E would be a root of a polynomial with algebraic coefficients, the first one 1."""
    odds, at = exp(u), {"u": 1}
    slope = odds**2 - 1 - u * (3 * odds + 1)
    claim = Implication(
        "shots.c-star-transcendental",
        below(0, slope**2),
        {"u > 0": below(0, u)},
        {},
        at,
        Mutant(below(slope**2, 0), at),
        reading="u is algebraic",
        stands=("u",),
    )
    return prover.theorem(claim, ByCitation(LINDEMANN))
