"""Theorem 4 corrected, where i = N - 1: what the probability of so many ones is."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, log
from ldproof_proofs.counting.parameters import N
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, by, proposition, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem

s = Symbol("s")
AT: Point = {"N": 3, "s": Fraction(1, 4)}
GIVEN = {"N >= 2": at_most(2, N), "s > 0": below(0, s), "s < 1": below(s, 1)}


def last(prover: Prover) -> Theorem:
    """N s^(N-1) (1 - s) is (1 - 1/N)^(N-1) e^(-N D) at least."""
    share, rest = (N - 1) / N, (1 / N) / (1 - s)
    ratio = share / s
    signs = {
        name: lemma(proposition(prover, f"counting.last-{name}", below(0, each), GIVEN, AT))
        for name, each in (("share", share), ("ratio", ratio), ("rest", rest), ("more", (1 - s) * N))
    }
    many, surprise = (N - 1) * log(s), log(rest)
    power = (N - 1) * log(share) - ((N - 1) * log(ratio) + surprise)
    split = proposition(
        prover,
        "counting.last-exponent",
        at_most(power, many + -surprise),
        GIVEN,
        AT,
        {**signs, "product": axiom(Always.PRODUCT, ratio, s)},
        rule=by(product("N >= 2", "product"), product("product")),
        reason="ln a = ln (a/s) + ln s",
    )
    chance = N * exp(many) * (1 - s)
    claim = Implication(
        "counting.types-last",
        at_most(exp(power), chance),
        GIVEN,
        {
            **signs,
            "exponent": lemma(split),
            "monotone": axiom(Always.MONOTONE, power, many + -surprise),
            "sum": axiom(Always.SUM, many, -surprise),
            "inverse": axiom(Always.INVERSE, rest),
        },
        AT,
        Mutant(at_most(exp(power), chance / 2), AT),
        reading="the right side is the probability of N - 1 ones among N, each with probability s, and the left side (1 - 1/N)^(N-1) e^(-N D) "
        "with D = D((N - 1)/N | s)",
    )
    return prover.theorem(
        claim,
        steps(
            Step("<=", exp(many + -surprise), "logarithms add up", search),
            Step("=", exp(many) * exp(-surprise), "exponents add", search),
            last=Last("e^-ln v = 1/v", search, "="),
        ),
    )
