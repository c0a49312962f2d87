"""All rows with a d-th part of the budget each against one sampled row with all of it, both with symmetric flips."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.budget import Budget
from ldproof.numbers import Symbol, Term, enclose, exp, log, sqrt, term
from ldproof.sketch.error import rows_versus_sample
from ldproof.sketch.plan import Rows
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Always, Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.implication import Implication, axiom
from ldproof_proofs.kernel.prover import ByShape, Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.shapes import Kind, said
from ldproof_proofs.kernel.signs import BySigns, Signs
from ldproof_proofs.kernel.theorem import Mutant, Theorem
from ldproof_proofs.sketch.variance.exhaustive import estimate
from ldproof_proofs.sketch.variance.mechanisms import of_bits
from ldproof_proofs.sketch.variance.symbols import PEOPLE, ROWS, WIDE, N, d, f, w

y, Y = Symbol("y"), Symbol("Y")
c, K = (y + 1) / (y - 1), (Y + 1) / (Y - 1)
GIVEN: Facts = {**WIDE, **ROWS, "y > 1": below(1, y), "Y > 1": below(1, Y)}
AT: Point = {"N": 7, "f": 2, "S": 13, "w": 4, "d": 2, "y": 3, "Y": 9}
READING = (
    "y = e^(epsilon/(2d)) and Y = e^(epsilon/2); c = (y + 1)/(y - 1) is coth(epsilon/(4d)), K = (Y + 1)/(Y - 1) is "
    "coth(epsilon/4)"
)
SETTLED = c**2 / d - K**2
"""What decides at w = 2 and f = 0."""


def symmetric(odds: Term) -> Term:
    """The variance from a sampled row whose flips have these odds."""
    return of_bits(1 / (1 + odds), odds / (1 + odds))


def all_rows_excess(settled: Term) -> Term:
    """The extra variance of reports on all rows, given what decides at w = 2 and f = 0."""
    wider = (1 - 1 / d) * ((w - 2) / w) ** 2
    return N * (w / (w - 1)) ** 2 / 4 * (settled + wider) + f * (1 - 1 / d) / (w - 1)


def difference(prover: Prover) -> Iterable[Theorem]:
    """What all rows cost more than a sampled one; least at w = 2 and f = 0, and S does not matter."""
    whole = symmetric(y).substitute({"d": term(1)}) / d - symmetric(Y)
    yield proposition(
        prover,
        "sketch.rows-versus-sample",
        equal(whole, all_rows_excess(SETTLED)),
        GIVEN,
        AT,
        rule=algebra,
        reading=READING,
    )
    yield proposition(
        prover,
        "sketch.rows-versus-sample-width",
        at_most(0, all_rows_excess(term(0))),
        {**WIDE, **ROWS, **PEOPLE},
        AT,
        reading="what the difference has more where w > 2 or f > 0",
    )


t = Symbol("t")
G = ((exp(t) - 1) / (exp(t) + 1)) ** 2 / t


def from_two(prover: Prover) -> Theorem:
    """If sampling wins with two rows, it wins with more: tanh(t/2)^2/t rises and then falls."""
    given, goal = said(Kind.BEFORE, G)
    at: Point = {"a": Fraction(1, 2), "b": 1, "c": 2}
    claim = Implication(
        "sketch.rows-versus-sample-from-two",
        goal,
        given,
        {},
        at,
        Mutant(goal.negation(), at),
        reading="c^2/d >= K^2 is tanh(a/2)^2/a <= tanh(c/2)^2/c with a = epsilon/(2d) and c = epsilon/2, and b = epsilon/4 is "
        "the a of two rows",
    )
    return prover.theorem(claim, ByShape(Kind.BEFORE, G))


def with_two(prover: Prover) -> Iterable[Theorem]:
    """With two rows it is a matter of (c^2 - 1)^2 - 2, which changes its sign once."""
    two = all_rows_excess(SETTLED.substitute({"Y": y**2}))
    form = N * ((c**2 - 1) ** 2 - 2) / (4 * c**2)
    yield proposition(
        prover,
        "sketch.rows-versus-sample-two",
        equal(two, form),
        {"y > 1": below(1, y), "two rows": equal(d, 2), "two columns": equal(w, 2), "nobody": equal(f, 0)},
        {**AT, "w": 2, "f": 0},
        reading="what all rows cost more, with Y = y^2, as y is the d-th root of Y",
    )
    u = Symbol("u")
    up, down = exp(u) + 1, exp(u) - 1
    settled = (up**2 - down**2) ** 2 - 2 * down**4
    claim = Signs(
        "sketch.rows-versus-sample-once",
        "u = epsilon/4, and what is charted is ((c^2 - 1)^2 - 2) (e^u - 1)^4 with c = (e^u + 1)/(e^u - 1)",
        settled,
        (1, -1),
        (up**2 - down**2) ** 2 + 2 * down**4,
        of_value=True,
    )
    yield prover.theorem(claim, BySigns())


ROOT = sqrt(1 + sqrt(term(2)))
CROSSING_ODDS = (ROOT + 1) / (ROOT - 1)
"""The odds y of two rows at which c is the root of 1 + sqrt(2)."""


def prove_crossing(prover: Prover) -> Iterable[Theorem]:
    """Where that sign changes: (c^2 - 1)^2 = 2, which is at epsilon = 4 ln(y) = 8 artanh(1/sqrt(1 + sqrt(2)))."""
    yield proposition(
        prover,
        "sketch.rows-versus-sample-crossing",
        equal((c.substitute({"y": CROSSING_ODDS}) ** 2 - 1) ** 2, 2),
        {},
        {},
        rule=algebra,
        reading="the left side is (c^2 - 1)^2 at y = (sqrt(1 + sqrt(2)) + 1)/(sqrt(1 + sqrt(2)) - 1)",
    )
    yield proposition(
        prover,
        "sketch.rows-versus-sample-crossing-epsilon",
        equal(exp(4 * log(CROSSING_ODDS) / 4), CROSSING_ODDS),
        {},
        {},
        {"inverse": axiom(Always.INVERSE, CROSSING_ODDS)},
        reading="y = e^(epsilon/4) with two rows",
        short={"epsilon": 4 * log(CROSSING_ODDS)},
    )


ONE = Fraction(1)
CROSSING = Fraction(611, 100), Fraction(612, 100)
BEYOND = ((2, 2, 7), (2, 8, 16), (4, 2, 8), (16, 4, 18), (1024, 64, 700))
"""A width, a number of rows and an epsilon at which all rows win if nobody holds the item."""


def located_cases(turned: int) -> Iterable[tuple[str, Relation]]:
    """Certified signs of the reference's difference, where nobody holds the item."""
    for epsilon, wanted in zip(CROSSING, (1, -1), strict=True):
        yield from ahead(f"w = d = 2, epsilon = {epsilon}", (0, 2, 2, epsilon), turned * wanted)
    for width, rows, large in BEYOND:
        name = f"w = {width}, d = {rows}, epsilon = {large}"
        yield from ahead(name, (0, width, rows, Fraction(large)), -turned)


def cases(turned: int) -> Iterable[tuple[str, Relation]]:
    """Sampling wins, whatever the width and the number of rows."""
    for width, (holders, epsilon) in every((2, 3, 16, 1024), ((0, CROSSING[0]), (50, ONE), (100, ONE))):
        for rows in (2, 3, 8, 64):
            name = f"w = {width}, d = {rows}, f = {holders}, epsilon = {epsilon}"
            yield from ahead(name, (holders, width, rows, epsilon), turned)
        alone = exactly(rows_versus_sample(100, holders, width, 1, Budget(1, "epsilon", epsilon)))
        name = f"w = {width}, one row, f = {holders}, epsilon = {epsilon}"
        yield name, equal(at_point((holders, width, 1, epsilon)), alone)


Setting = tuple[int, int, int, Fraction]
"""f, w, d and epsilon."""


def at_point(setting: Setting) -> Term:
    """What all rows cost more, for 100 people, as it is made from the two variances."""
    holders, width, rows, epsilon = setting
    whole = symmetric(y).substitute({"d": term(1)}) / d - symmetric(Y)
    values = {"N": term(100), "f": term(holders), "S": term(100 - holders), "w": term(width), "d": term(rows)}
    odds = {"y": exp(term(epsilon) / (2 * rows)), "Y": exp(term(epsilon) / 2)}
    return whole.substitute(values | odds)


def ahead(name: str, setting: Setting, order: int) -> Iterable[tuple[str, Relation]]:
    """The sign of that difference, which is the reference's."""
    holders, width, rows, epsilon = setting
    found = at_point(setting)
    ours = enclose(rows_versus_sample(100, holders, width, rows, Budget(rows, "epsilon", epsilon)), 12)
    yield name, below(0, found) if order > 0 else below(found, 0)
    yield from encloses(name, ours, found)


def counted() -> Fraction:
    """The two variances from every hash function: two people hold one other item, w = d = 2, E = 16."""
    laws = (
        estimate(word, rows, 2, 2, Fraction(16), (0, 1, 2))
        for word, rows in (("all_rows", Rows.ALL), ("cms", Rows.SAMPLED))
    )
    all_rows, sampled = (law.variance(lambda value: value) for law in laws)
    return all_rows - sampled


def located(prover: Prover) -> Theorem:
    """Signs of the difference at chosen points, where nobody holds the item."""
    claim = Ground(
        "sketch.rows-versus-sample-located",
        "where nobody holds the item, sampling wins at epsilon = 6.11 and all rows win at epsilon = 6.12 for w = d = 2; all "
        "rows win at "
        + ", ".join(f"epsilon = {epsilon} for w = {width}, d = {rows}" for width, rows, epsilon in BEYOND),
        "each of these w, d and epsilon; N is only a factor",
        lambda: located_cases(1),
        lambda: located_cases(-1),
        values=lambda: {
            "below": CROSSING[0],
            "above": CROSSING[1],
            **{
                f"{part} {place}": Fraction(number)
                for place, point in enumerate(BEYOND)
                for part, number in zip(("w", "d", "epsilon"), point, strict=True)
            },
        },
        anchors=(
            anchor(
                rows_versus_sample,
                lambda: rows_versus_sample(3, 1, 2, 2, Budget(2, "odds", Fraction(16))),
                counted,
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def certified(prover: Prover) -> Theorem:
    """The sign of the reference's difference at more points."""
    claim = Ground(
        "sketch.rows-versus-sample-signs",
        "sampling wins at epsilon = 6.11 for f = 0, and at epsilon = 1 for f = 50 and f = 100; of one row it is the same",
        "N = 100, w in {2, 3, 16, 1024}, d in {1, 2, 3, 8, 64}",
        lambda: cases(1),
        lambda: cases(-1),
    )
    return prover.theorem(claim, ByRecord())
