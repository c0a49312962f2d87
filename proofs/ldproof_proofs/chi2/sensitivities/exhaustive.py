"""The sensitivities again, by looking at every step between two tables."""

from collections.abc import Iterator
from fractions import Fraction
from functools import cache, partial
from itertools import pairwise

import numpy as np

from ldproof.chi2.formulas import (
    delta_f,
    delta_integer,
    delta_star,
    delta_y1,
    delta_y2,
    delta_y2_exact,
    statistic,
)
from ldproof.numbers import Ball, Term, ball, enclose, precision, rational, term
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums

MOST = 40
"""How many people the tables have at most."""
FEW = 16
THRESHOLDS = (rational(1), rational(96, 25), rational(30))
CLOSE = 1e-9
"""Floats leave no doubt beyond it: the norms that are compared are below 10, and off by 10^-13."""
DIGITS = 25
BITS = 160


def shapes(most: int) -> Iterator[tuple[int, int]]:
    """All sizes of two groups of so many people together, or fewer."""
    return ((cases, everybody - cases) for everybody in range(2, most + 1) for cases in range(1, everybody))


@cache
def row_steps(b: int, m1: int, m2: int) -> list[Fraction]:
    """By how much one case's variant moves the statistic, with b public."""
    row = [statistic(a, b, m1, m2) for a in range(m1 + 1)]
    return [abs(one - other) for one, other in pairwise(row)]


def longest(m1: int, m2: int) -> Fraction:
    """The largest step of all, of a case or of a control."""
    in_a = (step for b in range(m2 + 1) for step in row_steps(b, m1, m2))
    in_b = (step for a in range(m1 + 1) for step in row_steps(a, m2, m1))
    return max(*in_a, *in_b)


def step_terms(b: int, m1: int, m2: int) -> list[Term]:
    """These steps as terms: the larger statistic less the smaller one."""
    row = [statistic(a, b, m1, m2) for a in range(m1 + 1)]
    return [term(max(pair)) - min(pair) for pair in pairwise(row)]


in_row = cache(delta_y2_exact)


def row_cases(loose: Fraction) -> Iterator[tuple[str, Relation]]:
    """(16) and its exact value, row by row; and (14) and (15)."""
    for m1, m2 in shapes(FEW):
        for b in range(m2 + 1):
            most, bound = in_row(b, m1, m2), delta_y2(term(b), term(m1), term(m2))
            name = f"b = {b}, m1 = {m1}, m2 = {m2}"
            yield from sums.largest(f"exact, {name}", step_terms(b, m1, m2), most * loose)
            yield f"(16), {name}", (below if 0 < b < m2 else equal)(most, bound)
        # The steps in b are those in a with the groups exchanged.
        most_in = [in_row(b, m1, m2) for b in range(m2 + 1)] + [in_row(a, m2, m1) for a in range(m1 + 1)]
        longest_step = delta_y1(Fraction(m1), Fraction(m2))
        yield from sums.largest(f"(15), m1 = {m1}, m2 = {m2}", [*map(term, most_in)], longest_step)
        if m1 == m2:
            yield f"(14), m1 = m2 = {m1}", equal(term(delta_f(m1, m2)) * 1, longest_step)


def rows(prover: Prover) -> Theorem:
    """The statistic's sensitivities with fractions."""
    claim = Ground(
        "chi2.sensitivities-by-steps",
        "(14) and (15) are the largest step of the statistic, and delta_y2_exact the largest in a row; (16) is that if b is "
        "0 or m2, and larger otherwise",
        f"all tables of at most {FEW} people",
        lambda: row_cases(rational(1)),
        lambda: row_cases(rational(2)),
        anchors=(
            anchor(delta_f, lambda: delta_f(4, 4), lambda: longest(4, 4)),
            anchor(delta_y2_exact, lambda: delta_y2_exact(2, 4, 6), lambda: max(row_steps(2, 4, 6))),
        ),
    )
    return prover.theorem(claim, ByRecord())


def whole_cases(more: int) -> Iterator[tuple[str, Relation]]:
    """In whole numbers: chi2 m1 m2 / N = h^2/(s (N - s)), and no step is longer than N M/(M + 1), which one step is.

    Steps and their bound are compared as multiples of one fraction.
    """
    for m1, m2 in shapes(MOST):
        N = m1 + m2
        a, b = np.arange(m1 + 1)[:, None], np.arange(m2 + 1)[None, :]
        s = a + b
        inner = (s > 0) & (s < N)
        top, bottom = np.where(inner, (a * m2 - b * m1) ** 2, 0), np.where(inner, s * (N - s), 1)
        size = delta_y1(rational(m1), rational(m2)) * m1 * m2 / N + more
        p, q = size.numerator, size.denominator
        neighbours = ((np.s_[:-1, :], np.s_[1:, :]), (np.s_[:, :-1], np.s_[:, 1:]))
        both = [
            np.stack([each[side].ravel() for each in (top, bottom) for side in pair]) for pair in neighbours
        ]
        low, high, low_bottom, high_bottom = np.concatenate(both, axis=1)
        gaps = p * low_bottom * high_bottom - q * abs(high * low_bottom - low * high_bottom)
        name, place = f"m1 = {m1}, m2 = {m2}", int(gaps.argmin())
        nearer, farther = sorted(
            (
                term(int(low[place])) / int(low_bottom[place]),
                term(int(high[place])) / int(high_bottom[place]),
            ),
            key=sums.nearly,
        )
        yield name, at_most(0, int(gaps[place]))
        yield f"reached, {name}", equal(farther - nearer, size)


def by_whole_numbers(prover: Prover) -> Theorem:
    """(15), and (14) as its case m1 = m2, for more people."""
    claim = Ground(
        "chi2.y1-by-whole-numbers",
        "(15) is the largest step of the statistic",
        f"all tables of at most {MOST} people",
        lambda: whole_cases(0),
        lambda: whole_cases(1),
    )
    return prover.theorem(claim, ByRecord())


def integer_longest(m1: int, m2: int, tau: Fraction) -> list[tuple[Fraction, Fraction]]:
    """The steps of |T| that may be the longest, as two squared norms: floats leave out what is shorter by 10^-9."""
    N, size = m1 + m2, tau * m1 * m2
    a, b = np.arange(m1 + 1)[:, None], np.arange(m2 + 1)[None, :]
    # ((2s - N)/N)^2 + 4 h^2/(tau m1 m2 N) over one denominator: whole numbers, below 10^9 for at most 40 people.
    tops = (2 * (a + b) - N) ** 2 * size.numerator + 4 * (a * m2 - b * m1) ** 2 * N * size.denominator
    bottom = N**2 * size.numerator
    norms = np.sqrt(tops / bottom)
    in_a, in_b = abs(norms[1:, :] - norms[:-1, :]), abs(norms[:, 1:] - norms[:, :-1])
    least = max(in_a.max(), in_b.max()) - CLOSE
    long_a, long_b = in_a >= least, in_b >= least
    ends = {
        *zip(tops[:-1, :][long_a].tolist(), tops[1:, :][long_a].tolist(), strict=True),
        *zip(tops[:, :-1][long_b].tolist(), tops[:, 1:][long_b].tolist(), strict=True),
    }
    return [(rational(one, bottom), rational(other, bottom)) for one, other in ends]


def moved(one: Fraction, other: Fraction) -> Ball:
    """By how much |T| moves."""
    return abs(ball(one).sqrt() - ball(other).sqrt())


def decimal(m1: int, m2: int, tau: Fraction) -> str:
    """The longest step of |T| over the tables that there are, to some digits."""
    steps = integer_longest(m1, m2, tau)
    return max(str(enclose(partial(moved, *each), DIGITS).lower) for each in steps)


def integer_cases(most: int, odd: int) -> Iterator[tuple[str, bool]]:
    """The exact sensitivity against every step, and against Delta*; `odd` is 0."""
    for m1, m2 in shapes(most):
        for tau in THRESHOLDS:
            name = f"m1 = {m1}, m2 = {m2}, tau = {tau}"
            steps = integer_longest(m1, m2, tau)
            with precision(BITS):
                found = ball(delta_integer(m1, m2, tau))
                lengths = [moved(*each) for each in steps]
                close = ball(rational(1, 10**DIGITS))
                longest = all(bool(each < found + close) for each in lengths) and any(
                    bool(each > found - close) for each in lengths
                )
                gap = delta_star(ball(m1), ball(m2), ball(tau)) - found
            yield name, longest
            whole = max(m1, m2) % 2 == odd and min(m1, m2) >= 2
            yield f"against Delta*, {name}", bool(gap.contains(0)) if whole else bool(gap > 0)


def integers(prover: Prover) -> Theorem:
    """The exact sensitivity of |T|, and when it is Delta*."""
    claim = Finite(
        "chi2.delta-integer",
        "delta_integer is the longest step of |T| to 25 digits, and is Delta* if and only if the larger group is even and "
        "the smaller one has two people or more",
        f"all tables of at most {MOST} people, tau in 1, 96/25, 30",
        lambda: integer_cases(MOST, 0),
        lambda: integer_cases(4, 1),
        anchors=(
            anchor(
                delta_integer,
                lambda: str(enclose(lambda: ball(delta_integer(5, 3, rational(1))), DIGITS).lower),
                lambda: decimal(5, 3, rational(1)),
            ),
        ),
    )
    return prover.theorem(claim, ByEnumeration())
