"""Theorem 4.4, corrected: the error over margins that are even enough, for any sensitivity."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol, exp, sqrt
from ldproof_proofs.chi2.accuracy.symbols import NOISY, D, epsilon, positive_root, small, t
from ldproof_proofs.kernel.combination import Product, product
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import ever, lemma
from ldproof_proofs.kernel.prover import Prover, by
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.theorem import Theorem

z = Symbol("z")
"""w0 beta/tau."""
READING = "t = |T| and z = w0 beta/tau, D is any sensitivity of |T|, and the left side is the exact error"
root = sqrt(1 + z)
promised = epsilon / D * (1 - root)
EVEN: Facts = {**NOISY, "z >= 0": at_most(0, z), "t >= 0": at_most(0, t)}
ABOVE: Facts = {**EVEN, "|T|^2": at_most(1 + z, t**2)}
BELOW: Facts = {**EVEN, "|T|^2": at_most(t**2, 1 - z)}
FAR: Point = {"epsilon": 1, "D": 1, "z": 3, "t": 3}
NEAR: Point = {"epsilon": 1, "D": 1, "z": Fraction(1, 2), "t": Fraction(1, 4)}
NONNEGATIVE = {"root": ever(Always.ROOT, 1 + z)}


def outside(prover: Prover) -> Theorem:
    """sqrt(1 + z) <= |T| if 1 + z <= |T|^2."""
    positive = small(
        prover,
        "norm-positive",
        below(0, t),
        ABOVE,
        FAR,
        by(
            product("|T|^2"),
            product("z >= 0"),
            product("t >= 0"),
            product(),
            times=(product("t >= 0"), product()),
        ),
        {},
        "t (t + 1) >= 1",
    )
    rule = by(product("|T|^2"), times=(product("t > 0"), product("root")))
    known = {**NONNEGATIVE, "t > 0": lemma(positive)}
    return small(prover, "norm-outside", at_most(root, t), ABOVE, FAR, rule, known, "the squares")


def inside(prover: Prover) -> Theorem:
    """1 - |T| >= sqrt(1 + z) - 1 if |T|^2 <= 1 - z."""
    return small(
        prover,
        "norm-inside",
        at_most(root - 1, 1 - t),
        BELOW,
        NEAR,
        by(
            product("|T|^2", factor=2),
            Product((), Fraction(1), (t - root,)),
            times=(product(factor=2), product("root"), product("t >= 0")),
        ),
        NONNEGATIVE,
        "(t + sqrt(1 + z))^2 <= 2 (t^2 + 1 + z) <= 4",
    )


def both_sides(prover: Prover) -> Iterable[Theorem]:
    """The error is at most e^((epsilon/D)(1 - sqrt(1 + w0 beta/tau)))/2, above the threshold and below it."""
    for name, facts, side, point, found in (
        ("above", ABOVE, t - 1, FAR, outside(prover)),
        ("below", BELOW, 1 - t, NEAR, inside(prover)),
    ):
        exponent = -epsilon * side / D
        lower = small(
            prover,
            f"corrected-exponent-{name}",
            at_most(exponent, promised),
            facts,
            point,
            by(product("norm", "epsilon > 0"), times=(product("D > 0"),)),
            {"norm": lemma(found)},
        )
        yield small(
            prover,
            f"thm-4.4-corrected-{name}",
            at_most(exp(exponent) / 2, exp(promised) / 2),
            facts,
            point,
            by(product("e", factor=Fraction(1, 2))),
            {"exponents": lemma(lower), "e": ever(Always.MONOTONE, exponent, promised)},
            "the exponential increases",
            reading=READING,
        )


def sharper_below(prover: Prover) -> Theorem:
    """Below the threshold |T| is at most sqrt(1 - z), and the error at most e^(-(epsilon/D)(1 - sqrt(1 - z)))/2."""
    facts: Facts = {**BELOW, "z < 1": below(z, 1)}
    under = sqrt(1 - z)
    low, high = -epsilon * (1 - t) / D, -epsilon * (1 - under) / D
    gap = lemma(small(prover, "room-positive", below(0, 1 - z), {"z < 1": facts["z < 1"]}, NEAR))
    known = {"1 - z > 0": gap, "root > 0": lemma(positive_root(prover), x=1 - z)}
    norm = small(
        prover,
        "norm-far-inside",
        at_most(t, under),
        facts,
        NEAR,
        by(product("|T|^2"), times=(product("root > 0"), product("t >= 0"))),
        known,
        "the squares",
    )
    exponents = small(
        prover,
        "sharper-exponent-below",
        at_most(low, high),
        facts,
        NEAR,
        by(product("norm", "epsilon > 0"), times=(product("D > 0"),)),
        {**known, "norm": lemma(norm)},
    )
    return small(
        prover,
        "thm-4.4-sharper-below",
        at_most(exp(low) / 2, exp(high) / 2),
        facts,
        NEAR,
        by(product("e", factor=Fraction(1, 2))),
        {**known, "exponents": lemma(exponents), "e": ever(Always.MONOTONE, low, high)},
        "the exponential increases",
        reading=READING,
    )
