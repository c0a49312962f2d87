"""A mechanism that is not of the house: k-ary randomized response, as a stranger would write it."""

from dataclasses import dataclass

from ldproof.budget import Budget
from ldproof.coins import Coins
from ldproof.mechanisms import Finite, Level, Privacy, tight_privacy
from ldproof.numbers import Real
from ldproof.sampling import Digits, draw_bernoulli, draw_uniform


@dataclass(frozen=True)
class RandomizedResponse:
    """The truth with probability E / (E + k - 1), and otherwise any of the k - 1 other values."""

    k: int
    budget: Budget

    @property
    def secrets(self) -> Finite[int]:
        return Finite(tuple(range(self.k)))

    outputs = secrets

    def likelihood(self, secret: int, output: int) -> Real:
        odds = self.budget.odds()
        return (odds if output == secret else 1) / (odds + self.k - 1)

    def randomize(self, secret: int, coins: Coins) -> int:
        # Both are always drawn, so that the number of bytes tells nothing.
        truth = draw_bernoulli(Digits(self.likelihood(secret, secret)), coins)
        other = (secret + 1 + draw_uniform(self.k - 1, coins)) % self.k
        return secret if truth else other

    def neighbours(self, level: Level, one: int, other: int) -> bool:
        return one != other

    def privacy(self, level: Level) -> Privacy[int, int]:
        return tight_privacy(self, level)
