"""Linear programs: of which columns, each at least 0 times, do the given sums consist?

A program is solved in floating point (HiGHS, the simplex method), which names the columns that are needed; on these
it is solved again exactly. What is found is a proposal: nobody believes it who has not checked it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from ldproof_proofs.kernel.algebra import reduced_rows

SMALL = 1e-9
"""What is 0 among floats."""
ITERATIONS = 20_000
"""After so many steps a program is given up: a count, as a clock would make what is found a matter of luck."""

Row: TypeAlias = tuple[int, ...] | str
"""What an equation is about: a monomial, or a sum with a name."""
Entries: TypeAlias = Mapping[Row, Fraction]


@dataclass(frozen=True, slots=True)
class Column:
    """What one unknown number, of at least 0, is multiplied with in every row; and how much it is avoided."""

    entries: Entries
    cost: float


def solution(columns: Sequence[Column], sums: Entries) -> Sequence[Fraction] | None:
    """How often each column is taken, or None; what `sums` does not name is to add up to 0."""
    support = _support(columns, sums)
    return None if support is None else _exactly(columns, support, sums)


def _support(columns: Sequence[Column], sums: Entries) -> Sequence[int] | None:
    """The columns that are taken at a cheapest vertex, in floating point."""
    import highspy  # noqa: PLC0415  (whoever checks what was found does without)
    import numpy as np  # noqa: PLC0415

    places: dict[Row, int] = {}
    starts, rows, values = [0], list[int](), list[float]()
    for column in columns:
        # The rows of sums with a name are as they are, so that a column's size is the size of its coefficients.
        entries = list(map(float, column.entries.values()))
        sizes = [
            abs(entry) for row, entry in zip(column.entries, entries, strict=True) if type(row) is not str
        ]
        size = max(sizes, default=1.0)
        rows += [places.setdefault(row, len(places)) for row in column.entries]
        values += [entry / size for entry in entries]
        starts.append(len(rows))
    if not places or not sums.keys() <= places.keys():
        return None
    wanted = np.array([float(sums[row]) if row in sums else 0.0 for row in places])
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = len(columns), len(places)
    program.col_cost_ = np.array([column.cost for column in columns])
    program.col_lower_ = np.zeros(len(columns))
    program.col_upper_ = np.full(len(columns), highspy.kHighsInf)
    program.row_lower_ = program.row_upper_ = wanted
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.array(starts)
    program.a_matrix_.index_ = np.array(rows)
    program.a_matrix_.value_ = np.array(values)
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("threads", 1)
    solver.setOptionValue("solver", "simplex")
    solver.setOptionValue("simplex_iteration_limit", ITERATIONS)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return [place for place, often in enumerate(solver.getSolution().col_value) if often > SMALL]


def _exactly(columns: Sequence[Column], support: Sequence[int], sums: Entries) -> Sequence[Fraction] | None:
    """How often each column of the support is taken, if the rows say so and it is never less than 0 times."""
    width = len(support)
    rows: dict[Row, dict[int, Fraction]] = {row: {width: value} for row, value in sums.items()}
    for place, number in enumerate(support):
        for row, entry in columns[number].entries.items():
            rows.setdefault(row, {})[place] = entry
    often = [Fraction(0)] * len(columns)
    for reduced in reduced_rows(list(rows.values()), width + 1):
        pivot = min(reduced)
        if pivot == width:
            return None
        often[support[pivot]] = reduced.get(width, Fraction(0))
    return None if min(often) < 0 else often
