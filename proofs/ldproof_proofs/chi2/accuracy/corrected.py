"""Theorem 4.4, corrected: the error over margins that are even enough, for any sensitivity."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt, term
from ldproof_proofs.chi2.accuracy.symbols import NOISY, D, epsilon, positive_root, t
from ldproof_proofs.chi2.curator.laplace import P, crossing
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Prover, proposition
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
NONNEGATIVE = {"root": axiom(Always.ROOT, 1 + z)}


def outside(prover: Prover) -> Theorem:
    """sqrt(1 + z) <= |T| if 1 + z <= |T|^2."""
    positive = proposition(prover, "chi2.norm-positive", below(0, t), ABOVE, FAR, reason="t (t + 1) >= 1")
    known = {**NONNEGATIVE, "t > 0": lemma(positive)}
    return proposition(prover, "chi2.norm-outside", at_most(root, t), ABOVE, FAR, known, reason="the squares")


def inside(prover: Prover) -> Theorem:
    """1 - |T| >= sqrt(1 + z) - 1 if |T|^2 <= 1 - z."""
    return proposition(
        prover,
        "chi2.norm-inside",
        at_most(root - 1, 1 - t),
        BELOW,
        NEAR,
        NONNEGATIVE,
        reason="(t + sqrt(1 + z))^2 <= 2 (t^2 + 1 + z) <= 4",
    )


def both_sides(prover: Prover) -> Iterable[Theorem]:
    """The error is at most e^((epsilon/D)(1 - sqrt(1 + w0 beta/tau)))/2, above the threshold and below it."""
    for name, facts, side, point, found, off in (
        ("above", ABOVE, t - 1, FAR, outside(prover), Fraction(-2)),
        ("below", BELOW, 1 - t, NEAR, inside(prover), Fraction(-3, 4)),
    ):
        exponent = -epsilon * side / D
        lower = proposition(
            prover,
            f"chi2.corrected-exponent-{name}",
            at_most(exponent, promised),
            facts,
            point,
            {"norm": lemma(found)},
        )
        away = proposition(
            prover, f"chi2.norm-off-{name}", at_most(0, side), facts, point, reason="times 1 + t"
        )
        yield crossing(
            prover,
            f"thm-4.4-corrected-{name}",
            at_most(P, exp(promised) / 2),
            facts,
            {**point, "P": exp(term(off)) / 2},
            side,
            {"exponents": lemma(lower), "e": axiom(Always.MONOTONE, exponent, promised), "off": lemma(away)},
            READING,
        )


def sharper_below(prover: Prover) -> Theorem:
    """Below the threshold |T| is at most sqrt(1 - z), and the error at most e^(-(epsilon/D)(1 - sqrt(1 - z)))/2."""
    facts: Facts = {**BELOW, "z < 1": below(z, 1)}
    under = sqrt(1 - z)
    low, high = -epsilon * (1 - t) / D, -epsilon * (1 - under) / D
    gap = lemma(proposition(prover, "chi2.room-positive", below(0, 1 - z), {"z < 1": facts["z < 1"]}, NEAR))
    known = {"1 - z > 0": gap, "root > 0": lemma(positive_root(prover), x=1 - z)}
    norm = proposition(
        prover, "chi2.norm-far-inside", at_most(t, under), facts, NEAR, known, reason="the squares"
    )
    exponents = proposition(
        prover, "chi2.sharper-exponent-below", at_most(low, high), facts, NEAR, {**known, "norm": lemma(norm)}
    )
    away = proposition(prover, "chi2.norm-off-inside", at_most(0, 1 - t), facts, NEAR, reason="times 1 + t")
    return crossing(
        prover,
        "thm-4.4-sharper-below",
        at_most(P, exp(high) / 2),
        facts,
        {**NEAR, "P": exp(term(Fraction(-3, 4))) / 2},
        1 - t,
        {
            **known,
            "exponents": lemma(exponents),
            "e": axiom(Always.MONOTONE, low, high),
            "off": lemma(away),
        },
        READING,
    )
