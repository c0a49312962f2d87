"""What people who differ in d rounds can be told apart by: the closed form is reached, for all T, m, d and r.

The rarer dummy is seen in all rounds that differ, and lies in all others. If a dummy never occurs, it is seen in as
many rounds that differ as there can be reports.
"""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.numbers import Symbol
from ldproof.rounds import dummy_likelihood, lie, report_likelihood, truth
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, by_name
from ldproof_proofs.kernel.instance import ByInstance, Instance
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, by
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.reporting.transcript import law as proved
from ldproof_proofs.shots.distance.bound import (
    ABBREVIATIONS,
    MIXED,
    OTHERS,
    RANGE,
    SHARES,
    Q,
    Q_next,
    R,
    R_next,
    W,
    W_next,
    d,
    j,
    signs,
)
from ldproof_proofs.shots.distance.rounds import HUSH
from ldproof_proofs.shots.law.dummies import QUIET
from ldproof_proofs.shots.parameters import BITS, BUDGET, SAMPLE, m, r, x


def rare_seen(prover: Prover) -> Iterable[Theorem]:
    """Where a dummy is seen wherever the other person lies: the proportion of fewer to more reports."""
    for seen in BITS:
        rare = dummy_likelihood(r, seen)
        loudness = Implication(
            f"shots.rare-{seen}",
            equal(rare, rare * (2 + x) * lie(x)),
            BUDGET,
            witness=SAMPLE,
            mutant=Mutant(equal(rare, rare * (2 + x) * truth(x)), SAMPLE),
        )
        theorem = prover.theorem(loudness, at_once("(2 + x) lie = 1", algebra))
        claim = Instance(
            f"shots.distance-weights-attained-{seen}",
            f"where a are the weights of rounds that all show {seen} to a person whose states are {1 - seen}",
            proved.hiding_most(prover),
            [{"o": rare, "w": report_likelihood(x, 1 - seen, seen)}],
            {"o": rare, "w": report_likelihood(x, seen, seen)},
            BUDGET,
            by_name([theorem]),
            {"rho": rare * (2 + x)},
            witness=SAMPLE,
        )
        yield prover.theorem(claim, ByInstance())


def attained(prover: Prover) -> Iterable[Theorem]:
    """Such a transcript gives every j the closed form's share."""
    for seen in BITS:
        rare, common = dummy_likelihood(r, seen), dummy_likelihood(r, 1 - seen)
        hush, loud = rare * (2 + x), (1 - rare) * (2 + x)
        at: Point = {"x": 2, "r": Fraction(1, 3) if seen else Fraction(2, 3), "d": 2, "m": 2, "T": 4, "j": 0}
        at = {**at, "Q": 2, "Q_next": 3, "R": 3, "R_next": 16, "W": 1, "W_next": 8}
        given = {
            **BUDGET,
            **MIXED,
            **RANGE,
            "W > 0": below(0, W),
            "W_next > 0": below(0, W_next),
            "rarer": at_most(rare, common),
            "differing": equal((j + 1) * hush * Q_next, (d - j) * Q),
            "others": equal(OTHERS * R_next, (m - j) * loud * R),
            "shares": SHARES,
        }
        known = {"minimum": axiom(Always.MINIMUM, rare, common), **by_name(signs(prover))}
        claim = Implication(
            f"shots.distance-attained-{seen}",
            equal(Q_next * R_next / W_next, Q * R / W),
            given,
            known,
            at,
            Mutant(equal(Q_next * R_next / W_next, 2 * Q * R / W), at),
            reading=f"Q and Q_next are the weights of j and j + 1 reports in d rounds that show {seen} to a person whose "
            "states are the other, R and R_next of m - j and m - j - 1 reports in T - d rounds full of lies, W and "
            "W_next the closed form's shares",
            short=ABBREVIATIONS,
        )
        change = (d - j) * (m - j) * Q * R + (j + 1) * OTHERS * Q_next * R_next
        rule = by(
            product("shares", scale=-(Q * R)),
            product("differing", scale=W * R * (m - j) * loud),
            product("others", scale=W * Q_next * (j + 1) * hush),
            product("minimum", scale=W * (2 + x) * change),
            times=[
                product("W > 0", "W_next > 0", "shots.hush-positive", *one, *two)
                for one in (("j >= 0",), ())
                for two in (("m - (T - d) <= j",), ())
            ],
        )
        yield prover.theorem(claim, at_once("both factors go with the shares", rule))


def binomial_shares(prover: Prover) -> Theorem:
    """The closed form's shares, from binomial coefficients."""
    among, more, rest, fewer, u = map(Symbol, ("C", "C_next", "B", "B_next", "u"))
    at: Point = {"x": 2, "r": Fraction(1, 3), "d": 2, "m": 2, "T": 4, "j": 0}
    at = {**at, "C": 1, "C_next": 2, "B": 1, "B_next": 2, "u": 3, "W": 1, "W_next": 8}
    claim = Implication(
        "shots.distance-shares",
        SHARES,
        {
            "C": equal((j + 1) * more, (d - j) * among),
            "B": equal(OTHERS * fewer, (m - j) * rest),
            "W": equal(W, among * rest * QUIET * u),
            "W_next": equal(W_next, more * fewer * (1 - QUIET) * u),
        },
        witness=at,
        mutant=Mutant(equal((j + 1) * OTHERS * HUSH * W_next, (d - j) * (m - j) * HUSH * W), at),
        reading="C and C_next are C(d, j) and C(d, j+1), B and B_next are C(T-d, m-j) and C(T-d, m-j-1), and u is "
        "min(r, 1-r)^(min(d, m) - j - 1) (1 - min(r, 1-r))^(j - max(0, m - (T - d)))",
        short=ABBREVIATIONS,
    )
    return prover.theorem(claim, at_once("neighbouring binomial coefficients", search))
