"""FutureRand as a plan sees it, for states that change a few times at most."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from ldproof.counting.flip_ranges import best_future_rand
from ldproof.counting.future_rand import FutureRand, variance_at
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, ball, log
from ldproof.numbers.balls import precision
from ldproof.parameters import MOST_ROUNDS
from ldproof.planning.deployment import Deployment, Grounds, Promise, format_quantity
from ldproof.planning.error_bounds import BITS, Contribution, ContributionSum

if TYPE_CHECKING:
    from ldproof.planning.counters import SourceBound

HAIR = 1e-9
"""A relative bound on the rounding error of a tail in floats."""

REMEMBERED = 16
"""How many bounds are cached."""


@dataclass(frozen=True, slots=True)
class FutureRandCounter:
    """FutureRand for the next power of 2 rounds. The error of a round is that of a worst one."""

    asked: Deployment
    made: FutureRand

    mechanism = "counting.future_rand"
    source_name = "FutureRand"
    independent = False

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters, which are chosen by the whole budget."""
        names = ("T", "changes", "sign_odds", "fewest_flips", "most_flips")
        return {name: str(getattr(self.made, name)) for name in names}

    @property
    def messages(self) -> int:
        """The most rounds in which a user sends a bit: all, at the first level."""
        return self.asked.T

    @property
    def event_epsilon(self) -> Real:
        """The tight epsilon for inputs that differ in one round."""
        odds, _, _ = self.made.find_event_odds()
        return log(Real(odds))

    @property
    def most_blocks(self) -> int:
        """The largest number of blocks that make up the rounds until one of T."""
        return (self.asked.T + 1).bit_length() - 1

    @property
    def notes(self) -> tuple[str, ...]:
        """What is chosen, and which round is the worst."""
        worst, T = (1 << self.most_blocks) - 1, self.made.T
        padded = f"T = {T} in place of {self.asked.T}: a power of 2, at least twice the number of changes"
        return (
            "about the largest mean of a sign that the budget allows",
            *([padded] if T > self.asked.T else []),
            f"its errors are those of a worst round, such as round {worst}, which adds up {format_quantity(self.most_blocks, 'block')}",
        )

    def one_round(self, tail: Fraction) -> Promise:
        """Promise the error of the worst round between bounds."""
        signs = sum_of_signs(self.made, self.most_blocks, self.asked.N, self.asked.active_people)
        least = self.error_of_sum(signs.likely_deviation(float(tail) * (1 + HAIR)))
        return Promise(least, self.at_most(tail), Grounds.MANY_REPORTS)

    def at_most(self, tail: Fraction) -> Real:
        """Bound the error of any one round, except with this probability; without mu, for every share."""
        return self.error_of_sum(
            largest_deviation(self.made, self.most_blocks, self.asked.N, self.asked.active_people, tail)
        )

    def error_of_sum(self, deviation: float) -> Real:
        """Return the error of an estimate whose sum of signs is so far off its mean."""
        return Real(Fraction(deviation) * self.made.levels / (self.asked.N * self.made.gap))

    def round_variance(self, mu: Fraction) -> Real:
        """Return the variance of the worst round's estimate."""
        levels, blocks = Fraction(self.made.levels), Fraction(self.most_blocks)
        return Real(variance_at(Fraction(self.asked.N), mu, levels, blocks, self.made.gap))

    def largest_variance(self) -> Real:
        """Return the largest variance over all mu: with nobody active."""
        return self.round_variance(Fraction(0))

    def source_bounds(self) -> Iterator["SourceBound"]:
        """Yield nothing: the sources bound no error of it."""
        yield from ()


def future_rand_counter(asked: Deployment) -> FutureRandCounter:
    """Return FutureRand with about the best parameters; refuse if the most changes are not known."""
    if asked.changes is None:
        raise Refused(
            Reason.MISSING,
            "counting.future_rand without changes",
            "changes, the most changes of a person's state",
        )
    changes = min(asked.changes, asked.T)
    T = 1 << (max(asked.T, 2 * changes) - 1).bit_length()
    for_few = f"FutureRand for {asked.T} rounds and {changes} changes"
    if T > MOST_ROUNDS:
        raise Refused(
            Reason.TOO_LARGE,
            f"{for_few} has T = {T}, a power of 2",
            f"T of at most {1 << MOST_ROUNDS.bit_length() - 1}",
        )
    try:
        return FutureRandCounter(asked, best_future_rand(T, changes, asked.budget))
    except Refused as refusal:
        accepted = "fewer changes or a larger budget" + ", or no changes=" * (asked.deployed is None)
        raise Refused(refusal.reason, f"{for_few}: {refusal.what}", accepted) from None


def sum_of_signs(made: FutureRand, blocks: int, N: int, active: int | None) -> ContributionSum:
    """The sum of the signs that the estimate of a round of so many blocks adds up.

    A person is at the level of one of the blocks with the probability `blocks` / `levels`. The differences of a state
    in the blocks add up to the state. So a state of 1 raises the mean of what the person adds by `gap` / `levels`.
    """
    with precision(BITS):
        first, second = (
            Contribution(*(ball((blocks + sign * mean) / (2 * made.levels)) for sign in (1, -1)))
            for mean in (made.gap, Fraction(0))
        )
        return ContributionSum(N, active, first, second)


@lru_cache(REMEMBERED)
def largest_deviation(
    made: FutureRand, most_blocks: int, N: int, active: int | None, tail: Fraction
) -> float:
    """Bound the deviation of the sum of signs from its mean except for a tail, for up to so many blocks."""
    limit, most = float(tail) * (1 - HAIR), 0.0
    for blocks in range(most_blocks, 0, -1):
        signs = sum_of_signs(made, blocks, N, active)
        if not most or signs.two_sided_tail_bound(most) > limit:
            most = max(most, signs.largest_deviation(limit))
    return most
