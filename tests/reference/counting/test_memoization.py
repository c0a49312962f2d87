"""Memoization, by writing down what is kept and what is reported."""

from collections import defaultdict
from fractions import Fraction
from itertools import product

import pytest

from ldproof.counting.memoization import memoization_likelihood, memoization_odds
from ldproof.law import law, symmetric_odds

EXCESSES = [Fraction(1, 2), Fraction(2), Fraction(9)]


def drawn(state: int, reports: int, kept: Fraction, again: Fraction) -> dict[tuple[int, ...], Fraction]:
    """Every choice of which coins lie, with odds 1 + kept and 1 + again against it."""
    found: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for first, *lies in product((False, True), repeat=1 + reports):
        memo = state ^ first
        weight = Fraction(1 if first else 1 + kept) / (2 + kept)
        for lying in lies:
            weight *= Fraction(1 if lying else 1 + again) / (2 + again)
        found[tuple(memo ^ lying for lying in lies)] += weight
    return found


@pytest.mark.parametrize("kept", EXCESSES)
@pytest.mark.parametrize("again", EXCESSES)
@pytest.mark.parametrize("reports", [0, 1, 2, 3])
def test_the_likelihood_counts_out_all_coins(reports: int, kept: Fraction, again: Fraction) -> None:
    for state in (0, 1):
        by_coins = drawn(state, reports, kept, again)
        for seen in product((0, 1), repeat=reports):
            assert memoization_likelihood(state, seen, kept, again) == by_coins[seen]


@pytest.mark.parametrize("kept", EXCESSES)
@pytest.mark.parametrize("again", EXCESSES)
@pytest.mark.parametrize("reports", [0, 1, 2, 3])
def test_the_odds_are_tight(reports: int, kept: Fraction, again: Fraction) -> None:
    laws = [law(drawn(state, reports, kept, again).items()) for state in (0, 1)]
    assert memoization_odds(reports, kept, again) == symmetric_odds(*laws)


def test_a_thousand_reports_reveal_no_more_than_what_is_kept() -> None:
    """The odds rise towards 3; a thousand reports without a kept state have 2^1000."""
    rising = [memoization_odds(k, Fraction(2), Fraction(1)) for k in (1, 2, 10, 1000)]
    assert rising == sorted(set(rising))
    assert 3 - Fraction(1, 10**300) < rising[-1] < 3
