"""What a private test answers: the true decision, flipped with a probability in closed form.

Noise that is added to a number and compared with a threshold flips the decision with probability
1/2 e^(-epsilon reach), where `reach` is how far the number is from the threshold, in units of the sensitivity.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from typing import TypeVar

import numpy as np

from ldproof.arrays import Int64Array
from ldproof.budget import Budget
from ldproof.chi2.distance import Gap, decision_distances
from ldproof.chi2.formulas import (
    delta_f,
    delta_y1,
    delta_y2,
    integer_step,
    least_flip,
    norm_squared,
    star_squared,
    statistic,
    t_squared,
)
from ldproof.chi2.tables import Table, Tables, parse_tables
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, rational
from ldproof.numbers.algebra import Summand, independent_summands, negate_summands, root_sum
from ldproof.parameters import accept_parameters, validate_fields


class PrivateTestName(StrEnum):
    """The private tests, by name."""

    ALGORITHM_1_F = "algorithm_1_f"
    """Algorithm 1 with (14), for m1 = m2."""
    ALGORITHM_1_Y1 = "algorithm_1_y1"
    """Algorithm 1 with (15)."""
    ALGORITHM_1_Y2 = "algorithm_1_y2"
    """Algorithm 1 with (16), for controls whose variants are public."""
    ALGORITHM_2 = "algorithm_2"
    """Algorithm 2 as published, with (12)."""
    ALGORITHM_2_TIGHT = "algorithm_2_tight"
    """Algorithm 2 with the longest step of T."""
    ALGORITHM_2_INTEGER = "algorithm_2_integer"
    """Algorithm 2 with the sensitivity over the tables that there are."""
    OPTIMAL = "optimal"
    """M*: by the distance to the other decision."""
    BETA_OPTIMAL = "beta_optimal"
    """By the distance to the tables at tau - beta and below."""


TITLES = {
    PrivateTestName.ALGORITHM_1_F: "Algorithm 1, Delta_F",
    PrivateTestName.ALGORITHM_1_Y1: "Algorithm 1, Delta_Y1",
    PrivateTestName.ALGORITHM_1_Y2: "Algorithm 1, Delta_Y2",
    PrivateTestName.ALGORITHM_2: "Algorithm 2, Delta_T",
    PrivateTestName.ALGORITHM_2_TIGHT: "Algorithm 2, Delta*",
    PrivateTestName.ALGORITHM_2_INTEGER: "Algorithm 2, integer",
    PrivateTestName.OPTIMAL: "M*",
}
"""What people call those that ask for no beta: the source's four, and three more."""


def parse_mechanism(name: str) -> PrivateTestName:
    """The mechanism of a name; refused if there is none."""
    return PrivateTestName(str(accept_parameters({"mechanism": name}, "chi2")["mechanism"]))


BY_DISTANCE = frozenset({PrivateTestName.OPTIMAL, PrivateTestName.BETA_OPTIMAL})
"""The tests whose answers depend on how many people must change."""

REMEMBERED, WAYS = 16, 4096
"""How many gaps are kept, and how many tables' ways: neighbours are asked about again and again."""

T = TypeVar("T")

Standing = tuple[bool, tuple[Summand, ...]]
"""A decision, and how far it is from the other one."""


@dataclass(frozen=True, slots=True)
class PublicControls(Table):
    """A table whose b everybody knows: it has neighbours in a only."""


@dataclass(frozen=True, slots=True)
class PrivateTest:
    """A mechanism, its threshold, the budget of which each test spends one report, and beta for `beta_optimal`."""

    mechanism: PrivateTestName
    tau: Fraction
    budget: Budget
    beta: Fraction | None = None

    def __post_init__(self) -> None:
        validate_fields(self, budget=Budget)
        named = {"mechanism": self.mechanism, "tau": self.tau}
        accepted = accept_parameters(named | ({} if self.beta is None else {"beta": self.beta}), "chi2")
        object.__setattr__(self, "mechanism", PrivateTestName(str(accepted["mechanism"])))
        object.__setattr__(self, "tau", accepted["tau"])
        object.__setattr__(self, "beta", accepted.get("beta"))
        if (self.beta is None) is (self.mechanism is PrivateTestName.BETA_OPTIMAL):
            raise Refused(
                Reason.MISSING if self.beta is None else Reason.UNKNOWN_PARAMETER,
                f"{self.mechanism} {'needs' if self.beta is None else 'has no use for'} beta",
                f"beta with {PrivateTestName.BETA_OPTIMAL} only",
            )

    def flip(self, table: Table) -> Real:
        """The probability that the answer differs from the decision without noise."""
        match self.mechanism:
            case PrivateTestName.BETA_OPTIMAL:
                one = self.says_significant(table)
                return 1 - one if table.significant(self.tau) else one
            case PrivateTestName.OPTIMAL:
                apart = self.steps(table)
                return flip_at_distance(self.budget, apart - 1) if apart else Real(0)
            case _:
                exponent = negate_summands(standardized_distance(self.mechanism, table, self.tau))
                return self.budget.report_power(root_sum(exponent)) / 2

    def says_significant(self, table: Table) -> Real:
        """The probability that the answer is 1."""
        if self.beta is not None:
            sides = threshold_gap(table.m1, table.m2, self.tau, self.beta)
            # Where one side is empty, an answer that is always the same makes no error that counts.
            if not (sides.above and sides.below):
                return Real(int(sides.above))
            return optimal_accept_probability(self.budget, min(self.steps(table), sides.length), sides.length)
        flip = self.flip(table)
        return 1 - flip if table.significant(self.tau) else flip

    def standing(self, table: Table) -> Standing:
        """The decision and its distance from the other: tables with the same standing have the same law of answers."""
        if self.mechanism in BY_DISTANCE:
            return table.significant(self.tau), fraction_root_sum(rational(self.steps(table)))
        return table.significant(self.tau), tuple(
            independent_summands(standardized_distance(self.mechanism, table, self.tau))
        )

    def standings(self, tables: Tables) -> Iterator[Standing]:
        """The `standing` of each of several tables, with all distances searched at once."""
        if self.mechanism in BY_DISTANCE:
            for decision, steps in zip(tables.significant(self.tau), self.all_steps(tables), strict=True):
                yield bool(decision), fraction_root_sum(rational(int(steps)))
        else:
            standing_of = cache(self.standing)
            yield from (standing_of(self.adapt_table(tables[place])) for place in range(len(tables)))

    def map_tables(self, tables: Tables, what: Callable[[Table], T]) -> Iterator[T]:
        """Yield `what(table)` for each table, computed once for all tables with the same `standing`."""
        known: dict[Standing, T] = {}
        for place, standing in enumerate(self.standings(tables)):
            if standing not in known:
                known[standing] = what(self.adapt_table(tables[place]))
            yield known[standing]

    def adapt_table(self, table: Table) -> Table:
        """The table, as `PublicControls` for Algorithm 1 with (16), and as it is for all others."""
        if self.mechanism is PrivateTestName.ALGORITHM_1_Y2:
            return PublicControls(table.a, table.b, table.m1, table.m2)
        return table

    def steps(self, table: Table) -> int:
        """How many people must change for the other decision; with beta, until the statistic is at most tau - beta."""
        return steps_of_cells(self, table.a, table.b, table.m1, table.m2)

    def all_steps(self, tables: Tables) -> Int64Array:
        """The `steps` of each of several tables.

        0 for M* where no table is significant: then nothing need be hidden.
        """
        if self.beta is not None:
            sides = threshold_gap(tables.m1, tables.m2, self.tau, self.beta)
            if sides.above and sides.below:
                return sides.from_below(tables.a, tables.b)
        elif self.tau < tables.m1 + tables.m2:
            return decision_distances(tables, self.tau)
        return np.zeros_like(tables.a)


@lru_cache(WAYS)
def steps_of_cells(test: PrivateTest, a: int, b: int, m1: int, m2: int) -> int:
    """`PrivateTest.steps` of the table with these cells, cached."""
    return int(test.all_steps(parse_tables((a,), (b,), m1, m2)).item())


@lru_cache(REMEMBERED)
def threshold_gap(m1: int, m2: int, tau: Fraction, beta: Fraction) -> Gap:
    """The `Gap` of a threshold, cached, so that its edges are searched once for all tables."""
    return Gap(m1, m2, tau, beta)


def optimal_accept_probability(budget: Budget, steps: int, length: int) -> Real:
    """The probability of a 1 after `steps` of a shortest way of `length` up: it grows as fast as privacy permits."""
    if 2 * steps > length:
        return 1 - optimal_accept_probability(budget, length - steps, length)
    if length % 2:
        return flip_at_distance(budget, length // 2 - steps)
    return budget.report_power(rational(steps) - rational(length, 2)) / 2


def flip_at_distance(budget: Budget, steps: int) -> Real:
    """e^(-epsilon steps) / (1 + e^epsilon): M*'s probability of a wrong answer, at distance `steps` + 1."""
    return least_flip(budget.report_power(-steps), budget.report_excess())


def sensitivity_of_f(m1: int, m2: int) -> Fraction:
    """(14), the sensitivity for which Algorithm 1 with Delta_F draws noise; refused unless m1 = m2."""
    if m1 != m2:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"{PrivateTestName.ALGORITHM_1_F} is for m1 = m2, not for {m1} and {m2}",
            f"m1 = m2, or the mechanism {PrivateTestName.ALGORITHM_1_Y1}",
        )
    return delta_f(m1, m2)


def standardized_distance(mechanism: PrivateTestName, table: Table, tau: Fraction) -> tuple[Summand, ...]:
    """The distance of the noisy number from its threshold, in units of the sensitivity, as a sum of roots."""
    cells = (table.a, table.b, table.m1, table.m2)
    a, b, m1, m2 = map(rational, cells)
    match mechanism:
        case PrivateTestName.ALGORITHM_1_Y2 if not isinstance(table, PublicControls):
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{mechanism} keeps no secret of controls, and their variants are not said to be public",
                "a table of PublicControls, or another mechanism",
            )
        case PrivateTestName.ALGORITHM_1_F:
            return fraction_root_sum(abs(statistic(*cells) - tau) / sensitivity_of_f(table.m1, table.m2))
        case PrivateTestName.ALGORITHM_1_Y1:
            return fraction_root_sum(abs(statistic(*cells) - tau) / delta_y1(m1, m2))
        case PrivateTestName.ALGORITHM_1_Y2:
            return fraction_root_sum(abs(statistic(*cells) - tau) / delta_y2(b, m1, m2))
        case PrivateTestName.ALGORITHM_2:
            return radial_root_sum(norm_squared(a, b, m1, m2, tau), t_squared(m1, m2, tau), rational(0))
        case PrivateTestName.ALGORITHM_2_TIGHT:
            return radial_root_sum(norm_squared(a, b, m1, m2, tau), star_squared(m1, m2, tau), rational(0))
        case PrivateTestName.ALGORITHM_2_INTEGER:
            (_, far), (_, near) = integer_step(table.m1, table.m2, tau)
            if far == near:
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"|T| is {norm_squared(a, b, m1, m2, tau)} at every table of m1 = {m1} and m2 = {m2} with tau = {tau}",
                    "more people, or another threshold: here nothing needs noise",
                )
            return radial_root_sum(norm_squared(a, b, m1, m2, tau), far, near)
        case _:
            raise Refused(Reason.UNKNOWN_NAME, f"{mechanism} adds no noise", "an algorithm that does")


def fraction_root_sum(value: Fraction) -> tuple[Summand, ...]:
    """A fraction as a sum of roots."""
    return ((value, rational(1)),)


def radial_root_sum(norm: Fraction, far: Fraction, near: Fraction) -> tuple[Summand, ...]:
    """| sqrt(norm) - 1 | / (sqrt(far) - sqrt(near)) as a sum of roots, with a rational denominator."""
    scale = (1 if norm > 1 else -1) / (far - near)
    return (
        (scale, norm * far),
        (scale, norm * near),
        (-scale, far),
        (-scale, near),
    )
