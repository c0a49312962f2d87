"""Theorem 4.4, corrected: the error over margins that are even enough, for any sensitivity."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import NOISY, D, epsilon, t
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

z = Symbol("z")
"""w0 beta/tau."""
READING = "t = |T| and z = w0 beta/tau, D is any sensitivity of |T|"
root = sqrt(1 + z)
promised = epsilon / D * (1 - root)
EVEN: Facts = {**NOISY, "z >= 0": at_most(0, z), "t >= 0": at_most(0, t)}
ABOVE: Facts = {**EVEN, "|T|^2": at_most(1 + z, t**2)}
BELOW: Facts = {**EVEN, "|T|^2": at_most(t**2, 1 - z)}
FAR: Point = {"epsilon": 1, "D": 1, "z": 3, "t": 3}
NEAR: Point = {"epsilon": 1, "D": 1, "z": Fraction(1, 2), "t": Fraction(1, 4)}


def both_sides(prover: Prover) -> Iterable[Theorem]:
    """The error is at most e^((epsilon/D)(1 - sqrt(1 + w0 beta/tau)))/2, above the threshold and below it."""
    for name, facts, side, point, off in (
        ("above", ABOVE, t - 1, FAR, Fraction(-2)),
        ("below", BELOW, 1 - t, NEAR, Fraction(-3, 4)),
    ):
        exponent = -epsilon * side / D
        yield crossing(
            prover,
            f"thm-4.4-corrected-{name}",
            at_most(P, exp(promised) / 2),
            facts,
            {**point, "P": exp(term(off)) / 2},
            side,
            {"e": axiom(Always.MONOTONE, exponent, promised)},
            READING,
        )


def sharper_below(prover: Prover) -> Theorem:
    """Below the threshold |T| is at most sqrt(1 - z), and the error at most e^(-(epsilon/D)(1 - sqrt(1 - z)))/2."""
    facts: Facts = {**BELOW, "z < 1": below(z, 1)}
    under = sqrt(1 - z)
    low, high = -epsilon * (1 - t) / D, -epsilon * (1 - under) / D
    gap = below(0, 1 - z)
    known = {"1 - z > 0": gap}
    return crossing(
        prover,
        "thm-4.4-sharper-below",
        at_most(P, exp(high) / 2),
        facts,
        {**NEAR, "P": exp(term(Fraction(-3, 4))) / 2},
        1 - t,
        {**known, "e": axiom(Always.MONOTONE, low, high)},
        READING,
    )
