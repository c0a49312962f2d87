"""Observations of sketches whose law is the same for all inputs, so that their draws are counted together.

A report names its row, and for some channels its place, in public. Given these, the probability that it is about its
own column is the same for every input. Bets may therefore be placed in some rows and places only, and learn in each of
them alone; the counts of all inputs add up.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from operator import add, mul

from ldproof.evidence.goodness_of_fit import law_capital, prior_wealth
from ldproof.mechanisms import from_text
from ldproof.numbers import Ball, ball
from ldproof.oracle.conformance.observations import (
    MOST_VALUES,
    NOT_BET_ON,
    Chances,
    Observation,
    Statistic,
    bit_of,
    number_observations,
    own_column_law,
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
    """Whether a part of the output that never comes is another value for other inputs, so that no value is absent."""

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


def alone(name: str, read: Statistic, values: range, *, shifted: bool = False) -> AloneObservation:
    """The observation of each of some uniform numbers alone."""
    chances = {str(each): Fraction(1, len(values)) for each in values}
    return AloneObservation(f"{name}{ALONE}", read, chances, shifted=shifted)


def cell_observations(mechanism: AnyMechanism, secret: str) -> Iterator[Observation]:
    """The observations of a sampled row, of what it is about given its public part, and of public parts alone."""
    if not (isinstance(mechanism, Reporting) and mechanism.outputs.sampled):
        return
    columns, rows = from_text(mechanism.secrets, secret), mechanism.d
    if rows > MOST_VALUES:
        weights = [Fraction(1, rows)] * rows
        yield from number_observations("the row", sent_number(0), range(rows), weights)
        yield alone("the row", row_part, range(rows))
    match mechanism.channel:
        case Hadamard() as channel:
            judge, law = sign_judgement(columns), right_sign_law(channel)
            yield from row_cells("the sign", judge, law, rows)
            yield in_cells("the sign by place", place_part, judge, law)
            if rows > 1:
                yield in_cells("the sign by row and place", public_part, judge, law)
            yield alone("the place", place_part, public_places(channel))
        case Kary() as channel:
            yield from column_observations(channel, columns)
        case _:
            pass


def column_observations(channel: Kary, columns: tuple[int, ...]) -> Iterator[Observation]:
    """The observations of whether a column is its own, by rows and by halves of own columns, and of another column."""
    width, read, law = channel.width, sent_number(1), own_column_law(channel)

    def own_column(sent: str) -> int:
        return columns[int(row_part(sent))]

    def judge(sent: str) -> str:
        return "its own" if read(sent) == own_column(sent) else "another"

    def other_rank(sent: str) -> str:
        sent_column, own = read(sent), own_column(sent)
        return NOT_BET_ON if sent_column == own else str(sent_column - (sent_column > own))

    yield from row_cells("the column", judge, law, len(columns))
    halves: Mapping[str, Callable[[int], bool]] = {
        "in the lower half": lambda own: own < width // 2,
        "in the upper half": lambda own: own >= width // 2,
        "even": lambda own: own % 2 == 0,
        "odd": lambda own: own % 2 == 1,
    }
    for name, inside in halves.items():
        yield Observation(f"the column, where the own one is {name}", where(own_column, inside, judge), law)
    if width > MOST_VALUES:
        weights = [Fraction(1, width - 1)] * (width - 1)
        for each in number_observations(
            "another column (counted without the own one)", int, range(width - 1), weights
        ):
            yield Observation(each.name, of_bet(other_rank, each.statistic), each.chances)
        yield alone(
            "another column (counted without the own one)", other_rank, range(width - 1), shifted=True
        )


def row_cells(name: str, judge: Statistic, law: Chances, rows: int) -> Iterator[Observation]:
    """The observations of what does not depend on the row: in each row alone, and in halves of them."""
    if rows < 2:
        return
    yield in_cells(f"{name} by row", row_part, judge, law)
    read = sent_number(0)
    halves: Mapping[str, Callable[[int], bool]] = {
        "the lower half of the rows": lambda row: row < rows // 2,
        "the upper half of the rows": lambda row: row >= rows // 2,
        "even rows": lambda row: not bit_of(0)(row),
        "odd rows": lambda row: bool(bit_of(0)(row)),
    }
    for part, inside in halves.items():
        yield Observation(f"{name} in {part}", where(read, inside, judge), law)


def in_cells(name: str, cell: Statistic, judge: Statistic, law: Chances) -> CellObservation:
    """The observation of a statistic in cells."""
    return CellObservation(name, lambda sent: f"{cell(sent)} {judge(sent)}", law)


def where(read: Callable[[str], int], inside: Callable[[int], bool], statistic: Statistic) -> Statistic:
    """A statistic of the outputs with certain public parts; the others are not bet on."""
    return lambda sent: statistic(sent) if inside(read(sent)) else NOT_BET_ON


def of_bet(one: Statistic, other: Statistic) -> Statistic:
    """A statistic of another one's value, where that is bet on."""

    def composed_statistic(sent: str) -> str:
        value = one(sent)
        return value if value == NOT_BET_ON else other(value)

    return composed_statistic


def place_part(sent: str) -> str:
    """The place of a Hadamard report."""
    return str(sent_number(1)(sent))


def public_part(sent: str) -> str:
    """The row and the place of a Hadamard report."""
    return f"{row_part(sent)},{place_part(sent)}"
