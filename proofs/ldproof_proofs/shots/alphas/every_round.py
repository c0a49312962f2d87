"""The bound of Kearns and Saul for a report in every round, where every bit is 1 with probability p or 1 - p."""

from collections.abc import Iterable, Mapping

from ldproof.numbers import Term, exp, expm1, term
from ldproof.probability import union_bound
from ldproof.rounds import contrast, lie
from ldproof.shots.error import failure_every_round
from ldproof.shots.formulas import p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.shots.accuracy.one_shot import ROUNDS
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.alphas.clipped import OFF, READING
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.formulas.points import SPENT
from ldproof_proofs.shots.parameters import N, T, alpha, epsilon, r, x
from ldproof_proofs.tails.trials import U, W
from ldproof_proofs.tails.two_valued import EXPONENT, two_valued

SHARE = epsilon / T
ODDS = exp(SHARE)
"""One report's odds."""
DISTANCE = contrast(expm1(SHARE)) * alpha
"""By how much the share of ones is off when Phi is off by alpha."""
BUDGETS = {**SPENT, **ROUNDS}
GIVEN = {**BUDGETS, "N >= 1": at_most(1, N), **OFF}
AT: Point = {"epsilon": 3, "T": 2, "N": 9, "alpha": 1}
ABBREVIATIONS = {"x": expm1(SHARE)}
FOUND = EXPONENT.substitute({"odds": ODDS, "count": N, "off": DISTANCE})
"""The exponent as the bound for bits has it, and as it is for Phi."""
WANTED = -N * alpha**2 * contrast(expm1(SHARE)) * epsilon / T


def as_kearns_saul(prover: Prover) -> Theorem:
    """The bound is 2 T e^(-N t^2 (epsilon/T) / (1 - 2 q)) with t = (1 - 2 q) alpha: epsilon/T = ln((1 - q)/q)."""

    def definition() -> Term:
        low = lie(expm1(SHARE))
        return union_bound(T, 2 * exp(-N * ((1 - 2 * low) * alpha) ** 2 * SHARE / (1 - 2 * low)))

    found = anchor(failure_every_round, lambda: failure_every_round(alpha, N, T, epsilon), definition)
    return show(
        prover,
        at_once("1 - 2 q = p - q", algebra),
        "shots.failure-every-round",
        equal(found.value, found.definition),
        GIVEN,
        at_a_share(prover),
        AT,
        None,
        (found,),
        short=ABBREVIATIONS,
    )


def opposite(prover: Prover) -> Iterable[Theorem]:
    """At m = T a bit is 1 with probability E/(E + 1) from state 1, and 1/(E + 1) from state 0."""
    at: Point = {"x": 2, "T": 3, "r": 0}
    given = {"x > 0": below(0, x), **ROUNDS}
    for name, rate, odd in (("p", p(T, T, r, x), 1 + x), ("q", q(T, T, r, x), term(1))):
        claim = Implication(
            f"shots.{name}-in-every-round",
            equal(rate, odd / (2 + x)),
            given,
            {},
            at,
            Mutant(equal(rate, 1 / (1 + x)), at),
        )
        yield prover.theorem(claim, at_once("no dummies", algebra))


def at_a_share(prover: Prover) -> Mapping[str, Known | Relation]:
    """One report's odds are above 1, and the share of ones is off by a positive distance."""
    return {
        "excess": lemma(excess(prover), m=T),
        "odds > 1": below(1, ODDS),
        "contrast > 0": below(0, contrast(expm1(SHARE))),
    }


def every_round(prover: Prover) -> Theorem:
    """For m = T the failure probability is at most that bound, for every alpha."""
    bound = failure_every_round(alpha, N, T, epsilon)
    at: Point = {**AT, "U": 0, "W": 0, "Q": 0}
    return show(
        prover,
        steps(
            Step("<=", union_bound(T, U + W), "a union over the rounds", search),
            Step("<=", union_bound(T, 2 * exp(FOUND)), "every bit is 1 with probability p or 1 - p", search),
            last=Last("ln e^(epsilon/T) = epsilon/T", search),
        ),
        "shots.every-round",
        at_most(Q, bound),
        GIVEN,
        {
            **at_a_share(prover),
            "distance > 0": below(0, DISTANCE),
            "logarithm": axiom(Always.UNDONE, SHARE),
            **over_rounds(prover, Q, T, U + W),
            "bits": lemma(two_valued(prover), odds=ODDS, count=N, off=DISTANCE),
            "exponent": at_most(FOUND, WANTED),
            "monotone": axiom(Always.MONOTONE, FOUND, WANTED),
        },
        at,
        Mutant(at_most(Q, bound / 100), {**at, "U": 1, "Q": 1}),
        reading=f"m = T; {READING}",
        stands=("Q", "U", "W"),
        short=ABBREVIATIONS,
    )
