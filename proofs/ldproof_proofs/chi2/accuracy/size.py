"""The size of a private test: how often it finds significance where cases and controls have the variant alike."""

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from math import comb

from ldproof.chi2.error import size
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Ball, Real, Term, ball, computed_real, enclose, floor, precision, rational, term
from ldproof_proofs.chi2.distance.search import Cell, cells, statistic
from ldproof_proofs.chi2.law.noise import BUDGET, norm, spread, suits, wrong, wrong_as_term
from ldproof_proofs.kernel.anchors import Anchor, anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground, encloses, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law.sums import total

SIZES = ((1, 2), (2, 2))
TAU, BETA = Fraction(1), Fraction(3, 2)
RATES = (Fraction(1, 2), Fraction(1, 50))
NEAR = 20
"""Digits to which a size is compared."""

USUAL, EACH = Fraction(96, 25), 161
"""The source's threshold 3.84, and groups of 161 people."""
SHOWN = {"half": Fraction(1, 2), "tenth": Fraction(1, 10), "fiftieth": Fraction(1, 50)}
"""Rates, from that of a frequent variant to that of a rare one."""


def beta_of(mechanism: PrivateTestName) -> Fraction | None:
    """beta, for the mechanism that asks for it."""
    return BETA if mechanism is PrivateTestName.BETA_OPTIMAL else None


def table_probability(cell: Cell, m1: int, m2: int, rate: Fraction) -> Fraction:
    """The probability of a table: of both groups' binomial laws."""
    return (
        rational(1)
        * comb(m1, cell[0])
        * comb(m2, cell[1])
        * rate ** sum(cell)
        * (1 - rate) ** (m1 + m2 - sum(cell))
    )


def size_as_term(mechanism: PrivateTestName, m1: int, m2: int, rate: Fraction) -> Term:
    """The probability of a 1, over all tables."""
    return total(
        table_probability(cell, m1, m2, rate) * (1 - flip if statistic(*cell, m1, m2) > TAU else flip)
        for cell in cells(m1, m2)
        for flip in [wrong_as_term(mechanism, cell, m1, m2, TAU, BETA)]
    )


def size_cases(shift: Fraction) -> Iterator[tuple[str, Relation]]:
    """Every mechanism with a few people."""
    for mechanism, (m1, m2), rate in product(PrivateTestName, SIZES, RATES):
        if suits(mechanism, m1, m2):
            ours = size(mechanism, m1, m2, rate, TAU, BUDGET, beta_of(mechanism))
            name, by_tables = (
                f"{mechanism}, ({m1}, {m2}), {rate}",
                size_as_term(mechanism, m1, m2, rate + shift),
            )
            if ours.exact is None:
                yield from encloses(name, enclose(ours, NEAR), by_tables)
            else:
                yield name, equal(exactly(ours), by_tables)


def anchored_size() -> Anchor[object]:
    """Three cases and three controls, with each mechanism."""
    at = (3, 3, Fraction(1, 10))

    def digits(value: Real) -> int:
        return floor(value * 10**NEAR + Fraction(1, 2))

    return anchor(
        size,
        lambda: tuple(digits(size(kind, *at, TAU, BUDGET, beta_of(kind))) for kind in PrivateTestName),
        lambda: tuple(digits(by_law(kind, *at)) for kind in PrivateTestName),
    )


def by_law(mechanism: PrivateTestName, m1: int, m2: int, rate: Fraction) -> Real:
    """The probability of a 1, by the law of the noise at every table."""

    def found() -> Ball:
        answers = Ball(0)
        for cell in cells(m1, m2):
            flip = wrong(mechanism, cell, m1, m2, TAU, BETA)
            says = 1 - flip if statistic(*cell, m1, m2) > TAU else flip
            answers += ball(table_probability(cell, m1, m2, rate)) * says
        return answers

    return computed_real(found)


def of_few(prover: Prover) -> Theorem:
    """Every mechanism, every table of a few people."""
    claim = Ground(
        "chi2.size-by-law",
        "the size of a mechanism at a rate is its probability of finding significance, summed over all tables with their "
        "binomial probabilities, to 20 digits",
        "(m1, m2) in {(1, 2), (2, 2)}, tau = 1, beta = 3/2, rates 1/2 and 1/50, e^epsilon = 4",
        lambda: size_cases(Fraction(0)),
        lambda: size_cases(Fraction(1, 7)),
        (anchored_size(),),
        values=lambda: {"digits": Fraction(NEAR)},
    )
    return prover.theorem(claim, ByRecord())


PARTS = 1000
"""Sizes are said in thousandths, rounded down."""
PRIVATE = {"half": 56, "tenth": 124, "fiftieth": 355}
"""Of Algorithm 2 with an epsilon of 1."""
NOISELESS = {"half": 50, "tenth": 50, "fiftieth": 45}
"""Of the test without noise."""


def usual_cases(more: int) -> Iterator[tuple[str, bool]]:
    """Algorithm 2's size at each rate, by balls."""
    with precision(128):
        answers = {
            cell: 1 - wrong_at_one(cell) if statistic(*cell, EACH, EACH) > USUAL else wrong_at_one(cell)
            for cell in cells(EACH, EACH)
        }
        for name, rate in SHOWN.items():
            private = sum(
                (ball(table_probability(cell, EACH, EACH, rate)) * one for cell, one in answers.items()),
                Ball(0),
            )
            least = PRIVATE[name] + more
            yield f"{rate}", bool(private * PARTS >= least) and bool(private * PARTS < least + 1)


def wrong_at_one(cell: Cell) -> Ball:
    """Algorithm 2's probability of the wrong answer with an epsilon of 1: 1/2 e^(-| |T| - 1 |/Delta_T)."""
    off = abs(ball(norm(cell, EACH, EACH, USUAL)).sqrt() - 1)
    return (-off / spread(PrivateTestName.ALGORITHM_2, cell, EACH, EACH, USUAL)).exp() / 2


def of_usual(prover: Prover) -> Theorem:
    """The threshold of 5% does not give Algorithm 2 a size of 5%."""
    claim = Finite(
        "chi2.size-at-the-usual-threshold",
        "with an epsilon of 1 the size of Algorithm 2 at the rates 1/2, 1/10 and 1/50 is 0.056, 0.124 and 0.355, cut to multiples "
        "of 1/1000",
        "161 cases, 161 controls, tau = 3.84, all 26,244 tables",
        lambda: usual_cases(0),
        lambda: usual_cases(1),
        values=lambda: {
            "part": Fraction(1, PARTS),
            "people": Fraction(EACH),
            "tau": USUAL,
            "epsilon": Fraction(1),
            **SHOWN,
            **{f"at {name}": Fraction(found, PARTS) for name, found in PRIVATE.items()},
        },
    )
    return prover.theorem(claim, ByEnumeration())


def noiseless_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """The size without noise at each rate, by fractions."""
    beyond = [cell for cell in cells(EACH, EACH) if statistic(*cell, EACH, EACH) > USUAL]
    for name, rate in SHOWN.items():
        found = sum((table_probability(cell, EACH, EACH, rate) for cell in beyond), rational(0))
        yield f"{rate}, from below", at_most(Fraction(NOISELESS[name] + more, PARTS), term(found))
        yield f"{rate}, from above", below(term(found), Fraction(NOISELESS[name] + 1, PARTS))


def without_noise(prover: Prover) -> Theorem:
    """The test without noise has about the size that its threshold is for."""
    claim = Ground(
        "chi2.size-without-noise",
        "the probability that the statistic exceeds 3.84 at the rates 1/2, 1/10 and 1/50 is 0.050, 0.050 and 0.045, cut to "
        "multiples of 1/1000",
        "161 cases, 161 controls, all 26,244 tables",
        lambda: noiseless_cases(0),
        lambda: noiseless_cases(1),
        values=lambda: {f"at {name}": Fraction(found, PARTS) for name, found in NOISELESS.items()},
    )
    return prover.theorem(claim, ByRecord())
