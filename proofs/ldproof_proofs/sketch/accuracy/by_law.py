"""The bounds on the errors against exact laws, and against their definitions solved by bisection."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial, reduce
from itertools import product as every
from math import comb, isqrt

from ldproof.budget import Budget
from ldproof.numbers import Ball, Real, Term, ball, floor, sign
from ldproof.probability import Law, law_of_shares
from ldproof.sketch.error import alpha_mean, alpha_median, alpha_min, estimate_row_count, ones_law, row_risk
from ldproof.sketch.plan import Rows, channel_and_budget
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
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


def certified_equal(found: Real, wanted: Fraction) -> bool:
    """Whether a number is the wanted one: exactly, or certified to nine digits."""
    if found.exact is not None:
        return found.exact == wanted
    return floor((found - wanted) * DIGITS + Fraction(1, 2)) == 0


@dataclass(frozen=True, slots=True)
class Spoken:
    """A mechanism whose moments are known: a report's reach, and by how much it supports its own column more."""

    word: str
    rows: Rows
    odds: Fraction
    """One report's."""
    reach: int
    gap: Fraction

    def budget(self, d: int) -> Budget:
        """Of a person who reports on all of d rows, or on one."""
        return Budget(d if self.rows is Rows.ALL else 1, "report_odds", self.odds)

    def of_mean(self, N: int, f: int, w: int, delta: Fraction, d: int) -> Fraction:
        """Noise of N numbers of this reach over the gap, and N - f times a mean of d numbers of reach 1."""
        alone = self.rows is Rows.OWN or f == N
        each = delta if alone else delta / 2
        noisy = hoeffding_at(Fraction(N, d if self.rows is Rows.ALL else 1), each) * self.reach / self.gap
        collided = Fraction(0) if alone else hoeffding_at(Fraction(d), each) / d
        return (noisy + (N - f) * collided) * w / (w - 1)

    def of_minimum(self, N: int, f: int, w: int, delta: Fraction, d: int) -> Fraction:
        """Noise of d + 1 events, of N numbers that count d-fold where rows are sampled; x with ((N-f)/(w x))^d = delta/2."""
        scale = self.reach * (d if self.rows is Rows.SAMPLED else 1)
        noisy = scale * hoeffding_at(Fraction(N), delta / (d + 1)) / self.gap
        collided = solved(lambda x: ball((Fraction(N - f, w) / (x + Fraction(1, DIGITS**3))) ** d), delta / 2)
        return noisy + min(Fraction(N - f), collided)


CMS = Spoken("cms", Rows.SAMPLED, Fraction(4), 1, GAP)
SPOKEN = (
    CMS,
    Spoken("all_rows", Rows.ALL, Fraction(4), 1, GAP),
    Spoken("per_user", Rows.OWN, Fraction(4), 1, GAP),
    Spoken("hcms", Rows.SAMPLED, Fraction(3), 2, Fraction(1, 2)),
)


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
                lambda: int(CMS.of_mean(*shape) * DIGITS),
            ),
            anchor(
                alpha_min,
                lambda: cut(alpha_min("cms", *shape, BUDGET)),
                lambda: int(CMS.of_minimum(*shape) * DIGITS),
            ),
            anchor(
                alpha_median,
                lambda: cut(alpha_median("cms", 3, 1, 4, 2, Fraction(1, 2), 2, BUDGET)),
                lambda: median_by_definition(2, 2, items, Fraction(1, 2)),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())


def by_definition(rows: Rows, d: int, delta: Fraction) -> Fraction:
    """How often a row may be off: the larger r with (4 r (1 - r))^(d/2) = delta, r below 1/2, or C(d, k) r^k = delta."""
    half = -(-d // 2)
    if rows is not Rows.ALL:
        return delta if rows is Rows.OWN else delta * half / d
    from_half = solved(lambda x: ball(max(Fraction(0), 1 - 4 * x**2)).sqrt() ** d, delta)
    inverse = solved(lambda x: ball(comb(d, half) / (x + Fraction(1, DIGITS**3)) ** half), delta)
    return max(Fraction(1, 2) - from_half, 1 / inverse)


def risk_cases(more: int) -> Iterable[tuple[str, bool]]:
    """Few and many rows, of each kind, and risks at which the one or the other is larger."""
    for rows, d, delta in every(Rows, (1, 2, 3, 5, 8, 31), (Fraction(1, 2), Fraction(1, 100))):
        wanted = by_definition(rows, d, delta)
        found = row_risk(rows, d, delta)
        yield f"{rows.value} rows, d = {d}, delta = {delta}", certified_equal(found, wanted + more)


def risks(prover: Prover) -> Theorem:
    """What the bound on the median's error asks of a row."""
    claim = Finite(
        "sketch.row-risk",
        "the probability with which a row may be off is the larger r with (4 r (1 - r))^(d/2) = delta or C(d, k) r^k = delta, "
        "k = ceil(d/2), for all rows; delta k/d for sampled rows, and delta without rows",
        "d in {1, 2, 3, 5, 8, 31}, delta = 1/2 and 1/100; nine digits",
        lambda: risk_cases(0),
        lambda: risk_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())


def written_cases(more: int) -> Iterable[tuple[str, bool]]:
    """Each bound by its own name, beside its definition; whoever holds the item, few or all."""
    for spoken, f, d in every(SPOKEN, (0, 20, 60), (1, 3)):
        at = (60, f, 8, Fraction(1, 10), d)
        name = f"{spoken.word}, f = {f}, d = {d}"
        found = alpha_mean(spoken.word, *at, spoken.budget(d), S=(60 - f) ** 2)
        yield f"{name}, mean", certified_equal(found, spoken.of_mean(*at) + more)
        if spoken.rows is not Rows.OWN:
            found = alpha_min(spoken.word, *at, spoken.budget(d), S=(60 - f) ** 2)
            yield f"{name}, minimum", certified_equal(found, spoken.of_minimum(*at) + more)


def bounds_as_written(prover: Prover) -> Theorem:
    """The bounds on the errors of the mean and of the minimum, by Hoeffding's inequality and Markov's."""
    claim = Finite(
        "sketch.errors-as-written",
        "the bounds on the errors of the mean and of the minimum are those of their definitions, whatever S is",
        "cms, all_rows, per_user and hcms; N = 60, f in {0, 20, 60}, w = 8, d in {1, 3}, delta = 1/10; nine digits",
        lambda: written_cases(0),
        lambda: written_cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
