"""The budget: given once, in one of three ways that mean the same."""

from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ldproof.budget import WAYS, Budget, parse_budget
from ldproof.errors import Reason
from ldproof.numbers import Enclosure, Real, ball, computed_real, enclose, log
from ldproof.parameters import Logarithm
from tests.reference.numbers.decimals import agrees, decimally
from tests.reference.refusals import refused

RATIOS = st.fractions(1, 50, max_denominator=40).filter(lambda q: q > 1)
REPORTS = st.integers(1, 12)


def enclosure(quantity: Real, digits: int = 30) -> Enclosure:
    return enclose(lambda: ball(quantity), digits)


def apart(one: Real, other: Real) -> bool:
    """Whether two quantities are certainly different."""
    if one.exact is not None and other.exact is not None:
        return one != other
    first, second = enclosure(one), enclosure(other)
    return first.upper < second.lower or second.upper < first.lower


def everything(whole: Budget) -> list[Real]:
    return [whole.odds(), whole.report_excess(), whole.epsilon(), whole.report_epsilon()]


def test_a_budget_that_is_not_given_exactly_once_is_refused() -> None:
    for ways in ((), *combinations(WAYS, 2), WAYS):
        with refused(Reason.BUDGET_NOT_UNIQUE) as refusal:
            parse_budget(2, **dict.fromkeys(ways, 2))
        assert all(way in refusal.value.what for way in ways)
        assert refusal.value.accepted == "exactly one of epsilon, odds, report_odds"


@pytest.mark.parametrize("way", WAYS)
def test_none_is_not_given(way: str) -> None:
    whole = parse_budget(2, **{**dict.fromkeys(WAYS), way: "2"})
    assert whole == Budget(2, way, Fraction(2))
    with refused(Reason.BUDGET_NOT_UNIQUE):
        parse_budget(2, **dict.fromkeys(WAYS))


OUTSIDE: dict[Reason, dict[str, list[object]]] = {
    Reason.OUT_OF_RANGE: {
        "epsilon": [0, "-1", "1e7", "ln(1)", "ln(1/2)", Logarithm(Fraction(-3))],
        "odds": [1, "1e301"],
        "report_odds": [1],
    },
    Reason.NOT_A_NUMBER: {"epsilon": ["ln(0)", True, "inf"], "odds": ["ln(3)"], "report_odds": ["nan"]},
    Reason.NOT_EXACT: {"epsilon": [0.5], "odds": [3.0]},
}


@pytest.mark.parametrize("reason", OUTSIDE)
def test_a_budget_out_of_its_domain_is_refused(reason: Reason) -> None:
    for way, values in OUTSIDE[reason].items():
        for value in values:
            with refused(reason) as refusal:
                parse_budget(1, **{way: value})
            assert way in refusal.value.what


@given(RATIOS, REPORTS)
def test_report_odds_make_everything_rational_but_epsilon(q: Fraction, m: int) -> None:
    whole = parse_budget(m, report_odds=q)
    assert whole.odds() == q**m
    assert whole.report_excess() == q - 1
    assert agrees(lambda: ball(whole.report_epsilon()), decimally(Decimal.ln, q), 25)
    assert agrees(lambda: ball(whole.epsilon()), m * decimally(Decimal.ln, q), 25)


@given(RATIOS, REPORTS)
def test_the_three_ways_mean_the_same(q: Fraction, m: int) -> None:
    by_report, by_odds = parse_budget(m, report_odds=q), parse_budget(m, odds=q**m)
    by_logarithm = parse_budget(m, epsilon=f"ln({q**m})")
    assert by_odds.report_excess() == by_logarithm.report_excess() == q - 1
    assert by_odds.odds() == by_logarithm.odds() == q**m
    for one, two, three in zip(*map(everything, (by_report, by_odds, by_logarithm)), strict=True):
        assert not apart(one, two)
        assert not apart(two, three)


@given(RATIOS, st.integers(2, 12))
def test_odds_that_are_no_power_stay_exact_as_a_whole_only(q: Fraction, m: int) -> None:
    whole = parse_budget(m, odds=2 * q**m)
    assert whole.odds() == 2 * q**m
    excess = whole.report_excess()
    assert excess.exact is None
    found = enclosure(excess)
    assert (1 + Fraction(found.lower)) ** m <= 2 * q**m <= (1 + Fraction(found.upper)) ** m


@given(st.fractions(Fraction(1, 10**6), 30, max_denominator=10**6), REPORTS)
def test_a_rational_epsilon_is_exact_itself_and_everything_else_is_enclosed(e: Fraction, m: int) -> None:
    whole = parse_budget(m, epsilon=e)
    assert whole.epsilon() == e
    assert whole.report_epsilon() == e / m
    assert whole.odds().exact is None
    assert agrees(lambda: ball(whole.odds()), decimally(Decimal.exp, e), 25)
    assert agrees(lambda: ball(whole.report_excess()), decimally(lambda u: u.exp() - 1, e / m), 25)


@pytest.mark.parametrize("epsilon", ["1e-9", "1e-100", "700", "1000000"])
@pytest.mark.parametrize("reports", [1, 7])
def test_tiny_and_huge_budgets_keep_their_digits(epsilon: str, reports: int) -> None:
    whole = parse_budget(reports, epsilon=epsilon)
    share = Fraction(epsilon) / reports
    if share < 1000:
        excess = enclosure(whole.report_excess(), 40)
        assert share < Fraction(excess.upper)
        assert Fraction(excess.upper) - Fraction(excess.lower) <= Fraction(excess.lower) / 10**40
    assert enclosure(log(whole.odds())).contains(Fraction(epsilon))


@pytest.mark.parametrize("way", WAYS)
@given(q=RATIOS, m=REPORTS)
def test_one_report_takes_its_share(way: str, q: Fraction, m: int) -> None:
    whole = parse_budget(m, **{way: q})
    assert not apart(whole.epsilon(), computed_real(lambda: m * ball(whole.report_epsilon())))
    assert not apart(whole.odds(), computed_real(lambda: (1 + ball(whole.report_excess())) ** m))
    assert not apart(whole.odds(), computed_real(lambda: ball(whole.epsilon()).exp()))
    assert not apart(whole.report_excess(), computed_real(lambda: ball(whole.report_epsilon()).expm1()))


def test_equal_budgets_are_equal_and_do_not_change() -> None:
    assert parse_budget(3, epsilon="0.5") == parse_budget(3, epsilon="1/2") != parse_budget(2, epsilon="1/2")
    assert parse_budget(3, epsilon="ln(2)") == parse_budget(3, odds=2)
    assert parse_budget(odds=2) == parse_budget(1, odds=2)
    for name in ("reports", "given", "value"):
        with pytest.raises(FrozenInstanceError):
            setattr(parse_budget(3, epsilon=1), name, 2)
