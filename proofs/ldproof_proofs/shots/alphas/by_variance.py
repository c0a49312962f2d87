"""Bernstein's bound for Phi: from the largest variance of a bit, for every alpha."""

from collections.abc import Mapping
from fractions import Fraction

from ldproof.numbers import Term, least, term
from ldproof.probability import bernstein_bound, union_bound
from ldproof.shots.error import failure_bernstein
from ldproof.shots.formulas import active_variance, gap, idle_variance, largest_variance, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.implication import Known, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, Used, algebra, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.shots.accuracy.accurate import READING, STANDS
from ldproof_proofs.shots.accuracy.chernoff import PEOPLE, RATES, at_odds
from ldproof_proofs.shots.accuracy.theorem_5 import P, Q
from ldproof_proofs.shots.alphas.clipped import OFF
from ldproof_proofs.shots.parameters import IN_ODDS, SETTING, N, T, alpha, m, phi, r, x
from ldproof_proofs.tails.variance import larger

SOME = {**SETTING, "N >= 1": PEOPLE["N >= 1"], **OFF}
MIXED = {**SETTING, **PEOPLE, **OFF}
ACTIVE, IDLE = active_variance(m, T, r, x), idle_variance(m, T, r, x)
LARGEST = largest_variance(m, T, r, x)
MEAN = phi * ACTIVE + (1 - phi) * IDLE
"""The mean variance of a bit where a share phi of people is in state 1."""
DISTANCE = gap(m, T, x) * alpha
"""By how much the share of ones is off when Phi is off by alpha."""
ABBREVIATIONS = {**IN_ODDS, "V": LARGEST}
AT: Point = {"x": 2, "r": 0, "m": 1, "T": 3, "N": 9, "phi": Fraction(1, 2), "alpha": Fraction(1, 2)}


def as_bernstein(prover: Prover) -> Theorem:
    """The bound is T times Bernstein's for bits with the larger of the two variances."""

    def definition() -> Term:
        one, zero = p(m, T, r, x), q(m, T, r, x)
        active, idle = one * (1 - one), zero * (1 - zero)
        largest = active + idle - least(active, idle)
        return union_bound(T, bernstein_bound(N, largest, term(1), (one - zero) * alpha))

    found = anchor(failure_bernstein, lambda: failure_bernstein(alpha, N, m, T, r, x), definition)
    return show(
        prover,
        at_once("1 - p is q with all bits flipped", algebra),
        "shots.failure-bernstein",
        equal(found.value, found.definition),
        SOME,
        LARGE,
        AT,
        None,
        (found,),
        short=ABBREVIATIONS,
    )


FLIPPED = {"1 - r >= 0": at_most(0, 1 - r), "1 - r <= 1": at_most(1 - r, 1)}
"""Dummies of which all bits are flipped."""


def positive_variances(excess: Term = x) -> Mapping[str, Known | Relation]:
    """Variances are above 0, and the smaller is at most either: of the odds less 1."""
    active, idle = (each.substitute({"x": excess}) for each in (ACTIVE, IDLE))
    signs = {name: RATES[name] for name in ("p > 0", "q > 0", "p - q > 0")} | FLIPPED
    return {
        **at_odds(signs, excess),
        "1 - p > 0": below(0, 1 - p(m, T, r, excess)),
        "1 - q > 0": below(0, 1 - q(m, T, r, excess)),
        "active variance > 0": below(0, active),
        "idle variance > 0": below(0, idle),
        "at most the active": axiom(Always.FIRST, active, idle),
        "at most the idle": axiom(Always.SECOND, active, idle),
    }


LARGE: Used = {
    **positive_variances(),
    "distance > 0": below(0, DISTANCE),
    "divisor > 0": below(0, 2 * LARGEST + 2 * DISTANCE / 3),
}
"""The exponent at the largest variance has a positive denominator."""
WITH_MEAN: Used = {**LARGE, "mean >= 0": at_most(0, MEAN), "mean <= largest": at_most(MEAN, LARGEST)}
"""The mean variance is above 0 and at most the largest."""


def by_variance(prover: Prover) -> Theorem:
    """The failure probability is at most T times Bernstein's bound at the largest variance, for every alpha."""
    bound = failure_bernstein(alpha, N, m, T, r, x)
    at: Point = {**AT, "P": 0, "Q": 0}
    bits = lemma(larger(prover), count=N, variance=MEAN, most=LARGEST, width=1, off=DISTANCE)
    return show(
        prover,
        steps(
            Step("<=", union_bound(T, P), "a union over the rounds", search),
            last=Last("Bernstein, as no bit is off by more than 1", search),
        ),
        "shots.by-variance",
        at_most(Q, bound),
        MIXED,
        {**WITH_MEAN, **over_rounds(prover, Q, T, P), "bernstein": bits},
        at,
        Mutant(at_most(Q, bound / 100), {**at, "P": 1, "Q": 1}),
        reading=READING,
        stands=STANDS,
        short=ABBREVIATIONS,
    )
