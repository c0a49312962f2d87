"""The sharper bound, for Phi clipped to [0, 1]: without any condition on alpha."""

from fractions import Fraction

from ldproof.numbers import Symbol, expm1
from ldproof.probability import chernoff_sharp, union_bound
from ldproof.shots.error import failure_clipped
from ldproof.shots.formulas import gap, p
from ldproof_proofs.kernel.implication import lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, Used, algebra, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.shots.accuracy.chernoff import (
    PEOPLE,
    RATES,
    at_odds,
    at_the_largest_expectation,
    rate,
)
from ldproof_proofs.shots.accuracy.theorem_5 import Q
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import (
    BUDGETED,
    IN_BUDGET,
    N,
    T,
    alpha,
    epsilon,
    m,
    r,
    x,
)
from ldproof_proofs.tails.trials import U, W, trials

R = Symbol("R")
OFF = {"alpha > 0": below(0, alpha)}
WITHIN = {"alpha (p - q) <= p": at_most(gap(m, T, x) * alpha, p(m, T, r, x))}
"""Phi is off by no more than if N p more ones were received than expected."""
READING = (
    "Q = Pr[|Phi - Phi_0| >= alpha in some of T rounds], and in the round in which that is likeliest a share phi of people "
    "is in state 1, U = Pr[Phi - Phi_0 >= alpha] and W = Pr[Phi_0 - Phi >= alpha]"
)
share = gap(m, T, x) * alpha / p(m, T, r, x)
"""By which share of N p the number of ones is off when Phi is off by alpha."""
IN_ROUNDS: Point = {
    "epsilon": 1,
    "r": 0,
    "m": 1,
    "T": 3,
    "N": 9,
    "phi": Fraction(1, 2),
    "alpha": Fraction(1, 2),
}


def as_chernoff(prover: Prover) -> Theorem:
    """The bound is T times the sharper Chernoff bound at the largest expectation, N p."""
    return at_the_largest_expectation(prover, "shots.failure-clipped", failure_clipped, chernoff_sharp)


NEEDED = {
    **RATES,
    "mean > 0": below(0, N * rate),
    "mean <= N p": at_most(N * rate, N * p(m, T, r, x)),
    "share > 0": below(0, share),
    "share <= 1": at_most(share, 1),
}
"""What the bound for trials asks for: the number of ones is off by a share of N p that is at most 1."""


def sharper(prover: Prover) -> Theorem:
    """For all alpha <= p / (p - q) the constant 1/3 of (2) may be 2 ln 2 - 1."""
    odds = expm1(epsilon / m)
    here = {"x": odds}
    high, off = p(m, T, r, odds), share.substitute(here)
    known: Used = {
        "excess": lemma(excess(prover)),
        **at_odds(NEEDED, odds),
        **over_rounds(prover, Q, T, U + W),
        "trials": lemma(trials(prover), mean=(N * rate).substitute(here), most=N * high, d=off),
    }
    bound = failure_clipped(alpha, N, m, T, r, epsilon)
    at: Point = {**IN_ROUNDS, "U": 0, "W": 0, "Q": 0}
    return show(
        prover,
        steps(
            Step("<=", union_bound(T, U + W), "a union over the rounds", search),
            Step(
                "<=",
                union_bound(T, chernoff_sharp(N * high, off)),
                "the ones are independent trials, of which at most N p are expected",
                search,
            ),
            last=Last("f epsilon / T = (p - q)^2 / p", algebra, "="),
        ),
        "shots.sharper",
        at_most(Q, bound),
        {
            **BUDGETED,
            **PEOPLE,
            **OFF,
            **{name: each.substitute(here) for name, each in WITHIN.items()},
        },
        known,
        at,
        Mutant(at_most(Q, bound / 100), {**at, "U": 1, "Q": 1}),
        reading=READING,
        stands=("Q", "U", "W"),
        short=IN_BUDGET,
    )


def clipped(prover: Prover) -> Theorem:
    """Clipped, Phi is not off by more than 1, and alpha <= 1 is within p / (p - q)."""
    odds = expm1(epsilon / m)
    bound = failure_clipped(alpha, N, m, T, r, epsilon)
    at: Point = {**IN_ROUNDS, "U": 0, "W": 0, "Q": 0, "R": 0}
    return show(
        prover,
        steps(
            Step("<=", Q, "clipped, it is no farther off", search),
            last=Last("alpha <= 1 <= p / (p - q)", search),
        ),
        "shots.clipped",
        at_most(R, bound),
        {
            **BUDGETED,
            **PEOPLE,
            **OFF,
            "alpha <= 1": at_most(alpha, 1),
            "clipped": at_most(R, Q),
        },
        {
            "excess": lemma(excess(prover)),
            **at_odds({**RATES, **WITHIN}, odds),
            "sharper": lemma(sharper(prover)),
        },
        at,
        Mutant(at_most(R, bound / 100), {**at, "U": 1, "Q": 1, "R": 1}),
        reading=f"{READING}; R = Pr[|Phi - Phi_0| >= alpha in some of T rounds] if Phi is clipped to [0, 1]",
        stands=("Q", "R", "U", "W"),
        short=IN_BUDGET,
    )
