"""Theorem 5: its bound under its condition (1), and that the condition cannot simply be dropped."""

from fractions import Fraction

from ldproof.numbers import Symbol, exp, expm1, log, term
from ldproof.shots.accuracy import failure_bound, largest_alpha
from ldproof.shots.formulas import gap, p, q
from ldproof.shots.law import likelihood
from ldproof.tails import chernoff, union
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.combination import product
from ldproof_proofs.kernel.facts import Always
from ldproof_proofs.kernel.failure import ByPoint, Failure
from ldproof_proofs.kernel.implication import Implication, Mutant, ever, implication, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import ByCitation, Last, Prover, Step, algebra, at_once, by, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.shots.formulas import BUDGETED, excess
from ldproof_proofs.shots.setting import EXAMPLE, SETTING, N, T, alpha, epsilon, m, phi, r, x

P, Q, mean, delta = map(Symbol, ("P", "Q", "mean", "delta"))
PEOPLE = {"N >= 1": at_most(1, N), "phi >= 0": at_most(0, phi), "phi <= 1": at_most(phi, 1)}
AT: Point = {**EXAMPLE, "N": 9, "phi": Fraction(1, 2), "alpha": Fraction(1, 9)}
rate = gap(m, T, x) * phi + q(m, T, r, x)
"""The share of ones that is expected where a share phi of people is in state 1."""
deviation = gap(m, T, x) * alpha / rate
"""By which share of its expectation the number of ones is off when Phi is off by alpha."""


def theorem_10(prover: Prover) -> Theorem:
    """Chernoff's bound for independent trials."""
    at: Point = {"mean": 1, "delta": Fraction(1, 2), "P": Fraction(1, 2)}
    claim = Implication(
        "tails.chernoff",
        at_most(P, chernoff(mean, delta)),
        {"mean > 0": below(0, mean), "delta > 0": below(0, delta), "delta < 1": below(delta, 1)},
        witness=at,
        mutant=Mutant(at_most(P, chernoff(mean, delta) / 4), at),
        reading="P = Pr[|X - mean| >= delta mean] and X is a sum of independent trials with this mean",
    )
    return prover.theorem(claim, ByCitation("Mitzenmacher and Upfal, Probability and Computing (2005), Corollary 4.6"))


def condition(prover: Prover) -> Theorem:
    """Equation (1) says alpha < q / (p - q)."""
    found = anchor(largest_alpha, lambda: largest_alpha(m, T, r, x), lambda: q(m, T, r, x) / gap(m, T, x))
    claim = Implication(
        "shots.condition-1",
        equal(found.value, found.definition),
        SETTING,
        witness=EXAMPLE,
        mutant=Mutant(equal(found.value, p(m, T, r, x) / gap(m, T, x)), EXAMPLE),
        anchors=(found,),
    )
    return prover.theorem(claim, at_once("multiply by T (2 + x) / m", algebra))


def rates(prover: Prover) -> dict[str, Theorem]:
    """The expected share of ones is positive and at most p."""
    setting = {**SETTING, **{name: PEOPLE[name] for name in ("phi >= 0", "phi <= 1")}}
    high = Implication(
        "shots.p-positive", below(0, p(m, T, r, x)), SETTING, {}, AT, Mutant(below(1, p(m, T, r, x)), AT)
    )
    low = Implication(
        "shots.q-positive", below(0, q(m, T, r, x)), SETTING, {}, AT, Mutant(below(1, q(m, T, r, x)), AT)
    )
    wide = Implication("shots.gap-positive", below(0, gap(m, T, x)), SETTING, {}, AT, Mutant(below(1, gap(m, T, x)), AT))
    least = Implication("shots.rate-positive", below(0, rate), setting, {}, AT, Mutant(below(1, rate), AT))
    most = Implication(
        "shots.rate-at-most-p", at_most(rate, p(m, T, r, x)), setting, {}, AT, Mutant(at_most(p(m, T, r, x), rate), AT)
    )
    return {
        claim.name: prover.theorem(claim, at_once(reason, positivity))
        for claim, reason in (
            (high, "somebody tells the truth"),
            (low, "somebody lies"),
            (wide, "truth is likelier than a lie"),
            (least, "a mixture of positive rates"),
            (most, "phi <= 1 and q <= p"),
        )
    }


def applies(prover: Prover) -> Theorem:
    """Under (1), Chernoff's deviation is below 1."""
    found = rates(prover)
    limit = largest_alpha(m, T, r, x)
    claim = Implication(
        "shots.deviation-below-1",
        below(deviation, 1),
        {**SETTING, **PEOPLE, "alpha > 0": below(0, alpha), "(1)": below(alpha, limit)},
        {**{name: lemma(theorem) for name, theorem in found.items()}, "limit": lemma(condition(prover))},
        AT,
        Mutant(below(1, deviation), AT),
    )
    low, wide = q(m, T, r, x), gap(m, T, x)
    return prover.theorem(
        claim,
        steps(
            Step("<=", wide * alpha / low, "phi >= 0", by(
                product("shots.gap-positive", "shots.gap-positive", "alpha > 0", "phi >= 0"),
                times=(product("shots.q-positive", "shots.rate-positive"),),
            )),
            Step("<", wide * limit / low, "condition (1)", by(
                product("shots.gap-positive", "(1)"), times=(product("shots.q-positive"),),
            )),
            last=Last("(1) is alpha < q / (p - q)", by(product("limit", scale=wide / low)), "="),
        ),
    )


def bound(prover: Prover) -> Theorem:
    """Chernoff's exponent is at least the one that (2) has."""
    found = rates(prover)
    exponent = N * gap(m, T, x) ** 2 * alpha**2 / (3 * p(m, T, r, x))
    claim = Implication(
        "shots.exponent",
        at_most(-(N * rate) * deviation**2 / 3, -exponent),
        {**SETTING, **PEOPLE, "alpha > 0": below(0, alpha)},
        {name: lemma(theorem) for name, theorem in found.items()},
        AT,
        Mutant(at_most(-exponent, -(N * rate) * deviation**2 / 3 - 1), AT),
    )
    third = Fraction(1, 3)
    square = ("shots.gap-positive", "shots.gap-positive", "alpha > 0", "alpha > 0", "shots.rate-at-most-p")
    rule = by(
        product("N >= 1", *square, factor=third),
        product(*square, factor=third),
        times=(product("shots.rate-positive", "shots.p-positive"),),
    )
    return prover.theorem(claim, at_once("the rate is at most p", rule))


def chernoff_applies(prover: Prover) -> dict[str, Theorem]:
    """The expected number of ones is positive, and so is the deviation."""
    found = {name: lemma(theorem) for name, theorem in rates(prover).items()}
    some = Implication(
        "shots.mean-positive", below(0, N * rate), {**SETTING, **PEOPLE}, found, AT, Mutant(below(9, N * rate), AT)
    )
    off = Implication(
        "shots.deviation-positive",
        below(0, deviation),
        {**SETTING, **PEOPLE, "alpha > 0": below(0, alpha)},
        found,
        AT,
        Mutant(below(1, deviation), AT),
    )
    proofs = (
        (some, by(product("N >= 1", "shots.rate-positive"), product("shots.rate-positive"))),
        (off, by(product("shots.gap-positive", "alpha > 0"), times=(product("shots.rate-positive"),))),
    )
    return {claim.name: prover.theorem(claim, at_once("its factors are positive", rule)) for claim, rule in proofs}


def as_chernoff(prover: Prover) -> Theorem:
    """The right side of (2) is T times Chernoff's bound at the largest expectation, N p."""
    odds = expm1(epsilon / m)
    high = p(m, T, r, odds)
    found = anchor(
        failure_bound,
        lambda: failure_bound(alpha, N, m, T, r, epsilon),
        lambda: union(T, chernoff(N * high, gap(m, T, odds) * alpha / high)),
    )
    at: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2, "N": 9, "alpha": 1}
    claim = Implication(
        "shots.failure-bound",
        equal(found.value, found.definition),
        {**BUDGETED, "N >= 1": PEOPLE["N >= 1"], "alpha > 0": below(0, alpha)},
        {"excess": lemma(excess(prover))},
        at,
        Mutant(equal(found.value, found.definition + 1), at),
        (found,),
    )
    return prover.theorem(claim, at_once("f epsilon / T = (p - q)^2 / p", algebra))


def theorem_5(prover: Prover) -> Theorem:
    """Under (1), the probability that Phi is off by alpha in some round is at most (2)."""
    odds = expm1(epsilon / m)
    here = {"x": odds}
    expected, off = (N * rate).substitute(here), deviation.substitute(here)
    sharper = bound(prover)
    exponents = implication(sharper).goal.substitute(here)
    known = {
        "excess": lemma(excess(prover)),
        **{name: lemma(theorem, x=odds) for name, theorem in (rates(prover) | chernoff_applies(prover)).items()},
        "below 1": lemma(applies(prover), x=odds),
        "chernoff": lemma(theorem_10(prover), mean=expected, delta=off),
        "exponent": lemma(sharper, x=odds),
        "monotone": ever(Always.MONOTONE, exponents.left, exponents.right),
    }
    at: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2, "N": 9, "alpha": Fraction(1, 9), "phi": 1, "P": 0, "Q": 0}
    claim = Implication(
        "shots.thm-5",
        at_most(Q, failure_bound(alpha, N, m, T, r, epsilon)),
        {
            **BUDGETED,
            **PEOPLE,
            "alpha > 0": below(0, alpha),
            "(1)": below(alpha, largest_alpha(m, T, r, odds)),
            "union": at_most(Q, union(T, P)),
        },
        known,
        at,
        Mutant(at_most(Q, failure_bound(alpha, N, m, T, r, epsilon) / 100), {**at, "P": 1, "Q": 1}),
        reading="Q = Pr[|Phi - Phi_0| >= alpha in some round] and P is the largest such probability of one round, "
        "in which a share phi of people is in state 1",
    )
    every_round = (("m <= T",), ("m >= 1",), ())
    return prover.theorem(
        claim,
        steps(
            Step("<=", union(T, P), "a union over the rounds", by(product("union"))),
            Step(
                "<=",
                union(T, chernoff(expected, off)),
                "Chernoff, as (1) makes the deviation smaller than 1",
                by(*(product(*facts, "chernoff") for facts in every_round)),
            ),
            Step(
                "<=",
                union(T, 2 * exp(exponents.right)),
                "the expectation is at most N p",
                by(*(product(*facts, "monotone", factor=2) for facts in every_round)),
            ),
            last=Last("f epsilon / T = (p - q)^2 / p", algebra, "="),
        ),
    )


def without_condition(prover: Prover) -> Theorem:
    """One person in state 0 who reports once in 100 rounds: every lie is an error of 299."""
    people, rounds = 1, 100
    silent_person = (0,) * rounds
    no_error = likelihood(silent_person, silent_person, 1, Fraction(0), Fraction(1))
    far = (1 - q(Fraction(1), Fraction(rounds), Fraction(0), Fraction(1))) / gap(
        Fraction(1), Fraction(rounds), Fraction(1)
    )
    point: Point = {"alpha": far, "N": people, "m": 1, "T": rounds, "r": 0, "epsilon": log(term(2))}
    claim = Failure(
        "shots.thm-5-without-1",
        "without condition (1), for one person whose state is 0 in all rounds; the left side is, from the law of "
        "the transcript, the probability of any 1, which is off by alpha",
        at_most(term(1 - no_error), failure_bound(alpha, N, m, T, r, epsilon)),
        point,
        {**point, "alpha": 1},
    )
    return prover.theorem(claim, ByPoint())
