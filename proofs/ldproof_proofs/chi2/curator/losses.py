"""What each answer tells between two neighbours, in the exact law: never more than epsilon, and sometimes less."""

from collections.abc import Iterator
from fractions import Fraction

from ldproof.budget import parse_budget
from ldproof.chi2.law import PrivateTest, PrivateTestName
from ldproof.chi2.tables import Table
from ldproof.numbers import Term, enclose, exp, term
from ldproof_proofs.chi2.law.noise import second_error
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, ball_at, below
from ldproof_proofs.kernel.theorem import Theorem

ONE = parse_budget(epsilon="1")


def neighbours(m1: int, m2: int) -> Iterator[tuple[Table, Table]]:
    """Two tables that differ in one person's variant."""
    for a in range(m1 + 1):
        for b in range(m2 + 1):
            here = Table(a, b, m1, m2)
            if a < m1:
                yield here, Table(a + 1, b, m1, m2)
            if b < m2:
                yield here, Table(a, b + 1, m1, m2)


def odds(m: int, tau: Fraction) -> Iterator[tuple[Term, Term]]:
    """The probabilities of each answer under Algorithm 2, between each two neighbours: the larger one first."""
    says = {table: second_says(table, tau) for pair in neighbours(m, m) for table in pair}
    size = {table: float(ball_at(one, {})) for table, one in says.items()}
    for pair in neighbours(m, m):
        less, more = sorted(pair, key=size.__getitem__)
        yield says[more], says[less]
        yield 1 - says[less], 1 - says[more]


def second_says(table: Table, tau: Fraction) -> Term:
    """The probability of a 1 under Algorithm 2 at epsilon = 1."""
    flip = second_error((table.a, table.b, table.m1, table.m2), tau, Fraction(1))
    return 1 - flip if table.significant(tau) else flip


USUAL = Fraction(96, 25)
LOST = {
    "least": Fraction("0.707106"),
    "most": Fraction("0.707107"),
    "across least": Fraction("0.701919"),
    "across most": Fraction("0.701920"),
}
"""What the largest losses lie between; the latter where the neighbours are on two sides."""


def wasted_cases(on: int) -> Iterator[tuple[str, Relation]]:
    """Algorithm 2 as published: its largest loss at epsilon = 1, and that these are the reference's answers."""
    for m, tau, low, high in (
        (2, Fraction(1), LOST["across least"], LOST["across most"]),
        (2 + on, USUAL, LOST["least"], LOST["most"]),
        (6 + on, Fraction(1), LOST["least"], LOST["most"]),
    ):
        name, found = f"m1 = m2 = {m}, tau = {tau}", list(odds(m, tau))
        for place, (more, less) in enumerate(found):
            yield f"{name}, {place}", below(more, exp(term(high)) * less)
        more, less = max(found, key=lambda pair: float(ball_at(pair[0] / pair[1], {})))
        yield f"{name}, the largest", below(exp(term(low)) * less, more)
        test = PrivateTest(PrivateTestName.ALGORITHM_2, tau, ONE)
        for table in dict.fromkeys(table for pair in neighbours(m, m) for table in pair):
            ours = test.says_significant(table)
            if ours.exact is None:
                says = second_says(table, tau)
                yield from encloses(f"{name}, {table.a} and {table.b}", enclose(ours, 15), says)


def wasted(prover: Prover) -> Theorem:
    """With Delta_T only a part of the budget is used."""
    claim = Ground(
        "chi2.wasted-budget",
        "at epsilon = 1 the loss of Algorithm 2 with Delta_T is between 0.707106 and 0.707107, as 1/sqrt(2) is, for "
        "m1 = m2 = 2 with tau = 96/25 and for m1 = m2 = 6 with tau = 1, and between 0.701919 and 0.701920 for "
        "m1 = m2 = 2 with tau = 1",
        "all tables with m1 = m2 in {2, 6}",
        lambda: wasted_cases(0),
        lambda: wasted_cases(1),
        values=lambda: {
            **LOST,
            "tau": USUAL,
            "few": Fraction(2),
            "many": Fraction(6),
            "many tau": Fraction(1),
            "epsilon": Fraction(1),
        },
    )
    return prover.theorem(claim, ByRecord())
