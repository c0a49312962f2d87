"""Condition (1) of Theorem 6 beside the printed one, and when T reports are better than one."""

from ldproof.numbers import exp, expm1
from ldproof.shots.formulas import figure_of_merit, largest_alpha
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Implication, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.accurate import NO_DUMMY, ONE
from ldproof_proofs.shots.accuracy.appendix import limit
from ldproof_proofs.shots.formulas.merit import excess
from ldproof_proofs.shots.parameters import ROUNDS, T, epsilon, m


def printed_condition(prover: Prover) -> Theorem:
    """The condition as printed in our copy, alpha < 1/e^(epsilon/m + 1), is stronger than (1) at r = 0."""
    u = epsilon / m
    printed, limit = 1 / exp(u + 1), largest_alpha(m, T, NO_DUMMY, expm1(u))
    at: Point = {"epsilon": 1, "m": 1, "T": 2}
    given = {"epsilon > 0": below(0, epsilon), **ROUNDS}
    claim = Implication(
        "shots.printed-condition",
        at_most(printed, limit),
        given,
        {
            "excess": lemma(excess(prover)),
            "grows": axiom(Always.POSITIVE, u),
            "more": axiom(Always.POSITIVE, u + 1),
            "e >= 2": axiom(Always.TANGENT, ONE),
            "sum": axiom(Always.SUM, u, ONE),
        },
        at,
        None,
        reading="m is 1 in Theorem 6 and T in Theorem 7",
    )
    parts = exp(u) * exp(ONE)
    return prover.theorem(
        claim, steps(Step("=", 1 / parts, "exponents add", search), last=Last("e >= 2", search))
    )


def every_round_better(prover: Prover) -> Theorem:
    """Where T >= 2 and a report in every round has odds of 6 or more, f is larger for T reports than for one."""
    whole, one_round, near = expm1(epsilon / ONE), expm1(epsilon / T), tuple(limit(prover))
    at: Point = {"epsilon": 6, "T": 2}
    given = {"epsilon > 0": below(0, epsilon), "T >= 2": at_most(2, T), "large": at_most(6, exp(epsilon / T))}
    return show(
        prover,
        steps(
            Step("<", 1 / epsilon, "the odds of one report are finite", search),
            Step("<=", T / epsilon * (1 - 3 / exp(epsilon / T)), "T >= 2 and 3/6 is a half", search),
            last=Last("the odds of a report in every round are large", search),
        ),
        "shots.every-round-better",
        below(figure_of_merit(ONE, T, NO_DUMMY, epsilon), figure_of_merit(T, T, NO_DUMMY, epsilon)),
        given,
        {"one": lemma(near[0], x=whole), "all": lemma(near[1], x=one_round)},
        at,
        Mutant(
            at_most(2 * figure_of_merit(T, T, NO_DUMMY, epsilon), figure_of_merit(ONE, T, NO_DUMMY, epsilon)),
            at,
        ),
    )
