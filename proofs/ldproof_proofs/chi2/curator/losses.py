"""What each answer tells between two neighbours, in the exact law: never more than epsilon, and sometimes less."""

from collections.abc import Iterator
from fractions import Fraction

from ldproof.budget import budget
from ldproof.chi2.law import Mechanism, PrivateTest
from ldproof.chi2.tables import Table
from ldproof.numbers import Ball, ball
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem

COINS = (
    Mechanism.ALGORITHM_1_Y1,
    Mechanism.ALGORITHM_2,
    Mechanism.ALGORITHM_2_TIGHT,
    Mechanism.ALGORITHM_2_INTEGER,
)
SMALL = 3
ONE = budget(epsilon="1")


def neighbours(m1: int, m2: int) -> Iterator[tuple[Table, Table]]:
    """Two tables that differ in one person's variant."""
    for a in range(m1 + 1):
        for b in range(m2 + 1):
            here = Table(a, b, m1, m2)
            if a < m1:
                yield here, Table(a + 1, b, m1, m2)
            if b < m2:
                yield here, Table(a, b + 1, m1, m2)


def losses(test: PrivateTest, m1: int, m2: int) -> Iterator[Ball]:
    """The logarithm of the odds of each answer between each two neighbours."""
    for one, other in neighbours(m1, m2):
        p, q = (ball(test.says_significant(table)) for table in (one, other))
        yield from (abs((p / q).log()), abs(((1 - p) / (1 - q)).log()))


def loss_cases(promised: Fraction) -> Iterator[tuple[str, bool]]:
    """What is lost at epsilon = 1."""
    for m1 in range(1, SMALL + 1):
        for m2 in range(1, SMALL + 1):
            for tau in (Fraction(1), Fraction(96, 25)):
                for mechanism in COINS:
                    found = losses(PrivateTest(mechanism, tau, ONE), m1, m2)
                    name = f"{mechanism}, m1 = {m1}, m2 = {m2}, tau = {tau}"
                    yield name, all(bool(each < ball(promised) + Ball("1e-10")) for each in found)


def every_loss(prover: Prover) -> Theorem:
    """No mechanism loses more than epsilon between any two neighbours."""
    claim = Finite(
        "chi2.losses",
        "the loss of Algorithm 1 with (15), and of Algorithm 2 with each sensitivity, is at most epsilon (to 10^-10)",
        f"epsilon = 1, all tables with m1, m2 <= {SMALL}, tau in 1, 96/25",
        lambda: loss_cases(Fraction(1)),
        lambda: loss_cases(Fraction(1, 2)),
    )
    return prover.theorem(claim, ByEnumeration())


def wasted_cases(on: int) -> Iterator[tuple[str, bool]]:
    """Algorithm 2 as published: its largest loss at epsilon = 1."""
    for m, tau, low, high in (
        (2, Fraction(1), Fraction("0.701919"), Fraction("0.701920")),
        (2 + on, Fraction(96, 25), Fraction("0.707106"), Fraction("0.707107")),
        (6 + on, Fraction(1), Fraction("0.707106"), Fraction("0.707107")),
    ):
        found = list(losses(PrivateTest(Mechanism.ALGORITHM_2, tau, ONE), m, m))
        most = max(found, key=float)
        inside = all(bool(each < ball(high)) for each in found) and bool(most > ball(low))
        yield f"m1 = m2 = {m}, tau = {tau}", inside


def wasted(prover: Prover) -> Theorem:
    """With Delta_T only a part of the budget is used."""
    claim = Finite(
        "chi2.wasted-budget",
        "at epsilon = 1 the loss of Algorithm 2 with Delta_T is between 0.707106 and 0.707107, as 1/sqrt(2) is, for "
        "m1 = m2 = 2 with tau = 96/25 and for m1 = m2 = 6 with tau = 1, and between 0.701919 and 0.701920 for "
        "m1 = m2 = 2 with tau = 1",
        "all tables of these sizes: all there is",
        lambda: wasted_cases(0),
        lambda: wasted_cases(1),
        proved=True,
    )
    return prover.theorem(claim, ByEnumeration())
