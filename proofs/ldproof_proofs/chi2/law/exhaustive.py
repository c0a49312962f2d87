"""M* and the beta-optimal test on every table of few people: private, and never more wrong than they may be."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise, product

from ldproof.budget import parse_budget
from ldproof.chi2.law import PrivateTest, PrivateTestName, optimal_accept_probability
from ldproof.chi2.tables import Table
from ldproof.numbers import Term, enclose, rational, term
from ldproof.numbers import least as smaller
from ldproof_proofs.chi2.distance.search import Cell, cells, neighbours, statistic
from ldproof_proofs.chi2.law.noise import ADDED, BUDGET, ODDS, suits
from ldproof_proofs.kernel.errors import NotProved
from ldproof_proofs.kernel.ground import ByRecord, Ground, exactly
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

SIZES = ((1, 2), (3, 3), (2, 5), (4, 4))
THRESHOLDS = tuple(rational(*each) for each in ((1, 2), (1, 1), (3, 1), (96, 25)))
SCOPE = (
    "every table of (m1, m2) in {(1, 2), (3, 3), (2, 5), (4, 4)}, tau in {1/2, 1, 3, 96/25}, e^epsilon = 4"
)
BETA = rational(1, 4)
NEARLY = rational(1, 10**3)
DIGITS, SLACK = 30, rational(1, 10**25)
IRRATIONAL, FINE = parse_budget(epsilon=rational(811, 1000)), parse_budget(odds=rational(9, 4))
"""Nearly the same budgets: ln(9/4) = 0.81093..."""


def ones(kind: PrivateTestName, m1: int, m2: int, tau: Fraction) -> dict[Cell, Fraction]:
    """The probability of a 1 for every table: a fraction at these odds."""
    test = PrivateTest(kind, tau, BUDGET, BETA if kind is PrivateTestName.BETA_OPTIMAL else None)
    found = {cell: test.says_significant(Table(*cell, m1, m2)) for cell in cells(m1, m2)}
    return {cell: one.exact for cell, one in found.items() if one.exact is not None}


def odds(shares: dict[Cell, Fraction], m1: int, m2: int) -> list[Term]:
    """The odds by which answers tell neighbours apart."""
    return [
        sums.ratio(one, other)
        for cell, high in shares.items()
        for near in neighbours(cell, m1, m2)
        for one, other in ((high, shares[near]), (1 - high, 1 - shares[near]))
        if other
    ]


def private_cases(promised: Fraction) -> Iterable[tuple[str, Relation]]:
    """The odds are e^epsilon exactly, where there is something to decide."""
    for kind, (m1, m2), tau in product(
        (PrivateTestName.OPTIMAL, PrivateTestName.BETA_OPTIMAL), SIZES, THRESHOLDS
    ):
        shares = ones(kind, m1, m2, tau)
        name = f"{kind}, ({m1}, {m2}), tau = {tau}"
        if len(shares) != (m1 + 1) * (m2 + 1):
            raise NotProved(f"{name}: a probability is no fraction")
        if len(set(shares.values())) > 1:
            yield from sums.largest(name, odds(shares, m1, m2), promised)
        if kind is PrivateTestName.OPTIMAL:
            for cell, one in shares.items():
                right = statistic(*cell, m1, m2) > tau
                half = term(1) / 2
                yield f"{name}, {cell}, the likelier answer", below(half, one) if right else below(one, half)


def far_cases(beta: Fraction) -> Iterable[tuple[str, Relation]]:
    """Where one side is empty, no table is any steps away and every answer is the same."""
    test = PrivateTest(PrivateTestName.BETA_OPTIMAL, rational(2), BUDGET, beta)
    for cell in cells(3, 3):
        table, people = Table(*cell, 3, 3), term(3) + 3
        yield f"{cell}, beta = {beta}, steps", equal(test.steps(table), 0)
        # tau + beta is no more than N, or tau - beta is not above 0.
        yield (
            f"{cell}, beta = {beta}, side",
            at_most(2 + beta, people) if beta <= 4 else below(people, 2 + beta),
        )
        yield f"{cell}, beta = {beta}, answer", equal(exactly(test.says_significant(table)), int(beta <= 4))


def least_cases(worst: Fraction) -> Iterable[tuple[str, Relation]]:
    """M*'s error at a table is the largest that a neighbour forces on it: e^-epsilon of its own, or of 1 less `worst`."""
    for (m1, m2), tau in product(SIZES, THRESHOLDS):
        beyond = {cell: statistic(*cell, m1, m2) > tau for cell in cells(m1, m2)}
        if any(beyond.values()):
            test = PrivateTest(PrivateTestName.OPTIMAL, tau, BUDGET)
            flips = {cell: exactly(test.flip(Table(*cell, m1, m2))) for cell in beyond}
            for cell, flip in flips.items():
                forced = [
                    (term(flips[other]) if beyond[other] is beyond[cell] else 1 - term(worst)) / ODDS
                    for other in neighbours(cell, m1, m2)
                ]
                yield from sums.largest(f"({m1}, {m2}), tau = {tau}, {cell}", forced, flip)


def factor_cases(factor: Fraction) -> Iterable[tuple[str, Relation]]:
    """M*'s error against that of every algorithm but the one with (16)."""
    for kind, (m1, m2), tau in product(ADDED, SIZES[:3], THRESHOLDS[:3]):
        if suits(kind, m1, m2) and kind is not PrivateTestName.ALGORITHM_1_Y2:
            test, best = PrivateTest(kind, tau, BUDGET), PrivateTest(PrivateTestName.OPTIMAL, tau, BUDGET)
            for cell in cells(m1, m2):
                table = Table(*cell, m1, m2)
                least = term(Fraction(enclose(test.flip(table), DIGITS).lower))
                yield (
                    f"{kind}, {cell} of ({m1}, {m2}), tau = {tau}",
                    at_most(exactly(best.flip(table)), factor * least + SLACK),
                )


def climb_cases(odds: Fraction) -> Iterable[tuple[str, Relation]]:
    """The way up, in number systems of both kinds: as far as privacy lets it at every step, and even about the middle."""
    for length in range(1, 9):
        way = [optimal_accept_probability(BUDGET, step, length) for step in range(length + 1)]
        shares, name = [*map(exactly, way)], f"{length} steps"
        for step, (low, high) in enumerate(pairwise(shares)):
            yield f"{name}, growth {step}", equal(smaller(odds * term(low), 1 - (1 - term(low)) / odds), high)
        yield f"{name}, ends", equal(term(shares[0]) + shares[-1], 1)
        for step in range(length + 1):
            nearly, exact = (optimal_accept_probability(each, step, length) for each in (IRRATIONAL, FINE))
            around, known = enclose(nearly, 12), term(exactly(exact))
            yield (
                f"{name}, step {step}, epsilon nearly ln(9/4), above",
                below(Fraction(around.upper) - known, NEARLY),
            )
            yield (
                f"{name}, step {step}, epsilon nearly ln(9/4), below",
                below(known - Fraction(around.lower), NEARLY),
            )


def private(prover: Prover) -> Theorem:
    """Both tests, exactly."""
    claim = Ground(
        "chi2.optimal-tests-private",
        "the largest odds between neighbours of M*, and of the beta-optimal test with beta = 1/4, are e^epsilon exactly, "
        "where not every table has the same answer",
        SCOPE,
        lambda: private_cases(ODDS),
        lambda: private_cases(ODDS / 2),
    )
    return prover.theorem(claim, ByRecord())


def one_sided(prover: Prover) -> Theorem:
    """Nothing to hide."""
    claim = Ground(
        "chi2.one-side-empty",
        "where no table counts on one side, the beta-optimal test always gives the other side's answer, or 0",
        "m = (3, 3), tau = 2, beta = 3 and 40",
        lambda: (case for beta in (3, 40) for case in far_cases(rational(beta))),
        lambda: far_cases(rational(1)),
    )
    return prover.theorem(claim, ByRecord())


def least(prover: Prover) -> Theorem:
    """M* against all private tests."""
    claim = Ground(
        "chi2.m-star-least",
        "M*'s error at a table is the largest that privacy and its neighbours force on it, where no error is above "
        "1/(1 + e^epsilon): so it is the least there can be",
        SCOPE,
        lambda: least_cases(1 / (1 + ODDS)),
        lambda: least_cases(1 / (2 + ODDS)),
    )
    return prover.theorem(claim, ByRecord())


def factor(prover: Prover) -> Theorem:
    """M* against added noise."""
    claim = Ground(
        "chi2.m-star-factor-everywhere",
        "M*'s error is at most 2/(1 + e^-epsilon) times that of Algorithm 1 with (14) and (15) and of Algorithm 2 with "
        "all three sensitivities (to 10^-25)",
        "every table of (m1, m2) in {(1, 2), (3, 3), (2, 5)}, tau in {1/2, 1, 3}, e^epsilon = 4",
        lambda: factor_cases(2 / (1 + 1 / ODDS)),
        lambda: factor_cases(rational(1)),
    )
    return prover.theorem(claim, ByRecord())


def climbing(prover: Prover) -> Theorem:
    """The way up."""
    claim = Ground(
        "chi2.climb",
        "from g to 1 - g every step takes as much as privacy lets it",
        "1 to 8 steps, e^epsilon = 4",
        lambda: climb_cases(ODDS),
        lambda: climb_cases(2 * ODDS),
    )
    return prover.theorem(claim, ByRecord())
