"""m-shot Glance: as private as Glance with the whole budget, and at large budgets its variance is less."""

from collections.abc import Iterable
from fractions import Fraction
from math import comb

from ldproof.budget import parse_budget
from ldproof.counting.formulas import glance_variance
from ldproof.counting.m_glance import m_glance_variance
from ldproof.numbers import Term
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.counting.law.glance import SENT, seen_as, user_level
from ldproof_proofs.counting.parameters import BITS, ROUNDS
from ldproof_proofs.counting.variance.in_symbols import of_reporters
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.law import sums
from ldproof_proofs.reporting import privacy
from ldproof_proofs.reporting.privacy import T, m

PEOPLE, OF_ROUNDS, REPORTS, ACTIVE = 4, 3, 2, 1
MANY, LONG = 100, 6
"""People and rounds of an example in which half of the people are active."""


def private(prover: Prover) -> Theorem:
    """m reports of epsilon/m each, and NULL in the other rounds: epsilon-LDP for all events and any two people."""
    known = {"x": privacy.excess(m)}
    return privacy.private(
        prover,
        "counting.m-glance-ldp",
        "m-shot Glance over T rounds, between any two people's states",
        user_level(prover),
        {str(sent): seen_as(0, sent)[0] for sent in SENT},
        {
            str(state): {str(sent): seen_as(state, sent)[1].substitute(known) for sent in SENT}
            for state in BITS
        },
        m,
        {**ROUNDS, "m >= 1": at_most(1, m), "m <= T": at_most(m, T)},
        {"epsilon": 2, "m": 1, "T": 2},
        (("1", "1", "0"), ("None", "0", "0")),
    )


def over_reporters() -> Term:
    """The mean over k ~ Bin(N, m/T) of the variance with k reporters, if anybody reports."""
    weights = {
        k: comb(PEOPLE, k) * REPORTS**k * (OF_ROUNDS - REPORTS) ** (PEOPLE - k) for k in range(1, PEOPLE + 1)
    }
    every = Fraction(sum(weights.values()))
    return sums.total(weight / every * of_reporters(k, Fraction(1, REPORTS)) for k, weight in weights.items())


def of_budgets(prover: Prover) -> Theorem:
    """The reference's variance against the sum over who reports, for every budget."""
    return tie(
        prover,
        m_glance_variance,
        lambda: traced(
            m_glance_variance, PEOPLE, OF_ROUNDS, REPORTS, Fraction(ACTIVE, PEOPLE), any_budget().over(REPORTS)
        ),
        over_reporters,
        EPSILON,
    )


def variance_cases(reports: int) -> Iterable[tuple[str, Relation]]:
    """The variance with so many reports is below Glance's where the budget is large."""
    share, whole = Fraction(1, 2), parse_budget(odds=2**12)
    ahead = m_glance_variance(MANY, LONG, reports, share, whole.over(reports))
    name = f"N = {MANY}, T = {LONG}, m = {reports}, mu = {share}, odds {whole.value}"
    yield name, below(exactly(ahead), exactly(glance_variance(MANY, LONG, share, whole)))


def ahead(prover: Prover) -> Theorem:
    """An example in which more reports are better."""
    claim = Ground(
        "counting.m-glance-ahead",
        "with two reports the variance is less than with one",
        f"N = {MANY}, T = {LONG}, mu = 1/2, odds 2^12",
        lambda: variance_cases(REPORTS),
        lambda: variance_cases(1),
    )
    return prover.theorem(claim, ByRecord())
