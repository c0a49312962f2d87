"""Errors against the decision without noise, of one table and the largest over all tables; and the size of a test."""

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key
from math import comb

import numpy as np

from ldproof.budget import Budget
from ldproof.chi2.distance import Cells, Gap, shortest_way_in, shortest_way_out
from ldproof.chi2.formulas import delta_t
from ldproof.chi2.law import (
    PrivateTest,
    PrivateTestName,
    PublicControls,
    Standing,
    flip_at_distance,
    optimal_accept_probability,
    parse_mechanism,
    standardized_distance,
)
from ldproof.chi2.tables import Region, Table, Tables, count_tables, parse_table
from ldproof.errors import Reason, Refused
from ldproof.numbers import Array, Elementary, Real, exp, rational, sqrt
from ldproof.numbers.algebra import Summand, compare_sums, negate_summands, root_sum

__all__ = ["best_beta_error", "beta_error", "bound_corrected", "bound_printed", "error", "size"]

# Errors against the decision without noise: of one table exactly, and the largest over all tables beta away from tau.

NEAR = 1e-9
"""Tables that are nearer to each other in floats are told apart exactly."""

MOST_TABLES = 100_000
"""A size adds up all tables of two groups, which takes about half a minute for so many."""
MOST_BITS = 5 * 10**9
"""So does adding up probabilities that have so many bits together."""


def error(
    mechanism: str,
    a: int,
    b: int,
    m1: int,
    m2: int,
    tau: Fraction,
    budget: Budget,
    beta: Fraction | None = None,
) -> Real:
    """(4): the probability that a private test answers otherwise than the test without noise."""
    test = PrivateTest(parse_mechanism(mechanism), tau, budget, beta)
    cells = parse_table(a, b, m1, m2)
    return test.flip(PublicControls(cells.a, cells.b, cells.m1, cells.m2))


def beta_error(mechanism: str, m1: int, m2: int, tau: Fraction, beta: Fraction, budget: Budget) -> Real:
    """(5): the largest error over all tables whose statistic is at least beta away from tau; 0 if there is none."""
    gap, kind = Gap(m1, m2, tau, beta), parse_mechanism(mechanism)
    if kind is PrivateTestName.BETA_OPTIMAL:
        return best_beta_error(m1, m2, tau, beta, budget)
    if kind is PrivateTestName.OPTIMAL:
        nearest = nearest_distance(gap)
        return Real(0) if nearest is None else flip_at_distance(budget, nearest - 1)
    least = least_reach(kind, gap)
    if least is None:
        return Real(0)
    return budget.report_power(root_sum(negate_summands(least))) / 2


def best_beta_error(m1: int, m2: int, tau: Fraction, beta: Fraction, budget: Budget) -> Real:
    """The least beta-error that a private test can have."""
    gap = Gap(m1, m2, tau, beta)
    return optimal_accept_probability(budget, 0, gap.length) if gap.above and gap.below else Real(0)


def bound_printed(
    m1: Elementary, m2: Elementary, tau: Elementary, beta: Elementary, epsilon: Elementary
) -> Elementary:
    """(20), which Theorem 4.4 claims of Algorithm 2's beta-error, wrongly."""
    return radial_flip_probability(epsilon / delta_t(m1, m2, tau), beta / tau)


def bound_corrected(
    m1: Elementary, m2: Elementary, tau: Elementary, beta: Elementary, w0: Elementary, epsilon: Elementary
) -> Elementary:
    """(20) with w0 beta for beta, which is true over tables of margins s with 4 s (N - s) >= w0 N^2."""
    return radial_flip_probability(epsilon / delta_t(m1, m2, tau), w0 * beta / tau)


def radial_flip_probability(rate: Elementary, beyond: Elementary) -> Elementary:
    """1/2 e^(rate (1 - sqrt(1 + beyond))), without cancellation: the flip where |T|^2 is 1 + beyond."""
    return exp(-rate * beyond / (1 + sqrt(1 + beyond))) / 2


def size(
    mechanism: str,
    m1: int,
    m2: int,
    rate: Fraction,
    tau: Fraction,
    budget: Budget,
    beta: Fraction | None = None,
) -> Real:
    """The probability that a private test finds significance where cases and controls have the variant at the same rate."""
    test = PrivateTest(parse_mechanism(mechanism), tau, budget, beta)
    tables = count_tables(m1, m2, MOST_TABLES)
    if tables * (m1 + m2) * rate.denominator.bit_length() > MOST_BITS:
        raise Refused(
            Reason.TOO_LARGE,
            f"rate has too many digits for the probabilities of {tables} tables",
            "fewer people, or a rate with a smaller denominator",
        )
    # With all variants flipped a table has the same law of answers, and it is as far from the end of the list.
    a, b = np.divmod(np.arange((tables + 1) // 2), m2 + 1)
    half = Tables(a, b, m1, m2)
    ways, examples = Counter[Standing](), dict[Standing, Table]()
    whole, with_variant, with_margin = table_weights(m1, m2, rate)
    for place, standing in enumerate(test.standings(half)):
        table = half[place]
        mirrored = {(table.a, table.b), (m1 - table.a, m2 - table.b)}
        ways[standing] += sum(
            with_variant[0][a] * with_variant[1][b] * with_margin[a + b] for a, b in mirrored
        )
        examples.setdefault(standing, test.adapt_table(table))
    return add_pairwise(
        [test.says_significant(table) * rational(ways[each], whole) for each, table in examples.items()]
    )


def table_weights(m1: int, m2: int, rate: Fraction) -> tuple[int, tuple[list[int], list[int]], list[int]]:
    """The common denominator of the probabilities of tables whose carriers are independent, and the factors of each numerator.

    These are the choices of a cases, those of b controls, and a factor for the a + b carriers.
    """
    have, lack, people = rate.numerator, rate.denominator - rate.numerator, m1 + m2
    groups = [comb(m1, a) for a in range(m1 + 1)], [comb(m2, b) for b in range(m2 + 1)]
    return (
        rate.denominator**people,
        groups,
        [have**carriers * lack ** (people - carriers) for carriers in range(people + 1)],
    )


def add_pairwise(values: list[Real]) -> Real:
    """The sum of some numbers, as a tree that is not deeper than the logarithm of their count."""
    while len(values) > 1:
        pairs = zip(values[::2], [*values[1::2], Real(0)], strict=False)
        values = [one + other for one, other in pairs]
    return values[0]


def nearest_distance(gap: Gap) -> int | None:
    """The least distance to the other decision, of all tables at least beta away from tau; None if there is none."""
    region = Region(gap.m1, gap.m2, gap.tau)
    found: list[int] = []
    if gap.above:
        found.append(shortest_way_out(region, *gap.upper_edge))
    if gap.below and gap.tau < gap.m1 + gap.m2:
        found.append(shortest_way_in(region, *gap.lower_edge))
    return min(found, default=None)


def least_reach(mechanism: PrivateTestName, gap: Gap) -> tuple[Summand, ...] | None:
    """The least `standardized_distance` of all tables at least beta away from tau; None if there is no such table."""
    sides = [side for side, there in ((gap.upper_rows, gap.above), (gap.lower_rows, gap.below)) if there]
    if not sides:
        return None
    a, b = (np.concatenate(cells) for cells in zip(*sides, strict=True))
    about = approximate_reach(mechanism, gap, (a, b))
    candidates = np.flatnonzero(np.isclose(about, about.min(), rtol=NEAR, atol=NEAR))
    tables = {PublicControls(int(a[place]), int(b[place]), gap.m1, gap.m2) for place in candidates}
    return smallest_root_sum(standardized_distance(mechanism, each, gap.tau) for each in tables)


def approximate_reach(mechanism: PrivateTestName, gap: Gap, cells: Cells) -> Array:
    """A number for each table, in floats, that rises with a mechanism's `standardized_distance`."""
    a, b = cells
    N, margin = float(gap.m1 + gap.m2), (a + b).astype(np.float64)
    slant = (a * gap.m2 - b * gap.m1).astype(np.float64)
    weight, even = margin * (N - margin), float(gap.m1) * gap.m2
    if mechanism in {
        PrivateTestName.ALGORITHM_2,
        PrivateTestName.ALGORITHM_2_TIGHT,
        PrivateTestName.ALGORITHM_2_INTEGER,
    }:
        norm = ((2 * margin - N) / N) ** 2 + 4 * slant**2 / (float(gap.tau) * even * N)
        radial: Array = np.abs(np.sqrt(norm) - 1)
        return radial
    statistic = np.divide(slant**2 * N, weight * even, out=np.zeros_like(weight), where=weight > 0)
    off: Array = np.abs(statistic - float(gap.tau)) / float(gap.tau)
    if mechanism is PrivateTestName.ALGORITHM_1_Y2:
        most = np.maximum(b, gap.m2 - b)
        off = off * (most + 1) / most
    return off


def smallest_root_sum(candidates: Iterable[tuple[Summand, ...]]) -> tuple[Summand, ...]:
    """The smallest of some sums of roots."""
    return min(candidates, key=cmp_to_key(compare_sums))
