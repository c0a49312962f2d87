"""Two-by-two tables from counts, and whether they are significant.

m1 cases and m2 controls are public; a cases and b controls have the variant. The decision is the sign of a whole
number, so that it is exact.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike

from ldproof.arrays import Bits, Int64Array, whole_numbers
from ldproof.chi2.formulas import beyond_ellipse
from ldproof.chi2.regions import Region
from ldproof.domains import MOST_PEOPLE, accept, settle
from ldproof.numbers import Real, enclose, lift
from ldproof.rejections import Reason, Refused

Threshold = Real | Fraction | int | str
"""An exact number, as text too; or an irrational one such as `significance.quantile`."""

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
            settle(self, "a", "b", "m1", "m2", system="chi2")

    def significant(self, tau: Threshold) -> bool:
        """Whether the statistic exceeds tau; never where it is 0/0."""
        if isinstance(tau, Real) and tau.exact is None:
            # An irrational threshold times 0 is 0, and otherwise there are no ties.
            inside = 0 < self.a + self.b < self.m1 + self.m2
            return inside and lift(beyond_ellipse, self.a, self.b, self.m1, self.m2, tau) > 0
        return Region(self.m1, self.m2, rational(tau)).has(self.a, self.b)


def rational(tau: Threshold) -> Fraction:
    """An exact threshold."""
    return Fraction(accept({"tau": tau.exact if isinstance(tau, Real) else tau}, "chi2")["tau"])


def table(a: object, b: object, m1: object, m2: object) -> Table:
    """A table from counts."""
    accepted = accept({"a": a, "b": b, "m1": m1, "m2": m2}, "chi2")
    return Table(*(int(accepted[name]) for name in ("a", "b", "m1", "m2")))


@dataclass(frozen=True, slots=True)
class Tables:
    """The tables of several variants among the same people."""

    a: Int64Array
    b: Int64Array
    m1: int
    m2: int

    def __post_init__(self) -> None:
        settle(self, "m1", "m2", system="chi2")
        if whole_numbers("a", self.a, "variant").size != whole_numbers("b", self.b, "variant").size:
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
        """Which of them are."""
        if not isinstance(tau, Real) or tau.exact is not None:
            return Region(self.m1, self.m2, rational(tau)).holds(self.a, self.b)
        around = enclose(tau, DIGITS)
        found, possible = (self.significant(Fraction(each)) for each in (around.upper, around.lower))
        for place in np.flatnonzero(possible & ~found):
            found[place] = self[int(place)].significant(tau)
        return found


def tables(a: ArrayLike, b: ArrayLike, m1: object, m2: object) -> Tables:
    """Tables from rows of counts."""
    accepted = accept({"m1": m1, "m2": m2}, "chi2")
    of_cases, of_controls = (whole_numbers(name, each, "variant") for name, each in (("a", a), ("b", b)))
    return Tables(
        of_cases.astype(np.int64), of_controls.astype(np.int64), int(accepted["m1"]), int(accepted["m2"])
    )
