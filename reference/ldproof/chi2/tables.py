"""Two-by-two tables: from counts, from two rows of bits, and from a matrix of genotypes.

m1 cases and m2 controls are public; a cases and b controls have the variant. The decision is the sign of a whole
number, so that it is exact.
"""

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ldproof.budget import Quantity
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.regions import Bits, Numbers, Region
from ldproof.domains import accept
from ldproof.numbers import ball, sign
from ldproof.rejections import Reason, Refused

Genotypes = NDArray[np.int64] | NDArray[np.int8] | NDArray[np.uint8] | Bits

CASE = "case"
"""The name of the column that says who is a case."""

GAPS = ("", "na", "nan", ".", "-", "?")
"""How a missing genotype is written."""


@dataclass(frozen=True, slots=True)
class Table:
    """The cells a and b of m1 cases and m2 controls."""

    a: int
    b: int
    m1: int
    m2: int

    def significant(self, tau: Quantity) -> bool:
        """Whether the statistic exceeds tau; never where it is 0/0."""
        if isinstance(tau, Fraction):
            return Region(self.m1, self.m2, tau).has(self.a, self.b)
        # An irrational threshold times 0 is 0, and otherwise there are no ties.
        if self.a + self.b in (0, self.m1 + self.m2):
            return False
        a, b, m1, m2 = map(ball, (self.a, self.b, self.m1, self.m2))
        return sign(lambda: beyond_ellipse(a, b, m1, m2, tau())) > 0


def table(a: object, b: object, m1: object, m2: object) -> Table:
    """A table from counts."""
    accepted = accept({"a": a, "b": b, "m1": m1, "m2": m2}, "chi2")
    return Table(*(int(accepted[name]) for name in ("a", "b", "m1", "m2")))


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of several variants among the same people."""

    a: Numbers
    b: Numbers
    m1: int
    m2: int

    def __len__(self) -> int:
        return self.a.size

    def __getitem__(self, place: int) -> Table:
        return Table(int(self.a[place]), int(self.b[place]), self.m1, self.m2)

    def significant(self, tau: Fraction) -> Bits:
        """Which of them are."""
        return Region(self.m1, self.m2, tau).holds(self.a, self.b)


def tables(a: Numbers, b: Numbers, m1: object, m2: object) -> Tables:
    """Tables from arrays of counts."""
    accepted = accept({"m1": m1, "m2": m2}, "chi2")
    people = int(accepted["m1"]), int(accepted["m2"])
    if a.ndim != 1 or a.shape != b.shape:
        raise Refused(Reason.WRONG_LENGTH, f"cells of shapes {a.shape} and {b.shape}", "two rows as long")
    for name, cells, most in (("a", a, people[0]), ("b", b, people[1])):
        if not np.issubdtype(cells.dtype, np.integer):
            raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"{name} holds {cells.dtype}", "whole numbers")
        if (outside := np.flatnonzero((cells < 0) | (cells > most))).size:
            raise Refused(
                Reason.OUT_OF_RANGE,
                f"{name} = {cells[outside[0]]} in place {outside[0]}",
                f"a whole number from 0 to {most}",
            )
    return Tables(a.astype(np.int64), b.astype(np.int64), *people)


class Rule(StrEnum):
    """How the number of copies of a variant becomes a bit."""

    BITS = "bits"
    """It is one already."""
    DOMINANT = "dominant"
    """1 with one copy or two."""
    RECESSIVE = "recessive"
    """1 with two copies only."""


def from_bits(variant: Sequence[int], case: Sequence[int]) -> Table:
    """A table from what each person has and is."""
    if len(variant) != len(case):
        raise Refused(
            Reason.WRONG_LENGTH, f"{len(variant)} variants and {len(case)} people", "one bit for each person"
        )
    for name, row in (("variant", variant), (CASE, case)):
        for place, value in enumerate(row):
            if value not in (0, 1):
                raise Refused(Reason.OUT_OF_RANGE, f"the {name} of person {place + 1} is {value!r}", "0 or 1")
    ill = [int(has) for has, is_case in zip(variant, case, strict=True) if is_case]
    well = [int(has) for has, is_case in zip(variant, case, strict=True) if not is_case]
    return table(sum(ill), sum(well), len(ill), len(well))


def from_matrix(genotypes: Genotypes, case: Sequence[int] | Bits, rule: Rule = Rule.BITS) -> Tables:
    """A table per column, from a row of genotypes for each person."""
    if genotypes.ndim != 2 or len(genotypes) != len(case):
        raise Refused(
            Reason.WRONG_LENGTH,
            f"genotypes of shape {genotypes.shape} for {len(case)} people",
            "a row for each person and a column for each variant",
        )
    if not (np.issubdtype(genotypes.dtype, np.integer) or genotypes.dtype == np.bool_):
        raise Refused(Reason.NOT_A_WHOLE_NUMBER, f"genotypes are {genotypes.dtype}", "whole numbers")
    most = 1 if rule is Rule.BITS else 2
    wrong = np.argwhere((genotypes < 0) | (genotypes > most))
    if wrong.size:
        row, column = map(int, wrong[0])
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"person {row + 1} has {genotypes[row, column]} in column {column + 1}",
            f"0 to {most} under the rule `{rule}`",
        )
    for place, value in enumerate(case):
        if value not in (0, 1):
            raise Refused(Reason.OUT_OF_RANGE, f"person {place + 1} is a case: {value!r}", "0 or 1")
    is_case = np.asarray(case, np.bool_)
    has: Bits = genotypes >= (2 if rule is Rule.RECESSIVE else 1)
    return tables(
        has[is_case].sum(axis=0, dtype=np.int64),
        has[~is_case].sum(axis=0, dtype=np.int64),
        int(is_case.sum()),
        int((~is_case).sum()),
    )


@dataclass(frozen=True, slots=True)
class Study:
    """The variants' names, and their tables."""

    names: tuple[str, ...]
    tables: Tables


def from_csv(lines: Iterable[str], rule: Rule = Rule.BITS) -> Study:
    """A study from text: a column `case` of 0 and 1, and a column of genotypes for each variant."""
    reader = csv.reader(lines)
    header = [name.strip() for name in next(reader, [])]
    if header.count(CASE) != 1:
        raise Refused(
            Reason.MISSING, f"{header.count(CASE)} columns are named {CASE}", f"one column `{CASE}`"
        )
    rows = [
        [_genotype(text, row, name) for text, name in zip(_row(cells, row, header), header, strict=True)]
        for row, cells in enumerate(reader, start=2)
        if cells
    ]
    if not rows:
        raise Refused(Reason.MISSING, "there is no person", "a line for each person below the header")
    values = np.array(rows, np.int64)
    place = header.index(CASE)
    names = (*header[:place], *header[place + 1 :])
    return Study(names, from_matrix(np.delete(values, place, axis=1), values[:, place].tolist(), rule))


def _row(cells: list[str], row: int, header: list[str]) -> list[str]:
    if len(cells) != len(header):
        raise Refused(
            Reason.WRONG_LENGTH, f"line {row} has {len(cells)} columns", f"{len(header)}, as in the header"
        )
    return cells


def _genotype(text: str, row: int, name: str) -> int:
    value = text.strip()
    if value.lower() in GAPS:
        raise Refused(
            Reason.MISSING, f"line {row} has no value in the column {name}", "a genotype: 0, 1 or 2"
        )
    if value not in {"0", "1", "2"}:
        raise Refused(Reason.OUT_OF_RANGE, f"line {row} has {value!r} in the column {name}", "0, 1 or 2")
    return int(value)
