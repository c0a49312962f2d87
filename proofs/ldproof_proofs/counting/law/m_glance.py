"""m-shot Glance: as private as Glance with the whole budget, and at large budgets its variance is less."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.counting.formulas import glance_variance
from ldproof.counting.m_glance import (
    m_glance_alpha_exact,
    m_glance_best_m,
    m_glance_tail,
    m_glance_variance,
)
from ldproof.probability import sum_fractions
from ldproof_proofs.budget import EPSILON, any_budget
from ldproof_proofs.counting.inversion import errors, largest
from ldproof_proofs.counting.joint.everybody import THREE
from ldproof_proofs.counting.law.glance import SENT, seen_as, user_level
from ldproof_proofs.counting.parameters import BITS, ROUNDS
from ldproof_proofs.counting.tail import by_people
from ldproof_proofs.counting.variance import in_symbols
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.kernel.tracing import tie, traced
from ldproof_proofs.reporting import privacy
from ldproof_proofs.reporting.privacy import T, m

REPORTS = 2
MANY, LONG = 100, 6
"""People and rounds of an example in which half of the people are active."""
ODDS = {1: 64, 2: 8, 3: 4}
"""The odds of a report at whole odds of 64, by the number of reports."""


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


def of_budgets(prover: Prover) -> Theorem:
    """The reference's variance against the sum over who reports, for every budget."""
    return tie(
        prover,
        m_glance_variance,
        lambda: traced(
            m_glance_variance,
            in_symbols.PEOPLE,
            in_symbols.ROUNDS,
            REPORTS,
            Fraction(in_symbols.ACTIVE, in_symbols.PEOPLE),
            any_budget().over(REPORTS),
        ),
        lambda: in_symbols.over_reporters(REPORTS),
        EPSILON,
    )


def variance_cases(reports: int) -> Iterable[tuple[str, Relation]]:
    """The variance with so many reports is below Glance's where the budget is large."""
    share, whole = Fraction(1, 2), parse_budget(odds=2**12)
    ahead = m_glance_variance(MANY, LONG, reports, share, whole.over(reports))
    name = f"N = {MANY}, T = {LONG}, m = {reports}, mu = {share}, odds {whole.value}"
    yield name, below(exactly(ahead), exactly(glance_variance(MANY, LONG, share, whole)))


def error_law(N: int, M: int, T: int, m: int, odds: int) -> list[tuple[Fraction | None, Fraction]]:
    """The errors in a round with M of N people active, None for no estimate, and their probabilities."""
    ways, whole = by_people(N, M, T, m, odds), Fraction(T * (odds + 1)) ** N
    chances = {received: many / whole for received, many in ways.items()}
    return errors(chances, (N, M, T), None, Fraction(odds - 1))


def chance_of_error(found: Iterable[tuple[Fraction | None, Fraction]], alpha: Fraction) -> Fraction:
    """The probability of an error of alpha or more, or of no estimate."""
    return sum_fractions(chance for error, chance in found if error is None or error >= alpha)


def mean_squared_error(found: Iterable[tuple[Fraction | None, Fraction]]) -> Fraction:
    """The mean squared error, if there is an estimate."""
    heard = [(error, chance) for error, chance in found if error is not None]
    squares = sum_fractions(error**2 * chance for error, chance in heard)
    return squares / sum_fractions(chance for _, chance in heard)


def more_reports_vary_less(prover: Prover) -> Theorem:
    """An example in which more reports are better."""
    third, half = Fraction(1, 3), Fraction(1, 2)
    claim = Ground(
        "counting.m-glance-ahead",
        "with two reports the variance is less than with one",
        f"N = {MANY}, T = {LONG}, mu = 1/2, odds 2^12",
        lambda: variance_cases(REPORTS),
        lambda: variance_cases(1),
        anchors=(
            anchor(
                m_glance_tail,
                lambda: m_glance_tail(4, 3, 2, half, third, parse_budget(2, report_odds=3)),
                lambda: chance_of_error(error_law(4, 2, 3, 2, 3), third),
            ),
            anchor(
                m_glance_alpha_exact,
                lambda: m_glance_alpha_exact(4, 3, 2, half, Fraction(3, 10), parse_budget(2, report_odds=3)),
                lambda: largest(error_law(4, 2, 3, 2, 3), Fraction(1, 10), THREE),
            ),
            anchor(
                m_glance_best_m,
                lambda: m_glance_best_m(10, 3, half, parse_budget(odds=64)),
                lambda: min((1, 2, 3), key=lambda m: mean_squared_error(error_law(10, 5, 3, m, ODDS[m]))),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
