"""What Chernoff's bound needs, and what it gives."""

from collections.abc import Callable
from fractions import Fraction

from ldproof.numbers import Term, expm1
from ldproof.probability import chernoff_bound, union_bound
from ldproof.shots.formulas import failure_bound, gap, largest_alpha, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.positivity import positivity
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.shots.accuracy.condition import condition
from ldproof_proofs.shots.parameters import (
    BUDGETED,
    EXAMPLE,
    IN_BUDGET,
    IN_ODDS,
    SETTING,
    N,
    T,
    alpha,
    epsilon,
    m,
    phi,
    r,
    x,
)

PEOPLE = {"N >= 1": at_most(1, N), "phi >= 0": at_most(0, phi), "phi <= 1": at_most(phi, 1)}
AT: Point = {**EXAMPLE, "N": 9, "phi": Fraction(1, 2), "alpha": Fraction(1, 9)}
rate = gap(m, T, x) * phi + q(m, T, r, x)
"""The share of ones that is expected where a share phi of people is in state 1."""
deviation = gap(m, T, x) * alpha / rate
"""By which share of its expectation the number of ones is off when Phi is off by alpha."""


def rates(prover: Prover) -> dict[str, Theorem]:
    """The expected share of ones is positive and at most p."""
    setting = {**SETTING, **{name: PEOPLE[name] for name in ("phi >= 0", "phi <= 1")}}
    high = Implication(
        "shots.p-positive", below(0, p(m, T, r, x)), SETTING, {}, AT, Mutant(below(1, p(m, T, r, x)), AT)
    )
    low = Implication(
        "shots.q-positive", below(0, q(m, T, r, x)), SETTING, {}, AT, Mutant(below(1, q(m, T, r, x)), AT)
    )
    wide = Implication(
        "shots.gap-positive", below(0, gap(m, T, x)), SETTING, {}, AT, Mutant(below(1, gap(m, T, x)), AT)
    )
    least = Implication("shots.rate-positive", below(0, rate), setting, {}, AT, Mutant(below(1, rate), AT))
    most = Implication(
        "shots.rate-at-most-p",
        at_most(rate, p(m, T, r, x)),
        setting,
        {},
        AT,
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
        None,
        short=IN_ODDS,
    )
    low, wide = q(m, T, r, x), gap(m, T, x)
    return prover.theorem(
        claim,
        steps(
            Step("<=", wide * alpha / low, "phi >= 0", search),
            Step("<", wide * limit / low, "condition (1)", search),
            last=Last("(1) is alpha < q / (p - q)", search, "="),
        ),
    )


def bound(prover: Prover) -> Theorem:
    """Chernoff's exponent is at least the one that (2) has."""
    found = rates(prover)
    exponent = N * gap(m, T, x) ** 2 * alpha**2 / (3 * p(m, T, r, x))
    return show(
        prover,
        at_once("the rate is at most p", search),
        "shots.exponent",
        at_most(-(N * rate) * deviation**2 / 3, -exponent),
        {**SETTING, **PEOPLE, "alpha > 0": below(0, alpha)},
        {name: lemma(theorem) for name, theorem in found.items()},
        AT,
        Mutant(at_most(-exponent, -(N * rate) * deviation**2 / 3 - 1), AT),
        short=IN_ODDS,
    )


def chernoff_applies(prover: Prover) -> dict[str, Theorem]:
    """The expected number of ones is positive, and so is the deviation."""
    found = {name: lemma(theorem) for name, theorem in rates(prover).items()}
    some = Implication(
        "shots.mean-positive",
        below(0, N * rate),
        {**SETTING, **PEOPLE},
        found,
        AT,
        Mutant(below(9, N * rate), AT),
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
        (some, search),
        (off, search),
    )
    return {
        claim.name: prover.theorem(claim, at_once("its factors are positive", rule)) for claim, rule in proofs
    }


def as_chernoff(prover: Prover) -> Theorem:
    """The right side of (2) is T times Chernoff's bound at the largest expectation, N p."""
    return at_the_largest_expectation(prover, "shots.failure-bound", failure_bound, chernoff_bound)


def at_the_largest_expectation(
    prover: Prover, name: str, formula: Callable[..., Term], tail: Callable[[Term, Term], Term]
) -> Theorem:
    """A failure probability is T times a tail at the expectation N p, off by (p - q) alpha / p of it."""
    odds = expm1(epsilon / m)
    high = p(m, T, r, odds)
    found = anchor(
        formula,
        lambda: formula(alpha, N, m, T, r, epsilon),
        lambda: union_bound(T, tail(N * high, gap(m, T, odds) * alpha / high)),
    )
    at: Point = {"epsilon": 1, "r": 0, "m": 1, "T": 2, "N": 9, "alpha": 1}
    claim = Implication(
        name,
        equal(found.value, found.definition),
        {**BUDGETED, "N >= 1": PEOPLE["N >= 1"], "alpha > 0": below(0, alpha)},
        {},
        at,
        None,
        (found,),
        short=IN_BUDGET,
    )
    return prover.theorem(claim, at_once("f epsilon / T = (p - q)^2 / p", algebra))
