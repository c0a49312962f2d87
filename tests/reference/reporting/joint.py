"""The joint law of what a population sends in all rounds: that of a sampler, found by taking every branch."""

from collections.abc import Callable, Hashable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from operator import itemgetter
from typing import TypeVar

import numpy as np
import pytest
from numpy.typing import NDArray

from ldproof import devices
from ldproof.arrays import Int64Array
from ldproof.probability import Law, binomial_law, law_of_shares
from ldproof.sampling import Digits, binomial_draws

Outcome = TypeVar("Outcome", bound=Hashable)
Counts = tuple[int, ...]


def sum_of(people: Sequence[Law[Counts]]) -> Law[Counts]:
    """The law of the sums, entry by entry, over independent people."""
    first, *others = people
    total = first
    for each in others:
        total = total.product(each).pushforward(lambda pair: tuple(map(sum, zip(*pair, strict=True))))
    return total


def as_if_independent(joint: Law[Counts]) -> Law[Counts]:
    """The joint law with its laws of single rounds, and no tie between the rounds."""
    total: Law[Counts] = law_of_shares([((), Fraction(1))])
    for t in range(len(next(iter(joint)))):
        total = total.product(joint.pushforward(itemgetter(t))).pushforward(lambda pair: (*pair[0], pair[1]))
    return total


class Choices:
    """Coins that follow a path through a tree of draws, first branches where the path ends."""

    def __init__(self, path: Sequence[int]) -> None:
        self._path = path
        self.taken: list[tuple[int, int]] = []
        """The branch taken at each draw, and how many there were."""
        self.share = Fraction(1)
        """The probability of the path."""

    def choose(self, branches: Law[Outcome]) -> Outcome:
        """An outcome of a law."""
        place = len(self.taken)
        branch = self._path[place] if place < len(self._path) else 0
        self.taken.append((branch, len(branches)))
        outcome = list(branches)[branch]
        self.share *= branches[outcome]
        return outcome

    def read(self, count: int) -> bytes:
        """No byte is read: all draws are replaced."""
        raise AssertionError(f"{count} bytes are asked for")


def sampled_law(run: Callable[[Choices], Outcome]) -> Law[Outcome]:
    """The law of what a sampler draws, over all paths."""

    def paths() -> Iterator[tuple[Outcome, Fraction]]:
        path: list[int] = []
        while True:
            choices = Choices(path)
            yield run(choices), choices.share
            taken = choices.taken
            while taken and taken[-1][0] + 1 == taken[-1][1]:
                taken.pop()
            if not taken:
                return
            path = [branch for branch, _ in taken]
            path[-1] += 1

    return law_of_shares(paths())


def _binomials(trials: Int64Array, probability: Digits, coins: Choices) -> Int64Array:
    chance = probability.above(0)  # itself, as all of the probabilities in these tests are fractions
    return np.array([coins.choose(binomial_law(count, chance)) for count in trials.tolist()], np.int64)


def _thinnings(trials: Int64Array, kept: Int64Array, among: int, coins: Choices) -> Int64Array:
    pairs = zip(trials.tolist(), kept.tolist(), strict=True)
    return np.array([coins.choose(binomial_law(count, Fraction(k, among))) for count, k in pairs], np.int64)


def _members(people: int, total: int, size: int, coins: Choices) -> Iterator[NDArray[np.bool_]]:
    sets = list(combinations(range(total), size))
    uniform = law_of_shares((chosen, Fraction(1, len(sets))) for chosen in sets)
    everybody = [coins.choose(uniform) for _ in range(people)]
    for start in range(0, people, 2):  # in groups of two
        yield np.array([[t in chosen for t in range(total)] for chosen in everybody[start : start + 2]])


@pytest.fixture
def branching(monkeypatch: pytest.MonkeyPatch) -> None:
    """Exact draws, each tested for itself elsewhere, become branches."""
    for drawing in (devices, binomial_draws):
        monkeypatch.setattr(drawing, "draw_binomials", _binomials)
    monkeypatch.setattr(devices, "draw_thinnings", _thinnings)
    monkeypatch.setattr(devices, "draw_memberships", _members)
