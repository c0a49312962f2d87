"""Equation (1), equation (6) and Pearson's sum are one statistic, which is made 0 where it is 0/0."""

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import product as every

from ldproof.chi2.formulas import margin_weight, statistic, statistic_ratio
from ldproof.numbers import Exact, rational, term
from ldproof_proofs.chi2.accuracy.symbols import MARGIN, PEOPLE, TABLE, N, a, b, m1, m2, s
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.implication import Implication
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, equal
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.law import sums

AT: Point = {name: TABLE[name] for name in ("a", "b", "m1", "m2")}
UNEVEN: Facts = {**PEOPLE, **MARGIN}
MOST = 14
"""How many people the tables that are all looked at have."""
Table = tuple[int, int, int, int]


def four_cells(a: Exact, b: Exact, c: Exact, d: Exact) -> Exact:
    """Equation (1): the chi-squared statistic from all four cells, where no margin is 0."""
    return (a * d - b * c) ** 2 * (a + b + c + d) / ((a + b) * (a + c) * (b + d) * (c + d))


def pearson(a: Exact, b: Exact, m1: Exact, m2: Exact) -> Exact:
    """The sum over the four cells of (observed - expected)^2 / expected."""
    N, s = m1 + m2, a + b
    cells = ((a, m1, s), (b, m2, s), (m1 - a, m1, N - s), (m2 - b, m2, N - s))
    one, other, third, fourth = (
        (cell - row * column / N) ** 2 / (row * column / N) for cell, row, column in cells
    )
    return one + other + third + fourth


def two_forms(prover: Prover) -> Iterable[Theorem]:
    """(1) is (6), and both are Pearson's sum."""
    found = statistic_ratio(a, b, m1, m2)
    for name, other in (
        ("eq-1", four_cells(a, b, m1 - a, m2 - b)),
        ("pearson", pearson(a, b, m1, m2)),
    ):
        claim = Implication(
            f"chi2.{name}-is-eq-6",
            equal(other, found),
            UNEVEN,
            {},
            AT,
            Mutant(equal(other, 2 * found), AT),
        )
        yield prover.theorem(claim, at_once("every margin is divided out", algebra))


def weight(prover: Prover) -> Theorem:
    """The weight of a margin is 4 p (1 - p), p being the variant's share of the people."""
    share = s / N
    found = anchor(margin_weight, lambda: margin_weight(a, b, m1, m2), lambda: 4 * share * (1 - share))
    mutant = equal(found.value, 2 * share * (1 - share))
    return proposition(
        prover,
        "chi2.weight-of-a-share",
        equal(found.value, found.definition),
        PEOPLE,
        AT,
        rule=algebra,
        reason="p = s/N",
        mutant=mutant,
        reading="",
        anchors=(found,),
    )


def tables(most: int) -> Iterator[Table]:
    """Every table of so many people, or fewer."""
    for everybody in range(2, most + 1):
        for cases in range(1, everybody):
            for one, other in every(range(cases + 1), range(everybody - cases + 1)):
                yield one, other, cases, everybody - cases


def from_people(cells: Table) -> Fraction:
    """Pearson's sum where no margin is 0, and 0 elsewhere."""
    a, b, m1, m2 = map(rational, cells)
    return pearson(a, b, m1, m2) if 0 < a + b < m1 + m2 else rational(0)


def parts(a: int, b: int, m1: int, m2: int) -> Iterator[Fraction]:
    """The four summands of Pearson's sum."""
    N, s = m1 + m2, a + b
    for cell, row, column in ((a, m1, s), (b, m2, s), (m1 - a, m1, N - s), (m2 - b, m2, N - s)):
        yield Fraction((cell * N - row * column) ** 2, N * row * column)


def statistic_cases(degenerate: Fraction) -> Iterator[tuple[str, Relation]]:
    """The statistic of every table, with a value for 0/0; it stays between 0 and N."""
    for cells in tables(MOST):
        people, found = cells[2] + cells[3], statistic(*cells)
        if 0 < cells[0] + cells[1] < people:
            yield f"{cells}", equal(sums.total(parts(*cells)), found)
        else:
            yield (
                f"{cells}, 0/0",
                equal(term(cells[0] + cells[1]) * (people - cells[0] - cells[1]), found + degenerate),
            )
        yield f"{cells}, at most N", at_most(found, people)


def every_table(prover: Prover) -> Theorem:
    """The statistic of whole numbers of people, degenerate tables included."""
    claim = Ground(
        "chi2.statistic-of-every-table",
        "the statistic is Pearson's sum of (observed - expected)^2/expected, 0 where a margin is 0, and at most N",
        f"all tables of at most {MOST} people",
        lambda: statistic_cases(rational(0)),
        lambda: statistic_cases(rational(1)),
        anchors=(anchor(statistic, lambda: statistic(3, 1, 4, 6), lambda: from_people((3, 1, 4, 6))),),
        values=lambda: {"without a margin": Fraction(0)},
    )
    return prover.theorem(claim, ByRecord())
