"""What Chernoff's bound needs, and what it gives."""

from collections.abc import Callable
from fractions import Fraction

from ldproof.numbers import Term, expm1
from ldproof.probability import chernoff_bound, union_bound
from ldproof.shots.formulas import failure_bound, gap, largest_alpha, p, q
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Last, Prover, Step, algebra, at_once, show, steps
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.search import search
from ldproof_proofs.kernel.theorem import Theorem
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


RATES = {
    "p > 0": below(0, p(m, T, r, x)),
    "q > 0": below(0, q(m, T, r, x)),
    "p - q > 0": below(0, gap(m, T, x)),
    "rate > 0": below(0, rate),
    "rate <= p": at_most(rate, p(m, T, r, x)),
}
"""The expected share of ones is positive and at most p."""
TRIALS = {**RATES, "mean > 0": below(0, N * rate), "deviation > 0": below(0, deviation)}
"""The expected number of ones is positive, and so is the deviation."""


def at_odds(facts: Facts, odds: Term) -> dict[str, Relation]:
    """Facts about x, of the odds of one report less 1."""
    return {name: each.substitute({"x": odds}) for name, each in facts.items()}


def applies(prover: Prover) -> Theorem:
    """Under (1), Chernoff's deviation is below 1."""
    limit = largest_alpha(m, T, r, x)
    low, wide = q(m, T, r, x), gap(m, T, x)
    return show(
        prover,
        steps(
            Step("<=", wide * alpha / low, "phi >= 0", search),
            Step("<", wide * limit / low, "condition (1)", search),
            last=Last("(1) is alpha < q / (p - q)", search, "="),
        ),
        "shots.deviation-below-1",
        below(deviation, 1),
        {**SETTING, **PEOPLE, "alpha > 0": below(0, alpha), "(1)": below(alpha, limit)},
        {**RATES, "limit": lemma(condition(prover))},
        AT,
        short=IN_ODDS,
    )


def exponent_relation() -> Relation:
    """Chernoff's exponent is at least the one that (2) has."""
    exponent = N * gap(m, T, x) ** 2 * alpha**2 / (3 * p(m, T, r, x))
    return at_most(-(N * rate) * deviation**2 / 3, -exponent)


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
