"""The bound on the error whoever is active, against the largest error over all shares by brute force."""

from fractions import Fraction

import pytest

from ldproof.budget import budget
from ldproof.counting.parameters import Which
from ldproof.numbers import Real
from ldproof.planning.counters import OneReport
from ldproof.planning.deployment import deployment
from ldproof.planning.shares import largest_error
from tests.planning import by_hand


@pytest.mark.parametrize("fill", [None, Fraction(1, 2)])
@pytest.mark.parametrize(
    ("N", "T", "odds", "tail"), [(12, 2, 9, "1/10"), (14, 3, 40, "1/5"), (9, 1, 3, "1/50")]
)
def test_no_share_is_worse(N: int, T: int, odds: int, tail: str, fill: Fraction | None) -> None:
    """No error that is reached with a probability above the tail is larger, and the bound is not idle."""
    found = largest_error(N, T, Fraction(tail), budget(odds=odds).report_excess(), fill)
    worst = by_hand.any_quantile(
        (by_hand.one_report_law(N, K, T, odds, fill) for K in range(N + 1)), Fraction(tail)
    )
    assert worst < by_hand.NOTHING
    assert found is not None
    assert worst <= found[0] < 2 * worst


def test_no_estimate_is_an_error() -> None:
    """Where nobody reports with a probability above the tail there is no bound."""
    assert largest_error(5, 20, Fraction(1, 20), budget(odds=9).report_excess(), None) is None


def test_fewer_people_than_rounds_are_bounded_too() -> None:
    """A rate may be off by as much as there are rounds."""
    worst = by_hand.any_quantile(
        (by_hand.one_report_law(1, K, 9, 40, Fraction(1, 2)) for K in range(2)), Fraction(1, 20)
    )
    found = largest_error(1, 9, Fraction(1, 20), budget(odds=40).report_excess(), Fraction(1, 2))
    assert found is not None
    assert worst > 2
    assert worst <= found[0]


@pytest.mark.parametrize("which", [Which.GLANCE, Which.HARMONY_PUBLISHED])
def test_in_a_single_round_everybody_reports(which: Which) -> None:
    """However many they are, the law is known."""
    promise = OneReport(deployment(N=102, T=1, odds=3), which).one_round(Fraction(1, 20))
    assert promise.exact
    some = [
        by_hand.quantile(by_hand.shots_law(102, K, 1, 1, Fraction(0), 3), Fraction(1, 20)) for K in (0, 51)
    ]
    assert isinstance(promise.at_most, Real)
    assert max(some) <= promise.at_most < max(some) * Fraction(11, 10)


def test_many_people_are_bounded_closely() -> None:
    """The share that seems worst has nearly that error, by the exact law."""
    for which in (Which.GLANCE, Which.HARMONY_PUBLISHED):
        counter = OneReport(deployment(N=2000, T=20, epsilon=4), which)
        promise = counter.one_round(Fraction(1, 20))
        assert isinstance(promise.at_least, Real)
        assert isinstance(promise.at_most, Real)
        assert promise.at_least < promise.at_most < promise.at_least * Fraction(6, 5)
