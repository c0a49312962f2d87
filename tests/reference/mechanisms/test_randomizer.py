"""What follows for a class that states no more than its likelihoods."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

import pytest

from ldproof.budget import Budget, budget
from ldproof.coins import Counted, SeededCoins
from ldproof.mechanisms import LEVELS, Finite, Mechanism, Randomizer, law_of, randomizer
from ldproof.numbers import Real
from ldproof.rejections import Reason
from tests.reference.refusals import refused


@dataclass(frozen=True)
class Kary(Randomizer[int, int]):
    k: int
    budget: Budget

    @property
    def secrets(self) -> Finite[int]:
        return Finite(tuple(range(self.k)))

    outputs = secrets

    def likelihood(self, secret: int, output: int) -> Real:
        odds = self.budget.odds()
        return (odds if output == secret else 1) / (odds + self.k - 1)


KARY = Kary(4, budget(odds=5))


def test_it_is_a_mechanism_with_tight_odds_and_all_pairs_as_neighbours() -> None:
    made: Mechanism[int, int] = KARY
    for level in LEVELS:
        assert made.privacy(level).odds == 5
        assert made.neighbours(level, 0, 1)
        assert not made.neighbours(level, 1, 1)


def test_it_draws_by_its_likelihoods() -> None:
    """In 4,000 draws each share is within six standard deviations: a false alarm in 10^8 runs with other coins."""
    coins, draws = SeededCoins(b"kary"), 4000
    for secret in (0, 3):
        drawn = Counter(KARY.randomize(secret, coins) for _ in range(draws))
        for output, share in law_of(KARY, secret).probabilities.items():
            assert abs(drawn[output] - share * draws) < 6 * float(share * (1 - share) * draws) ** 0.5


def test_of_each_secret_the_coins_are_as_many() -> None:
    taken = set()
    for secret in KARY.secrets:
        coins = Counted(SeededCoins(b"as many"))
        for _ in range(20):
            KARY.randomize(secret, coins)
        taken.add(coins.taken)
    assert taken == {320}


@pytest.mark.parametrize("secret", [4, True, "1", 1.0, None])
def test_a_secret_that_is_none_is_refused(secret: int) -> None:
    with refused(Reason.OUT_OF_RANGE):
        KARY.randomize(secret, SeededCoins(b""))


def test_too_many_likelihoods_are_not_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(randomizer, "MOST_LISTED", 8)
    with refused(Reason.TOO_MANY_OUTCOMES):
        Kary(3, budget(odds=Fraction(7, 2))).randomize(0, SeededCoins(b""))
