"""Observations of sketches whose law is the same for all inputs, so that their draws are counted together.

A report names its row, and for some channels its place, in public. Given these, the probability that it is about its
own column is the same for every input. Bets may therefore be placed in some rows and places only, and learn in each of
them alone; the counts of all inputs add up.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from operator import add, mul

from ldproof.evidence.goodness_of_fit import law_capital, prior_wealth
from ldproof.mechanisms import from_text
from ldproof.numbers import Ball, ball
from ldproof.oracle.conformance.observations import (
    MOST_VALUES,
    NOT_BET_ON,
    OWN_COLUMN,
    Chances,
    Observation,
    Statistic,
    column_distance,
    column_judgement,
    number_observations,
    own_column_law,
    part_at,
    public_places,
    right_sign_law,
    row_part,
    sent_number,
    sign_judgement,
)
from ldproof.registry import AnyMechanism
from ldproof.sketch.channels import Hadamard, Kary
from ldproof.sketch.mechanism import Reporting

ALONE = ", each alone"
"""The end of the name of an observation of single values."""

ROW_STEP = "the row less that of the draw before (modulo the rows)"
"""The name of the observation of rows that depend on the draw before."""

WORTHS = (1, 4, 16, 256)
"""How many draws the law is worth in each cell, before the first. A small one notices noise that hardly varies."""


@dataclass(frozen=True, slots=True)
class CellObservation(Observation):
    """A statistic whose law is the same in all cells, where a program may have another law in each.

    A value is a cell without spaces, a space, and an outcome. The capital is the product over the cells.
    """

    def capital(self, counts: Mapping[str, int]) -> Ball | None:
        """Return the final capital of a capital of 1, shared equally among `WORTHS`."""
        alike = Counter(tuple(sorted(cell.items())) for cell in self.count_cells(counts).values())
        chances = {outcome: ball(chance) for outcome, chance in self.chances.items()}

        def wealth(worth: int) -> Ball:
            paid = (
                prior_wealth((Fraction(0), worth), chances, dict(cell)) ** often
                for cell, often in alike.items()
            )
            return reduce(mul, paid, ball(1))

        return reduce(add, map(wealth, WORTHS)) / len(WORTHS)

    def count_cells(self, counts: Mapping[str, int]) -> dict[str, Counter[str]]:
        """The counts of outcomes in each cell."""
        found: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for value, count in counts.items():
            cell, _, outcome = value.partition(" ")
            found[cell][outcome] += count
        return found

    def outcome_of(self, value: str) -> str:
        """The outcome without its cell."""
        return value.partition(" ")[2]

    def agreeing_pairs(self, counts: Mapping[str, int]) -> tuple[int, int]:
        """The pairs of draws in one cell that have the same outcome, and all pairs in one cell."""
        cells = self.count_cells(counts).values()
        same = sum(count * (count - 1) // 2 for cell in cells for count in cell.values())
        return same, sum(cell.total() * (cell.total() - 1) // 2 for cell in cells)


@dataclass(frozen=True, slots=True)
class AloneObservation(Observation):
    """A number with a uniform law, where one value alone may come too often or too seldom."""

    shifted: bool = False
    """Whether no one value of the number is the same part of outputs, so that none is said to be absent."""

    def capital(self, counts: Mapping[str, int]) -> Ball | None:
        """Return the final capital of a capital of 1, shared equally among bets on each value against the others."""
        draws, values = sum(counts.values()), len(self.chances)
        chance = Fraction(1, values)
        alike = Counter(counts.get(value, 0) for value in self.chances)
        found = ball(0)
        for count, often in alike.items():
            one = law_capital({"it": chance, "another": 1 - chance}, {"it": count, "another": draws - count})
            if one is None:
                return None
            found += one * often
        return found / values


def alone_observation(
    name: str, read: Statistic, values: range, *, shifted: bool = False, twice: bool = False
) -> AloneObservation:
    """The observation of each of some uniform numbers alone."""
    chances = {str(each): Fraction(1, len(values)) for each in values}
    return AloneObservation(f"{name}{ALONE}", read, chances, twice, shifted=shifted)


def pooled_observations(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """The observations of a sampled row, of what it is about given its public part, and of public parts alone."""
    if not (isinstance(mechanism, Reporting) and mechanism.outputs.sampled):
        return
    columns, rows = from_text(mechanism.secrets, secret), mechanism.d
    if rows > MOST_VALUES:
        weights = [Fraction(1, rows)] * rows
        yield from number_observations("the row", sent_number(0), range(rows), weights)
        yield alone_observation("the row", row_part, range(rows))
        yield alone_observation(ROW_STEP, row_step(rows), range(rows), shifted=True, twice=True)
    match mechanism.channel:
        case Hadamard() as channel:
            judge, law = sign_judgement(columns), right_sign_law(channel)
            yield from observations_by_row("the sign", judge, law, rows)
            yield cell_observation("the sign by place", place_part, judge, law)
            if rows > 1:
                yield cell_observation("the sign by row and place", public_part, judge, law)
            yield alone_observation("the place", place_part, public_places(channel))
        case Kary() as channel:
            judge, law = column_judgement(columns), own_column_law(channel)
            yield from observations_by_row(OWN_COLUMN, judge, law, rows)
            yield from observations_by_half(
                OWN_COLUMN,
                "the own one",
                lambda sent: columns[int(row_part(sent))],
                channel.width,
                judge,
                law,
            )
            if channel.width > MOST_VALUES:
                yield from other_column_observations(channel.width, column_distance(columns))
        case _:
            pass


def row_step(rows: int) -> Statistic:
    """The statistic of how far a row is from that of the draw before, modulo their number."""
    read = sent_number(0)

    def step(draws: str) -> str:
        before, after = map(read, draws.split("\n"))
        return str((after - before) % rows)

    return step


def other_column_observations(width: int, distance: Callable[[str], int]) -> Iterator[Observation]:
    """The observations of a column that is not the own one, by its place among all of these."""
    name, ranks = "another column (counted without the own one)", range(width - 1)
    read = sent_number(1)

    def other_rank(sent: str) -> int:
        return read(sent) - (distance(sent) > 0)

    for each in number_observations(name, other_rank, ranks, [Fraction(1, width - 1)] * (width - 1)):
        yield replace(each, statistic=statistic_where(distance, bool, each.statistic))
    rank_text = statistic_where(distance, bool, lambda sent: str(other_rank(sent)))
    yield alone_observation(name, rank_text, ranks, shifted=True)


def observations_by_row(name: str, judge: Statistic, law: Chances, rows: int) -> Iterator[Observation]:
    """The observations of what does not depend on the row: in each row alone, and in halves of them."""
    if rows > 1:
        yield cell_observation(f"{name} by row", row_part, judge, law)
        yield from observations_by_half(name, "the row", sent_number(0), rows, judge, law)


def observations_by_half(
    name: str, number: str, read: Callable[[str], int], count: int, judge: Statistic, law: Chances
) -> Iterator[Observation]:
    """The observations of what does not depend on a number below `count`, in halves of these numbers."""
    halves: Mapping[str, Callable[[int], bool]] = {
        "in the lower half": lambda value: value < count // 2,
        "in the upper half": lambda value: value >= count // 2,
        "even": lambda value: value % 2 == 0,
        "odd": lambda value: value % 2 == 1,
    }
    for half, inside in halves.items():
        yield Observation(f"{name}, where {number} is {half}", statistic_where(read, inside, judge), law)


def cell_observation(name: str, cell: Statistic, judge: Statistic, law: Chances) -> CellObservation:
    """The observation of a statistic in cells."""
    return CellObservation(name, lambda sent: f"{cell(sent)} {judge(sent)}", law)


def statistic_where(
    read: Callable[[str], int], inside: Callable[[int], bool], statistic: Statistic
) -> Statistic:
    """A statistic of the outputs in which a number is as wanted; the others are not bet on."""
    return lambda sent: statistic(sent) if inside(read(sent)) else NOT_BET_ON


place_part = part_at(1)
"""The place of a Hadamard report."""


def public_part(sent: str) -> str:
    """The row and the place of a Hadamard report."""
    return f"{row_part(sent)},{place_part(sent)}"
