"""Bets against the privacy of an event: fair whatever they are, and likelihood ratios where they grow fastest."""

from collections.abc import Iterable
from fractions import Fraction

from ldproof.evidence.event_bets import event_factors
from ldproof.numbers import Symbol, Term
from ldproof_proofs.kernel.facts import Facts
from ldproof_proofs.kernel.implication import Implication, lemma
from ldproof_proofs.kernel.prover import Prover, algebra, at_once, proposition
from ldproof_proofs.kernel.relations import Point, at_most, below, equal
from ldproof_proofs.kernel.search import search, using
from ldproof_proofs.kernel.theorem import Mutant, Theorem

x, u, v, first, second, shift, delta = map(Symbol, ("x", "u", "v", "first", "second", "shift", "delta"))
p1, p0, t = map(Symbol, ("p1", "p0", "t"))
E = 1 + x
HIT, MISS, OTHER_HIT, OTHER_MISS = event_factors(E, first, second, shift, delta)
LIKELY, UNLIKELY = u * HIT + (1 - u) * MISS, v * OTHER_HIT + (1 - v) * OTHER_MISS
"""The means of the factor of the capital by a draw with the likely input, and by one with the other."""
TOSSED = Fraction(1, 2) * LIKELY + Fraction(1, 2) * UNLIKELY
"""The mean where a fair coin picks the input."""

WEIGHTS: Facts = {"x > 0": below(0, x), "first >= 0": at_most(0, first), "second >= 0": at_most(0, second)}
PRIVATE: Facts = {
    "private": at_most(u, E * v + delta),
    "opposite private": at_most(1 - v, E * (1 - u) + delta),
}
FAIR: Facts = {
    **WEIGHTS,
    "hit": at_most(0, HIT),
    "miss": at_most(0, MISS),
    "u >= 0": at_most(0, u),
    "u <= 1": at_most(u, 1),
}
AT: Point = dict.fromkeys(("u", "v", "first", "second", "shift"), Fraction(1, 4)) | {"x": 1, "delta": 0}
READING = (
    "u and v are the probabilities of an event with the likely input and with the other, E = 1 + x, and a bet has two "
    "weights and a shift; by delta the claim may be exceeded"
)


def tossed(prover: Prover) -> Theorem:
    """Under privacy of a draw, given all before it, the mean is at most 1 where a fair coin picks the draw's input."""
    claim = Implication(
        "evidence.bet-is-fair-by-a-coin",
        at_most(TOSSED, 1),
        {**WEIGHTS, **PRIVATE},
        witness=AT,
        mutant=Mutant(
            at_most(Fraction(2, 3) * LIKELY + Fraction(1, 3) * UNLIKELY, 1),
            {**AT, "u": Fraction(2, 3), "v": Fraction(1, 3), "first": 1, "second": 0, "shift": 0},
        ),
        reading=READING,
    )
    return prover.theorem(
        claim, at_once("1 less the mean is half of what the weights make of the two slacks", search)
    )


def fair(prover: Prover) -> Theorem:
    """Under privacy the mean of what a bet multiplies the capital by, (1 + r)(1 - s), is at most 1, for s >= r."""
    return proposition(
        prover,
        "evidence.bet-is-fair",
        at_most(LIKELY * UNLIKELY, 1),
        {**FAIR, **PRIVATE},
        {**AT, "u": 0, "v": 0, "second": 0, "shift": 0},
        {"likely": at_most(0, LIKELY), "tossed": lemma(tossed(prover))},
        rule=using("likely", "tossed", squares=(LIKELY - 1,)),
        reason="(1 + r)(1 - s) = 1 - r^2 - (1 + r)(s - r), and s >= r as both means make 2 at most",
        mutant=at_most(LIKELY * UNLIKELY, 1 - first),
        reading=READING,
    )


def nonnegative(prover: Prover) -> Iterable[Theorem]:
    """If two of the four factors are at least 0, all are: capital is never negative."""
    given = {**WEIGHTS, "miss": at_most(0, MISS), "other hit": at_most(0, OTHER_HIT)}
    at: Point = {"x": 1, "first": 0, "second": 0, "shift": 0, "delta": 0}
    for name, factor, loss in (
        ("hit", HIT, Fraction(1, 2)),
        ("other-miss", OTHER_MISS, Fraction(-1, 2)),
    ):
        claim = Implication(
            f"evidence.factor-{name}",
            at_most(0, factor),
            given,
            witness=at,
            mutant=Mutant(at_most(1, factor), {**at, "shift": loss}),
            reading="E = 1 + x, of a bet with two weights and a shift",
        )
        yield prover.theorem(claim, at_once("the smaller factor and the weights", search))


def ratios(one: Term, other: Term) -> tuple[Term, Term, Term, Term]:
    """The likelihood ratio of each draw, at (p1, p0) against a private point."""
    return p1 / one, (1 - p1) / (1 - one), p0 / other, (1 - p0) / (1 - other)


NAMES = ("hit", "miss", "other-hit", "other-miss")


def at_corner(prover: Prover) -> Iterable[Theorem]:
    """Where the nearest private point is the corner E/(E + 1), 1/(E + 1), the bet is the likelihood ratio."""
    corner = 1 / (E + 1)
    one, width = E * corner, E**2 - 1
    a, c = (p1 - one) / (one * (1 - one)), (corner - p0) / (corner * (1 - corner))
    weights = (E * c - a) / width, (E * a - c) / width
    at: Point = {"x": 1, "p1": Fraction(3, 4), "p0": Fraction(1, 4)}
    bet = event_factors(E, *weights, (E * weights[0] + weights[1]) * corner)
    for name, factor, ratio in zip(NAMES, bet, ratios(one, corner), strict=True):
        claim = Implication(
            f"evidence.corner-{name}",
            equal(factor, ratio),
            {"x > 0": below(0, x)},
            witness=at,
            reading="E = 1 + x, and the bet is chosen for (p1, p0)",
        )
        yield prover.theorem(claim, at_once("the same normal form", algebra))


def on_edge(prover: Prover) -> Iterable[Theorem]:
    """Where it is (E t, t) with the t of least divergence, one inequality is enough, and the same holds."""
    c = (t - p0) / (t * (1 - t))
    slope = (p1 - E * t) / (t * (1 - E * t))
    given: Facts = {
        "x > 0": below(0, x),
        "t > 0": below(0, t),
        "t < 1": below(t, 1),
        "E t < 1": below(E * t, 1),
        "least": equal(2 * E * t**2 + p1 + p0, (E + p1 + 1 + E * p0) * t),
    }
    at: Point = {"x": 1, "t": Fraction(1, 4), "p1": Fraction(3, 5), "p0": Fraction(1, 10)}
    bet, ratio = event_factors(E, c / E, 0 * c, c * t), ratios(E * t, t)
    equations = (
        ("derivatives", slope, c),
        ("edge-hit", bet[0], ratio[0]),
        ("edge-miss", bet[1], ratio[1]),
        ("edge-other-hit", bet[2], ratio[2]),
        ("edge-other-miss", bet[3], ratio[3]),
    )
    for name, left, right in equations:
        claim = Implication(
            f"evidence.{name}",
            equal(left, right),
            given,
            witness=at,
            reading="E = 1 + x, and at t the divergence KL(p1 || E t) + KL(p0 || t) is least",
        )
        yield prover.theorem(claim, at_once("the equation of least divergence", search))
