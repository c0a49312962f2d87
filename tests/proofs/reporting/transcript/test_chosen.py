"""A uniform choice of rounds against one round by round, and transcripts that can happen, in numbers."""

from fractions import Fraction
from functools import cache
from itertools import product as every

import pytest

from ldproof.reporting import transcript
from ldproof.shots.law import transcripts

ROUNDS = [(Fraction(1, t + 2), Fraction(t + 1, t + 5)) for t in range(6)]


@cache
def in_turn(n: int, k: int) -> Fraction:
    """The probability of the first n rounds, of which k are chosen: the last one with probability k/n."""
    if n == 0:
        return Fraction(k == 0)
    silent, spoken = ROUNDS[n - 1]
    stays = Fraction(n - k, n) * silent * in_turn(n - 1, k) if k < n else Fraction(0)
    return stays + (Fraction(k, n) * spoken * in_turn(n - 1, k - 1) if k else 0)


@pytest.mark.parametrize("n", range(1, 7))
def test_the_fold_is_the_law_of_a_choice_made_round_by_round(n: int) -> None:
    """Whoever has k reports left in n rounds reports with probability k/n."""
    for k in range(n + 1):
        assert transcript.likelihood(ROUNDS[:n], k) == in_turn(n, k)


@pytest.mark.parametrize("T", range(1, 6))
def test_a_transcript_that_shows_every_state_can_happen(T: int) -> None:
    """All 0 or all 1, whichever dummy is the more frequent; the other one cannot at r = 0 or 1 if m < T."""
    for m, r in every(range(1, T + 1), (Fraction(0), Fraction(1, 3), Fraction(1, 2), Fraction(1))):
        often = int(r >= Fraction(1, 2))
        states = (often,) * T
        assert transcripts(states, m, r, Fraction(2))[states] > 0
        if r in (0, 1) and m < T:
            opposite = (1 - often,) * T
            assert transcripts(opposite, m, r, Fraction(2))[opposite] == 0
