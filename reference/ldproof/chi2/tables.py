"""Two-by-two tables: from counts and from genotypes, and on which side of an ellipse they lie."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from ldproof.arrays import Bits, Int64Array, Whole, parse_whole_array
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.errors import Reason, Refused
from ldproof.numbers import Real, enclose, lift, rational
from ldproof.parameters import MOST_PEOPLE, Words, accept_parameters, validate_fields

# The tables on one side of an ellipse: decided exactly for many at once, and where each row of tables crosses over.

DOUBT = 2.0**-48
"""How far a product of some whole numbers in floats may be off, relative to itself: each step takes 2^-53."""


@dataclass(frozen=True, slots=True)
class Region:
    """The tables of m1 cases and m2 controls whose statistic exceeds tau; if `closed`, those at tau too."""

    m1: int
    m2: int
    tau: Fraction
    closed: bool = False

    def holds(self, a: Int64Array, b: Int64Array) -> Bits:
        """Which of these tables are in the region: floats decide where they can, fractions elsewhere."""
        N, margin = self.m1 + self.m2, a + b
        slant, spread = a * self.m2 - b * self.m1, margin * (N - margin)
        left = N * slant.astype(np.float64) ** 2
        right = float(self.tau) * self.m1 * self.m2 * spread.astype(np.float64)
        found: Bits = left > right
        # Where both groups have the same share the statistic is 0, or 0/0: that leaves no doubt.
        even = slant == 0
        if self.closed and not self.tau:
            found |= even & (spread > 0)
        doubtful = ~even & (np.abs(left - right) <= DOUBT * (left + right))
        for place in zip(*doubtful.nonzero(), strict=True):
            found[place] = self.has(int(a[place]), int(b[place]))
        return found

    def has(self, a: int, b: int) -> bool:
        """Whether one table is in the region; never where the statistic is 0/0."""
        side = beyond_ellipse(*[rational(each) for each in (a, b, self.m1, self.m2, self.tau)])
        return side > 0 or (self.closed and side == 0 and 0 < a + b < self.m1 + self.m2)

    def row_ends(self) -> tuple[Int64Array, Int64Array]:
        """For b = 0, ..., m2: the last a on the left that is in it, and the first on the right; -1 and m1 + 1 if none.

        Along a row the statistic falls to 0, where both groups have the same share, and rises again; and it is the
        same with all variants flipped.
        """
        b = np.arange(self.m2 + 1)
        even = b * self.m1 // self.m2
        left = even - first_holding(even + 1, lambda steps: self.holds(even - steps, b))
        return left, self.m1 - left[::-1]


def first_holding(many: Int64Array, holds: Callable[[Int64Array], Bits]) -> Int64Array:
    """For each place the least number of 0, ..., many - 1 from which on `holds` is true; `many` if there is none.

    Places that are settled are asked again, about `many` too, and not listened to.
    """
    low, high = np.zeros_like(many), many.copy()
    while (open_ := low < high).any():
        middle = (low + high) // 2
        found = holds(middle)
        high = np.where(open_ & found, middle, high)
        low = np.where(open_ & ~found, middle + 1, low)
    return low


# Two-by-two tables from counts, and whether they are significant.
#
# m1 cases and m2 controls are public; a cases and b controls have the variant. The decision is the sign of a whole
# number, so that it is exact.

Threshold = Real | Fraction | int | str
"""An exact number, as text too; or an irrational one such as `formulas.quantile`."""

DIGITS = 30
"""So many digits of an irrational threshold leave next to no table in doubt."""


@dataclass(frozen=True, slots=True)
class Table:
    """The cells a and b of m1 cases and m2 controls."""

    a: int
    b: int
    m1: int
    m2: int

    def __post_init__(self) -> None:
        # Tables are many: what is settled already is seen at once.
        plain = type(self.a) is type(self.b) is type(self.m1) is type(self.m2) is int
        if not plain or not (0 <= self.a <= self.m1 <= MOST_PEOPLE and 0 <= self.b <= self.m2 <= MOST_PEOPLE):
            validate_fields(self, "a", "b", "m1", "m2", system="chi2")

    def significant(self, tau: Threshold) -> bool:
        """Whether the statistic exceeds tau; never where it is 0/0."""
        if isinstance(tau, Real) and tau.exact is None:
            # An irrational threshold times 0 is 0, and otherwise there are no ties.
            inside = 0 < self.a + self.b < self.m1 + self.m2
            return inside and lift(beyond_ellipse, self.a, self.b, self.m1, self.m2, tau) > 0
        return Region(self.m1, self.m2, exact_threshold(tau)).has(self.a, self.b)


def exact_threshold(tau: Threshold) -> Fraction:
    """A threshold as a fraction; refused if it is irrational or out of range."""
    return Fraction(accept_parameters({"tau": tau.exact if isinstance(tau, Real) else tau}, "chi2")["tau"])


def parse_table(a: object, b: object, m1: object, m2: object) -> Table:
    """A table from counts; refused if these are out of range."""
    accepted = accept_parameters({"a": a, "b": b, "m1": m1, "m2": m2}, "chi2")
    return Table(*(int(accepted[name]) for name in ("a", "b", "m1", "m2")))


def count_tables(m1: int, m2: int, most: int) -> int:
    """Return the number of tables of m1 cases and m2 controls. Raise `Refused` if there are more than `most`."""
    if (tables := (m1 + 1) * (m2 + 1)) > most:
        raise Refused(
            Reason.TOO_LARGE,
            f"m1 = {m1} and m2 = {m2} have {tables} tables",
            f"groups with at most {most} tables, (m1 + 1) (m2 + 1)",
        )
    return tables


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of several variants among the same people."""

    a: Int64Array
    b: Int64Array
    m1: int
    m2: int

    def __post_init__(self) -> None:
        validate_fields(self, "m1", "m2", system="chi2")
        if parse_whole_array("a", self.a, "variant").size != parse_whole_array("b", self.b, "variant").size:
            raise Refused(
                Reason.WRONG_LENGTH,
                f"{np.size(self.a)} numbers a and {np.size(self.b)} b",
                "two rows as long",
            )
        for name, given, most in (("a", self.a, self.m1), ("b", self.b, self.m2)):
            cells = np.asarray(given)
            if (outside := np.flatnonzero((cells < 0) | (cells > most))).size:
                raise Refused(
                    Reason.OUT_OF_RANGE,
                    f"{name} = {cells[outside[0]]} of variant {outside[0] + 1}",
                    f"a whole number from 0 to {most}",
                )
            object.__setattr__(self, name, cells.astype(np.int64))

    def __len__(self) -> int:
        return self.a.size

    def __getitem__(self, place: int) -> Table:
        return Table(int(self.a[place]), int(self.b[place]), self.m1, self.m2)

    def significant(self, tau: Threshold) -> Bits:
        """For each table whether its statistic exceeds tau; never where it is 0/0."""
        if not isinstance(tau, Real) or tau.exact is not None:
            return Region(self.m1, self.m2, exact_threshold(tau)).holds(self.a, self.b)
        around = enclose(tau, DIGITS)
        found, possible = (self.significant(Fraction(each)) for each in (around.upper, around.lower))
        for place in np.flatnonzero(possible & ~found):
            found[place] = self[int(place)].significant(tau)
        return found


def parse_tables(a: ArrayLike, b: ArrayLike, m1: object, m2: object) -> Tables:
    """Tables from a row of counts a and a row of counts b; refused if these are out of range."""
    accepted = accept_parameters({"m1": m1, "m2": m2}, "chi2")
    of_cases, of_controls = (parse_whole_array(name, each, "variant") for name, each in (("a", a), ("b", b)))
    return Tables(
        of_cases.astype(np.int64), of_controls.astype(np.int64), int(accepted["m1"]), int(accepted["m2"])
    )


# Tables from what each person has and is: from two rows of bits, from a matrix of genotypes, and from text.

CASE = "case"
"""The name of the column that says who is a case."""

GAPS = ("", "na", "n/a", "nan", "null", "none", ".", "./.", "-", "?", "-9")
"""How a missing genotype is written."""

BYTE_ORDER_MARK = "\ufeff"
"""What some programs write before the text."""


class Rule(StrEnum):
    """How the number of copies of a variant becomes a bit."""

    BITS = "bits"
    """It is one already."""
    DOMINANT = "dominant"
    """1 with one copy or two."""
    RECESSIVE = "recessive"
    """1 with two copies only."""


COPIES: Mapping[Rule, tuple[int, int]] = {Rule.BITS: (1, 1), Rule.DOMINANT: (1, 2), Rule.RECESSIVE: (2, 2)}
"""How many copies make a 1, and how many there may be."""


def from_bits(variant: ArrayLike, case: ArrayLike) -> Table:
    """The table of people from two rows of bits: who has the variant, and who is a case."""
    has, is_case = parse_bits("variant", variant), parse_bits(CASE, case)
    if has.size != is_case.size:
        raise Refused(
            Reason.WRONG_LENGTH, f"{has.size} variants and {is_case.size} people", "one bit for each person"
        )
    ill, well = has[is_case], has[~is_case]
    return parse_table(int(ill.sum()), int(well.sum()), ill.size, well.size)


def from_matrix(genotypes: ArrayLike, case: ArrayLike, rule: Rule = Rule.BITS) -> Tables:
    """The tables of a matrix of genotypes, which has a row for each person and a column for each variant."""
    copies, is_case = parse_whole_array("the genotype", genotypes, "person", "column"), parse_bits(CASE, case)
    if len(copies) != is_case.size:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"genotypes of shape {copies.shape} for {is_case.size} people",
            "a row for each person and a column for each variant",
        )
    least, most = COPIES[parse_rule(rule)]
    wrong = np.argwhere((copies < 0) | (copies > most))
    if len(wrong):
        row, column = map(int, wrong[0])
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"person {row + 1} has {copies[row, column]} in column {column + 1}",
            f"0 to {most} under the rule `{rule}`",
        )
    has: Bits = copies >= least
    return parse_tables(
        has[is_case].sum(axis=0, dtype=np.int64),
        has[~is_case].sum(axis=0, dtype=np.int64),
        int(is_case.sum()),
        int((~is_case).sum()),
    )


def parse_bits(name: str, values: ArrayLike) -> Bits:
    """A row of bits, one for each person; refused if one is neither 0 nor 1, or missing."""
    found: Whole = parse_whole_array(f"the {name}", values, "person")
    wrong = np.flatnonzero((found < 0) | (found > 1))
    if len(wrong):
        raise Refused(
            Reason.OUT_OF_RANGE, f"the {name} of person {wrong[0] + 1} is {found[wrong[0]]}", "0 or 1"
        )
    return found.astype(np.bool_)


def parse_rule(rule: str) -> Rule:
    """The rule of a name; refused if there is none."""
    return Rule(Words(tuple(each.value for each in Rule)).accept("rule", rule))


def refuse_genotype_rule(rule: Rule | None) -> None:
    """Refuse a rule where there are no genotypes."""
    if rule is not None:
        raise Refused(
            Reason.UNKNOWN_PARAMETER,
            f"the rule {rule} without genotypes",
            f"rule= beside a table that has a column `{CASE}`",
        )


@dataclass(frozen=True, slots=True)
class Study:
    """The tables of several variants, and the variants' names."""

    names: tuple[str, ...]
    tables: Tables


def from_csv(lines: Iterable[str], rule: Rule = Rule.BITS) -> Study:
    """A study from the lines of a CSV with a column `case` of 0 and 1, and a column of genotypes for each variant."""
    return genotype_study(*read_csv(lines), rule)


def genotype_study(header: Sequence[str], rows: Iterable[tuple[int, list[str]]], rule: Rule) -> Study:
    """Return a study from the header and the numbered rows of a CSV. Raise `Refused` without a person or a variant."""
    rule = parse_rule(rule)
    if header.count(CASE) != 1:
        raise Refused(
            Reason.MISSING, f"{header.count(CASE)} columns are named {CASE}", f"one column `{CASE}`"
        )
    if len(header) == 1:
        raise Refused(Reason.MISSING, "there is no variant", f"a column for each variant beside `{CASE}`")
    values = [
        [
            _parse_value(text, line, name, Rule.BITS if name == CASE else rule)
            for text, name in zip(cells, header, strict=True)
        ]
        for line, cells in rows
    ]
    if not values:
        raise Refused(Reason.MISSING, "there is no person", "a line for each person below the header")
    genotypes, place = np.array(values, np.int8), header.index(CASE)
    names = (*header[:place], *header[place + 1 :])
    return Study(names, from_matrix(np.delete(genotypes, place, axis=1), genotypes[:, place], rule))


def table_lines(table: object) -> list[str]:
    """Return the lines of a table. Raise `Refused` if a thing is no list of lines."""
    listed = [*table] if isinstance(table, Iterable) and not isinstance(table, str) else [None]
    lines = [line for line in listed if isinstance(line, str)]
    if len(lines) < len(listed):
        raise Refused(Reason.NOT_A_LIST, "a table that is no list of lines", "the lines of a CSV")
    return lines


def read_csv(lines: Iterable[str]) -> tuple[list[str], Iterator[tuple[int, list[str]]]]:
    """Return the header of a CSV, and the rows below it, each with its line number and as many cells as the header.

    Raise `Refused` if the header is no CSV; so does the iterator, once it comes to a row that is none.
    """
    reader = csv.reader((line.removeprefix(BYTE_ORDER_MARK) for line in lines), strict=True)
    filled = filter(None, reader)
    with refuse_bad_csv():
        header = [name.strip() for name in next(filled, [])]

    def numbered_rows() -> Iterator[tuple[int, list[str]]]:
        with refuse_bad_csv():
            for cells in filled:
                if len(cells) != len(header):
                    raise Refused(
                        Reason.WRONG_LENGTH,
                        f"line {reader.line_num} has {len(cells)} columns",
                        f"{len(header)}, as in the header",
                    )
                yield reader.line_num, cells

    return header, numbered_rows()


@contextmanager
def refuse_bad_csv() -> Iterator[None]:
    """Refuse what is no CSV."""
    try:
        yield
    except csv.Error as error:
        raise Refused(Reason.NOT_A_LIST, f"the table is no CSV: {error}", "comma-separated text") from None


def _parse_value(text: str, line: int, name: str, rule: Rule) -> int:
    value, (_, most) = text.strip(), COPIES[rule]
    accepted = f"0 to {most}" + ("" if name == CASE else f" under the rule `{rule}`")
    if value.lower() in GAPS:
        raise Refused(Reason.MISSING, f"line {line} has no value in the column {name}", accepted)
    if value not in {"0", "1", str(most)}:
        raise Refused(Reason.OUT_OF_RANGE, f"line {line} has {value!r} in the column {name}", accepted)
    return int(value)
