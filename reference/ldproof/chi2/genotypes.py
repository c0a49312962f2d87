"""Tables from what each person has and is: from two rows of bits, from a matrix of genotypes, and from text."""

import csv
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import ArrayLike

from ldproof.arrays import Bits, Whole, whole_numbers
from ldproof.chi2.tables import Table, Tables, table, tables
from ldproof.domains import Words
from ldproof.rejections import Reason, Refused

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
    """A table from what each person has and is."""
    has, is_case = bits("variant", variant), bits(CASE, case)
    if has.size != is_case.size:
        raise Refused(
            Reason.WRONG_LENGTH, f"{has.size} variants and {is_case.size} people", "one bit for each person"
        )
    ill, well = has[is_case], has[~is_case]
    return table(int(ill.sum()), int(well.sum()), ill.size, well.size)


def from_matrix(genotypes: ArrayLike, case: ArrayLike, rule: Rule = Rule.BITS) -> Tables:
    """A table per column, from a row of genotypes for each person."""
    copies, is_case = whole_numbers("the genotype", genotypes, "person", "column"), bits(CASE, case)
    if len(copies) != is_case.size:
        raise Refused(
            Reason.WRONG_LENGTH,
            f"genotypes of shape {copies.shape} for {is_case.size} people",
            "a row for each person and a column for each variant",
        )
    least, most = COPIES[known(rule)]
    wrong = np.argwhere((copies < 0) | (copies > most))
    if len(wrong):
        row, column = map(int, wrong[0])
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"person {row + 1} has {copies[row, column]} in column {column + 1}",
            f"0 to {most} under the rule `{rule}`",
        )
    has: Bits = copies >= least
    return tables(
        has[is_case].sum(axis=0, dtype=np.int64),
        has[~is_case].sum(axis=0, dtype=np.int64),
        int(is_case.sum()),
        int((~is_case).sum()),
    )


def bits(name: str, values: ArrayLike) -> Bits:
    """A bit for each person."""
    found: Whole = whole_numbers(f"the {name}", values, "person")
    wrong = np.flatnonzero((found < 0) | (found > 1))
    if len(wrong):
        raise Refused(
            Reason.OUT_OF_RANGE, f"the {name} of person {wrong[0] + 1} is {found[wrong[0]]}", "0 or 1"
        )
    return found.astype(np.bool_)


def known(rule: str) -> Rule:
    """The rule of a name."""
    return Rule(Words(tuple(each.value for each in Rule)).accept("rule", rule))


@dataclass(frozen=True, slots=True)
class Study:
    """The variants' names, and their tables."""

    names: tuple[str, ...]
    tables: Tables


def from_csv(lines: Iterable[str], rule: Rule = Rule.BITS) -> Study:
    """A study from text: a column `case` of 0 and 1, and a column of genotypes for each variant."""
    reader = csv.reader((line.removeprefix(BYTE_ORDER_MARK) for line in lines), strict=True)
    rule = known(rule)
    try:
        header = [name.strip() for name in next(filter(None, reader), [])]
        if header.count(CASE) != 1:
            raise Refused(
                Reason.MISSING, f"{header.count(CASE)} columns are named {CASE}", f"one column `{CASE}`"
            )
        rows = [
            [
                _value(text, reader.line_num, name, Rule.BITS if name == CASE else rule)
                for text, name in zip(_row(cells, reader.line_num, header), header, strict=True)
            ]
            for cells in reader
            if cells
        ]
    except csv.Error as error:
        raise Refused(Reason.NOT_A_LIST, f"the table is no CSV: {error}", "comma-separated text") from None
    if not rows:
        raise Refused(Reason.MISSING, "there is no person", "a line for each person below the header")
    values = np.array(rows, np.int8)
    place = header.index(CASE)
    names = (*header[:place], *header[place + 1 :])
    return Study(names, from_matrix(np.delete(values, place, axis=1), values[:, place], rule))


def _row(cells: list[str], line: int, header: list[str]) -> list[str]:
    if len(cells) != len(header):
        raise Refused(
            Reason.WRONG_LENGTH, f"line {line} has {len(cells)} columns", f"{len(header)}, as in the header"
        )
    return cells


def _value(text: str, line: int, name: str, rule: Rule) -> int:
    value, (_, most) = text.strip(), COPIES[rule]
    accepted = f"0 to {most}" + ("" if name == CASE else f" under the rule `{rule}`")
    if value.lower() in GAPS:
        raise Refused(Reason.MISSING, f"line {line} has no value in the column {name}", accepted)
    if value not in {"0", "1", str(most)}:
        raise Refused(Reason.OUT_OF_RANGE, f"line {line} has {value!r} in the column {name}", accepted)
    return int(value)
