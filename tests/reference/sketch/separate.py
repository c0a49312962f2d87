"""Intervals from one bound on the noise and another on collisions, wider than the reference's."""

from fractions import Fraction

from ldproof.numbers import Ball, Real, ball, least, lift, lift_elementary
from ldproof.sketch.collector import Hits, mean_estimates
from ldproof.sketch.error import Interval, accepted_risk, hoeffding_deviation
from ldproof_proofs.sketch.intervals.few import bernstein_deviation

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
