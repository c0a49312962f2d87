"""One round's (epsilon, delta) against the hockey-stick divergence of all pairs of laws."""

from fractions import Fraction
from itertools import product

import pytest

from ldproof.budget import budget
from ldproof.numbers import ball, enclose
from ldproof.rejections import Reason
from ldproof.shots.amplification import event_delta
from ldproof.shots.formulas import event_odds
from tests.reference.refusals import refused
from tests.reference.shots import algorithm_1

DUMMIES = [Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)]
E = Fraction(3)
SHAPES = [(T, m) for T in range(1, 5) for m in range(1, T + 1)]


@pytest.mark.parametrize("r", DUMMIES)
@pytest.mark.parametrize(("T", "m"), SHAPES)
def test_it_is_the_largest_divergence(T: int, m: int, r: Fraction) -> None:
    """Over all people and every round that may change."""
    people = list(product((0, 1), repeat=T))
    laws = {states: algorithm_1.transcripts(states, m, r, E) for states in people}
    for target in (Fraction(1), Fraction(3, 2), Fraction(5, 2)):
        largest = Fraction(0)
        for states, t in product(people, range(T)):
            changed = (*states[:t], 1 - states[t], *states[t + 1 :])
            gains = (
                share - target * laws[changed].get(seen, Fraction(0)) for seen, share in laws[states].items()
            )
            largest = max(largest, sum((gain for gain in gains if gain > 0), Fraction(0)))
        assert event_delta(T, m, r, target, budget(m, report_odds=E)) == largest


@pytest.mark.parametrize("r", DUMMIES)
def test_nothing_is_left_from_the_tight_odds_on(r: Fraction) -> None:
    T, m = 5, 2
    tight = event_odds(Fraction(m), Fraction(T), r, E - 1)
    assert event_delta(T, m, r, tight, budget(m, report_odds=E)) == 0
    assert event_delta(T, m, r, tight + 1, budget(m, epsilon=1)) == 0
    almost = event_delta(T, m, r, tight - Fraction(1, 10**9), budget(m, report_odds=E))
    assert almost.exact is not None
    assert 0 < almost < Fraction(1, 10**9)


def test_irrational_budgets_are_enclosed() -> None:
    """Between the values at two rational budgets."""
    low, high = (event_delta(4, 2, Fraction(1, 3), Fraction(2), budget(2, report_odds=e)) for e in (3, 4))
    found = event_delta(4, 2, Fraction(1, 3), Fraction(2), budget(2, odds="12.25"))
    between = event_delta(4, 2, Fraction(1, 3), Fraction(2), budget(2, odds=12))
    enclosure = enclose(lambda: ball(between), 20)
    assert low.exact is not None
    assert high.exact is not None
    assert found.exact is not None
    assert low < Fraction(enclosure.lower) <= Fraction(enclosure.upper) < found < high


def test_many_rounds_are_refused() -> None:
    with refused(Reason.TOO_MANY_OUTCOMES):
        event_delta(17, 2, Fraction(1, 3), Fraction(2), budget(2, report_odds=3))


def test_long_fractions_are_enclosed() -> None:
    """Between the values at neighbouring short ones."""
    low, high = (
        event_delta(8, 3, r, Fraction(2), budget(3, report_odds=4)) for r in (Fraction(1, 3), Fraction(1, 4))
    )
    found = event_delta(8, 3, Fraction(3 * 10**200 + 1, 10**201), Fraction(2), budget(3, report_odds=4))
    assert found.exact is None
    assert low.exact is not None
    assert high.exact is not None
    assert low < Fraction(enclose(lambda: ball(found), 20).lower) < high
