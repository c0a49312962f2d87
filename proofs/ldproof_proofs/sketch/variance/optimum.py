"""The flips of a row of bits with the least variance for an item that nobody holds, at a given width and budget."""

from collections.abc import Iterable
from fractions import Fraction
from itertools import product as every

from ldproof.budget import Budget
from ldproof.numbers import Ball, Real, Symbol, Term, ball, floor, term
from ldproof.sketch.formulas import optimal_odds, optimal_squared
from ldproof_proofs.kernel.anchors import anchor
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.ground import ByRecord, Ground
from ldproof_proofs.kernel.prover import Prover, algebra, proposition
from ldproof_proofs.kernel.relations import Point, Relation, at_most, below, equal
from ldproof_proofs.kernel.theorem import Theorem
from ldproof_proofs.sketch.variance.symbols import AT, ODDS, WIDE, E, N, w

t, t0 = Symbol("t"), Symbol("t0")
SETTING: Facts = {**WIDE, **ODDS, "t > 0": below(0, t)}
POINT: Point = {"w": 2, "E": 4, "N": 7, "t": Fraction(1, 3), "t0": Fraction(1, 2)}
READING = "p/(1 - p) = t and q/(1 - q) = E t, so that a row costs ln E whatever t is, and mu = p + (q - p)/w"


def spread(odds: Term) -> Term:
    """Return mu (1 - mu)/(q - p)^2, on which alone the variance depends where nobody holds the item."""
    p, q = odds / (1 + odds), E * odds / (1 + E * odds)
    mu = p + (q - p) / w
    return mu * (1 - mu) / (q - p) ** 2


def excess(prover: Prover) -> Iterable[Theorem]:
    """What any t costs over t0, if E ((w - 1) E + 1) t0^2 = w - 1 + E: a multiple of (t - t0)^2/t."""
    more = ((w - 1) * E + 1) * E * w * N * (t - t0) ** 2 / (t * (w - 1) ** 2 * (E - 1) ** 2)
    given = {
        **SETTING,
        "t0 > 0": below(0, t0),
        "t0": equal(t0**2 * E * ((w - 1) * E + 1), w - 1 + E),
    }
    yield proposition(
        prover,
        "sketch.optimal-excess",
        equal(N * (spread(t) - spread(t0)) / (1 - 1 / w) ** 2, more),
        given,
        POINT,
        reading=READING,
    )
    yield proposition(
        prover,
        "sketch.optimal-excess-positive",
        at_most(0, more),
        {**SETTING, "N >= 0": at_most(0, N)},
        POINT,
        mutant=at_most(N, more),
    )


def ends(prover: Prover) -> Iterable[Theorem]:
    """t^2 is 1/E at w = 2, where q = 1 - p; above 1/E^2, which is OUE, by less than E/(w - 1) times that."""
    found, two = optimal_squared(w, E), optimal_squared(term(2), E)
    above = found * E**2 - 1
    setting = {**WIDE, **ODDS}
    yield proposition(prover, "sketch.optimal-squared", equal(found * E * ((w - 1) * E + 1), w - 1 + E), setting, AT, rule=algebra)  # fmt: skip
    yield proposition(
        prover,
        "sketch.optimal-at-two",
        equal(two, 1 / E),
        ODDS,
        AT,
        rule=algebra,
        mutant=equal(two, 1 / E**2),
    )
    yield proposition(
        prover,
        "sketch.optimal-when-wide",
        equal(above, (E**2 - 1) / ((w - 1) * E + 1)),
        setting,
        AT,
        rule=algebra,
        mutant=equal(above, E / ((w - 1) * E + 1)),
        reading="the square of t over that of OUE, 1/E, less 1: it vanishes as w grows",
        short={"squared": found},
    )


def spread_at(t: Fraction, width: int, odds: Fraction) -> Fraction:
    """mu (1 - mu)/(q - p)^2 as a number."""
    p, q = t / (1 + t), odds * t / (1 + odds * t)
    mu = (q + (width - 1) * p) / width
    return mu * (1 - mu) / (q - p) ** 2


def on_grid(width: int, odds: int) -> Fraction:
    """The best multiple of 1/100."""
    grid = (Fraction(k, 100) for k in range(1, 101))
    return min(grid, key=lambda t: spread_at(t, width, Fraction(odds)))


def cases(wider: int) -> Iterable[tuple[str, Relation]]:
    """The root that is found lies where t^2 E ((w - 1) E + 1) - (w - 1 + E) changes its sign, to a millionth."""
    step = Fraction(1, 10**6)
    for width, odds in every(
        (2, 3, 4, 8, 64, 1024), (Fraction(3, 2), Fraction(4), Fraction(7), Fraction(50))
    ):
        found = optimal_odds(width + wider, Budget(1, "odds", odds))
        near = Fraction(floor(found / step))
        low, high = (near + shift for shift in (-1, 2))
        values = {"E": term(odds), "w": term(width)}
        least, left, right = (
            spread(term(t * step)).substitute(values) for t in (near + Fraction(1, 2), low, high)
        )
        yield f"w = {width}, E = {odds}, to the left", below(least, left)
        yield f"w = {width}, E = {odds}, to the right", below(least, right)


def scaled(found: Real, step: Fraction) -> Ball:
    """A quantity in steps."""
    return ball(found) / ball(step)


def searched(prover: Prover) -> Theorem:
    """Compared with its neighbours, by the law's own numbers."""
    claim = Ground(
        "sketch.optimal-is-searched",
        "the variance at the optimal t is less than a millionth to its left and to its right",
        "w in {2, 3, 4, 8, 64, 1024}, E in {3/2, 4, 7, 50}",
        lambda: cases(0),
        lambda: cases(1),
        anchors=(
            anchor(
                optimal_odds,
                lambda: optimal_odds(8, Budget(1, "odds", Fraction(7))),
                lambda: on_grid(8, 7),
            ),
        ),
    )
    return prover.theorem(claim, ByRecord())
