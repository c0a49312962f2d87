"""Claims of zCDP, Renyi, Gaussian and f-differential privacy, each as a set of guarantees (epsilon, delta).

Let P and Q be the laws of two neighbouring inputs, A an event, p = P(A) and q = Q(A). Each of these claims says that
(q, p) is in a convex set, for all A and both ways round. A guarantee p <= odds q + delta is a half-plane that contains
the set. The half-planes here are supporting lines, rounded outwards, so that each follows from the claim. Together they
are the claim about events, but for the gaps between the points at which they touch.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import log
from statistics import NormalDist

import numpy as np

from ldproof.errors import Reason, Refused
from ldproof.evidence.event_bets import MOST_ODDS
from ldproof.evidence.guarantees import Guarantee
from ldproof.numbers import Array, Ball, Exact, ball, precision
from ldproof.parameters import UNIT, Between, complete_numeral

NOTIONS: Mapping[str, str] = {"rho": "zCDP", "gdp": "Gaussian DP", "renyi": "Renyi DP", "f": "f-DP"}
"""The keys of claims that are no epsilon, and their names."""
SCALES = Between(Fraction(0), Fraction(1000), open_low=True)
"""The domain of rho, of mu, and of a Renyi divergence."""
ORDERS = Between(1 + Fraction(1, 10**6), Fraction(1000))
"""The domain of the order of a Renyi divergence; floats do not tell lower ones from 1."""
LEAST_RHO = Fraction(1, 10**12)
"""A smaller rho is tested as this one, which it is at most: floats find no points where it touches."""
MOST_POINTS = 64
"""The most points of a curve in a claim."""
BITS, PLACES = 256, 60
"""The precision in which guarantees are computed, and their places after the binary point."""
LEAST_ODDS = 1 + Fraction(1, 1 << 20)
"""Guarantees with smaller odds are weakened to these: bets need odds above 1."""
DEVIATIONS = np.arange(0, 5.1, 0.2)
"""A guarantee for each of these standard deviations of a normal law: from common events to such of probability 3e-7."""
RHO_ORDERS = 2.0 ** np.arange(-6, 8, 0.25)
"""The orders at which zCDP is used, less 1 and times sqrt(2 rho)."""
STEPS = 60
"""Bisections for the edge of a set."""
VARIABLE = "alpha"
"""The variable of a formula of a trade-off curve."""
ACCEPTED = (
    f"points, as f=0:1,1/4:1/4,1:0; or a convex formula in {VARIABLE} with numbers, + - * / ** (or ^), exp, ln, sqrt, max and "
    f"min, as f='max(0, 1 - 3*{VARIABLE}, (1 - {VARIABLE})/3)'"
)
"""How a trade-off curve is written."""
WRITTEN_CURVES = {"renyi": "renyi=ORDER:EPSILON,..., as 2:1/2,8:2", "f": ACCEPTED}
"""How the curves of claims are written."""


def round_up(value: Ball) -> Fraction:
    """Return a fraction with `PLACES` binary places that is not below a number."""
    return Fraction(int((value * ball(1 << PLACES)).upper().ceil().upper().fmpz()), 1 << PLACES)


def guarantees_of_claim(notion: str, curve: "Curve", scale: Fraction = Fraction(1)) -> tuple[Guarantee, ...]:
    """Return the guarantees that follow from a claim, weakened or strengthened by a factor of its values.

    Raise `Refused` if there are none that can be tested.
    """
    made = {
        "rho": lambda: zcdp_guarantees(curve[0][1] * scale),
        "gdp": lambda: gaussian_guarantees(curve[0][1] * scale),
        "renyi": lambda: renyi_guarantees([(order, most * scale) for order, most in curve]),
        "f": lambda: trade_off_guarantees(curve),
    }[notion]()
    found = (*dict.fromkeys(each for each in made if each.odds <= MOST_ODDS and each.delta < 1),)
    if not found:
        raise Refused(
            Reason.OUT_OF_RANGE,
            f"nothing can be shown against a claim of {NOTIONS[notion]} so weak",
            "a claim of more privacy",
        )
    return found


def value_of_event(notion: str, curve: "Curve", p: float, q: float) -> float | None:
    """Return the least rho, mu, or factor of a Renyi curve that allows these probabilities of an event, as a float.

    Of an epsilon it is the logarithm of their ratio. Return None for a trade-off curve.
    """
    match notion:
        case "gdp":
            return NormalDist().inv_cdf(p) - NormalDist().inv_cdf(q)
        case "rho" | "renyi":
            scale = float(curve[0][1])
            points = (
                [(order, order) for order in (1 + RHO_ORDERS / np.sqrt(2 * scale)).tolist()]
                if notion == "rho"
                else [(float(order), float(most)) for order, most in curve]
            )
            return max(event_divergence(order, p, q) / unit for order, unit in points)
        case "f":
            return None
        case _:
            return log(p / q)


def event_divergence(order: float, p: float, q: float) -> float:
    """Return the Renyi divergence of Bernoulli(p) from Bernoulli(q)."""
    one, other = (order * log(a) + (1 - order) * log(b) for a, b in ((p, q), (1 - p, 1 - q)))
    return float(np.logaddexp(one, other)) / (order - 1)


# How a claim is written.

Curve = Sequence[tuple[Fraction, Fraction]]
"""The points of a curve: (order, divergence), or (error of the first kind, error of the second kind)."""


def parse_notion(notion: str, text: object) -> Curve:
    """Return the curve of a claim as it was written; of rho and mu one point at 0. Raise `Refused` if it is wrong."""
    if notion in ("rho", "gdp"):
        return [(Fraction(0), SCALES.accept(notion, text))]
    accepted = WRITTEN_CURVES[notion]
    if notion == "f" and isinstance(text, str) and ":" not in text:
        return curve_of_formula(text.strip())
    if not isinstance(text, str):
        raise Refused(Reason.NOT_A_VALUE, f"{notion} is no list of points", accepted)
    points = [[complete_numeral(part.strip()) for part in each.split(":")] for each in text.split(",")]
    if wrong := [each for each in points if len(each) != 2]:
        raise Refused(Reason.NOT_A_VALUE, f"{notion} has a point {':'.join(wrong[0])!r}", accepted)
    if len(points) > MOST_POINTS:
        raise Refused(Reason.TOO_LARGE, f"{notion} has {len(points)} points", f"at most {MOST_POINTS}")
    across, along = (ORDERS, SCALES) if notion == "renyi" else (UNIT, UNIT)
    curve = [(across.accept(notion, one), along.accept(notion, other)) for one, other in points]
    if any(before >= after for (before, _), (after, _) in pairwise(curve)):
        raise Refused(Reason.OUT_OF_RANGE, f"the points of {notion} do not rise", accepted)
    if notion == "f":
        refuse_no_trade_off(curve, accepted)
    return curve


def refuse_no_trade_off(curve: Curve, accepted: str) -> None:
    """Raise `Refused` unless a curve goes from 0 to 1, ends in 0, falls, is convex, and is nowhere above 1 - x."""
    slopes = [(later - before) / (right - left) for (left, before), (right, later) in pairwise(curve)]
    if curve[0][0] != 0 or curve[-1] != (Fraction(1), Fraction(0)):
        raise Refused(Reason.OUT_OF_RANGE, "f does not go from 0 to 1, and end in 1:0", accepted)
    if any(slope > 0 for slope in slopes) or any(one > other for one, other in pairwise(slopes)):
        raise Refused(Reason.OUT_OF_RANGE, "f is not convex and falling", accepted)
    if any(x + y > 1 for x, y in curve):
        raise Refused(Reason.OUT_OF_RANGE, "f is above 1 - x, where no mechanism is", accepted)


def curve_of_formula(text: str) -> Curve:
    """Return a curve below the one of a formula, and touching it at many points. Raise `Refused` if it is no such curve."""
    from ldproof.auditor.trade_off import lines_below_formula, points_of_lines  # noqa: PLC0415  (most claims do without)

    places = [Fraction(NormalDist().cdf(each)) for each in (*-DEVIATIONS[:0:-1], *DEVIATIONS)]
    try:
        with precision(BITS):
            lines = {
                (-round_up(-value), -round_up(-slope)) for value, slope in lines_below_formula(text, places)
            }
    except RecursionError:
        raise Refused(Reason.TOO_LARGE, "f is nested too deep", ACCEPTED) from None
    curve = [*points_of_lines({*lines, (Fraction(0), Fraction(0))})]
    refuse_no_trade_off(curve, ACCEPTED)
    return curve


# Gaussian differential privacy: delta(epsilon) of Dong, Roth and Su (2022), Corollary 1.


def gaussian_guarantees(mu: Fraction) -> Iterator[Guarantee]:
    """Yield guarantees that are equivalent to mu-GDP at their epsilon: delta is rounded up only."""
    with precision(BITS):
        size = ball(mu)
        for each in DEVIATIONS.tolist():
            odds = max(round_up((size * ball(Fraction(each))).exp()), LEAST_ODDS)
            middle = ball(odds).log() / size
            delta = normal_probability(size / 2 - middle) - ball(odds) * normal_probability(
                -size / 2 - middle
            )
            yield Guarantee(odds, round_up(delta))


def normal_probability(end: Ball) -> Ball:
    """Return the probability that a standard normal variable is below an end."""
    return (-end / ball(2).sqrt()).erfc() / 2


# Renyi differential privacy and zCDP: by the data-processing inequality the divergence of order a of Bernoulli(p) from
# Bernoulli(q) is at most that of P from Q, so g(p, q) = p^a q^(1-a) + (1-p)^a (1-q)^(1-a) <= e^((a-1) epsilon). g is
# convex, hence above its tangent plane at any point: that is a half-plane. Floats choose the point, balls settle it.


def zcdp_guarantees(rho: Fraction) -> Iterator[Guarantee]:
    """Yield guarantees that follow from rho-zCDP: from the divergences of many orders."""
    rho = max(rho, LEAST_RHO)
    orders = [
        1 + Fraction(round(float(each) * 2**16) or 1, 2**16) for each in RHO_ORDERS / np.sqrt(2 * float(rho))
    ]
    yield from renyi_guarantees([(order, order * rho) for order in orders])


def renyi_guarantees(curve: Curve) -> Iterator[Guarantee]:
    """Yield guarantees that follow from bounds on the divergences of some orders, each from the best order for it."""
    orders, mosts = (
        np.array([float(each) for each in column])[:, None] for column in zip(*curve, strict=True)
    )
    rates = np.array([NormalDist().cdf(-each) for each in DEVIATIONS.tolist()])
    edges = edge_of_divergence(orders, mosts, rates)
    for best, q, p in zip(
        edges.argmin(axis=0).tolist(), rates.tolist(), edges.min(axis=0).tolist(), strict=True
    ):
        if q < p < 1 - 2.0**-40 and (found := tangent_guarantee(curve[best], Fraction(p), Fraction(q))):
            yield found


def edge_of_divergence(orders: Array, mosts: Array, q: Array) -> Array:
    """Return the largest p for each q at which the divergence of each order is not above its bound, about."""
    low, high = np.broadcast_to(q, (len(orders), len(q))), np.ones((len(orders), len(q)))
    for _ in range(STEPS):
        p = (low + high) / 2
        with np.errstate(divide="ignore"):
            grown = np.logaddexp(
                orders * np.log(p) + (1 - orders) * np.log(q),
                orders * np.log1p(-p) + (1 - orders) * np.log1p(-q),
            )
        kept = grown <= (orders - 1) * mosts
        low, high = np.where(kept, p, low), np.where(kept, high, p)
    return low


def tangent_guarantee(bound: tuple[Fraction, Fraction], p: Fraction, q: Fraction) -> Guarantee | None:
    """Return the guarantee by the tangent plane of g at a point with p > q; None if its odds are below 1."""
    with precision(BITS):
        a, most, one, other = map(ball, (*bound, p, q))
        inside, outside = (one / other) ** (a - 1), ((1 - one) / (1 - other)) ** (a - 1)
        odds, delta = tangent_line(a, ((a - 1) * most).exp(), one, other, inside, outside)
        return (
            Guarantee(max(round_up(odds), LEAST_ODDS), max(round_up(delta), Fraction(0)))
            if odds > 1
            else None
        )


def tangent_line(
    order: Exact, most: Exact, p: Exact, q: Exact, inside: Exact, outside: Exact
) -> tuple[Exact, Exact]:
    """Return the odds and the delta of the line where the tangent plane of g at a point is at most e^((a-1) epsilon).

    `inside` and `outside` are the powers of order less 1 of p/q and of (1 - p)/(1 - q), and `most` is that bound.
    """
    by_p = order * (inside - outside)
    odds = (order - 1) * (inside * p / q - outside * (1 - p) / (1 - q)) / by_p
    return odds, p - odds * q + (most - p * inside - (1 - p) * outside) / by_p


# f-differential privacy: 1 - p >= f(q). The claim is the polygon through the points, so each of its sides is a line.


def trade_off_guarantees(curve: Curve) -> Iterator[Guarantee]:
    """Yield the guarantees whose lines are the sides of a trade-off curve; below a slope of 1, of the opposite event."""
    for (left, before), (right, later) in pairwise(curve):
        odds, delta = side_of_curve(left, before, right, later)
        if 0 < odds < 1:
            odds, delta = opposite_guarantee(odds, delta)
        if odds:
            yield Guarantee(max(odds, LEAST_ODDS), delta)


def side_of_curve(left: Exact, before: Exact, right: Exact, later: Exact) -> tuple[Exact, Exact]:
    """Return the odds and the delta of the line through two points of a trade-off curve."""
    odds = (before - later) / (right - left)
    return odds, 1 - before - odds * left


def opposite_guarantee(odds: Exact, delta: Exact) -> tuple[Exact, Exact]:
    """Return the odds and the delta of p <= odds q + delta, stated of the opposite event and of P and Q exchanged."""
    return 1 / odds, (odds + delta - 1) / odds
