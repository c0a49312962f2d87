"""Bernstein's bound for Phi: from the largest variance of a bit, for every alpha."""

from fractions import Fraction

from ldproof.numbers import Term, least, term
from ldproof.probability import bernstein_bound, union_bound
from ldproof.shots.error import failure_bernstein
from ldproof.shots.formulas import active_variance, gap, idle_variance, largest_variance, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.implication import Implication, Known, axiom, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, proposition, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law.union import over_rounds
from ldproof_proofs.shots.accuracy.accurate import READING, STANDS
from ldproof_proofs.shots.accuracy.chernoff import PEOPLE, rates
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
    claim = Implication(
        "shots.failure-bernstein",
        equal(found.value, found.definition),
        SOME,
        largest(prover),
        AT,
        None,
        (found,),
        short=ABBREVIATIONS,
    )
    return prover.theorem(claim, at_once("1 - p is q with all bits flipped", algebra))


def positive(prover: Prover) -> dict[str, Known]:
    """Variances are above 0, and so is the distance."""
    found = rates(prover)
    rate = {name: lemma(found[f"shots.{name}-positive"]) for name in ("p", "q", "gap")}
    rate["flipped >= 0"] = lemma(
        proposition(prover, "shots.flipped-dummy", at_most(0, 1 - r), SETTING, AT, short=ABBREVIATIONS)
    )
    rate["flipped <= 1"] = lemma(
        proposition(
            prover, "shots.flipped-dummy-at-most-1", at_most(1 - r, 1), SETTING, AT, short=ABBREVIATIONS
        )
    )
    for name in ("p", "q"):
        rate[f"1 - {name}"] = lemma(found[f"shots.{'q' if name == 'p' else 'p'}-positive"], r=1 - r)
    goals: dict[str, tuple[Relation, tuple[str, str], Facts]] = {
        "active-variance-positive": (below(0, ACTIVE), ("p", "1 - p"), SETTING),
        "idle-variance-positive": (below(0, IDLE), ("q", "1 - q"), SETTING),
        "distance-positive": (below(0, DISTANCE), ("gap", "alpha > 0"), SOME),
    }
    return {
        name: lemma(proposition(prover, f"shots.{name}", goal, given, AT, rate, short=ABBREVIATIONS))
        for name, (goal, facts, given) in goals.items()
    }


def largest(prover: Prover) -> dict[str, Known]:
    """The exponent at the largest variance has a positive denominator."""
    known = {**positive(prover), **minima()}
    return {
        **known,
        "divisor > 0": lemma(
            proposition(
                prover,
                "shots.bernstein-divisor",
                below(0, 2 * LARGEST + 2 * DISTANCE / 3),
                SOME,
                AT,
                known,
                short=ABBREVIATIONS,
            )
        ),
    }


def minima() -> dict[str, Known]:
    """The smaller variance is at most either."""
    return {
        "at most the active": axiom(Always.FIRST, ACTIVE, IDLE),
        "at most the idle": axiom(Always.SECOND, ACTIVE, IDLE),
    }


def mixed(prover: Prover) -> dict[str, Known]:
    """The mean variance is above 0 and at most the largest."""
    known = largest(prover)
    known["mean >= 0"] = lemma(
        proposition(
            prover, "shots.mean-variance-at-least-0", at_most(0, MEAN), MIXED, AT, known, short=ABBREVIATIONS
        )
    )
    known["mean <= largest"] = lemma(
        proposition(
            prover,
            "shots.mean-variance-at-most-largest",
            at_most(MEAN, LARGEST),
            MIXED,
            AT,
            known,
            short=ABBREVIATIONS,
        )
    )
    return known


def by_variance(prover: Prover) -> Theorem:
    """The failure probability is at most T times Bernstein's bound at the largest variance, for every alpha."""
    bound = failure_bernstein(alpha, N, m, T, r, x)
    at: Point = {**AT, "P": 0, "Q": 0}
    bits = lemma(larger(prover), count=N, variance=MEAN, most=LARGEST, width=1, off=DISTANCE)
    claim = Implication(
        "shots.by-variance",
        at_most(Q, bound),
        MIXED,
        {**mixed(prover), **over_rounds(prover, Q, T, P), "bernstein": bits},
        at,
        Mutant(at_most(Q, bound / 100), {**at, "P": 1, "Q": 1}),
        reading=READING,
        stands=STANDS,
        short=ABBREVIATIONS,
    )
    return prover.theorem(
        claim,
        steps(
            Step("<=", union_bound(T, P), "a union over the rounds", search),
            last=Last("Bernstein, as no bit is off by more than 1", search),
        ),
    )
