"""Theorem 5: the bound (2) under condition (1)."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1
from ldproof.probability import chernoff_bound, union_bound
from ldproof.shots.formulas import failure_bound, largest_alpha
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, Used, algebra, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.shots.accuracy.chernoff import (
    PEOPLE,
    TRIALS,
    applies,
    at_odds,
    deviation,
    exponent_relation,
    rate,
)
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import BUDGETED, IN_BUDGET, N, T, alpha, epsilon, m, r
from ldproof_proofs.tails.cited import theorem_10

P, Q = Symbol("P"), Symbol("Q")


def theorem_5(prover: Prover) -> Theorem:
    """Under (1), the probability that Phi is off by alpha in some round is at most (2)."""
    odds = expm1(epsilon / m)
    here = {"x": odds}
    expected, off = (N * rate).substitute(here), deviation.substitute(here)
    exponent = exponent_relation().substitute(here)
    known: Used = {
        **over_rounds(prover, Q, T, P),
        "excess": lemma(excess(prover)),
        **at_odds(TRIALS, odds),
        "below 1": lemma(applies(prover), x=odds),
        "chernoff": lemma(theorem_10(prover), mean=expected, delta=off),
        "monotone": axiom(Always.MONOTONE, exponent.left, exponent.right),
    }
    at: Point = {
        "epsilon": 1,
        "r": 0,
        "m": 1,
        "T": 2,
        "N": 9,
        "alpha": Fraction(1, 9),
        "phi": 1,
        "P": 0,
        "Q": 0,
    }
    return show(
        prover,
        steps(
            Step("<=", union_bound(T, P), "a union over the rounds", search),
            Step(
                "<=",
                union_bound(T, chernoff_bound(expected, off)),
                "Chernoff, as (1) makes the deviation smaller than 1",
                search,
            ),
            Step("<=", union_bound(T, 2 * exp(exponent.right)), "the expectation is at most N p", search),
            last=Last("f epsilon / T = (p - q)^2 / p", algebra, "="),
        ),
        "shots.thm-5",
        at_most(Q, failure_bound(alpha, N, m, T, r, epsilon)),
        {
            **BUDGETED,
            **PEOPLE,
            "alpha > 0": below(0, alpha),
            "(1)": below(alpha, largest_alpha(m, T, r, odds)),
        },
        known,
        at,
        Mutant(at_most(Q, failure_bound(alpha, N, m, T, r, epsilon) / 100), {**at, "P": 1, "Q": 1}),
        reading="Q = Pr[|Phi - Phi_0| >= alpha in some of T rounds], in the likeliest of which a share phi of people is in state 1",
        short=IN_BUDGET,
        stands=("Q",),
    )
