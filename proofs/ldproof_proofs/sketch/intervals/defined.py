"""Intervals from separate bounds: the bounds on an estimate's error as they are defined, solved by bisection."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product as every

import numpy as np

from ldproof.numbers import Ball, Elementary, Real, ball, least, lift, lift_elementary, log, sqrt
from ldproof.probability import bernstein_bound
from ldproof.sketch.channels import Channel, Hadamard, Unary
from ldproof.sketch.collector import Hits, mean_estimates
from ldproof.sketch.error import Interval, accepted_risk, hoeffding_deviation
from ldproof.sketch.plan import Rows
from ldproof_proofs.kernel.finite import ByEnumeration, Finite
from ldproof_proofs.kernel.prover import Prover
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.accuracy.by_law import hoeffding_at, solved
from ldproof_proofs.sketch.estimators.joined import certified_equal

# Given the hashes, the reports' supports are independent and of a known range, so that Hoeffding's inequality bounds the
# noise, by A. Over the hashes, collisions add N - f times r, a mean of d independent numbers from 0 to 1, of which c was
# taken out, the mean of r. So they add (N - f) B at most, by the same inequality or by Bernstein's; and as r >= 0, they
# take away no more than (N - f) c / (1 - c). Each bound has half of a candidate's part of delta. Then
# estimate - f <= A + (N - f) B, and the same on the other side, is solved for f and cut to 0 <= f <= N.


def separate_intervals(hits: Hits, delta: object) -> list[Interval]:
    """As `confidence_intervals`, from one bound on the noise and another on collisions, which is wider."""
    estimates = mean_estimates(hits)
    share = accepted_risk(hits, delta) / max(1, len(estimates))
    each = share / 2 if hits.shared else share
    return [hoeffding_interval(hits, estimate, each) for estimate in estimates]


def bernstein_deviation(count: Elementary, chance: Elementary, delta: Elementary) -> Elementary:
    """A deviation that a mean of `count` numbers in [0, 1] exceeds with probability delta at most.

    They are independent, and `chance` on average: by Bernstein's inequality, as their variance is at most
    chance (1 - chance).
    """
    surprise, variance = log(2 / delta), chance * (1 - chance)
    return (surprise / 3 + sqrt((surprise / 3) ** 2 + 2 * count * surprise * variance)) / count


def hoeffding_interval(hits: Hits, estimate: Real, delta: Fraction) -> Interval:
    """One item's interval: its bounds A and B, solved for f and held against 0 <= f <= N."""
    N, rows, rest = hits.N, len(hits.reporters), 1 - hits.collision
    reach = hits.weight * hits.channel.support_range
    noise = reach * lift_elementary(hoeffding_deviation, N / hits.weight, delta) / hits.channel.gap / rest
    apart = least(
        lift_elementary(hoeffding_deviation, rows, delta) / rows,
        lift_elementary(bernstein_deviation, rows, hits.collision, delta),
    )
    added = apart if hits.shared else Real(0)
    above, below = added / rest, least(added, Real(hits.collision)) / rest

    def lower_end(estimate: Ball, A: Ball, B: Ball) -> Ball:
        # A bound on collisions of 1 or more says nothing.
        return ((estimate - A - ball(N) * B) / (1 - B)).max(0) if B < 1 else ball(0)

    def upper_end(estimate: Ball, A: Ball, B: Ball) -> Ball:
        return ((estimate + A + ball(N) * B) / (1 + B)).min(ball(N))

    lower = lift(lower_end, estimate, noise, above, exactly=False)
    return Interval(lower, estimate, lift(upper_end, estimate, noise, below, exactly=False))


def bernstein_at(count: Fraction, chance: Fraction, level: Fraction) -> Fraction:
    """The x at which Bernstein's bound for a mean of numbers from 0 to 1, `chance` on average, is this."""
    variance = ball(chance * (1 - chance))
    return solved(lambda x: bernstein_bound(ball(count), variance, ball(Fraction(1)), ball(x)), level)


@dataclass(frozen=True, slots=True)
class Asked:
    """A collector's state: how many rows and reports there are, and how much of a row's reports supports an item."""

    rows: Rows
    d: int
    reports: int
    """Of each row."""
    shares: tuple[Fraction, ...]
    """For each item."""
    channel: Channel
    reach: int

    def hits(self) -> Hits:
        """The state as the collector has it."""
        each = [int(self.reports * share) for share in self.shares]
        return Hits(
            np.array([each] * self.d, np.int64),
            np.full(self.d, self.reports),
            self.d if self.rows is Rows.SAMPLED else 1,
            self.rows is not Rows.OWN,
            self.channel,
            SHARED,
        )

    def ends(self, risk: Fraction) -> Iterator[tuple[Fraction, Fraction, Fraction]]:
        """h - f <= A + (N - f) B and f - h <= A + (N - f) C solved for f, where A and B have half of an item's risk each."""
        own = self.rows is Rows.OWN
        each = risk / (len(self.shares) or 1) / (1 if own else 2)
        weight = Fraction(1, 1 if self.rows is Rows.SAMPLED else self.d)
        people, rest = self.d * self.reports * weight, 1 - SHARED
        low, high = Fraction(str(self.channel.low)), Fraction(str(self.channel.high))
        noise = (
            weight * self.reach * hoeffding_at(Fraction(self.d * self.reports), each) / (high - low) / rest
        )
        rows = Fraction(self.d)
        apart = Fraction(0) if own else min(hoeffding_at(rows, each) / rows, bernstein_at(rows, SHARED, each))
        added, taken = apart / rest, min(apart, SHARED) / rest
        for share in self.shares:
            cell = (int(self.reports * share) - self.reports * low) / (high - low)
            found = self.d * weight * (cell - self.reports * SHARED) / rest
            least = found - noise - people * added
            lower = max(Fraction(0), least / (1 - added)) if added < 1 else Fraction(0)
            yield lower, found, min(people, (found + noise + people * taken) / (1 + taken))


SHARED = Fraction(1, 8)
SHARES = Fraction(3, 4), Fraction(1, 4), Fraction(7, 8)
FLIPS, SIGNS = Unary(8, Real(Fraction(1, 8)), Real(Fraction(7, 8))), Hadamard(8, 1, Real(99))
STATES = (
    Asked(Rows.SAMPLED, 64, 800, SHARES, FLIPS, 1),
    Asked(Rows.ALL, 64, 800, SHARES, FLIPS, 1),
    Asked(Rows.SAMPLED, 1, 800, SHARES, FLIPS, 1),
    Asked(Rows.OWN, 1, 800, SHARES, FLIPS, 1),
    Asked(Rows.ALL, 64, 800, SHARES[:1], FLIPS, 1),
    Asked(Rows.ALL, 8, 800, SHARES[:1], FLIPS, 1),
    Asked(Rows.SAMPLED, 64, 800, (), FLIPS, 1),
    Asked(Rows.SAMPLED, 64, 800, (Fraction(1, 2), Fraction(1, 20)), SIGNS, 2),
)


def cases(further: int) -> Iterator[tuple[str, bool]]:
    """Both ends and the estimate of every item."""
    for asked, risk in every(STATES, (Fraction(1, 5), Fraction(1, 100))):
        found = separate_intervals(asked.hits(), risk)
        name = f"{asked.rows.value} rows, d = {asked.d}, {asked.channel}, {len(asked.shares)} items, delta = {risk}"
        yield f"{name}, all of them", len(found) == len(asked.shares)
        for item, (ours, wanted) in enumerate(zip(found, asked.ends(risk), strict=True)):
            lower, estimate, upper = wanted
            yield f"{name}, item {item}, lower", certified_equal(ours.lower, lower + further)
            yield f"{name}, item {item}, estimate", certified_equal(ours.estimate, estimate)
            yield f"{name}, item {item}, upper", certified_equal(ours.upper, upper)


def as_defined(prover: Prover) -> Theorem:
    """The ends from separate bounds."""
    claim = Finite(
        "sketch.intervals",
        "the ends of the intervals of k items are those that estimate - f <= A + (N - f) B, f - estimate <= A + (N - f) C and "
        "0 <= f <= N leave, where A is Hoeffding's at delta/(2k), B the lesser of Hoeffding's and Bernstein's at delta/(2k), and "
        "C the lesser of B and c/(1 - c); and where everybody has a hash of their own B = C = 0 and A is at delta/k",
        "three items, one or none, or two with Hadamard signs; 800 reports in each of 64 rows or of one, or of all of 64 or 8, or without rows; "
        "delta = 1/5 and 1/100; nine digits",
        lambda: cases(0),
        lambda: cases(1),
    )
    return prover.theorem(claim, ByEnumeration())
