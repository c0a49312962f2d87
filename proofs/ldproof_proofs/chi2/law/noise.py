"""Errors by their definitions: Laplace's distribution function, and searches for sensitivities and distances."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from math import isqrt

from ldproof.budget import parse_budget
from ldproof.chi2.formulas import delta_y1, delta_y2, norm_squared, statistic_ratio, t_squared
from ldproof.chi2.law import PrivateTestName
from ldproof.numbers import Ball, Real, Term, apply_operator, ball, exp, log, rational, real, sqrt, term
from ldproof_proofs.chi2.distance.search import (
    Cell,
    cells,
    found_from,
    neighbours,
    sides,
    statistic,
    to_other_decision,
)
from ldproof_proofs.kernel.relations import unknown

Counts = tuple[int, int, int, int]
"""a, b, m1 and m2."""
ODDS = Fraction(4)
BUDGET = parse_budget(odds=ODDS)
"""Its square root is a fraction, so that the least errors and M*'s are fractions too."""

ADDED = tuple(
    kind for kind in PrivateTestName if kind not in (PrivateTestName.OPTIMAL, PrivateTestName.BETA_OPTIMAL)
)
"""The mechanisms that add noise."""
FIRST = (PrivateTestName.ALGORITHM_1_F, PrivateTestName.ALGORITHM_1_Y1, PrivateTestName.ALGORITHM_1_Y2)
"""Those that add it to the statistic."""


def suits(mechanism: PrivateTestName, m1: int, m2: int) -> bool:
    """(14) is for groups of one size."""
    return mechanism is not PrivateTestName.ALGORITHM_1_F or m1 == m2


@cache
def norm(cell: Cell, m1: int, m2: int, tau: Fraction) -> Fraction:
    """|T|^2 by the statistic and the margin: 1 + (chi2/tau - 1) 4 s (N - s)/N^2."""
    N, s = m1 + m2, sum(cell)
    return 1 + (statistic(*cell, m1, m2) / tau - 1) * rational(4 * s * (N - s), N**2)


@cache
def most_moved(m1: int, m2: int) -> Fraction:
    """By how much one person moves the statistic at most."""
    return max(
        abs(statistic(*cell, m1, m2) - statistic(*other, m1, m2))
        for cell in cells(m1, m2)
        for other in neighbours(cell, m1, m2)
    )


def longest(m1: int, m2: int, tau: Fraction) -> Ball:
    """By how much one person moves |T| at most."""
    steps = (
        abs(ball(norm(cell, m1, m2, tau)).sqrt() - ball(norm(other, m1, m2, tau)).sqrt())
        for cell in cells(m1, m2)
        for other in neighbours(cell, m1, m2)
    )
    return max(steps, key=float)


def spread(mechanism: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction) -> Ball:
    """The sensitivity that a mechanism takes: by a search where it is one, and as printed otherwise."""
    N = m1 + m2
    match mechanism:
        case PrivateTestName.ALGORITHM_1_F | PrivateTestName.ALGORITHM_1_Y1:
            return ball(most_moved(m1, m2))
        case PrivateTestName.ALGORITHM_1_Y2:
            most = max(cell[1], m2 - cell[1])
            return ball(rational(N**2 * most, m1 * m2 * (most + 1)))
        case PrivateTestName.ALGORITHM_2:
            top = (m1**2 + m2**2) * N + 2 * tau * m1 * m2
            return 2 * ball(top / (tau * m1 * m2 * N**2)).sqrt()
        case PrivateTestName.ALGORITHM_2_TIGHT:
            in_a, in_b = (
                4 * one / (tau * other * N) + rational(4, N**2) for one, other in ((m2, m1), (m1, m2))
            )
            return ball(max(in_a, in_b)).sqrt()
        case _:
            return longest(m1, m2, tau)


def exceeds(margin: Ball, *, above: bool) -> Ball:
    """The probability that Laplace's noise of scale 1 exceeds a number, which is below 0 or not."""
    return 1 - margin.exp() / 2 if above else (-margin).exp() / 2


def wrong(mechanism: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction, beta: Fraction) -> Ball:
    """The probability of the wrong answer, at odds of 4; beta only where the mechanism asks for it."""
    beyond = statistic(*cell, m1, m2) > tau
    if mechanism is PrivateTestName.OPTIMAL:
        apart = to_other_decision(m1, m2, tau)[cell]
        return ball(1 / (1 + ODDS) / ODDS ** (apart - 1)) if apart else ball(0)
    if mechanism is PrivateTestName.BETA_OPTIMAL:
        one = climbed(cell, m1, m2, tau, beta)
        return ball(1 - one if beyond else one)
    if mechanism in FIRST:
        margin = ball(tau - statistic(*cell, m1, m2))
    else:
        margin = 1 - ball(norm(cell, m1, m2, tau)).sqrt()
    says = exceeds(margin / spread(mechanism, cell, m1, m2, tau) * ball(ODDS).log(), above=beyond)
    return 1 - says if beyond else says


@cache
def longest_step(m1: int, m2: int, tau: Fraction) -> tuple[Fraction, Fraction]:
    """The squares of |T| at the two ends of the longest step, the larger first: looked for by floats among all steps."""
    steps = (
        sorted((norm(cell, m1, m2, tau), norm(other, m1, m2, tau)), reverse=True)
        for cell in cells(m1, m2)
        for other in neighbours(cell, m1, m2)
    )
    far, near = max(steps, key=lambda ends: float(ends[0]) ** 0.5 - float(ends[1]) ** 0.5)
    return far, near


def spread_as_term(mechanism: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction) -> Term:
    """The sensitivity that a mechanism takes, as a term."""
    N = m1 + m2
    match mechanism:
        case PrivateTestName.ALGORITHM_1_F | PrivateTestName.ALGORITHM_1_Y1:
            return term(most_moved(m1, m2))
        case PrivateTestName.ALGORITHM_1_Y2:
            most = max(cell[1], m2 - cell[1])
            return term(N) ** 2 * most / (m1 * m2 * term(most + 1))
        case PrivateTestName.ALGORITHM_2:
            return root(4 * ((m1**2 + m2**2) * N + 2 * tau * m1 * m2) / (tau * m1 * m2 * N**2))
        case PrivateTestName.ALGORITHM_2_TIGHT:
            fewer = min(m1, m2)
            return root(4 * (N - fewer) / (tau * fewer * N) + rational(4, N**2))
        case _:
            far, near = longest_step(m1, m2, tau)
            return root(far) - root(near)


def wrong_as_term(
    mechanism: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction, beta: Fraction
) -> Term:
    """The probability of the wrong answer, as `wrong`, but as a term: 1/2 e^-(how far off, in sensitivities, times epsilon)."""
    found = statistic(*cell, m1, m2)
    if mechanism is PrivateTestName.OPTIMAL:
        apart = to_other_decision(m1, m2, tau)[cell]
        return 1 / (1 + term(ODDS)) / term(ODDS) ** (apart - 1) if apart else term(0)
    if mechanism is PrivateTestName.BETA_OPTIMAL:
        one = term(climbed(cell, m1, m2, tau, beta))
        return 1 - one if found > tau else one
    return exp(-reach_as_term(mechanism, cell, m1, m2, tau) * log(term(ODDS))) / 2


@cache
def reach_as_term(mechanism: PrivateTestName, cell: Cell, m1: int, m2: int, tau: Fraction) -> Term:
    """How far what noise is added to is from its threshold, in sensitivities."""
    found, square = statistic(*cell, m1, m2), norm(cell, m1, m2, tau)
    on_edge = found == tau if mechanism in FIRST else square == 1
    if on_edge:
        return term(0)
    margin = found - term(tau) if mechanism in FIRST else root(square) - 1
    off = margin if found > tau else -margin
    return off / spread_as_term(mechanism, cell, m1, m2, tau)


def root(square: Fraction) -> Term:
    """The root of a fraction: a fraction where it is one."""
    above, under = (isqrt(part) for part in (square.numerator, square.denominator))
    return term(Fraction(above, under)) if Fraction(above, under) ** 2 == square else sqrt(term(square))


def of_second(norm: Term, spread: Term, epsilon: Fraction, *, beyond: bool) -> Term:
    """Algorithm 2's error where |T|^2 is known, on either side of the circle: 1/2 e^(-epsilon | |T| - 1 |/Delta)."""
    off = sqrt(norm) - 1 if beyond else 1 - sqrt(norm)
    return exp(-epsilon * off / sqrt(spread)) / 2


def second_error(cells: Counts, tau: Fraction, epsilon: Fraction) -> Term:
    """Algorithm 2's error at a table, with (12)."""
    a, b, m1, m2 = map(term, cells)
    spread, norm = t_squared(m1, m2, term(tau)), norm_squared(a, b, m1, m2, term(tau))
    return of_second(norm, spread, epsilon, beyond=statistic(*cells) > tau)


def first_error(cells: Counts, tau: Fraction, epsilon: Fraction) -> Term:
    """Algorithm 1's error at a table, with (15)."""
    _, _, m1, m2 = map(term, cells)
    return of_first(cells, tau, epsilon, delta_y1(m1, m2))


def public_error(cells: Counts, tau: Fraction, epsilon: Fraction) -> Term:
    """Algorithm 1's error at a table, with (16)."""
    _, b, m1, m2 = map(term, cells)
    return of_first(cells, tau, epsilon, delta_y2(b, m1, m2))


def of_first(cells: Counts, tau: Fraction, epsilon: Fraction, spread: Term) -> Term:
    """Algorithm 1's error at a table, with any sensitivity."""
    off = statistic_ratio(*map(term, cells)) - tau
    return exp(-epsilon * (off if statistic(*cells) > tau else -off) / spread) / 2


def number(value: Term) -> Real:
    """A term without symbols as a number."""
    return value.fold(real, unknown, apply_operator)


def least_error(length: int) -> Fraction:
    """g: where the climb from it in a number of steps ends at 1 less it."""
    half, odd = divmod(length, 2)
    return 1 / (1 + ODDS) / ODDS**half if odd else 1 / (2 * ODDS**half)


def climbed(cell: Cell, m1: int, m2: int, tau: Fraction, beta: Fraction) -> Fraction:
    """The probability of a 1: from g at tau - beta and below, with every step as much as privacy lets it, up to 1 - g."""
    low, high = sides(m1, m2, tau, beta)
    if not (low and high):
        return rational(int(bool(high)))
    steps = found_from(low, m1, m2)
    length = min(steps[each] for each in high)
    one = least_error(length)
    for _ in range(min(steps[cell], length)):
        one = min(ODDS * one, 1 - (1 - one) / ODDS)
    return one


def counted(m1: int, m2: int, tau: Fraction, beta: Fraction) -> Iterable[Cell]:
    """The tables that a beta-error counts."""
    return (cell for side in sides(m1, m2, tau, beta) for cell in side)


def largest(mechanism: PrivateTestName, m1: int, m2: int, tau: Fraction, beta: Fraction) -> Ball:
    """The largest error among the tables that count; 0 without any."""
    every = list(counted(m1, m2, tau, beta))
    if mechanism in ADDED and mechanism not in FIRST and every:
        # The sensitivity is the same for all tables, so that the one nearest to the ellipse is in error most.
        every = [min(every, key=lambda cell: abs(float(norm(cell, m1, m2, tau)) ** 0.5 - 1))]
    errors = (wrong(mechanism, cell, m1, m2, tau, beta) for cell in every)
    return max(errors, key=float, default=Ball(0))
