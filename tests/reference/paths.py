"""The law of an algorithm's own text: it runs once along every path of random choices."""

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

from ldproof.sampling.digits import RandomChoice

Result = TypeVar("Result")
Outcome = TypeVar("Outcome")


class Path:
    """Random choices that are made beforehand: by their places among the possible outcomes, and then the first ones."""

    def __init__(self, places: list[int]) -> None:
        self.places = places
        self.others: list[list[int]] = []
        """The paths that leave this one after what was made beforehand."""
        self.share, self.made = Fraction(1), 0

    def __call__(self, law: Mapping[Outcome, Fraction], /) -> Outcome:
        possible = [outcome for outcome, share in law.items() if share]
        if self.made == len(self.places):
            self.others += [[*self.places, other] for other in range(1, len(possible))]
            self.places = [*self.places, 0]
        chosen = possible[self.places[self.made]]
        self.share, self.made = self.share * law[chosen], self.made + 1
        return chosen


def law_of(algorithm: Callable[[RandomChoice], Result]) -> dict[Result, Fraction]:
    """The exact probability of everything that it can give. They sum to 1, as those of every choice should."""
    law: defaultdict[Result, Fraction] = defaultdict(Fraction)
    waiting: list[list[int]] = [[]]
    while waiting:
        path = Path(waiting.pop())
        law[algorithm(path)] += path.share
        waiting += path.others
    assert sum(law.values()) == 1
    return dict(law)
