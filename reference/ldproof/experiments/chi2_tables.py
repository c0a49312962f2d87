"""Tables with a statistic that is asked for, as near as whole numbers get, and the errors of all tests on them."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from ldproof.budget import Budget
from ldproof.chi2.formulas import statistic
from ldproof.chi2.law import Mechanism, PrivateTest, PublicControls
from ldproof.numbers import Real

TAU = Fraction("3.84")
"""The source's threshold in 5.1; it is a little below the quantile at 5%, which is 3.84146."""


def value(table: PublicControls) -> Fraction:
    """The statistic of a table."""
    return statistic(table.a, table.b, table.m1, table.m2)


@dataclass(frozen=True, slots=True)
class Path:
    """Tables, in the order of their places, along which the statistic grows from where both groups are most alike."""

    at: Callable[[int], PublicControls]
    places: range

    def nearest(self, goal: Fraction) -> PublicControls:
        """The table whose statistic is nearest to the goal; of two that are as near, the one with the smaller."""
        place = bisect_left(self.places, goal, key=self.value)
        neighbours = [self.at(each) for each in self.places[max(place - 1, 0) : place + 1]]
        return min(neighbours, key=lambda table: (abs(value(table) - goal), value(table)))

    def reaches(self, goal: Fraction) -> bool:
        """Whether the goal is no larger than all statistics on the path."""
        return goal <= self.value(self.places[-1])

    def split(self, tau: Fraction) -> tuple["Path", "Path"]:
        """The part that is not significant, and the part that is."""
        first = bisect_right(self.places, tau, key=self.value)
        return Path(self.at, self.places[:first]), Path(self.at, self.places[first:])

    def value(self, place: int) -> Fraction:
        """The statistic at a place."""
        return value(self.at(place))


def of_margin(m1: int, m2: int, s: int) -> Path:
    """The tables with a + b = s and no smaller a than equal shares have; an a per place."""
    even = -(-s * m1 // (m1 + m2))
    return Path(lambda a: PublicControls(a, s - a, m1, m2), range(even, min(m1, s) + 1))


def of_cases(a: int, m1: int, m2: int) -> Path:
    """The tables with this a and no larger b than equal shares have; the place is by how much b is smaller."""
    even = a * m2 // m1
    return Path(lambda fewer: PublicControls(a, even - fewer, m1, m2), range(even + 1))


def ten(path: Path) -> dict[int, PublicControls]:
    """For the statistics 1 to 10 of section 5.1 the tables nearest to them, as far as the path reaches."""
    return {goal: path.nearest(Fraction(goal)) for goal in range(1, 11) if path.reaches(Fraction(goal))}


def mean(numbers: Iterable[Real]) -> Real:
    """The mean of some numbers."""
    listed = list(numbers)
    return sum(listed, Real(0)) / len(listed)


@dataclass(frozen=True, slots=True)
class Errors:
    """A test by its name, what it is given, and its errors."""

    mechanism: Mechanism
    budget: Budget
    tau: Fraction = TAU
    beta: Fraction | None = field(default=None, kw_only=True)

    def mean(self, tables: Iterable[PublicControls]) -> Real:
        """The mean over tables of the probability that the answer is not the decision without noise."""
        test = PrivateTest(self.mechanism, self.tau, self.budget, self.beta)
        return mean(test.flip(each) for each in tables)
