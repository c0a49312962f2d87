"""The bounds on the errors against exact laws, and against their definitions solved by bisection."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial, reduce
from math import isqrt

from ldproof.budget import Budget
from ldproof.numbers import Ball, Real, Term, ball, floor, sign
from ldproof.probability import Law, law_of_shares
from ldproof.sketch.error import alpha_mean, alpha_median, alpha_min, estimate_row_count, ones_law
from ldproof.sketch.plan import Rows, channel_and_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.relations import Relation, at_most
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.law import sums
from ldproof_proofs.law.finite_laws import mixture_law
from ldproof_proofs.sketch.orders import doubled_median_law, minimum_law
from ldproof_proofs.sketch.variance.exhaustive import added, functions, person, seen, table

DIGITS = 10**9
"""Two numbers are taken for the same if they agree to so many parts of 1."""

BUDGET = Budget(1, "odds", Fraction(4))
"""Symmetric flips at E = 4 have p = 1/3 and q = 2/3."""
GAP = Fraction(1, 3)


def cut(found: Real) -> int:
    """A number to nine digits after the point."""
    return floor(lambda: ball(found) * DIGITS)


def solved(falling: Callable[[Fraction], Ball], level: Fraction) -> Fraction:
    """Where a function that falls reaches a level."""
    low, high = Fraction(0), Fraction(10**4)
    for _ in range(60):
        middle = (low + high) / 2
        above = sign(partial(beyond, falling, middle, level)) > 0
        low, high = (middle, high) if above else (low, middle)
    return low


def beyond(falling: Callable[[Fraction], Ball], x: Fraction, level: Fraction) -> Ball:
    """How far the function is above the level."""
    return falling(x) - ball(level)


def hoeffding_at(count: Fraction, level: Fraction) -> Fraction:
    """The x with 2 e^(-2 x^2/count) = level."""
    return solved(lambda x: 2 * ball(-2 * x**2 / count).exp(), level)


def mean_by_definition(N: int, f: int, w: int, delta: Fraction, d: int) -> Fraction:
    """Noise of N flips over the gap, and N - f times a mean of d numbers: each has half of delta."""
    noisy, collided = hoeffding_at(Fraction(N), delta / 2) / GAP, hoeffding_at(Fraction(d), delta / 2) / d
    return (noisy + (N - f) * collided) * w / (w - 1)


def minimum_by_definition(N: int, f: int, w: int, delta: Fraction, d: int) -> Fraction:
    """Noise of d + 1 events of N flips that count d-fold, and x with ((N - f)/(w x))^d = delta/2."""
    noisy = d * hoeffding_at(Fraction(N), delta / (d + 1)) / GAP
    collided = solved(lambda x: ball((Fraction(N - f, w) / (x + Fraction(1, DIGITS**3))) ** d), delta / 2)
    return noisy + min(Fraction(N - f), collided)


def row_law(w: int, d: int, items: tuple[int, ...]) -> Law[Fraction]:
    """The law of the first of d rows: a report is in it with probability 1/d and then counts for d people."""
    laws, known, shared = (
        table(channel_and_budget("cms", w, 1, odds=Fraction(4))[0]),
        list(functions(w, 1)),
        Fraction(1, w),
    )
    parts = []
    for hashes in known:
        told = [
            mixture_law(
                (
                    (
                        Fraction(1, d),
                        person(laws, Rows.SAMPLED, seen(hashes, item)).pushforward(
                            lambda z: d * (z - shared)
                        ),
                    ),
                    (1 - Fraction(1, d), law_of_shares([(Fraction(0), Fraction(1))])),
                )
            )
            for item in items
        ]
        parts.append((Fraction(1, len(known)), reduce(added, told).pushforward(lambda z: z / (1 - shared))))
    return mixture_law(parts)


def median_by_definition(w: int, d: int, items: tuple[int, ...], delta: Fraction) -> int:
    """Chebyshev for a row, and Markov for how many rows are off: d r/ceil(d/2) = delta."""
    variance = row_law(w, d, items).variance(lambda value: value)
    risk = delta * -(-d // 2) / d
    return isqrt(int(variance / risk * DIGITS**2))


def within(found: Iterable[tuple[Fraction, Fraction]], f: int, alpha: Real, share: int) -> Term:
    """The probability of an error above a part of alpha."""
    limit = Fraction(cut(alpha), DIGITS * share)
    return sums.total(chance for value, chance in found if abs(value - f) > limit)


POPULATIONS = ((60, 60, 0), (60, 20, 1), (60, 0, 1), (60, 0, 10))
"""N, f, and how many people hold each other item."""
RISKS = (Fraction(1, 2), Fraction(1, 10))


def cases(share: int) -> Iterable[tuple[str, Relation]]:
    """The exact probability of a larger error of the minimum and of the median of all rows; of the mean of one row."""
    p, q, w = Fraction(1, 3), Fraction(2, 3), 8
    for (N, f, each), d, delta in ((s, d, r) for s in POPULATIONS for d in (1, 3) for r in RISKS):
        others = [each] * ((N - f) // each) if each else []
        S, budget = sum(count**2 for count in others), Budget(d, "report_odds", Fraction(4))
        row = ones_law(f, others, w, 1, p, q)
        raw = [estimate_row_count(Fraction(count), Fraction(N), p, q) for count in range(2 * N + 1)]
        middle = [
            (raw[0] + Fraction(twice, 2) / (q - p), chance)
            for twice, chance in doubled_median_law(row, d).items()
        ]
        debiased = [((value - Fraction(N, w)) / (1 - Fraction(1, w)), chance) for value, chance in middle]
        name = f"N = {N}, f = {f}, {each} people each, d = {d}, delta = {delta}"
        least = list(zip(raw, minimum_law(row, d), strict=False))
        alpha = alpha_min("all_rows", N, f, w, delta, d, budget)
        yield f"{name}, min", at_most(within(least, f, alpha, share), delta)
        alpha = alpha_median("all_rows", N, f, S, w, delta, d, budget)
        yield f"{name}, median", at_most(within(debiased, f, alpha, share), delta)
        if d == 1:
            alpha = alpha_mean("all_rows", N, f, w, delta, d, budget)
            yield f"{name}, mean", at_most(within(debiased, f, alpha, share), delta)


def bounds(prover: Prover) -> Theorem:
    """Exact tails by generating functions and order statistics."""
    shape, items = (3, 1, 4, Fraction(1, 2), 2), (0, 1, 1)
    claim = Ground(
        "sketch.errors-are-bounded",
        "an error of more than alpha has a probability of at most delta",
        "N = 60, f in {0, 20, 60}, others alone or ten by ten, w = 8, d in {1, 3}, delta in {1/2, 1/10}, p = 1 - q = 1/3; "
        "minimum and median of all rows, and the mean of one",
        lambda: cases(1),
        lambda: cases(10),
        anchors=(
            anchor(
                alpha_mean,
                lambda: cut(alpha_mean("cms", *shape, BUDGET)),
                lambda: int(mean_by_definition(*shape) * DIGITS),
            ),
            anchor(
                alpha_min,
                lambda: cut(alpha_min("cms", *shape, BUDGET)),
                lambda: int(minimum_by_definition(*shape) * DIGITS),
            ),
            anchor(
                alpha_median,
                lambda: cut(alpha_median("cms", 3, 1, 4, 2, Fraction(1, 2), 2, BUDGET)),
                lambda: median_by_definition(2, 2, items, Fraction(1, 2)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
