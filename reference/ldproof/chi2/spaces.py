"""What a private test is given and what it answers: tables of the same people, and bits, written as text."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from ldproof.chi2.law import Mechanism, PrivateTest
from ldproof.chi2.tables import Table
from ldproof.domains import Schema, whole
from ldproof.mechanisms import text_of
from ldproof.rejections import Reason, Refused, quoted
from ldproof.rows import bit

MOST_TABLES = 2500
"""So many tables take some seconds."""

Cells = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Secrets:
    """The tables of m1 cases and m2 controls, as a test takes them."""

    m1: int
    m2: int
    test: PrivateTest

    @property
    def schema(self) -> Schema:
        """The cells `a,b`."""
        return {"type": "string", "pattern": "^[^,]+,[^,]+$"}

    def __iter__(self) -> Iterator[Table]:
        return (self.of_cells(*cell) for cell in self.cells())

    def cells(self) -> list[Cells]:
        """All of them, as cells."""
        if (self.m1 + 1) * (self.m2 + 1) > MOST_TABLES:
            raise Refused(
                Reason.TOO_MANY_OUTCOMES,
                f"{self.m1} cases and {self.m2} controls have too many tables to look at every pair",
                f"(m1 + 1) (m2 + 1) of at most {MOST_TABLES}",
            )
        return list(product(range(self.m1 + 1), range(self.m2 + 1)))

    def neighbours(self, cells: Cells) -> Iterator[Cells]:
        """Those that differ in one person whose variant is not public."""
        (a, b), public = cells, self.test.mechanism is Mechanism.ALGORITHM_1_Y2
        for near in ((a - 1, b), (a + 1, b), *(() if public else ((a, b - 1), (a, b + 1)))):
            if 0 <= near[0] <= self.m1 and 0 <= near[1] <= self.m2:
                yield near

    def read(self, thing: object) -> Table:
        """The cells `a,b`."""
        a, comma, b = text_of(thing).partition(",")
        if not comma:
            raise Refused(Reason.WRONG_LENGTH, "a secret that is not two cells", "a,b")
        return self.of_cells(cell("a", a, self.m1), cell("b", b, self.m2))

    def write(self, value: Table) -> str:
        """The cells `a,b`."""
        found = self.table(value)
        return f"{found.a},{found.b}"

    def table(self, value: object) -> Table:
        """A table of these people, as the test takes it."""
        if not isinstance(value, Table) or (value.m1, value.m2) != (self.m1, self.m2):
            raise Refused(
                Reason.NOT_A_TABLE,
                "a secret that is no table of these people",
                f"m1 = {self.m1}, m2 = {self.m2}",
            )
        return self.test.taken(value)

    def of_cells(self, a: int, b: int) -> Table:
        """The table with these cells."""
        return self.test.taken(Table(a, b, self.m1, self.m2))


@dataclass(frozen=True, slots=True)
class Answers:
    """0 and 1: not significant, significant."""

    @property
    def schema(self) -> Schema:
        """0 or 1."""
        return {"type": "string", "enum": ["0", "1"]}

    def __iter__(self) -> Iterator[int]:
        return iter((0, 1))

    def read(self, thing: object) -> int:
        """0 or 1."""
        text = text_of(thing)
        if text not in {"0", "1"}:
            raise Refused(Reason.OUT_OF_RANGE, f"{quoted(text)} is no answer", "0 or 1")
        return int(text)

    def write(self, value: int) -> str:
        """0 or 1."""
        return str(bit("an answer", value))


def cell(name: str, value: object, most: int) -> int:
    """A cell of a table; a refusal does not say what was there, as it is a secret."""
    reason = Reason.OUT_OF_RANGE
    try:
        if 0 <= (found := whole(name, value)) <= most:
            return found
    except Refused as refusal:
        reason = refusal.reason
    raise Refused(reason, f"{name} is no number of people", f"a whole number from 0 to {most}")
